"""The explorer in a real browser: from every number to the responses behind it, and back."""

import json
import re

import pytest
from browser import Visit
from explored_runs import film, scored, two_models, write_page, write_run
from track_runs import answer

from erbench_track.metrics.report.explorer import page as explorer_page
from erbench_track.metrics.report.explorer.routes import route

pytestmark = pytest.mark.long

ANY_CARD = "#explorer .card"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two_models")
    two_models(folder / "runs")
    return write_page(folder / "runs", folder / "report")


@pytest.fixture
def visit(browser, page):
    """Opens the report; whatever is done there asks no host for anything and raises no error."""
    visits = []

    def open_it(route="", file=page, **settings):
        visits.append(Visit(browser, file, route, **settings))
        return visits[-1]

    yield open_it
    for each in visits:
        assert each.hosts == []
        assert each.complaints == []
        each.close()


def lists(page, number):
    """Waits until so many questions are listed."""
    found = f"of {number:,} question{'s' * (number != 1)}"
    page.wait_for_selector(f"#explorer .status strong:text-matches('{found}$')")
    return True


def chips(page):
    texts = page.locator("#explorer .chips button").all_inner_texts()
    return {text.rpartition(" ")[0]: int(text.rpartition(" ")[2]) for text in texts[1:]}


def test_a_cell_leads_to_the_responses_that_it_counts_and_back_to_where_one_was(visit):
    link = route("careless", "erbench_movie_bn_no", "right", "right_wrong_reason")
    page = visit().page
    cell = page.locator(f"#table18 a[href='{link}']")
    cell.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    share = float("0" + cell.inner_text())
    cell.click()
    page.wait_for_selector(ANY_CARD)
    assert not page.locator("#table18").is_visible()
    assert lists(page, round(share * 30))
    page.go_back()
    page.locator("#table18").wait_for()
    assert page.evaluate("scrollY") == before
    page.go_forward()
    assert lists(page, 12)
    page.keyboard.press("Escape")
    cell.wait_for()


def test_the_segments_of_a_bar_are_the_outcomes_and_open_them(visit):
    page = visit().page
    bar = page.locator("#outcomes a[href='#careless/erbench_movie_bn_no/']").locator("..")
    segments = bar.locator(".bar a").all()
    said = [segment.get_attribute("title") for segment in segments]
    assert [text.partition(":")[0] for text in said] == [
        "right, for the right reason",
        "right, rationale wrong",
        "admits it does not know",
        "hallucinated",
    ]
    widths = [segment.bounding_box()["width"] for segment in segments]
    assert widths[3] == pytest.approx(2 * widths[0], rel=0.05)
    segments[3].click()
    page.wait_for_selector(ANY_CARD)
    assert lists(page, 12)
    assert "12 of 30 (40.0%)" in said[3]


def test_which_negated_film_questions_did_one_get_wrong_and_the_other_right(visit):
    page = visit().page
    page.click("#outcomes a[href='#careless/erbench_movie_bn_no/']")  # the first action
    page.select_option("select[aria-label='Models differ']", "better:careful")  # the second
    assert lists(page, 18)
    card = page.locator(ANY_CARD).first
    assert "read as “no”" in card.locator(".answer").nth(1).inner_text()


def test_where_do_the_readings_disagree(visit):
    page = visit().page
    page.click("text=on which the two readings differ")  # the only action
    page.wait_for_selector(ANY_CARD)
    assert lists(page, 6)
    said = page.locator(".difference").first.inner_text()
    assert "robust: hallucinated (answer “yes”; title: not stated)." in said
    assert "paper: wrong, though it names the value (answer “yes”; title: contained as" in said
    assert page.locator("mark.contained").first.inner_text() == "The Song of Lake 3"


def test_what_did_the_model_say_when_it_was_right_for_the_wrong_reason(visit):
    page = visit().page
    page.click("text=right for the wrong reason")  # the only action
    page.wait_for_selector(ANY_CARD)
    assert lists(page, 6)
    assert "No, that is not true at all." in page.locator(ANY_CARD).first.inner_text()


