"""A table is compared with the store of a dump, as far as the store has what is asked for."""

import sqlite3
from pathlib import Path

import pytest
from domain_world import dump_source
from wikidata_rdf import entity, statement, text, time

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.provenance.judge import Verdict
from erbench_track.erbench_tasks.provenance.records import Kind
from erbench_track.erbench_tasks.provenance.relations import CheckedRelation, check_relations
from erbench_track.erbench_tasks.provenance.store import open_source

SPEC = """\
name: world
relations:
  film:
    sql: SELECT title, year, director, sort FROM film
    entity: [title]
    wikidata:
      class: Q11424
      attributes:
        year: {property: P577, part: year}
        director: P57
        sort: P31
  player:
    sql: SELECT name, club, number FROM player
    entity: [name]
    wikidata:
      class: Q5
      where: {P106: Q937857}
      attributes:
        club: {property: P54, at: 2019-09}
        number: {qualifier: P1618, of: club}
questions:
  - {type: binary, relation: film, fd: title -> year, wording: {basic: a, negated: b}}
"""
S = statement
WORLD = [
    entity("Q11424", "film"),
    entity("Q5", "human"),
    entity("Q41", "René Weiß"),
    entity("Q42", "Ann Lee"),
    entity("Q101", "The Été", [S("P31", "Q11424"), S("P57", "Q41"), S("P577", time("1978-05-01"))]),
    entity("Q102", "Harbour", [S("P31", "Q11424"), S("P57", "Q42"), S("P577", time("1951-05-01"))]),
    entity("Q476028", "club"),
    entity("Q51", "FC Norburg", [S("P31", "Q476028")]),
    entity("Q201", "Bo Lund", [
        S("P31", "Q5"), S("P106", "Q937857"),
        S("P54", "Q51", P580=time("2016-07-01"), P1618=text("7")),
    ]),
    entity("Q202", "Bo Lund", [S("P31", "Q5"), S("P106", "Q82955")]),
]  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("place")
    dump_source(WORLD, place, "movie", "soccer").close()
    (place / "world.yaml").write_text(SPEC)
    with sqlite3.connect(place / "world.sqlite") as database:
        database.execute("create table film (title text, year integer, director text, sort text)")
        rows = [("the ete", 1978, "Rene Weiss", "film"), ("Harbour", 1952, "Ann Lee", "film")]
        database.executemany("insert into film values (?, ?, ?, ?)", rows)
        database.execute("create table player (name text, club text, number integer)")
        database.execute("insert into player values ('Bo Lund', 'Norburg', 9)")
    return place


def compared(place: Path, relation: str) -> CheckedRelation:
    with open_source(str(place / "store")) as store:
        files = str(place / "world.yaml"), str(place / "world.sqlite")
        (found,) = check_relations(*files, store, [relation])
    return found


def verdicts(found: CheckedRelation) -> list[tuple[str, str, Verdict]]:
    return [(c.item, j.attribute, j.verdict) for c in found.entities for j in c.judged]


def test_names_are_found_whatever_their_accents_and_what_the_store_lacks_is_said(place, caplog):
    assert verdicts(compared(place, "film")) == [
        ("Q102", "year", Verdict.CONTRADICTS),
        ("Q102", "director", Verdict.AGREES),
        ("Q102", "sort", Verdict.NOT_STATED),
        ("Q101", "year", Verdict.AGREES),
        ("Q101", "director", Verdict.AGREES),
        ("Q101", "sort", Verdict.NOT_STATED),
    ]
    assert "has no P31, which is not compared" in caplog.text


def test_people_of_another_occupation_are_others_and_qualifiers_count(place):
    assert verdicts(compared(place, "player")) == [
        ("Q201", "club", Verdict.AGREES),
        ("Q201", "number", Verdict.CONTRADICTS),
    ]


def test_a_class_that_the_store_was_made_without_is_an_error(place):
    with (
        open_source(str(place / "store")) as store,
        pytest.raises(InputError, match="made without the class Q999999999"),
    ):
        store.named({"Mona Lisa"}, ["en"], Kind(["Q999999999"]))
