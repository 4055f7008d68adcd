"""The page on which a person labels, in a browser, by keyboard alone."""

import json
import re
from html import unescape

import pytest
from browser import Visit
from labelled_runs import response, write_run, write_track_run

from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.audit.labels import read_labels
from erbench_track.metrics.audit.page import Said, drawn_from, html
from erbench_track.metrics.audit.responses import responses_of
from erbench_track.metrics.report.runs import read_models

pytestmark = pytest.mark.long

HOSTILE = (
    "</script><script>document.title = 'taken'</script><img src=http://127.0.0.1:9/x "
    "onerror=\"document.title='taken'\"><b>Yes</b> {{ 7*7 }} <!-- \u202e javascript:alert(1)"
)


def page_of(tmp_path, folders, n=6):
    responses, _ = responses_of(read_models(folders))
    key, drawn = drawn_from(responses, n, 0)
    path = tmp_path / "labels.html"
    path.write_text(html(key, drawn, responses, lambda text: Said(said(text), text)))
    return path, {of.id: of for of in responses}


@pytest.fixture
def visit(browser):
    """Opens the page in a browser of its own, as of another person."""
    visits = []

    def opened(path):
        visits.append(Visit(browser, path, width=390, height=844))
        return visits[-1]

    yield opened
    for each in visits:
        each.close()


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def saved(page, path):
    with page.expect_download() as download:
        press(page, "s")
    download.value.save_as(path)
    return download.value.suggested_filename


def test_three_are_labelled_by_keyboard_and_the_rest_after_a_reload(visit, tmp_path):
    path, responses = page_of(tmp_path, [write_run(tmp_path / "m", map(response, range(6)))])
    opened = visit(path)
    page = opened.page
    assert page.inner_text("#count") == "0 of 6 labelled"
    press(page, "1", "y", "w", "n", "3", "n", "4")
    assert page.inner_text("#count") == "3 of 6 labelled"
    page.reload()
    # Once in a busy run it was read before there was one.
    page.locator("#status", has_text="Here").wait_for()
    assert page.inner_text("#status") == "Here you stopped."
    assert page.inner_text("#place") == "Response 4 of 6"
    press(page, "z", "r", "y", "y", "2", "y", "n")  # the last y is too early, and is not taken
    press(page, "ArrowLeft", "e")
    page.keyboard.type("Is it y or n?")
    press(page, "Escape", "ArrowRight", "u", "n")
    assert page.inner_text("#count") == "6 of 6 labelled"
    assert "All are labelled" in page.inner_text("#status")
    page.fill("#person", "Anna B.")
    press(page, "Escape")
    assert saved(page, tmp_path / "labels.jsonl") == "labels-Anna_B_.jsonl"
    labels = read_labels([tmp_path / "labels.jsonl"], responses)
    marks = [(of.answer, *of.rationale) for of in labels]
    assert marks == [
        ("right", True), ("wrong", False), ("admits", False), ("right", True), ("wrong", True),
        ("unreadable", False),
    ]  # fmt: skip
    assert {of.person for of in labels} == {"Anna B."}
    assert [of.note for of in labels].count("Is it y or n?") == 1
    assert opened.hosts == opened.complaints == []
    assert not opened.is_wider_than_its_window()


def test_saved_labels_are_loaded_elsewhere_and_those_of_another_sample_are_not(visit, tmp_path):
    path, _ = page_of(tmp_path, [write_run(tmp_path / "m", map(response, range(6)))])
    page = visit(path).page
    press(page, "1", "y", "2", "n")
    saved(page, tmp_path / "labels.jsonl")
    opened = visit(path)
    other = opened.page
    assert other.inner_text("#count") == "0 of 6 labelled"
    other.set_input_files("#file", tmp_path / "labels.jsonl")
    other.wait_for_function("document.querySelector('#count').textContent.startsWith('2 of')")
    assert other.inner_text("#place") == "Response 3 of 6"
    row = json.loads((tmp_path / "labels.jsonl").read_text().splitlines()[0])
    (tmp_path / "wrong.jsonl").write_text(json.dumps({**row, "sample": "other"}))
    other.set_input_files("#file", tmp_path / "wrong.jsonl")
    other.wait_for_selector("#problem:not([hidden])")
    expected = "Nothing was loaded: line 1: a label of another sample."
    assert other.inner_text("#problem") == expected
    assert other.inner_text("#count") == "2 of 6 labelled"
    assert opened.hosts == opened.complaints == []