def test_a_card_has_all_models_beside_each_other_and_what_decided(visit):
    page = visit("#careless/erbench_movie_bn_no/right").page
    card = page.locator(ANY_CARD).first
    card.wait_for()
    assert card.locator("h3").inner_text().startswith("Is it true that there are no films by")
    assert "right answer no" in card.locator(".facts").inner_text()
    assert "must name (title) The Night of Lake 0" in card.locator(".facts").inner_text()
    first, second = card.locator(".answer").all()
    assert first.locator("b").inner_text() == "careless"
    assert first.locator("mark.value").inner_text() == "The Night of Lake 0"
    assert first.locator(".read").inner_text() == "No"
    assert second.locator("mark.value").inner_text() == "The Night of Lake 0"
    thinking = second.locator("details")
    assert thinking.get_attribute("open") is None
    assert "Which film?" not in second.inner_text()
    thinking.locator("summary").click()
    thinking.get_by_text("Which film?").wait_for()  # browsers tell of an opened fold a little later
    left, right = first.bounding_box(), second.bounding_box()
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]


def test_search_and_filters_narrow_what_is_listed_and_are_in_the_link(visit):
    page = visit("#//").page
    assert lists(page, 60)
    page.fill("input[type=search]", "lake 12 ")
    assert lists(page, 2)
    assert "mark" in page.locator(".said").first.inner_html()
    page.fill("input[type=search]", "")
    assert lists(page, 60)
    page.select_option("select[aria-label='any attribute']", "year")
    assert lists(page, 15)
    page.select_option("select[aria-label='any popularity']", "4")
    assert lists(page, 4)  # films 22, 24, 26 and 28 of 30
    page.reload()
    page.wait_for_selector(ANY_CARD)
    assert lists(page, 4)
    page.go_back()
    assert lists(page, 15)


def test_chips_count_and_combine(visit):
    page = visit("#careless/erbench_movie_bn_no/").page
    page.wait_for_selector(ANY_CARD)
    assert chips(page) == {
        "right, for the right reason": 6,
        "right, rationale wrong": 6,
        "admits it does not know": 6,
        "hallucinated": 12,
    }
    page.click("button.o-admits")
    page.click("button.o-right")
    assert lists(page, 12)
    assert page.url.endswith(route("careless", "erbench_movie_bn_no", "admits", "right"))


def test_keys_lead_from_card_to_card_over_pages_into_search_and_back(visit):
    page = visit("#//").page
    page.wait_for_selector(ANY_CARD)
    for _ in range(21):
        page.keyboard.press("j")
    assert page.evaluate("document.activeElement.dataset.place") == "20"
    assert page.locator("#explorer .status strong").inner_text().startswith("21 to 40 of 60")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.dataset.place") == "19"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") == "20"
    page.keyboard.press("/")
    page.keyboard.type("lake 7")
    assert lists(page, 2)
    assert page.evaluate("document.activeElement.value") == "lake 7"
    page.keyboard.press("Escape")
    assert lists(page, 60)
    page.keyboard.press("Escape")
    page.locator("#table18").wait_for()


