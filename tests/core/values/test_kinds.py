"""Kinds of values, and matching by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strict_shares import strict_shares

from erbench_track.core.values.kinds import KINDS, guess, kind_of
from erbench_track.filters.rationale.mentions import Passage, mentions


@pytest.mark.parametrize(
    ("attribute", "values", "kind"),
    [
        ("year", ["1995", "2003"], "date"),
        ("birth_year", ["1962"], "date"),
        ("released", ["1995-07-08", "2001-01-01"], "date"),
        ("month", ["April", "May"], "date"),
        ("whatever", ["8 July 1995", "9 May 2001"], "date"),
        ("latitude", ["-13.7894"], "measure"),
        ("length_km", ["544", "12"], "measure"),
        ("population", ["28286"], "measure"),
        ("budget", ["$760 million"], "measure"),
        ("share", ["0.25", "12.5"], "measure"),
        ("jersey number", ["10"], "number"),
        ("legs", ["4", "6"], "measure"),
        ("number_of_players", ["4"], "measure"),
        ("player_number", ["4"], "number"),
        ("title", ["1984", "1917"], "title"),
        ("position", ["Goalkeeper"], "other"),
        ("number_of_rooms", ["4"], "measure"),
        ("founded", ["300", "1200"], "number"),
        ("nationality", ["Spain", "Spanish"], "country"),
        ("country_code", ["SE"], "country"),
        ("nationality", ["French", "Dutch"], "country"),
        ("language", ["French", "Dutch"], "other"),
        ("team", ["Brazil", "Germany", "Italy"], "country"),
        ("name", ["Jordan"], "other"),
        ("director", ["Agnès Varda"], "person"),
        ("title", ["Wild Strawberries"], "title"),
        ("icao", ["39MI", "EGLL"], "other"),
        ("country", ["Atlantis", "Utopia"], "other"),
        ("birth_country", ["Germany (now Poland)", "Austria-Hungary (now Austria)"], "country"),
        ("birthplace", ["Aldern"], "city"),
        ("player_birth_city", ["Aldern"], "city"),
        ("ciudad", ["Aldern"], "city"),
        ("born_in", ["Wien", "Praha", "Chicago, IL", "Aldern", "Bree"], "city"),
        ("artist", ["Chicago"], "other"),
        ("nickname", ["Denver", "Sydney", *map(chr, range(65, 85))], "other"),
        ("final_place", ["1", "2"], "number"),
        ("month", ["early", "late"], "other"),
        ("genre", ["jazz"], "other"),
        ("genre", [], "other"),
        ("director", [], "person"),
    ],
)
def test_a_kind_is_guessed_from_name_and_values(attribute, values, kind):
    assert guess(attribute, values) == kind


def test_what_a_name_is_the_table_says():
    assert guess("name", ["Ada Lovelace"], "author.name") == "person"
    assert guess("name", ["Lisbon"], "city.name") == "city"
    assert guess("name", ["Lisbon"], "street.name") == "other"


def test_the_kind_of_an_item_outweighs_the_guess():
    element = {"attribute": "year", "values": ["1995"], "match": "any"}
    assert kind_of(element) == "date"
    assert kind_of({**element, "kind": ""}) == "date"
    assert kind_of({**element, "kind": "number"}) == "number"


def named(kind, value, text):
    return mentions(Passage.of(text), value, kind)


def test_a_date_without_its_year_needs_the_year_elsewhere():
    assert named("date", "1995-07-08", "In 1995, it opened on July 8.")
    assert not named("date", "1995-07-08", "It opened on July 8.")


def test_a_day_is_not_a_shirt_number():
    assert not named("number", "8", "born on 8 July 1995")
    assert named("number", "8", "born on 8 July 1995, he wears 8")
    assert named("number", "1995", "on 8 July 1995")


def test_a_code_stands_for_its_country():
    assert named("country", "SE", "The airport lies in Sweden.")
    assert not named("country", "IT", "It is wrong.")


def test_of_an_adjective_only_what_is_said_of_the_thing_is_found():
    assert named("country", "French", "a French film")
    assert not named("country", "French", "He plays in French Ligue 1.")
    assert not named("country", "French", "It lies in France.")


def test_values_that_are_not_of_their_kind_are_found_as_words():
    assert named("country", "West Germany", "for West Germany")
    assert named("number", "seven or eight", "seven or eight")
    assert named("date", "the 1920s", "in the 1920s")
    assert named("date", "September", "in Septmber")


def test_of_other_kinds_nothing_changes():
    for kind in ("person", "title", "other"):
        assert not named(kind, "1995-07-08", "July 8, 1995")
        assert named(kind, "The Lighthouse", "Lighthouse, The: the lighthouse")


def test_the_strict_rule_reads_values_by_their_kind():
    element = {"hop": 1, "attribute": "opened", "values": ["1995-07-08"], "match": "any"}
    doc = {"question": "Which is false?", "answer": "option 1", "rationale": [element]}
    assert strict_shares("It opened on July 8, 1995.", "option 1", doc) == [1.0]
    assert strict_shares("It did not open on July 8, 1995.", "option 1", doc) == [0.0]
    month = {"hop": 1, "attribute": "month", "values": ["January"], "match": "any"}
    in_polish = {**doc, "rationale": [month]}
    assert strict_shares("Ukazała się w styczniu.", "option 1", in_polish) == [1.0]
    doc["rationale"] = [{**element, "kind": "other"}]
    assert strict_shares("It opened on July 8, 1995.", "option 1", doc) == [0.0]


@given(st.sampled_from(KINDS), st.text(max_size=30), st.text(max_size=60))
def test_spans_lie_within_any_text(kind, value, text):
    passage = Passage.of(text)
    for start, end in mentions(passage, value, kind):
        assert 0 <= start <= end <= len(passage.text)
