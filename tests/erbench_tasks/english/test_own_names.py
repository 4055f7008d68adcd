"""Names that say what they name stand without a noun before them."""

import pytest

from erbench_track.erbench_tasks.english.asked import Asks, Attribute
from erbench_track.erbench_tasks.english.nouns import thing
from erbench_track.erbench_tasks.english.own_names import with_names
from erbench_track.erbench_tasks.english.questions import described

NAMED = [
    ("people", ["Ann Lee", "Bob Ray"], "{{ x }}"),
    ("players", ["Ann Lee", "Bob Ray"], "the player {{ x }}"),
    ("airports", ["Elm Airport", "Oak International Airport", "Fir"], "{{ x }}"),
    ("airports", ["Elm", "Oak", "Fir Airport"], "the airport {{ x }}"),
    ("stadiums", ["Stade du Parc", "Elm Arena", "Estadio Sur"], "{{ x }}"),
    ("tournaments", ["1950 Elm Cup", "1954 Elm Cup"], "the {{ x }}"),
    ("tournaments", ["Elm Cup 1950", "Elm Cup 1954"], "{{ x }}"),
    ("tournaments", ["The Elm Cup", "The Oak Cup"], "the tournament {{ x }}"),
    ("games", ["1950 Summer", "1954 Winter"], "the {{ x }} Games"),
    ("seasons", ["1950-51", "1951-52"], "the {{ x }} season"),
    ("rivers", ["Elm River", "Oak River"], "the {{ x }}"),
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
