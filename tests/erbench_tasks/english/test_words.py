"""Words of names: split, singular and plural, and what a template may call a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.english.nouns import noun_of
from erbench_track.erbench_tasks.english.words import (
    identifier,
    is_asked,
    is_plural,
    is_speakable,
    phrase,
    plural,
    split,
    words,
)


@pytest.mark.parametrize(
    ("name", "noun"),
    [
        ("film_actors", "film actor"), ("FilmActors", "film actor"), ("Cities", "city"),
        ("status", "status"), ("alias", "alias"), ("people", "person"), ("URLs", "url"),
    ],
)  # fmt: skip
def test_a_table_tells_what_its_rows_are(name, noun):
    assert noun_of(name) == noun


def test_abbreviations_keep_their_case_where_words_are_not_taken_apart():
    assert words("homeTeamURL") == ["home", "team", "URL"]
    assert split("homeTeamURL") == ["home", "team", "url"]
    assert words("safetystocklevel") == ["safetystocklevel"]
    assert split("safetystocklevel") == ["safety", "stock", "level"]


def test_plurals_stay_plurals():
    assert plural("actors") == "actors"
    assert plural("country") == "countries"
    assert is_plural("special features")
    assert not is_plural("release status")


@given(st.text(), st.sets(st.text(max_size=5), max_size=5))
def test_any_name_becomes_a_name_that_a_template_can_use(name, taken):
    from jinja2.sandbox import SandboxedEnvironment

    found = identifier(name, taken)
    assert found.isidentifier()
    assert found not in taken
    rendered = SandboxedEnvironment().from_string("{{ " + found + " }}").render({found: "x"})
    assert rendered == "x"
    assert phrase(name).strip() == phrase(name) != ""


@pytest.mark.parametrize(
    "variable", ["home_team", "drug_2", "men_s_race", "名", "year_built", "_7"]
)
def test_a_variable_of_words_can_be_said(variable):
    assert is_speakable(variable) is (variable != "_7")


@pytest.mark.parametrize(
    "variable", ["c_11", "until", "sold_at", "rotor_x", "from_", "_7", "state_rt", "atc"]
)
def test_a_variable_that_is_no_noun_cannot_be_said(variable):
    assert not is_speakable(variable)


def test_what_is_no_fact_is_not_asked_for():
    assert not any(map(is_asked, ("name", "description", "reference", "notes")))
    assert is_asked("capital")
