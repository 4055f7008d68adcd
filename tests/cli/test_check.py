"""`erbench-track check --against wikidata`, as a user types it."""

import csv
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import Result
from sparql_server import SparqlServer
from typer.testing import CliRunner
from wikidata_rdf import entity, statement, stored, time

from erbench_track.cli.main import app
from erbench_track.core.errors import InputError

SPEC = """\
name: film
relations:
  film:
    tables: [film]
    attributes: {title: film.title, year: film.year, director: film.director}
    entity: [title, year]
    wikidata:
      class: Q11424
      attributes:
        year: {property: P577, part: year}
        director: P57
  other:
    tables: [film]
    attributes: {title: film.title, year: film.year}
    entity: [title]
questions:
  - {type: binary, relation: film, fd: title -> year, template: {basic: a, negated: b}}
"""
ROWS = [
    ("Halloween", 1978, "John Carpenter"),
    ("Halloween", 2007, "Rob Zombie"),
    ("Dark Star", 1975, "John Carpenter"),
    ("Solaris", 1972, "=cmd()"),
    ("[red]Nowhere[/red]", 1990, None),
]
PEOPLE = {"Q10": "John Carpenter", "Q11": "Rob Zombie", "Q12": "Andrei Tarkovsky"}


def film(id_, title, year, director):
    claims = [statement("P31", "Q11424"), statement("P57", director),
              statement("P577", time(f"{year}-00-00", 9))]  # fmt: skip
    return entity(id_, title, claims)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "film.sqlite") as database:
        database.execute("create table film (title text, year integer, director text)")
        database.executemany("insert into film values (?, ?, ?)", ROWS)
    (tmp_path / "film.yaml").write_text(SPEC)
    return tmp_path


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    server.facts.store = stored([
        film("Q1", "Halloween", 1978, "Q10"),
        film("Q2", "Halloween", 2007, "Q11"),
        film("Q3", "Dark Star", 1974, "Q10"),
        film("Q4", "Solaris", 1972, "Q12"),
        *(entity(id_, name) for id_, name in PEOPLE.items()),
    ])  # fmt: skip
    yield server
    server.close()


def run(place: Path, server: SparqlServer, *more: str) -> Result:
    database = ["--database", str(place / "film.sqlite"), "--source", server.url]
    arguments = ["check", str(place / "film.yaml"), *database, "--against", "wikidata", *more]
    return CliRunner().invoke(app, arguments)


def check(place: Path, server: SparqlServer, *more: str, code: int = 0) -> str:
    result = run(place, server, *more)
    assert result.exit_code == code, result.output
    return result.output


def test_contradictions_say_what_the_table_and_wikidata_say_and_where(place, server):
    said = check(place, server, "--show", "9")
    assert "Relation film: 5 entities, 4 resolved, 1 unresolved" in said
    assert (
        "title='Dark Star', year='1975': year: table says 1975, Wikidata says 1974 "
        "(Q3, P577, normal rank)" in said
    )
    assert "director: table says =cmd(), Wikidata says Andrei Tarkovsky (Q12) (Q4, P57" in said
    assert "title='[red]Nowhere[/red]', year='1990': no item of the class has this name" in said
    assert said.rstrip().splitlines()[-1].startswith("2 values contradict Wikidata")


def test_the_exit_code_is_that_of_the_other_checks_on_request(place, server):
    check(place, server, "--exit-code", code=1)
    with sqlite3.connect(place / "film.sqlite") as database:
        database.execute("delete from film where title in ('Dark Star', 'Solaris')")
    assert "0 values contradict Wikidata" in check(place, server, "--exit-code")


def test_the_report_and_the_items_are_files_and_the_database_stays_as_it_was(place, server):
    before = (place / "film.sqlite").read_bytes()
    report, items = place / "report.csv", place / "items"
    check(place, server, "--report", str(report), "--items", str(items))
    rows = list(csv.DictReader(report.open()))
    assert {row["verdict"] for row in rows} == {"agrees", "contradicts", "unresolved"}
    wrong = next(row for row in rows if row["table"] == "1975")
    assert (wrong["item"], wrong["label"], wrong["wikidata"]) == ("Q3", "Dark Star", "1974")
    found = [tuple(row.values()) for row in csv.DictReader((items / "film.csv").open())]
    assert found == [
        ("Dark Star", "1975", "Q3"), ("Halloween", "1978", "Q1"), ("Halloween", "2007", "Q2"),
        ("Solaris", "1972", "Q4"), ("[red]Nowhere[/red]", "1990", ""),
    ]  # fmt: skip
    assert (place / "film.sqlite").read_bytes() == before
    for name in ("report.parquet", "report.jsonl"):
        check(place, server, "--report", str(place / name))
    table = pq.read_table(place / "report.parquet").to_pylist()
    lines = [json.loads(line) for line in (place / "report.jsonl").read_text().splitlines()]
    assert table == lines
    assert [row["verdict"] for row in lines] == [row["verdict"] for row in rows]


def test_the_numbers_are_written_as_json(place, server):
    check(place, server, "--json", str(place / "numbers.json"))
    film = json.loads((place / "numbers.json").read_text())["film"]
    assert (film["entities"], film["resolved"]) == (5, 4)
    assert film["attributes"]["year"]["contradicts"] == 1
    assert len(film["contradictions"]) == 2


def test_a_part_can_be_compared_and_what_is_left_out_is_said(place, server):
    assert "; 3 more were not compared (--most)" in check(place, server, "--most", "2")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--relation", "other"], "relations.other has no `wikidata:` part"),
        (["--relation", "filmm"], "--relation: there is no 'filmm'; did you mean 'film'?"),
        (["--report", "r.xlsx"], "r.xlsx: give a name that ends with .csv, .jsonl, .parquet"),
    ],
)
def test_bad_options_are_one_line(place, server, more, message):
    error = run(place, server, *more).exception
    assert isinstance(error, InputError)
    assert message in str(error)
    assert server.queries == []


def test_options_of_the_comparison_need_it(place):
    result = CliRunner().invoke(app, ["check", "movie", "--report", "r.csv"])
    assert isinstance(result.exception, InputError)
    assert "need --against wikidata" in str(result.exception)


def test_an_endpoint_without_statements_is_no_silent_agreement(place, server):
    server.facts.store = stored([
        entity("Q3", "Dark Star", [statement("P31", "Q11424")]),
    ])  # fmt: skip
    assert "No item has any of the properties" in check(place, server)
