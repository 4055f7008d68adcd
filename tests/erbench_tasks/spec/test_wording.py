"""Filters of templates."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.spec.wording import Wordings, as_country, as_date, as_name

NAMES = [
    "Spain", "New Zealand", "USA", "UK", "BMW", "Trinidad and Tobago", "Isle of Man", "La Paz",
    "Louis XIV", "Henry VIII", "Malcolm X", "Formula E", "Dr. Ann Holm", "St. Elm", "O'Neill",
    "Côte d'Ivoire", "D'Artagnan", "King's Lynn", "Jean-Luc", "Łódź", "Élan", "Mix", "3M",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_lower_case_gets_the_capitals_that_it_has(name):
    assert as_name(name.lower()) == name


@given(st.text())
def test_names_with_capitals_and_all_other_text_stay_as_they_are(text):
    written = as_name(text)
    assert as_name(written) == written
    if text not in (text.lower(), text.upper()):
        assert written == text


def test_a_name_in_capitals_is_written_as_people_write_it_unless_it_is_short():
    written = [as_name(text) for text in ("ACADEMY DINOSAUR", "ISLE OF MAN", "UEFA", "PERU")]
    assert written == ["Academy Dinosaur", "Isle of Man", "UEFA", "Peru"]


def test_a_template_may_write_a_value_as_a_name():
    shown = Wordings(Path()).inline("In {{ place | as_name }}, {{ year }}.", ["place", "year"], "x")
    assert shown({"place": "new zealand", "year": 1950}) == "In New Zealand, 1950."


COUNTRIES = {
    "France": "France", "England": "England", "spain": "Spain", "korea": "the country Korea",
    "usa": "the USA",
    "netherlands": "the Netherlands", "United Kingdom": "the United Kingdom",
    "Democratic Republic of the Congo": "the Democratic Republic of the Congo",
    "Soviet Union": "the Soviet Union", "The Gambia": "the Gambia",
    "Georgia": "the country Georgia", "Prussia": "the country Prussia", "GER": "the country GER",
    "Korea, Republic of": "the Republic of Korea", "China PR": "China PR",
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTRIES)
def test_a_country_is_named_with_its_article_or_its_noun_or_alone(name):
    assert as_country(name) == COUNTRIES[name]


def test_a_country_that_a_list_has_inverted_is_written_as_it_is_said():
    assert as_country("Congo, The Democratic Republic of the") == (
        "the Democratic Republic of the Congo"
    )
    assert as_country("Micronesia, Federated States of") == "the Federated States of Micronesia"
    assert as_country("Virgin Islands, U.S.") == "the country Virgin Islands, U.S."


def test_a_date_is_written_without_its_midnight():
    assert as_date("1999-05-01 00:00:00") == as_date("1999-05-01T00:00") == "1999-05-01"
    assert as_date("1999-05-01 10:00:00") == "1999-05-01 10:00:00"
    assert as_date("12:00:00 00:00:00") == "12:00:00 00:00:00"
