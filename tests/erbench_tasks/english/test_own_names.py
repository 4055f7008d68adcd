"""Names that say what they name stand without a noun before them."""

from pathlib import Path

import pytest

from erbench_track.erbench_tasks.english.asked import Asks, Attribute
from erbench_track.erbench_tasks.english.nouns import thing
from erbench_track.erbench_tasks.english.own_names import (
    are_in_one_case,
    names_of_values,
    with_article,
    with_names,
    with_noun,
)
from erbench_track.erbench_tasks.english.questions import described
from erbench_track.erbench_tasks.spec.wording import Wordings

NAMED = [
    ("people", ["Ann Lee", "Bob Ray"], "{{ x }}"),
    ("players", ["Ann Lee", "Bob Ray"], "the player {{ x }}"),
    ("airports", ["Elm Airport", "Oak International Airport", "Fir"], "{{ x }}"),
    ("airports", ["Elm", "Oak", "Fir Airport"], '{{ x | with_noun("airport") }}'),
    ("airports", ["Elm", "Oak", "Fir"], "the airport {{ x }}"),
    ("stadiums", ["Stade du Parc", "Elm Arena", "Estadio Sur"], "{{ x }}"),
    ("tournaments", ["1950 Elm Cup", "1954 Elm Cup"], "the {{ x }}"),
    ("tournaments", ["Elm Cup 1950", "Elm Cup 1954"], "{{ x }}"),
    ("tournaments", ["The Elm Cup", "The Oak Cup"], "the tournament {{ x }}"),
    ("games", ["1950 Summer", "1954 Winter"], "the {{ x }} Games"),
    ("seasons", ["1950-51", "1951-52"], "the {{ x }} season"),
    ("rivers", ["Elm River", "Oak River"], "the {{ x }}"),
    ("universities", ["University of Elm"] * 9, '{{ x | with_noun("university") }}'),
    ("rivers", ["Elm", "Oak"], "the river {{ x }}"),
    ("films", ["The Film", "A Film"], 'the film "{{ x }}"'),
    ("cities", [], "the city {{ x }}"),
]


@pytest.mark.parametrize(("table", "names", "described_as"), NAMED)
def test_a_noun_is_left_out_where_the_names_say_it(table, names, described_as):
    what = with_names(thing(table, "name", ["city", "season"]), names)
    assert described(Attribute("x", what.noun, Asks.WHICH, what)) == described_as


def test_a_role_is_said_in_any_case():
    what = with_names(thing("people", "name"), ["Ann Lee"])
    assert described(Attribute("x", "director", Asks.WHO, what)) == "the director {{ x }}"


def test_the_year_of_an_event_stands_before_its_name():
    what = with_names(thing("races", "name"), ["Elm Grand Prix", "Oak Grand Prix"])
    year = Attribute("y", "year", Asks.YEAR)
    race = Attribute("x", what.noun, Asks.WHICH, what, also=(year,))
    assert described(race) == "the {{ y }} {{ x }}"


LOWER = [
    ("country", "countries", ["spain", "new zealand", "UK"] + ["peru"] * 17, True),
    ("country", "countries", ["Spain", "Peru"], False),
    ("country", "countries", ["spain", "Peru"], False),
    ("author", "", ["anna holm", "o'brien"], True),
    ("birth city", "", ["oslo", "łódź"], True),
    ("original language", "", ["french", "german"], True),
    ("title", "films", ["the film"], True),
    ("event", "events", ["elm marathon"], True),
    ("genre", "", ["horror", "crime"], False),
    ("genre", "genres", ["horror", "crime"], False),
    ("habitat", "", ["forest"], False),
    ("ingredient", "ingredients", ["salt"], False),
    ("country", "", ["1", "日本"], False),
    ("country", "", ["SPAIN", "PERU", "NEW ZEALAND"], True),
    ("country", "", ["SPAIN", "Peru", "Chile"], False),
    ("league", "", ["UEFA", "NBA"], False),
    ("country", "", [], False),
]


@pytest.mark.parametrize(("words", "table", "names", "are"), LOWER)
def test_names_are_told_from_words_that_are_in_one_case_anyway(words, table, names, are):
    what = thing(table, "name") if table else None
    assert are_in_one_case(words, names, what) is are


def test_names_in_one_case_are_written_with_capitals():
    city = thing("cities", "name")
    assert described(Attribute("x", "city", thing=city, in_one_case=True)) == (
        "the city {{ x | as_name }}"
    )
    film = thing("films", "title")
    assert described(Attribute("x", "film", thing=film, in_one_case=True)) == (
        'the film "{{ x | as_name }}"'
    )


def test_a_country_is_said_as_its_name_needs():
    country = thing("countries", "name")
    assert described(Attribute("x", "country", thing=country)) == "{{ x | as_country }}"
    assert described(Attribute("x", "rival", thing=country)) == "the rival {{ x }}"
    year = Attribute("y", "independence", Asks.YEAR)
    told_apart = Attribute("x", "country", thing=country, also=(year,))
    assert described(told_apart).startswith("the country {{ x }} that became independent in")


