"""The page's tables in a real browser: sorted, on a phone, by keyboard, on paper."""

import json
import re
import zlib
from html.parser import HTMLParser

import pytest
from browser import Visit
from report_page import sample

pytestmark = pytest.mark.long

DATE = "2026-01-02T03-04-05.000000"
NAMES = [f"organisation/model-{n}-" + "instruct-with-a-name-of-sixty-letters-"[:38] + "x" * 7
         for n in range(8)]  # fmt: skip
DOMAINS = ("movie", "soccer", "airport", "music", "book")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The report of eight models with long names on five domains."""
    from erbench_track.core.files import new_folder
    from erbench_track.filters.text.injection_trace import said
    from erbench_track.metrics.report.report import make_report, write_report
    from erbench_track.metrics.responses.collection import explore

    runs = tmp_path_factory.mktemp("runs")
    for number, name in enumerate(NAMES):
        for domain in DOMAINS:
            for kind in ("bn_yes", "bn_no", "mc"):
                write(runs / str(number), f"erbench_{domain}_{kind}", name, 8 * number)
    made = make_report([runs])
    with new_folder(runs / "report") as out:
        write_report(made, out, explore(made.models, said))
    return runs / "report"


def write(folder, task, name, right):
    """Writes a run of 60 questions, of which some are answered right."""
    folder.mkdir(exist_ok=True)
    samples = [sample(n, right=float(n < right), rationale=float(n % 3 > 0)) for n in range(60)]
    for each in samples:
        each["doc"]["domain"] = task.split("_")[1]
    lines = [json.dumps({"doc_id": n, **each}) + "\n" for n, each in enumerate(samples)]
    (folder / f"samples_{task}_{DATE}.jsonl").write_text("".join(lines))
    (folder / f"results_{DATE}.json").write_text(json.dumps({"model_name": name}))


@pytest.fixture
def visit(browser, folder):
    """Opens the page."""
    opened = []

    def go(route="", **settings):
        opened.append(Visit(browser, folder / "report.html", route, **settings))
        return opened[-1]

    yield go
    for each in opened:
        assert not each.hosts
        assert not each.complaints
        each.close()


def names(page):
    """The models of the first group of rows, in the order that is shown."""
    rows = page.locator("#table18 tbody").first.locator("tr:not(.group) th").all_inner_texts()
    return [NAMES.index(name) for name in rows]


def test_a_click_on_a_heading_sorts_the_models_of_each_measure(visit):
    page = visit().page
    heading = page.locator("#table18 thead tr").last.locator("th").first
    orders = [names(page)]
    for state in ("descending", "ascending", None):
        heading.locator("button").click()
        assert heading.get_attribute("aria-sort") == state
        orders.append(names(page))
    assert orders == [[*range(8)], [*range(7, -1, -1)], [*range(8)], [*range(8)]]
    groups = page.locator("#table18 tr.group").all_inner_texts()
    assert [group.strip() for group in groups] == ["A", "R", "AR", "H (↓)", "M (↓)"]


def test_headings_sort_by_keyboard(visit):
    page = visit().page
    page.locator("#table18 thead button").nth(1).focus()
    page.keyboard.press("Enter")
    assert names(page) == [*range(7, -1, -1)]


def test_the_best_of_a_column_is_bold(visit):
    """8 of 60 questions more are too few for a table of so many columns; 40 of 300 are not."""
    page = visit().page
    best = page.locator("#table18 tbody").first.locator(".best b")
    assert best.all_inner_texts() == [".93"] * 3
    weights = best.evaluate_all("all => all.map(each => getComputedStyle(each).fontWeight)")
    assert all(int(weight) > 700 for weight in weights)


def test_a_page_of_eight_models_with_long_names_is_short_and_fits_its_window(visit):
    wide = visit()
    assert wide.page.evaluate("document.documentElement.scrollHeight") <= 8000
    assert not wide.is_wider_than_its_window()
    table = "document.querySelector('#table18 .scroll')"
    assert wide.page.evaluate(f"{table}.scrollWidth <= {table}.clientWidth")


def test_the_first_column_leaves_room_on_a_phone_and_stays_with_the_heading(visit):
    phone = visit(width=390, height=844)
    assert not phone.is_wider_than_its_window()
    page = phone.page
    region, name = page.locator("#table18 .scroll"), page.locator("#table18 tbody th.name").first
    assert name.bounding_box()["width"] <= 390 / 3
    heading = page.locator("#table18 thead th").nth(1)
    before = [place.bounding_box() for place in (name, heading)]
    region.evaluate("e => { e.scrollLeft = 300; }")
    assert name.bounding_box()["x"] == before[0]["x"]
    region.evaluate("e => { e.scrollTop = 300; }")
    assert heading.bounding_box()["y"] == pytest.approx(before[1]["y"], abs=1)


def test_n_is_shown_by_mouse_by_keyboard_and_for_all_cells(visit):
    page = visit().page
    cell = page.locator("#table18 td a").first
    assert cell.get_attribute("title") == "n = 60, 60 entities"
    page.locator("#table18 .scroll").focus()
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.closest('td') !== null"):
            break
        page.keyboard.press("Tab")
    shown = page.locator(".tip")
    assert shown.is_visible()
    assert shown.inner_text().startswith("n = ")
    counts = page.locator("#table18 small.n")
    assert not counts.first.is_visible()
    page.locator("#table18 .files input").check()
    assert counts.first.is_visible()
    assert counts.first.inner_text() == "n 300"


def test_a_link_to_a_folded_table_opens_it(visit):
    page = visit().page
    folded = page.locator("section.table > details:not([open])").last
    section = folded.locator("xpath=..").get_attribute("id")
    assert not page.locator(f"#{section} table").is_visible()
    page.locator(f"nav a[href='#{section}']").click()
    page.locator(f"#{section} table").wait_for()


class Values(HTMLParser):
    """The values and intervals of all tables of a page."""

    def __init__(self, text):
        super().__init__()
        self.found, self._taken = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in {"a", "b"} and given.get("title", "").startswith("n ="):
            self._taken = tag
            self.found.append("")

    def handle_data(self, data):
        if self._taken:
            self.found[-1] += data

    def handle_endtag(self, tag):
        self._taken = None if tag == self._taken else self._taken


@pytest.mark.slow
def test_no_column_is_lost_on_paper(visit, folder):
    values = Values((folder / "report.html").read_text()).found
    assert len(values) > 1500
    printed = [line.strip() for line in printed_text(visit().page.pdf()).splitlines()]
    for value in set(values):
        assert printed.count(value) >= values.count(value), value


def printed_text(data):
    """Returns the text of a PDF that Chromium wrote, a line for each piece of text."""
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s(.*?)\sendobj", data, re.S)}
    maps = {n: re.search(rb"/ToUnicode (\d+) 0 R", body) for n, body in objects.items()}
    fonts = {n: letters(stream(objects[int(found[1])])) for n, found in maps.items() if found}
    text = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            named = dict(re.findall(rb"/(F\d+) (\d+) 0 R", body))
            own = {name: fonts[int(of)] for name, of in named.items() if int(of) in fonts}
            contents = re.search(rb"/Contents\s*(\[.*?\]|\d+ 0 R)", body, re.S)[1]
            for number in re.findall(rb"(\d+) 0 R", contents):
                text += pieces(stream(objects[int(number)]), own)
    return "".join(text)


def stream(body):
    head, _, content = body.partition(b"stream")
    raw = content.lstrip(b"\r\n")
    return zlib.decompressobj().decompress(raw) if b"FlateDecode" in head else raw


def letters(content):
    """Returns what the codes of a font stand for."""
    text, found = content.decode("latin-1"), {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
        for code, letter in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(letter).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
        for first, last, letter in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for code in range(int(first, 16), int(last, 16) + 1):
                found[code] = chr(int(letter, 16) + code - int(first, 16))
    return found


def pieces(content, fonts):
    """Yields the letters of a page, and a line break before each piece of text."""
    font = {}
    for piece in re.finditer(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\bBT\b", content):
        if piece[1]:
            font = fonts.get(piece[1], {})
        elif piece[2]:
            codes = (piece[2][i : i + 4] for i in range(0, len(piece[2]), 4))
            yield from (font.get(int(code, 16), "") for code in codes)
        else:
            yield "\n"
