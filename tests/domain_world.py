"""A small world as Wikidata has it, with its awkward shapes, as a dump and as a query service."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sparql_server import SparqlServer
from wikidata_rdf import JULIAN, amount, entity, place, statement, stored, text, time

from erbench_track.core.wikidata.items import ItemSource
from erbench_track.core.wikidata.sparql.source import SparqlSource
from erbench_track.track_tasks.wiki.dump.dump import read_dump

S = statement
FILM, SHORT_FILM, HUMAN, FOOTBALLER, CLUB = "Q11424", "Q24862", "Q5", "Q937857", "Q476028"

FILMS = [
    entity(FILM, "film"),
    entity(SHORT_FILM, "short film", [S("P279", FILM)]),
    entity("Q21", "drama film"),
    entity("Q22", "comedy film"),
    entity("Q31", "France", aliases=["French Republic"]),
    entity("Q32", "Italy"),
    entity("Q41", "Ann Lee", [S("P569", time("1901-02-03"))], ["A. Lee"], sitelinks=30),
    entity("Q42", "Bob Ray", [S("P569", time("1910-00-00", 9)), S("P569", time("1912-00-00", 9))]),
    entity("Q43", {"mul": "Cleo Poe", "de": "Kleo"}, sitelinks=99),
    entity("Q44", {"de": "ohne englischen Namen"}),
    # Two years, two directors, of whom the one with more sitelinks comes first.
    entity("Q101", "The Harbour", [
        S("P31", FILM), S("P577", time("1951-05-01")), S("P577", time("1950-11-00", 10)),
        S("P57", "Q42"), S("P57", "Q41"), S("P495", "Q31"), S("P136", "Q21"),
        S("P161", "Q43"), S("P161", "Q41"), S("P161", "Q44"), S("P161", "somevalue"),
    ], ["Harbor", "The Harbor"], sitelinks=12),
    # Ranks: preferred before normal, deprecated never.
    entity("Q102", "Second Spring", [
        S("P31", SHORT_FILM), S("P577", time("1960-00-00", 9), "preferred"),
        S("P577", time("1959-12-31")), S("P57", "Q41", "deprecated"), S("P57", "Q43"),
        S("P495", "Q32"), S("P136", "Q22"), S("P161", "Q41"),
    ]),
    # A preferred *no value* stands for nothing, and so do an unknown one and a missing one.
    entity("Q103", "Without Director", [
        S("P31", FILM), S("P577", time("1961-01-01")), S("P57", "Q41"),
        S("P57", "novalue", "preferred"), S("P495", "Q32"), S("P136", "Q22"),
    ]),
    entity("Q104", "Unknown Director", [
        S("P31", FILM), S("P577", time("1961-01-01")), S("P57", "somevalue"), S("P495", "Q32"),
        S("P136", "Q22"),
    ]),
    entity("Q105", "Decade Only", [
        S("P31", FILM), S("P577", time("1960-00-00", 8)), S("P57", "Q41"), S("P495", "Q32"),
        S("P136", "Q22"),
    ]),
    entity("Q106", {"fr": "Sans nom anglais"}, [
        S("P31", FILM), S("P577", time("1960-00-00", 9)), S("P57", "Q41"), S("P495", "Q32"),
        S("P136", "Q22"),
    ]),
    # A director who is a redirect now, Q49, and one who is known.
    entity("Q107", "Moved", [
        S("P31", FILM), S("P577", time("1962-00-00", 9)), S("P57", "Q49"), S("P57", "Q42"),
        S("P495", "Q32"), S("P136", "Q22"), S("P161", "Q41"),
    ]),
    entity("Q108", "Once a Film", [
        S("P31", FILM, "deprecated"), S("P577", time("1962-00-00", 9)), S("P57", "Q42"),
        S("P495", "Q32"), S("P136", "Q22"),
    ]),
    entity("Q109", "Hardly Known", [
        S("P31", FILM), S("P577", time("1963-00-00", 9)), S("P57", "Q42"), S("P495", "Q32"),
        S("P136", "Q22"),
    ], sitelinks=2),
]  # fmt: skip
FILMS += [
    entity(f"Q{200 + k}", f"Picture {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[k]}", [
        S("P31", FILM), S("P577", time(f"{1970 + k}-03-04")), S("P57", f"Q{41 + k % 3}"),
        S("P495", f"Q{31 + k % 2}"), S("P136", f"Q{21 + k // 3 % 2}"), S("P161", f"Q{41 + k % 2}"),
    ])
    for k in range(26)
]  # fmt: skip


def _member(
    club: str, number: str, start: str, end: str = "", rank: str = "normal"
) -> dict[str, Any]:
    said = {"P580": time(f"{start}-00-00", 9), "P1618": text(number)}
    if end in ("somevalue", "novalue"):
        said["P582"] = end
    elif end:
        said["P582"] = time(f"{end}-06-30")
    return S("P54", club, rank, **said)


def _player(id_: str, name: str, *memberships: dict[str, Any]) -> dict[str, Any]:
    is_player = [S("P31", HUMAN), S("P106", FOOTBALLER), S("P27", "Q31")]
    return entity(id_, name, [*is_player, *memberships])


PLAYERS = [
    entity(HUMAN, "human"),
    entity(FOOTBALLER, "association football player"),
    entity(CLUB, "association football club"),
    entity("Q31", "France"),
    entity("Q51", "Blues", [S("P31", CLUB), S("P118", "Q61"), S("P159", "Q62")]),
    entity("Q52", "Reds", [S("P31", CLUB), S("P118", "Q61"), S("P159", "Q62")]),
    entity("Q53", "France national team", [S("P31", "Q6979593")]),
    entity("Q61", "First Division"),
    entity("Q62", "Lyon"),
    # A move within the career, a national team that is no club, a membership that goes on.
    _player("Q301", "Carl Moved", _member("Q51", "9", "2015", "2018"), _member("Q52", "10", "2018"),
            _member("Q53", "7", "2014")),
    _player("Q302", "Dan Stayed", _member("Q51", "1", "2010", "novalue")),
    _player("Q303", "Eve Ended", _member("Q51", "4", "2010", "somevalue")),
    _player("Q304", "Finn Later", _member("Q51", "4", "2020", rank="preferred"),
            _member("Q52", "5", "2012", "2020")),
    # Left in the year in question, nobody knows when.
    _player("Q308", "Joe Leaver", S("P54", "Q51", P580=time("2015-00-00", 9),
                                    P582=time("2019-00-00", 9))),
    _player("Q305", "Gus Wrong", _member("Q51", "6", "2012", rank="deprecated")),
    entity("Q306", "Hal Painter", [S("P31", HUMAN), S("P106", "Q1028181"), S("P27", "Q31")]),
    # Twice at a club, with two numbers in one membership, of which none counts.
    _player("Q307", "Ian Twice", S("P54", "Q52", P580=[time("2016-07-01")],
                                  P1618=[text("8"), text("18")])),
]  # fmt: skip

RIVERS = [
    entity("Q4022", "river"),
    entity("Q71", "Grey Sea"),
    entity("Q31", "France"),
    entity("Q401", "Long", [S("P31", "Q4022"), S("P2043", amount("+1230.40", "Q828224")),
                            S("P403", "Q71"), S("P17", "Q31")]),
    entity("Q402", "Short", [S("P31", "Q4022"), S("P2043", amount("+98700", "Q11573")),
                             S("P403", "Q71"), S("P17", "Q31")]),
    entity("Q403", "Miles", [S("P31", "Q4022"), S("P2043", amount("+100", "Q253276")),
                             S("P403", "Q71"), S("P17", "Q31")]),
    entity("Q404", "Odd", [S("P31", "Q4022"), S("P2043", amount("+100")), S("P403", "Q71"),
                           S("P17", "Q31")]),
]  # fmt: skip
AIRPORTS = [
    entity("Q1248784", "airport"),
    entity("Q31", "France", [S("P297", text("FR"))]),
    entity("Q501", "Far Field", [S("P31", "Q1248784"), S("P239", text("LFXX")),
                                 S("P625", place(48.123456, -2.5)), S("P17", "Q31")]),
    entity("Q502", "Moon Base", [S("P31", "Q1248784"), S("P239", text("MOON")),
                                 S("P625", place(1.0, 2.0, "Q405")), S("P17", "Q31")]),
    entity("Q503", "Two Codes", [S("P31", "Q1248784"), S("P239", text("LFAA")),
                                 S("P239", text("LFBB")), S("P625", place(1.0, 2.0)),
                                 S("P17", "Q31")]),
    entity("Q504", "Shut Field", [S("P31", "Q1248784"), S("P239", text("LFSF")),
                                  S("P625", place(3.0, 4.0)), S("P17", "Q31"),
                                  S("P3999", "somevalue")]),
]  # fmt: skip
BOOKS = [
    entity("Q7725634", "literary work"),
    entity("Q81", "Ursula Kay", [S("P31", HUMAN)]),
    entity("Q82", "Harper House"),
    # 25 December 1642 in the Julian calendar is 4 January 1643 in the Gregorian one.
    entity("Q601", "Old Style", [S("P31", "Q7725634"), S("P50", "Q81"), S("P123", "Q82"),
                                 S("P577", time("1642-12-25", 11, JULIAN))]),
    entity("Q602", "A Month", [S("P31", "Q7725634"), S("P50", "Q81"), S("P123", "Q82"),
                               S("P577", time("1999-05-00", 10))]),
    entity("Q603", "A Year", [S("P31", "Q7725634"), S("P50", "Q81"), S("P123", "Q82"),
                              S("P577", time("1999-00-00", 9))]),
    entity("Q604", "Antique", [S("P31", "Q7725634"), S("P50", "Q81"), S("P123", "Q82"),
                               S("P577", time("-0044-00-00", 9, JULIAN))]),
]  # fmt: skip
REDIRECTS = {"Q49": "Q41"}


def dump_of(entities: Iterable[Mapping[str, Any]]) -> bytes:
    """Returns a dump; the first entity of each id counts."""
    by_id: dict[str, Mapping[str, Any]] = {}
    for each in entities:
        by_id.setdefault(each["id"], each)
    return ("[\n" + ",\n".join(json.dumps(each) for each in by_id.values()) + "\n]\n").encode()


def dump_source(entities: Iterable[Mapping[str, Any]], folder: Path, *domains: str) -> ItemSource:
    """Makes a store of entities in a folder, and opens it."""
    from erbench_track.core.wikidata.dump.source import StoreSource

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "20250901.json").write_bytes(dump_of(entities))
    read_dump(folder / "20250901.json", folder / "store", workers=1, domains=domains)
    return StoreSource(folder / "store")


def query_service(entities: Iterable[Mapping[str, Any]]) -> SparqlServer:
    """Starts a query service that knows these entities."""
    by_id: dict[str, Mapping[str, Any]] = {}
    for each in entities:
        by_id.setdefault(each["id"], each)
    server = SparqlServer()
    server.facts.store = stored(by_id.values(), REDIRECTS)
    return server


def sparql_source(server: SparqlServer, **options: Any) -> SparqlSource:
    return SparqlSource(server.url, **options)


def tables(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Returns all rows of a database, without where they are from."""
    connection = sqlite3.connect(path)
    names = [name for (name,) in connection.execute("select name from sqlite_master")]
    assert not connection.execute("pragma foreign_key_check").fetchall()
    found = {
        name: sorted(connection.execute(f'select * from "{name}"').fetchall(), key=repr)
        for name in names
        if name != "source" and not name.startswith("sqlite_")
    }
    connection.close()
    return found