def test_a_second_person_at_the_same_browser_starts_anew_after_being_asked(visit, tmp_path):
    path, _ = page_of(tmp_path, [write_run(tmp_path / "m", map(response, range(6)))])
    opened = visit(path)
    page = opened.page
    press(page, "1", "y", "2")
    page.click("#anew")
    assert opened.complaints[0].startswith("dialog: Forget the 1 labels in this browser?")
    assert page.inner_text("#count") == "1 of 6 labelled"
    page.evaluate("window.confirm = () => true")
    page.click("#anew")
    assert page.inner_text("#count") == "0 of 6 labelled"
    page.reload()
    assert page.inner_text("#count") == "0 of 6 labelled"
    assert page.locator("[aria-pressed=true]").count() == 0


def test_what_models_wrote_is_text(visit, tmp_path):
    rows = [list(response(n, text=HOSTILE)) for n in range(2)]
    for row in rows[0]:
        row["doc"]["question"] = row["doc"]["rationale"][0]["values"][0] = HOSTILE
    path, _ = page_of(tmp_path, [write_run(tmp_path / "<script>alert(1)</script>", rows)])
    opened = visit(path)
    page = opened.page
    for _ in range(2):
        assert page.inner_text("#response") == HOSTILE
        assert page.locator("main img, main script, main b").count() == 0
        press(page, "ArrowRight")
    page.wait_for_timeout(100)
    assert page.title() == "Label responses"
    assert opened.hosts == opened.complaints == []


def test_a_question_of_track_asks_for_each_fact(visit, tmp_path):
    path, responses = page_of(tmp_path, [write_track_run(tmp_path / "m", [(True, (True, False))])])
    page = visit(path).page
    assert page.locator(".mark").count() == 3
    assert "Does it entail: The capital of Land 1" in page.inner_text(".mark:nth-child(3)")
    press(page, "1", "y", "n")
    saved(page, tmp_path / "labels.jsonl")
    (label,) = read_labels([tmp_path / "labels.jsonl"], responses)
    assert (label.answer, label.rationale) == ("right", (True, False))


def test_thinking_is_folded_and_options_are_shown(tmp_path):
    rows = list(response(0, text="<think>Is it Film 0?</think>Yes."))
    for row in rows:
        row["doc"] |= {"options": ["a <b>", "c"], "answer": "option 2"}
    path, _ = page_of(tmp_path, [write_run(tmp_path / "m", [rows])])
    data = re.search(r'id="sample">(.*?)</script>', path.read_text(), re.S)[1]
    (card,) = json.loads(data)["cards"]
    assert card["response"] == "Yes."
    assert card["whole"] == "<think>Is it Film 0?</think>Yes."
    assert card["answer"] == ["option 2: c"]
    assert card["options"] == ["a <b>", "c"]


def test_only_the_pages_own_script_may_run_and_nothing_may_be_asked_for(tmp_path):
    path, _ = page_of(tmp_path, [write_run(tmp_path / "m", [response(0)])])
    (policy,) = re.findall(
        r'Content-Security-Policy" content="([^"]*)"', unescape(path.read_text())
    )
    assert policy.startswith("default-src 'none'; ")
    assert re.search(r"; script-src 'sha256-[\w+/]{43}='$", policy)
    assert "connect-src" not in policy