EACH = [
    ("museum", "Elm", "the museum Elm"),
    ("museum", "Elm Museum", "the Elm Museum"),
    ("museum", "The Elm Museum", "the Elm Museum"),
    ("university", "Elm Institute of Design", "the Elm Institute of Design"),
    ("university", "Queen's School of Art", "Queen's School of Art"),
    ("university", "Elm University", "Elm University"),
    ("agency", "Elm Space Agency", "the Elm Space Agency"),
    ("agency", "ELM", "the agency ELM"),
    ("museum", "Royal Museums of Elm", "the museum Royal Museums of Elm"),
    ("university", "University of Elm", "the University of Elm"),
    ("university", "Elm University", "Elm University"),
    ("mountain", "Mount Elm", "Mount Elm"),
    ("mountain", "Elmhorn", "the mountain Elmhorn"),
    ("waterfall", "Elm Falls", "Elm Falls"),
    ("lake", "Lake Elm", "Lake Elm"),
    ("city", "Elm City", "Elm City"),
    ("exhibition", "Elm Exhibition", "the Elm Exhibition"),
    ("tournament", "Elm Cup 1950", "Elm Cup 1950"),
    ("home team", "Elm", "the home team Elm"),
]


@pytest.mark.parametrize(("noun", "name", "written"), EACH)
def test_each_name_has_the_noun_that_it_does_not_say_itself(noun, name, written):
    assert with_noun(name, noun) == written
    shown = Wordings(Path()).inline(f'{{{{ x | with_noun("{noun}") }}}}', ["x"], "here")
    assert shown({"x": name}) == written


@pytest.mark.parametrize(
    ("name", "noun", "said"),
    [
        ("Wars of the Elms", "war", "the Wars of the Elms"),
        ("Elmish Revolutionary Wars", "war", "the Elmish Revolutionary Wars"),
        ("War of 1512", "war", "the War of 1512"),
        ("Oak rising of 1345", "war", "the Oak rising of 1345"),
        ("Elm War II", "war", "Elm War II"),
        ("Elm fixed-point theorem", "theorem", "the Elm fixed-point theorem"),
        ("Elm's theorem", "theorem", "Elm's theorem"),
        ("Transcendence of pi", "theorem", "the theorem Transcendence of pi"),
        ("Elms' War", "war", "the Elms' War"),
        ("Fall of Elm", "battle", "the Fall of Elm"),
        ("Elm Revolution", "war", "the Elm Revolution"),
        ("Elm", "battle", "the battle Elm"),
        ("Museums of Elm", "museum", "the museum Museums of Elm"),
        ("Elm number theorem", "theorem", "the Elm number theorem"),
        ("Great number theorem", "theorem", "the great number theorem"),
        ("Elm conjecture in dimension 5", "theorem", "the Elm conjecture in dimension 5"),
        ("Oak Medal", "award", "the Oak Medal"),
        ("Elm Prize in Physics", "award", "the Elm Prize in Physics"),
        ("Isle of Elm", "island", "the Isle of Elm"),
        ("House of Elm", "dynasty", "the House of Elm"),
        ("Tower of Elm", "castle", "the Tower of Elm"),
        ("Elm Castle", "castle", "Elm Castle"),
        ("Elm Empire", "empire", "the Elm Empire"),
        ("Holm's South Pole expedition", "expedition", "Holm's South Pole expedition"),
        ("Women's Elm Cup", "tournament", "the Women's Elm Cup"),
        ("Elm specimen", "famous specimen", "the Elm specimen"),
    ],
)
def test_what_says_what_it_is_has_the_article_or_its_owner(name, noun, said):
    assert with_noun(name, noun) == said


def test_an_award_has_its_noun_only_where_its_name_does_not_say_it():
    award = Attribute("x", "award", Asks.WHICH)
    assert described(award) == '{{ x | with_noun("award") }}'
    assert with_noun("Elm Award", "award") == "the Elm Award"
    assert with_noun("Player of the Year", "award") == "the award Player of the Year"


@pytest.mark.parametrize(
    ("name", "noun", "said"),
    [
        ("Wars of the Elms", "war", "the Wars of the Elms"),
        ("Elm War II", "war", "Elm War II"),
        ("Elmen", "mountain range", "the Elmen"),
        ("The Elmen", "mountain range", "the Elmen"),
        ("Elm", "river", "the Elm"),
        ("Elm", "lake", "Elm"),
        ("Elm", "city", "Elm"),
    ],
)
def test_a_name_behind_is_has_the_article_that_it_has_in_english(name, noun, said):
    assert with_article(name, noun) == said
    shown = Wordings(Path()).inline(f'{{{{ x | with_definite_article("{noun}") }}}}', ["x"], "here")
    assert shown({"x": name}) == said


def test_values_of_a_column_stand_in_a_sentence_as_names_of_rows_do():
    assert names_of_values("award", ["Elm Prize", "Oak Medal"]) == "with the article"
    assert names_of_values("award", ["Elm Prize", "Oak"]) == "each"
    assert names_of_values("city", ["Elm", "Oak"]) == "after the noun"
    assert names_of_values("winner", ["Ann Winner", "Bob Ray"]) == "after the noun"
    assert names_of_values("season", ["1950-51", "1951-52"]) == "after the noun"


def test_names_of_which_some_have_an_article_are_written_one_by_one():
    what = with_names(thing("theorems", "name"), ["Elm's theorem", "Oak theorem", "Ash lemma"])
    assert (
        described(Attribute("x", what.noun, Asks.WHICH, what)) == '{{ x | with_noun("theorem") }}'
    )
