"""Items are found by name, in a query service and in the store of a dump."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from domain_world import dump_source
from sparql_server import SparqlServer
from wikidata_rdf import entity, statement, stored, text, time

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.provenance.check import CheckedRelation, check_relations
from erbench_track.erbench_tasks.provenance.compare import Verdict
from erbench_track.erbench_tasks.provenance.source import open_source
from erbench_track.erbench_tasks.spec.wikidata import WikidataSpec

SPEC = """\
name: world
relations:
  film:
    sql: SELECT title, year, director, sort FROM film
    entity: [title]
    wikidata:
      class: Q11424
      find_by: director
      attributes:
        year: {property: P577, part: year}
        director: P57
        sort: P31
  player:
    sql: SELECT name, club, number, born FROM player
    entity: [name]
    wikidata:
      class: Q5
      where: {P106: Q937857}
      find_by: club
      attributes:
        club: {property: P54, at: 2019-09}
        number: {qualifier: P1618, of: club}
questions:
  - {type: binary, relation: film, fd: title -> year, wording: {basic: a, negated: b}}
"""
FILM = WikidataSpec.model_validate({"class": "Q11424", "attributes": {"year": "P577"}})
S = statement
WORLD = [
    entity("Q11424", "film"),
    entity("Q5", "human"),
    entity("Q41", {"en": "René Weiß", "ja": "ジョン"}, aliases=["R. Weiß"]),
    entity("Q42", "Ann Lee"),
    entity("Q30", "France", [S("P1549", text("French", "en"))]),
    entity("Q101", "The Été", [S("P31", "Q11424"), S("P57", "Q41"), S("P577", time("1978-05-01"))]),
    entity("Q102", "Harbour", [S("P31", "Q11424"), S("P57", "Q42"), S("P577", time("1951-05-01"))],
           ['The "Harbour"\\']),
    entity("Q103", {"mul": "Harbour"}, [S("P31", "Q7889"), S("P57", "Q42")]),
    entity("Q476028", "club"),
    entity("Q51", "FC Norburg", [S("P31", "Q476028")], ["Norburg"]),
    entity("Q201", "Bo Lund", [
        S("P31", "Q5"), S("P106", "Q937857"),
        S("P54", "Q51", P580=time("2016-07-01"), P1618=text("7")),
    ]),
    entity("Q202", "Bo Lund", [S("P31", "Q5"), S("P106", "Q82955"), S("P54", "Q51")]),
]  # fmt: skip


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    server.facts.store = stored(WORLD, {"Q99": "Q41"})
    yield server
    server.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("place")
    dump_source(WORLD, place, "movie", "soccer").close()
    (place / "world.yaml").write_text(SPEC)
    with sqlite3.connect(place / "world.sqlite") as database:
        database.execute("create table film (title text, year integer, director text, sort text)")
        rows = [("the ete", 1978, "Rene Weiss", "film"), ("Harbour", 1952, "Ann Lee", "film")]
        database.executemany("insert into film values (?, ?, ?, ?)", rows)
        database.execute("create table player (name text, club text, number integer, born text)")
        database.execute("insert into player values ('Bo Lund', 'Norburg', 9, null)")
    return place


def compared(place: Path, relation: str, source: str) -> CheckedRelation:
    with open_source(source) as opened:
        files = str(place / "world.yaml"), str(place / "world.sqlite")
        (found,) = check_relations(*files, opened, [relation])
    return found


def verdicts(found: CheckedRelation) -> list[tuple[str, str, Verdict]]:
    return [(c.item, j.attribute, j.verdict) for c in found.entities for j in c.judged]


def test_items_are_found_by_label_or_alias_in_english_or_for_all_languages(server):
    with open_source(server.url) as service:
        found = service.named({"Harbour", "R. Weiß", "ジョン"}, FILM)
    assert found == {"Harbour": {"Q102", "Q103"}, "R. Weiß": {"Q41"}}


def test_no_name_can_end_the_query(server):
    names = {'The "Harbour"\\', '" } DROP ALL #', "a\nb\t\\u0022", "\x00\u202e", "\ud800", "   "}
    with open_source(server.url) as service:
        assert service.named(names, FILM) == {'The "Harbour"\\': {"Q102"}}


def test_all_names_have_all_languages_and_demonyms_also_of_what_was_merged(server):
    with open_source(server.url) as service:
        found = service.all_names(["Q99", "Q30"])
    assert found == {"Q99": {"René Weiß", "R. Weiß", "ジョン"}, "Q30": {"France", "French"}}


def test_people_of_another_occupation_are_others_and_qualifiers_count(place, server):
    for source in (server.url, str(place / "store")):
        assert verdicts(compared(place, "player", source)) == [
            ("Q201", "club", Verdict.AGREES),
            ("Q201", "number", Verdict.DIFFERS),
        ]


def test_a_run_that_was_stopped_goes_on_with_the_answers_that_it_has(server, tmp_path):
    with open_source(server.url, cache=tmp_path) as service:
        service.all_names(["Q41"])
    with (
        pytest.raises(InputError, match="--resume to go on"),
        open_source(server.url, cache=tmp_path),
    ):
        pass
    with open_source(server.url, cache=tmp_path, resume=True) as service:
        assert service.all_names(["Q41"])
        service.named(["Harbour"], FILM)
    assert not server.asked_twice()
    assert server.at_once == 1


def test_a_store_finds_names_whatever_their_accents_and_what_it_lacks_is_said(place, caplog):
    assert verdicts(compared(place, "film", str(place / "store"))) == [
        ("Q102", "year", Verdict.DIFFERS),
        ("Q102", "director", Verdict.AGREES),
        ("Q102", "sort", Verdict.UNTOLD),
        ("Q101", "year", Verdict.AGREES),
        ("Q101", "director", Verdict.AGREES),
        ("Q101", "sort", Verdict.UNTOLD),
    ]
    assert "has no P31, which is not compared" in caplog.text


def test_a_class_that_the_store_was_made_without_is_an_error(place):
    kind = FILM.model_copy(update={"classes": ["Q999999999"]})
    with (
        open_source(str(place / "store")) as store,
        pytest.raises(InputError, match="made without the class Q999999999"),
    ):
        store.named({"Mona Lisa"}, kind)
