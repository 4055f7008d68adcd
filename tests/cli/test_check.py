"""`erbench-track check`, as a user types it."""

import csv
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from click.testing import Result
from sparql_server import SparqlServer
from typer.testing import CliRunner
from wikidata_rdf import amount, entity, statement, stored, time

from erbench_track.cli.main import app
from erbench_track.core.errors import InputError

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "check_against_wikidata.md"
ROWS = [
    ("The Silent River", 1978, "Ana Kovač", 95),
    ("The Silent River", 2007, "Jon Ruud", 109),
    ("Dark Harbour", 1975, "Ana Kovac", 83),
    ("Letter from Norburg", 1992, "=Sand()", 122),
    ("Le Jardin perdu", 1990, "Jon Ruud", 101),
    ("Winter Bridge", 2001, "Lind, Paul", 88),
    ("Red Island", 1988, "Mia Sand", 97),
    ("[red]Nowhere[/red]", 1999, None, 90),
]
PEOPLE = {"Q10": "Ana Kovač", "Q11": "Jon Ruud", "Q12": "Paul Lind"}


def film(id_: str, title: str, years: dict[str, str], director: str, seconds: int) -> Any:
    published = [statement("P577", time(f"{year}-00-00", 9), rank) for year, rank in years.items()]
    length = statement("P2047", amount(str(seconds), "Q11574"))
    claims = [statement("P31", "Q11424"), statement("P57", director), *published, length]
    return entity(id_, title if title != "Le Jardin perdu" else {"fr": title}, claims)


WORLD = [
    film("Q1", "The Silent River", {"1978": "normal"}, "Q10", 5700),
    film("Q2", "The Silent River", {"2007": "normal"}, "Q11", 6540),
    film("Q3", "Dark Harbour", {"1974": "normal", "1975": "deprecated"}, "Q10", 5000),
    film("Q4", "Letter from Norburg", {"1992": "normal"}, "Q12", 7300),
    film("Q5", "Le Jardin perdu", {"1990": "normal"}, "somevalue", 6060),
    film("Q6", "Winter Bridge", {"2001": "normal", "2002": "preferred"}, "Q12", 5280),
    film("Q7", "Red Island", {"1950": "normal"}, "Q12", 6900),
    *(entity(id_, name) for id_, name in PEOPLE.items()),
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "film.sqlite") as database:
        database.execute(
            "create table film (title text, year integer, director text, minutes integer)"
        )
        database.executemany("insert into film values (?, ?, ?, ?)", ROWS)
    (spec,) = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    other = "  other: {sql: SELECT title FROM film, entity: [title]}\n"
    (tmp_path / "film.yaml").write_text(spec.replace("questions:", f"{other}questions:"))
    return tmp_path


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    server.facts.store = stored(WORLD)
    yield server
    server.close()


def run(place: Path, server: SparqlServer, *more: str) -> Result:
    database = ["--database", str(place / "film.sqlite"), "--source", server.url]
    arguments = ["check", str(place / "film.yaml"), *database, *more]
    return CliRunner().invoke(app, arguments)


def check(place: Path, server: SparqlServer, *more: str, code: int = 0) -> str:
    result = run(place, server, *more)
    assert result.exit_code == code, result.output
    return result.output


def test_the_report_of_the_documents_is_what_comes_out(place, server):
    reports = re.findall(r"^```text\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    said = check(place, server, "--show", "9")
    assert said.split() == reports[-1].split()


def test_differences_say_what_the_table_and_wikidata_say_and_where(place, server):
    said = check(place, server, "--show", "9")
    assert "Relation film: 8 entities; agrees: 3, differs: 2, not found: 2, ambiguous: 0" in said
    assert (
        "title='Dark Harbour', year='1975': year: table says 1975, Wikidata says 1974 (Q3, P577)"
        in said
    )
    assert "director: table says =Sand(), Wikidata says Paul Lind (Q12) (Q4, P57)" in said
    assert "title='[red]Nowhere[/red]', year='1999': no item of the class has this name" in said
    assert "\n2 values differ from Wikidata" in said


def test_the_exit_code_is_that_of_the_other_checks_on_request(place, server):
    check(place, server, "--exit-code", code=1)
    with sqlite3.connect(place / "film.sqlite") as database:
        database.execute("delete from film where title like 'D%' or title like 'Let%'")
    assert "0 values differ from Wikidata" in check(place, server, "--exit-code")


def test_the_report_is_a_file_and_the_database_stays_as_it_was(place, server):
    before = (place / "film.sqlite").read_bytes()
    check(place, server, "--report", str(place / "report.csv"))
    rows = list(csv.DictReader((place / "report.csv").open()))
    wrong = next(row for row in rows if row["table"] == "1975")
    assert (wrong["item"], wrong["verdict"], wrong["wikidata"]) == ("Q3", "differs", "1974")
    found = {row["entity"].split("'")[1]: (row["item"], row["reason"]) for row in rows}
    assert found["[red]Nowhere[/red]"] == ("", "no item of the class has this name")
    assert (place / "film.sqlite").read_bytes() == before


def test_the_numbers_are_written_as_json(place, server):
    check(place, server, "--json", str(place / "numbers.json"))
    film = json.loads((place / "numbers.json").read_text())["film"]
    assert film["rows"] == {
        "agrees": 3, "differs": 2, "not found": 2, "ambiguous": 0, "cannot be told": 1,
    }  # fmt: skip
    assert film["attributes"]["year"]["differs"] == 1
    assert len(film["differences"]) == 2


def test_a_part_can_be_compared_and_what_is_left_out_is_said(place, server):
    assert "; 6 more were not compared (--most)" in check(place, server, "--most", "2")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--relation", "other"], "relations.other has no `wikidata:` part"),
        (["--relation", "films"], "--relation: there is no 'films'; did you mean 'film'?"),
    ],
)
def test_bad_options_are_one_line(place, server, more, message):
    error = run(place, server, *more).exception
    assert isinstance(error, InputError)
    assert message in str(error)
    assert server.queries == []


def test_an_endpoint_without_statements_is_no_silent_agreement(place, server):
    server.facts.store = stored([
        entity("Q3", "Dark Harbour", [statement("P31", "Q11424")]),
    ])  # fmt: skip
    said = check(place, server)
    assert "Q3 has this name, but nothing else agrees: another one?" in said


def test_every_engine_gives_the_same_report(place, server, writable):
    kinds = "title varchar(80), year integer, director varchar(80), minutes integer"
    names = kinds.split()[::2]
    film = sqlalchemy.table("film", *map(sqlalchemy.column, names))
    with writable.engine.begin() as connection:
        connection.exec_driver_sql(f"create table film ({kinds})")
        rows = [dict(zip(names, row, strict=True)) for row in ROWS]
        connection.execute(film.insert(), rows)
    writable.engine.dispose()
    arguments = ["check", str(place / "film.yaml"), "--source", server.url]
    result = CliRunner().invoke(app, [*arguments, "--database", writable.location])
    assert result.output == check(place, server), result.exception
