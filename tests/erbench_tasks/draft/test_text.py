"""A draft as a file: what holds is a specification, and the rest are comments."""

import yaml
from film_database import SQL, draft
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import parse_one

from erbench_track.erbench_tasks.draft.text import spec_text

SPEC = draft().to_spec(["director"])


def test_what_holds_is_read_again_as_it_was():
    read = yaml.safe_load(spec_text(["By nobody"], SPEC, [], "sqlite"))
    query = read["relations"]["film"].pop("sql")
    assert parse_one(query, read="sqlite") == parse_one(SQL, read="sqlite")
    assert "\n" in query
    before = {**SPEC, "relations": {"film": {"entity": ["title", "year"]}}}
    assert read == before


def test_what_does_not_hold_is_a_comment_with_the_reason():
    text = spec_text(["By nobody"], {"name": "films"}, [(["director", "it leaks"], SPEC)], "sqlite")
    assert yaml.safe_load(text) == {"name": "films"}
    assert "# Not asked:\n# director\n# it leaks\n# name: films" in text


@given(st.text(), st.text())
def test_no_text_of_an_author_leaves_its_comment_or_its_value(reason, sql):
    spec = {**SPEC, "relations": {"film": {"sql": sql, "entity": ["title"]}}}
    text = spec_text([reason], {"name": "films"}, [([reason], spec)], "sqlite")
    assert yaml.safe_load(text) == {"name": "films"}
    held = yaml.safe_load(spec_text([reason], spec, [], "postgresql"))
    assert list(held) == list(spec)
