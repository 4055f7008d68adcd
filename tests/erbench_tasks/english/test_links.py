"""What ties two things together is said with a verb, or not said."""

from dataclasses import replace

import pytest

from erbench_track.erbench_tasks.english.asked import Asks, Attribute, Thing
from erbench_track.erbench_tasks.english.links import (
    link_question,
    no_verb,
    said_of_another,
    unconnected,
)
from erbench_track.erbench_tasks.english.nouns import asks, attribute_words, role, thing
from erbench_track.erbench_tasks.english.questions import (
    attribute_question,
    linking_question,
    statement_question,
)
from erbench_track.erbench_tasks.english.wording import described, located


def row(table, called=""):
    """Returns a row of a table by its name, or by the role of a key that refers to it."""
    what = thing(table, "name")
    words = role([called], what.noun) if called else what.noun
    return Attribute("x", words, asks(words, thing=what), what)


def word(column):
    """Returns a column of words."""
    return Attribute("x", attribute_words(column), Asks.WHICH)


VERBS = [
    (row("rivers"), row("provinces"), "that flows through the province"),
    (row("provinces"), row("rivers"), "that the river {{ x }} flows through"),
    (row("lakes"), row("counties"), "that lies in the county"),
    (row("species"), row("parks"), "that lives in the park"),
    (row("mountains"), row("islands"), "that lies on the island"),
    (row("singers"), row("songs"), "who performed the song"),
    (row("players"), row("clubs"), "who played for the club"),
    (row("autores"), row("libros"), "who wrote the book"),
    (row("publishers"), row("books"), "that published the book"),
    (row("airports"), row("cities"), "that serves the city"),
    (word("symptom"), row("diseases"), "that the disease {{ x }} causes"),
    (row("elements", "symbol"), row("minerals"), "an element that the mineral {{ x }} contains"),
]


@pytest.mark.parametrize(("sought", "known", "clause"), VERBS)
def test_nouns_say_what_verb_is_between_them(sought, known, clause):
    question = link_question(sought, known)
    assert question is not None
    assert clause in question["basic"]
    assert question["negated"].startswith("Is it true that ")


@pytest.mark.parametrize(
    ("table", "clause"),
    [
        ("réalise", "who directed the film"),
        ("escribe", "who wrote the film"),
        ("film_directors", "who directed the film"),
        ("komponiert", "who composed the film"),
        ("joue", "who appeared in the film"),
    ],
)
def test_the_name_of_the_table_says_what_a_person_did(table, clause):
    question = linking_question(row("personne"), table, row("films"))
    assert question is not None
    assert clause in question["basic"]


@pytest.mark.parametrize(
    ("sought", "known"),
    [
        (row("people"), row("films")),
        (row("cities"), row("films")),
        (row("provinces"), row("organisations")),
        (row("lakes"), row("companies")),
    ],
)
def test_what_no_verb_connects_is_not_asked(sought, known):
    assert linking_question(sought, "links", known) is None
    assert no_verb(known, sought).startswith("no verb says how ")


def test_a_role_or_a_property_is_asked_for_without_a_verb():
    for sought in (row("people", "patron_id"), word("nickname"), word("colour")):
        question = linking_question(sought, "links", row("cities"))
        assert question is not None
        assert question["basic"].startswith("Does the city {{ x }} have any ")


def test_a_thing_is_not_asked_for_persons_features_or_smaller_places_that_are_its_own():
    assert unconnected(row("films"), row("people"))
    assert unconnected(row("rivers"), word("mountains"))
    assert unconnected(row("countries"), row("provinces"))
    assert not unconnected(row("rivers"), row("seas"))
    assert not unconnected(row("cities"), row("provinces"))
    assert not unconnected(row("films"), row("people", "producer_id"))


def test_a_thing_has_no_profession_and_a_person_may_have_a_colleague():
    assert unconnected(row("theorems"), row("mathematicians"))
    assert unconnected(row("films"), word("actor"))
    assert not unconnected(row("cities"), row("mayors"))
    assert unconnected(row("animals"), word("type country"))


