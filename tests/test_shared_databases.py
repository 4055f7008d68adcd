"""Public databases, and what people publish: the same items from every engine and format."""

from __future__ import annotations

from collections import Counter
from functools import cache

import conftest
import pytest
import sqlglot
import yaml
from copied_databases import copy, load_dump
from database_servers import ENGINES, new_database
from databases import published
from sqlglot import exp

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.reflection import table_names
from erbench_track.erbench_tasks.generator import Benchmark

pytestmark = pytest.mark.long

SPECS = {
    "chinook": published.CHINOOK,
    "worldcup": published.WORLDCUP,
    "northwind": published.NORTHWIND,
    "world": published.WORLD,
}
# What its specification reads of the largest one.
TABLES = {"worldcup": ["tournaments", "award_winners", "awards", "stadiums"]}
DIALECTS = {"sqlite": "sqlite", "duckdb": "duckdb", "postgresql": "postgres", "mariadb": "mysql"}
TYPES = {"bn_yes", "bn_no", "bn_altered", "mc", "mh_yes", "mh_no"}
SEED = 5


def shared(name):
    """Returns the path of a database; the test is skipped where there is none."""
    path = conftest.OFFICIAL / "databases" / name
    if not path.exists():
        pytest.skip(f"no database at ../shared/data/databases/{name}")
    return path


@pytest.fixture(scope="module")
def location(request, tmp_path_factory):
    """Gives the path or URL of one of the databases on an engine; each is copied once."""

    @cache
    def original(name):
        path = conftest.OFFICIAL / "databases" / f"{name}.sqlite"
        if path.exists():
            return "sqlite", str(path)
        dump = shared(f"{name}_postgresql.sql")
        server = request.getfixturevalue("postgresql_server")
        return "postgresql", server.url(load_dump(server, dump))

    @cache
    def find(kind, name):
        origin, there = original(name)
        if origin == kind:
            return there
        made = new_database(kind, tmp_path_factory.mktemp(name), request)
        source = open_database(there)
        copy(source, made.engine, TABLES.get(name) or table_names(source))
        return made.location

    return find


@pytest.fixture(scope="module")
def items(location, tmp_path_factory):
    """Gives the items of one of the databases on an engine."""

    @cache
    def make(kind, name, most=None):
        spec = tmp_path_factory.mktemp("spec") / f"{name}.yaml"
        spec.write_text(yaml.safe_dump(specification(kind, name), sort_keys=False))
        benchmark = Benchmark.open(spec, location(kind, name))
        return list(benchmark.items(seed=SEED, none_share=0.2, max_items=most))

    return make


def specification(kind, name):
    """Returns a specification with its queries in an engine's dialect."""
    spec = yaml.safe_load(SPECS[name])
    for relation in spec["relations"].values():
        relation["sql"] = translated(relation["sql"], kind, name)
        spellings = relation.get("spellings", {})
        for column, query in spellings.items():
            spellings[column] = translated(query, kind, name)
    return spec


def translated(sql, kind, name):
    """Returns a query of PostgreSQL in another dialect."""
    (tree,) = sqlglot.parse(sql, dialect="postgres")
    if kind in ("duckdb", "mariadb"):  # their `/` of two whole numbers has a fraction
        for division in list(tree.find_all(exp.Div)):
            division.replace(exp.IntDiv(this=division.this, expression=division.expression))
    # PostgreSQL would read names of the other databases in lower case.
    identify = kind == "postgresql" and name == "chinook"
    return tree.sql(dialect=DIALECTS[kind], identify=identify)


def content(made):
    return [(i.id, i.question_type, i.question, i.options, i.answer, i.rationale) for i in made]


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("kind", ENGINES)
def test_a_public_database_gives_the_same_items_on_every_engine(items, kind, name):
    made, expected = items(kind, name), items("sqlite", name)
    assert content(made) == content(expected)
    counts = Counter(item.question_type for item in made)
    assert set(counts) == TYPES
    assert min(counts.values()) >= 10


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("kind", ENGINES)
def test_as_many_items_as_are_asked_for_are_the_same_on_every_engine(items, kind, name):
    made, expected = items(kind, name, 120), items("sqlite", name, 120)
    assert content(made) == content(expected)
    assert 60 < len(made) <= 120
    assert {item.question_type for item in made} == TYPES


BOOKS = """\
name: books
relations:
  book:
    sql: |
      SELECT b.title, b.published, a.name AS author, g.name AS genre, x.level
      FROM book b
      JOIN author a ON a.id = b.author_id
      JOIN box x ON x.id = b.box_id
      JOIN genre g ON g.id = b.genre_id
    entity: [title]
questions:
  - type: multiple_choice
    relation: book
    fd: title -> author, genre, level
    wording:
      - question: "What is false of {{ title }}?"
        author: "{{ author }} wrote it."
        genre: "It is of the genre {{ genre }}."
        level: "It stands on the level {{ level }}."
  - type: altered
    relation: book
    fd: title, author -> published
    replaced: author
    must_share: [genre]
    wording: {basic: "Did {{ author }} write {{ title }}?"}
"""


def test_tables_that_begin_with_one_letter_are_joined(tmp_path):
    database = shared("published/alias_twice.sqlite")
    (tmp_path / "books.yaml").write_text(BOOKS)
    made = list(Benchmark.open(tmp_path / "books.yaml", database).items())
    by_question = {item.question: item for item in made}
    assert by_question["What is false of Frankenstein?"].question_type == "mc"
    assert Counter(item.question_type for item in made) == {"mc": 200, "bn_altered": 200}


def test_an_alias_that_is_given_twice_is_named_with_its_line(tmp_path):
    database = shared("published/alias_twice.sqlite")
    twice = BOOKS.replace("box x", "box b").replace("x.", "b.")
    (tmp_path / "books.yaml").write_text(twice)
    with pytest.raises(InputError, match=r"sql: line 4, column 6: two tables are called 'b'; re"):
        Benchmark.open(tmp_path / "books.yaml", database)
