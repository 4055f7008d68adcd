"""What is not asked of places, because several answers are right and a table has one."""

from dataclasses import replace

import pytest

from erbench_track.erbench_tasks.items.ambiguous_places import (
    has_several_answers,
    is_in_another_language,
)
from erbench_track.erbench_tasks.items.item import Item, RationaleElement


def asking_for(value, kind="country"):
    rationale = (RationaleElement(1, "country", (value,), kind=kind),)
    return Item(
        "d", "bn_yes", 0, "x", "X", "Is it known?", (), "yes", rationale, "x -> country"
    )  # fmt: skip


@pytest.mark.parametrize(
    "value",
    ["Zaire", "Soviet Union", "West Germany", "Zaire (now DR Congo)", "Elmland (Germany)", "Guam"],
)
def test_a_country_that_is_no_more_is_recognised(value):
    assert has_several_answers(asking_for(value))


@pytest.mark.parametrize(
    ("value", "kind"), [("Germany", "country"), ("Burma", "country"), ("Yugoslavia", "title")]
)
def test_a_country_under_an_older_name_is_still_there_and_a_title_is_none(value, kind):
    assert not has_several_answers(asking_for(value, kind))


def test_a_question_about_a_country_that_is_no_more_is_recognised():
    about = replace(asking_for("Elmton", "city"), entity="Zaire")
    asked = "Does the country Zaire have a capital?"
    assert has_several_answers(replace(about, question=asked))
    assert not has_several_answers(replace(about, question="Who wrote the novel Zaire ?"))


@pytest.mark.parametrize(
    ("place", "is_so"),
    [
        ("Elmton, Deutschland", True), ("Elmton, Germany", False), ("Polska", True),
        ("Elmton, Czech Republic", False), ("Elmton, USA", False), ("Elmton", False),
        ("Elmton, England", False), ("Elmton, Ivory Coast", False), ("Elmton, Norge", True),
    ],
)  # fmt: skip
def test_a_country_in_another_language_is_recognised(place, is_so):
    assert is_in_another_language(place) == is_so


def test_one_of_several_capitals_is_not_asked_for():
    rationale = (RationaleElement(1, "capital", ("Elmton",), kind="city"),)
    asked = replace(asking_for("Elmton"), rationale=rationale)
    assert has_several_answers(replace(asked, entity="South Africa"))
    assert not has_several_answers(replace(asked, entity="Peru"))


@pytest.mark.parametrize(
    ("question", "country", "is_so"),
    [
        ("Is the volcano Elm located in Europe? Name the country.", "United Kingdom", True),
        ("Is the volcano Elm located in Europe? Name the country.", "Italy", False),
        ("Is the city Elm located in Europe? Name the country.", "United Kingdom", False),
        ("Is it known in which country the volcano Elm is located?", "United Kingdom", False),
    ],
)
def test_a_country_does_not_tell_on_which_continent_its_islands_are(question, country, is_so):
    assert has_several_answers(replace(asking_for(country), question=question)) == is_so


def test_what_is_called_as_a_country_lies_in_two():
    state = replace(asking_for("United States"), entity="Georgia")
    assert has_several_answers(state)
    assert not has_several_answers(replace(state, entity="Ohio"))
    assert not has_several_answers(replace(asking_for("Singapore"), entity="Singapore"))


@pytest.mark.parametrize(
    ("entity", "continent", "is_so"),
    [("Cyprus", "Asia", True), ("Peru", "South America", False), ("Peru", "america", True)],
)
def test_a_country_of_two_continents_is_not_asked_for_its_one(entity, continent, is_so):
    rationale = (RationaleElement(1, "continent", (continent,), kind="other"),)
    asked = replace(asking_for("Peru"), entity=entity, rationale=rationale)
    assert has_several_answers(asked) == is_so


def test_a_russian_city_may_lie_on_either_continent():
    asked = replace(asking_for("Russia"), question="Is the city Elm located in Asia? Name ...")
    assert has_several_answers(asked)
    from_there = replace(asked, question="Does the referee Elm come from Asia? Name the country.")
    assert not has_several_answers(from_there)


@pytest.mark.parametrize(
    ("entity", "question", "country", "is_so"),
    [
        ("Melilla", "Is the city Melilla located in Europe?", "Spain", True),
        ("Elmton", "Is the city Elmton located in Europe?", "Spain", False),
        ("Melilla", "Is it known in which country Melilla is located?", "Spain", False),
        ("Kashmīr", "Is Kashmīr located in India?", "India", True),
    ],
)
def test_parts_on_another_continent_and_contested_places_are_told(entity, question, country, is_so):
    asked = replace(asking_for(country), entity=entity, question=question)
    assert has_several_answers(asked) is is_so


@pytest.mark.parametrize(
    ("continent", "is_so"),
    [("Asia", False), ("Seven seas (open ocean)", True), ("Australia", True), ("America", True)],
)
def test_what_is_no_continent_is_not_asked_for_as_one(continent, is_so):
    rationale = (RationaleElement(1, "continent", (continent,)),)
    asked = replace(asking_for("Peru"), entity="Peru", rationale=rationale)
    assert has_several_answers(asked) is is_so


@pytest.mark.parametrize(
    ("attribute", "values", "is_so"),
    [
        ("province", ("Greenland",), True),  # a country without provinces
        ("state", ("alabama", "georgia"), False),
        ("state", ("Georgia",), False),
    ],
)
def test_a_part_that_is_called_as_its_country_is_no_part(attribute, values, is_so):
    rationale = (RationaleElement(1, attribute, values),)
    assert has_several_answers(replace(asking_for("Peru"), rationale=rationale)) is is_so


def test_a_province_that_is_called_as_its_country_is_not_asked_about():
    asked = replace(asking_for("Elmton", "other"), entity="Algeria", fd="province -> desert")
    assert has_several_answers(asked)
    assert not has_several_answers(replace(asked, entity="Elmshire"))
    assert not has_several_answers(replace(asked, entity="Georgia", fd="state -> desert"))


def test_who_was_born_in_the_capital_of_the_states_was_born_in_none():
    rationale = (RationaleElement(1, "birth_state", ("District of Columbia",)),)
    assert has_several_answers(replace(asking_for("Peru"), rationale=rationale))