@pytest.mark.parametrize(
    ("table", "words", "is_so"),
    [
        ("paintings", "nationality", True),
        ("painters", "nationality", False),
        ("painters", "year of beginning", True),
        ("painters", "end of the career", False),
        ("players", "year of the first XYZ", True),
        ("players", "year of the first match", False),
        ("towers", "first owner", False),
        ("paintings", "year of acquisition", True),
        ("paintings", "credit line", True),
        ("companies", "year of acquisition", False),
        ("countries", "year of ratification", True),
        ("players", "last season", True),
        ("players", "first season", False),
        ("films", "song", True),
        ("albums", "producer", False),
        ("songs", "country", True),
        ("films", "country", False),
        ("actors", "award", True),
    ],
)
def test_what_is_said_of_another_is_not_asked_of_a_thing(table, words, is_so):
    assert bool(said_of_another(row(table), word(words))) == is_so
    assert not is_so or unconnected(row(table), word(words))


def test_nobody_asks_when_a_country_had_its_debut():
    debut = replace(word("year of the debut"), asks=Asks.YEAR)
    assert said_of_another(row("countries"), debut)
    assert not said_of_another(row("films"), debut)


def test_what_a_thing_may_have_several_of_is_not_asked_for():
    assert "others are as right" in unconnected(row("countries"), word("time zone"))


def test_a_team_is_at_home_in_a_park_and_an_organisation_is_based_in_a_city():
    team, park = row("teams"), word("park")
    question = attribute_question(team, park)["basic"]
    assert "at which park the team {{ x }} played its home games" in question
    of_year = replace(team, also=(Attribute("y", "year", Asks.YEAR),))
    question = attribute_question(of_year, park)["basic"]
    assert "the team {{ x }} played its home games in {{ y }}" in question
    way = [row("cities"), row("countries")]
    asked = statement_question(row("organizations"), way, "continent", "c")["basic"]
    assert asked.startswith("Is the city in which the organization {{ x }} is based located in")


def test_a_country_is_represented_or_has_citizens():
    person, country = row("athletes"), row("countries")
    for called, said in (("citizenship", "is a citizen of"), ("noc", "represents")):
        role_of = replace(country, words=called, asks=Asks.WHERE)
        assert said in _said(person, role_of)
    # Who competes for a country need not come from there; of others nothing says for whom.
    assert "represents" in _said(person, country)
    assert "comes from" in _said(row("actors"), country)


def _said(person, country):
    thing = country.thing
    fact = located(country, person.thing) if thing else None
    return f"{fact.verb} {fact.preposition}" if fact else ""


@pytest.mark.parametrize(
    ("thing", "words", "asks", "reason"),
    [
        (Thing("state", is_place=True), "year of ratification", Asks.YEAR, "does not say to what"),
        (Thing("player", is_person=True), "year joined", Asks.YEAR, "does not say to what"),
        (Thing("player", is_person=True), "last season", Asks.YEAR, "in which it ends"),
        (Thing("movie", is_work=True), "song", Asks.WHICH, "a movie has several songs"),
        (Thing("treaty", is_work=True), "year of ratification", Asks.YEAR, ""),
        (Thing("single", is_work=True), "song", Asks.WHICH, ""),
        (Thing("player", is_person=True), "first season", Asks.YEAR, ""),
    ],
)
def test_what_is_one_of_several_is_not_asked_for(thing, words, asks, reason):
    subject = Attribute("x", thing.noun, thing=thing)
    found = said_of_another(subject, Attribute("y", words, asks))
    assert reason in found
    assert bool(found) is bool(reason)


def test_a_distributor_distributed_a_film_and_did_not_produce_it():
    asked = link_question(row("companies"), row("films"), ["film", "distributor"])
    assert asked["basic"].startswith("Is there a company that distributed the film")


def test_where_a_thing_is_is_not_asked_if_the_question_names_its_town():
    town = replace(row("cities"), words="city")
    museum = replace(row("museums"), also=(town,))
    assert unconnected(museum, row("countries")) == "the question says in which city it is"
    assert not unconnected(row("museums"), row("countries"))
    prize = Attribute("x", "edition", Asks.WHICH, thing("editions", "year"), also=(row("awards"),))
    assert "a prize is nowhere" in unconnected(prize, town)
    assert "a prize is nowhere" in unconnected(row("prizes"), row("countries"))


def test_a_tournament_is_told_apart_by_its_year_without_a_clause():
    year = Attribute("year", "year", Asks.YEAR)
    cup = replace(row("tournaments"), also=(year,))
    assert described(cup) == "the tournament {{ x }} of {{ year }}"


def test_a_novel_is_no_part_of_the_series_that_adapted_it():
    assert link_question(row("films"), row("novels"), ["adaptation"]) is None
    assert "is part of" in link_question(row("films"), row("novels"), ["film", "novel"])["basic"]