@pytest.mark.parametrize("width", [390, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_a_screen_in_light_and_dark(visit, width, scheme):
    opened = visit(width=width, color_scheme=scheme)
    page = opened.page
    assert not opened.is_wider_than_its_window()
    opened.go("#careless/erbench_movie_mc/")
    page.wait_for_selector(ANY_CARD)
    assert not opened.is_wider_than_its_window()
    assert page.locator("#outcomes").is_visible() == (width == 1600)
    sides = page.locator(ANY_CARD).first.locator(".answer").all()
    tops = [side.bounding_box()["y"] for side in sides]
    assert (tops[0] == tops[1]) == (width == 1600)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", background))) > 600) == (scheme == "light")


def test_it_prints_and_leaves_the_controls_out(visit):
    opened = visit("#careless/erbench_movie_bn_no/hallucinated")
    page = opened.page
    page.wait_for_selector(ANY_CARD)
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="print")
    for control in (".where", ".chips", "input", ".filters", "button"):
        assert not page.locator(f"#explorer {control}").first.is_visible()
    chosen = page.locator("#explorer p.chosen").inner_text()
    assert chosen == "careless, Movie BN(N), hallucinated"
    assert page.locator(ANY_CARD).first.is_visible()


def test_without_scripts_the_tables_are_there(visit):
    page = visit(java_script_enabled=False).page
    assert page.locator("#table18").is_visible()
    assert page.locator("#outcomes .bar a").first.is_visible()
    assert "need JavaScript" in page.locator("noscript").inner_html()


def test_the_figures_over_known_entities_open_these_alone(visit, tmp_path):
    two_models(tmp_path / "runs")
    known = {"movie": {"bn": list(range(25))}}
    (tmp_path / "known.json").write_text(json.dumps(known))
    settings = {"known": [f"careless={tmp_path / 'known.json'}"]}
    file = write_page(tmp_path / "runs", tmp_path / "report", **settings)
    page = visit(file=file).page
    link = route("careless", "erbench_movie_bn_no", "right", "right_wrong_reason", entities="known")
    cell = page.locator(f"#table2 a[href='{link}']")
    assert cell.inner_text() == ".40"
    cell.click()
    assert lists(page, 10)


def test_each_of_two_readings_has_its_bar_and_opens_its_own_outcomes(visit, tmp_path):
    two_models(tmp_path / "runs")
    file = write_page(tmp_path / "runs", tmp_path / "report", reading="both")
    page = visit(file=file).page
    label = "careless (PAPER'S READING)"
    link = route(label, "erbench_movie_bn_no", "wrong_names_value")
    page.locator(f'#outcomes a[href="{link}"]').click()
    assert lists(page, 6)
    heading = page.locator(".answer h4").first.inner_text()
    assert heading == f"{label} · wrong, though it names the value · read as “yes”"
    assert page.locator(ANY_CARD).first.locator(".answer").count() == 2
    page.select_option("select[aria-label='Model']", "careless")
    page.wait_for_selector("text=No question has all of this")


@pytest.fixture(scope="module")
def track(tmp_path_factory):
    folder = tmp_path_factory.mktemp("track")
    wrong = answer(1, False, (True, False), known=(True, False), injected=[FACT], kas=1)
    extracted = json.loads(wrong["filtered_resps"][0])
    extracted["answer_explanation"] = "it is 7, not 8"
    extracted["fact_explanations"] = ["it says so", "it says nothing of it"]
    wrong["filtered_resps"] = [json.dumps(extracted)]
    wrong["doc"]["facts"][1]["fact"] = FACT
    write_run(folder / "runs", "m", "track_wiki_append", [{**wrong, "doc_id": 0}])
    program = answer(2, False, (True,), scenario="code", programs_forged=1.0)
    program["doc"]["detail"] = json.dumps({"tests": "class TestCases: ..."})
    extracted = {**json.loads(program["filtered_resps"][0]), "answer": "def f():\n    return 1"}
    extracted["answer_explanation"] = "by running the unit tests: failed. test_two: 1 != 2"
    program["filtered_resps"] = [json.dumps(extracted)]
    write_run(folder / "runs", "m", "track_code", [{**program, "doc_id": 0}])
    return write_page(folder / "runs", folder / "report")


FACT = "The moon is of stone."


def test_a_chain_shows_what_is_known_injected_and_entailed_and_the_judges_words(visit, track):
    page = visit("#m/track_wiki_append (KAS 1)/hallucinated", file=track).page
    assert lists(page, 1)
    first, second = page.locator(".chain li").all_inner_texts()
    assert first.split("\n")[1:] == ["✓ known ✓ entailed", "it says so"]
    assert second.split("\n") == [FACT, "✗ known ✓ injected ✗ entailed", "it says nothing of it"]
    said = page.locator(".card").inner_text()
    assert "Answer wrong. it is 7, not 8. 1 fact was injected." in said
    assert "wrong, and facts are missing" in page.locator(".answer h4").inner_text()


def test_a_program_stands_with_its_tests_and_the_one_that_failed(visit, track):
    page = visit("#m/track_code/", file=track).page
    assert lists(page, 1)
    assert "test_two: 1 != 2" in page.locator(".card").inner_text()
    assert "Forged program. It also passes tests" in page.locator(".card").inner_text()
    for summary in page.locator(".card summary").all():
        summary.click()
    page.locator(".card details pre").nth(1).wait_for()
    folded = page.locator(".card details pre").all_inner_texts()
    assert folded == ["class TestCases: ...", "def f():\n    return 1"]


def test_a_link_to_what_there_is_not_says_so(visit):
    page = visit("#nobody/erbench_movie_mc/rigt").page
    page.wait_for_selector(".problem")
    said = page.locator(".problem").all_inner_texts()
    assert said == [
        "There is no model “nobody” in this report.",
        "There is no outcome “rigt”.",
    ]


def test_many_responses_are_in_files_beside_the_page(visit, tmp_path, monkeypatch):
    two_models(tmp_path / "runs")
    monkeypatch.setattr(explorer_page, "_MOST_INSIDE", 10)
    file = write_page(tmp_path / "runs", tmp_path / "report")
    names = sorted(path.name for path in (tmp_path / "report" / "samples").iterdir())
    assert names == ["items.js", "model0.js", "model1.js"]
    page = visit("#//", file=file).page
    page.wait_for_selector(ANY_CARD)
    assert lists(page, 60)


def test_a_file_that_is_not_beside_the_page_is_named(browser, tmp_path, monkeypatch):
    two_models(tmp_path / "runs")
    monkeypatch.setattr(explorer_page, "_MOST_INSIDE", 10)
    file = write_page(tmp_path / "runs", tmp_path / "report")
    (tmp_path / "report" / "samples" / "model1.js").unlink()
    opened = Visit(browser, file, "#//")
    opened.page.wait_for_selector(".problem")
    said = opened.page.locator(".problem").inner_text()
    assert said == "samples/model1.js cannot be read: it must lie beside this page."
    opened.close()


HOSTILE = [
    "<script>alert('script')</script>No",
    "No</script><script>alert('ended')</script>",
    "<img src=x onerror=alert('image')> <svg onload=alert('svg')> No",
    "[click](javascript:alert('link')) <a href=\"javascript:alert('a')\">No</a>",
    "<style>body{display:none}</style><meta http-equiv=refresh content='0;url=http://x.test'>",
    "\u202eoN\u202c turned, \u2066isolated\u2069, \u200bunseen",
    "No\x00 with NUL, \x1b[31mred\x07",
    "No, half a pair: \ud800 and \udfff.",
    "No. 😀 The Song of Lake 8 😀 beyond the first plane",
    "No. " + "word " * 200_000,
    "&lt;script&gt;alert('escaped')&lt;/script&gt; {{ 7*7 }} {% raw %} ${alert('template')}",
    "",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    lines = [
        line
        for number, text in enumerate(HOSTILE)
        for line in scored(film(number, title=text[:60] or "nothing"), text, number)
    ]
    model = "<script>alert('model')</script>\u202e/x"
    for line in lines:
        line["doc"]["question"] += line["resps"][0][0][:200]
        line["doc"]["id"] = "</script>" + str(line["doc_id"])
    write_run(folder / "runs", "m", "erbench_movie_bn_no", lines)
    (results,) = (folder / "runs" / "m").glob("results*.json")
    results.write_text(json.dumps({"model_name": model}))
    return write_page(folder / "runs", folder / "report")


def test_what_a_model_wrote_is_text_and_never_markup(visit, hostile):
    opened = visit("#//", file=hostile)
    page = opened.page
    page.wait_for_selector(ANY_CARD)
    assert lists(page, len(HOSTILE))
    page.wait_for_timeout(100)
    for tag in ("script", "img", "svg", "style", "meta", "a", "iframe"):
        assert page.locator(f"#explorer .list {tag}").count() == 0
    cards = [card.inner_text() for card in page.locator(ANY_CARD).all()]
    assert "<script>alert('script')</script>No" in cards[0]
    assert "U+202E" in cards[5]
    assert "U+0000" in cards[6]
    assert "half a pair: \ufffd and \ufffd." in cards[7]
    assert "The response is empty." in cards[11]
    page.fill("input[type=search]", "javascript:alert")
    assert lists(page, 1)


def test_characters_beyond_the_first_plane_do_not_shift_what_is_marked(visit, tmp_path):
    doc = film(8, title="The Song")
    lines = scored(doc, "No 😀😀. It is called The Song 😀.", 8)
    write_run(tmp_path / "runs", "m", "erbench_movie_bn_no", lines)
    page = visit("#//", file=write_page(tmp_path / "runs", tmp_path / "report")).page
    page.wait_for_selector(ANY_CARD)
    assert page.locator("mark.value").inner_text() == "The Song"


def test_a_response_of_a_megabyte_is_cut_until_it_is_asked_for(visit, hostile):
    page = visit("#//?n=10", file=hostile).page
    card = page.locator("[data-place='9']")
    card.wait_for()
    assert len(card.inner_text()) < 10_000
    card.locator("button", has_text="show all 1,000,003 characters").click()
    assert len(card.locator(".said").last.inner_text()) > 900_000


def test_the_page_is_inert_by_its_policy_too(visit, hostile):
    """Markup that got in would not run: the policy names each script by its hash."""
    opened = visit("", file=hostile)
    opened.page.evaluate(
        """() => {
        const holder = document.createElement('div');
        holder.innerHTML = '<img src=x onerror="document.title = 1">';
        document.body.append(holder);
        const script = document.createElement('script');
        script.textContent = 'document.title = 2';
        document.body.append(script);
    }"""
    )
    opened.page.wait_for_timeout(100)
    assert opened.page.title() == "ERBench report"
    assert len(opened.complaints) >= 2
    assert all("Content Security Policy" in text for text in opened.complaints)
    opened.complaints.clear()
