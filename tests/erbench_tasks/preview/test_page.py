"""The page that a person reads before signing, whatever the database holds."""

import re
import sqlite3
from functools import cache

import pytest
from report_page import Page, without_scripts

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.preview.page import html
from erbench_track.erbench_tasks.preview.preview import preview

pytestmark = pytest.mark.long

HOSTILE = [
    "<script>alert(1)</script>",
    "</pre></article><img src=x onerror=alert(2)>",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}",
    '"><a href="javascript:alert(3)">',
    "\x1b[2J\x07\u202egnp.exe\x00",
    "&lt;b&gt;",
]
SPEC = """
name: "<script>alert(0)</script>"
relations:
  "<b>t":
    sql: SELECT "<u>name" AS name, "v{{1}}" AS value FROM "<i>t"
    entity: [name]
questions:
  - type: binary
    relation: "<b>t"
    fd: name -> value
    wording: {basic: "Is there <em>{{ name }}</em>?", negated: "Is there no {{ name }}?"}
  - type: multiple_choice
    relation: "<b>t"
    fd: name -> value
    wording: [{question: "What is false of {{ name }}?", value: "Its value is {{ value }}."}]
"""


@cache
def _preview(name):
    return preview(Benchmark.open(name), name, questions=1)


def _page(name):
    return html(_preview(name))


@pytest.fixture
def hostile(tmp_path):
    with sqlite3.connect(tmp_path / "hostile.sqlite") as connection:
        connection.execute('create table "<i>t" ("<u>name" text primary key, "v{{1}}" text)')
        rows = zip(HOSTILE, reversed(HOSTILE), strict=True)
        connection.executemany('insert into "<i>t" values (?, ?)', rows)
    (tmp_path / "<script>.yaml").write_text(SPEC)
    path = tmp_path / "<script>.yaml"
    return html(preview(Benchmark.open(path, tmp_path / "hostile.sqlite"), str(path), questions=9))


def test_nothing_of_the_database_becomes_markup_or_template(hostile):
    page = Page(without_scripts(hostile))
    assert not {"script", "i", "u", "b", "em", "img"} & set(page.tags)
    assert not any(name.startswith("on") for name, _ in page.attributes)
    assert all(value.startswith("#") for name, value in page.attributes if name == "href")
    assert "{{ 7 * 7 }}" in hostile
    assert "49" not in hostile
    assert "&amp;lt;b&amp;gt;" in hostile


def test_what_cannot_be_seen_is_shown_as_an_escape(hostile):
    assert "\\x1b[2J\\x07\\u202egnp.exe" in hostile
    assert all(char.isprintable() or char == "\n" for char in hostile)


def test_the_page_needs_no_network_and_no_script():
    text = _page("movie")
    page = Page(text)
    assert not {"script", "link", "iframe"} & set(page.tags)
    assert not re.search(r"(?:src|href)=.(?:https?:)?//", text)
    assert "default-src 'none'" in text
    assert "prefers-color-scheme: dark" in text


def test_the_page_says_what_is_asked_and_how_to_sign():
    text = _page("movie")
    assert text.count("<article>") == 7
    assert "published without a signature of yours" in text
    assert "1 of 7 entries fail the lint" in text
    assert "must mention" in text


@pytest.fixture
def cities(toy):
    entry = "    why_known: It is on <b>maps</b>.\n    risk: Two cities on a river.\n"
    spec = toy / "benchmark.yaml"
    spec.write_text(spec.read_text().replace("river -> name\n", f"river -> name\n{entry}"))
    (toy / "page.html").write_text(html(preview(Benchmark.open(spec), str(spec), questions=1)))
    return toy / "page.html"


def test_an_entry_has_a_box_and_what_its_author_says(cities):
    text = cities.read_text()
    assert text.count('<input type="checkbox"') == 2
    assert "<dt>Why known</dt><dd>It is on &lt;b&gt;maps&lt;/b&gt;.</dd>" in text
    assert "<dt>Risk</dt><dd>Two cities on a river.</dd>" in text
    assert "benchmark.yaml --database URL --sign NAME --entries 0</pre>" in text


def test_the_command_names_what_is_ticked(browser, cities):
    page = browser.new_page()
    page.goto(cities.as_uri())
    assert page.inner_text("#command") == "Tick the entries that you sign."
    page.check("#entry-0 input")
    page.check("#entry-1 input")
    assert page.inner_text("#command").endswith("--sign NAME --entries 0,1")
    page.uncheck("#entry-0 input")
    assert page.inner_text("#command").endswith("--sign NAME --entries 1")
    page.close()


def test_links_within_the_page_lead_somewhere():
    page = Page(_page("movie"))
    ids = {value for name, value in page.attributes if name == "id"}
    links = [value for name, value in page.attributes if name == "href"]
    assert {link.removeprefix("#") for link in links} <= ids


def test_small_images_are_in_the_page():
    text = _page("movie_mm")
    images = re.findall(r'<img src="(data:image/png;base64,[^"]+)" alt="([^"]+)"', text)
    assert images
    assert all("title_card" in alt for _, alt in images)


def test_large_images_are_named(monkeypatch):
    monkeypatch.setattr("erbench_track.erbench_tasks.preview.page._MOST_BYTES", 10)
    text = _page("movie_mm")
    assert "<img" not in text
    assert "An image (title_card) stands before the question." in text
