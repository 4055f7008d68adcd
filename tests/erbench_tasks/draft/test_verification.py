"""What the database refuses of a draft: all of these were written by a person, to be refused."""

import hashlib
import time

import film_database
import pytest
from film_database import SQL, draft

from erbench_track.erbench_tasks.draft.reply import ColumnSpellings

QUERIES = {
    "writes": "INSERT INTO film (title) VALUES ('x')",
    "deletes": "DELETE FROM film",
    "drops": "DROP TABLE film",
    "updates": "UPDATE film SET title = 'x'",
    "stacked": f"{SQL}; DROP TABLE film",
    "a comment": f"{SQL} /* */; DELETE FROM film --",
    "writes in a CTE": "WITH x AS (DELETE FROM film RETURNING title) SELECT title FROM x",
    "attaches": "ATTACH '/tmp/other.sqlite' AS other",
    "settings": "PRAGMA writable_schema = 1",
    "loads": f"{SQL} WHERE load_extension('/tmp/x.so') = 1",
    "reads files": f"{SQL} WHERE f.title <> readfile('/etc/passwd')",
    "reads tables of files": "SELECT * FROM read_csv('/etc/passwd')",
    "reads the catalogue": "SELECT name AS title, 1 AS year, sql AS director, '' AS country"
    " FROM sqlite_master",
    "much memory": f"{SQL} WHERE length(randomblob(1000000000)) > 1",
    "never ends": "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
    " SELECT x AS title, x AS year, x AS director, x AS country FROM n",
    "everything with everything": "SELECT a.title, a.year, b.title AS director, c.title AS country"
    " FROM film a, film b, film c, film d",
    "a join by no key": "SELECT f.title, f.year, d.name AS director, d.country FROM film f"
    " JOIN director d ON d.id > f.id",
    "a star": "SELECT * FROM film",
    "another schema": "SELECT title, year, director, country FROM public.movies",
    "private table": "SELECT name AS title, 1 AS year, email AS director, phone AS country FROM"
    " customer",
    "private subquery": f"{SQL} WHERE f.title NOT IN (SELECT email FROM customer)",
    "private in a union": f"{SQL} UNION SELECT email, 1, name, phone FROM customer",
    "a parameter": f"{SQL} WHERE f.year > :year",
    "no query": "",
    "prose": "I would rather not.",
    "much text": f"{SQL} WHERE f.title <> '{'x' * 100_000}'",
}  # fmt: skip
ENTRIES = {
    "a relation that is not there": {"relation": "movie"},
    "a column that is not there": {"fd": "title, year -> producer"},
    "no dependency": {"fd": ""},
    "half a dependency": {"fd": "title -> "},
    "a dependency that does not hold": {
        "type": "binary", "fd": "country -> director", "replaced": [], "mixed": False,
        "wordings": [{"basic": "Is {{ country }} one?", "negated": "Is {{ country }} none?"}],
    },
    "a leak": {
        "type": "binary", "fd": "title, year -> director", "replaced": [], "mixed": False,
        "wordings": [{"basic": "Did {{ director }} make {{ title }}?", "negated": "No?"}],
    },
    "a wording that tells the value": {
        "type": "multiple_choice", "replaced": [], "fd": "title, year -> director, country",
        "wordings": [{
            "question": "Which is false of {{ title }} of {{ year }} by {{ director }}?",
            "director": "{{ director }} made it.", "country": "It is from {{ country }}.",
        }],
    },
    "no wording": {"wordings": []},
    "an empty wording": {"wordings": [{}]},
    "another block": {"wordings": [{"advanced": "Hm?"}]},
    "a text without end": {
        "wordings": [{"basic": "{% for i in range(10**9) %}{{ title }}{% endfor %}{{ director }}"}]
    },
    "much work": {"wordings": [{"basic": "{{ 'a' * 10**12 }}{{ director }}"}]},
    "Python's inside": {"wordings": [{"basic": "{{ title.__class__.__mro__ }}{{ director }}"}]},
    "a file": {"wordings": [{"basic": "{% include '/etc/passwd' %}{{ director }}"}]},
    "another name": {"wordings": [{"basic": "{{ config }} {{ director }}?"}]},
    "broken Jinja": {"wordings": [{"basic": "Did {{ director direct?"}]},
    "the same for all": {"wordings": [{"basic": "Did {{ director }} direct it?"}]},
    "to share what is not there": {"must_share": ["studio"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    return film_database.verification(folder), folder / "films.sqlite"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_is_not_hostile_holds(database):
    (verdict,) = database[0].verdicts(draft().parts).values()
    assert not verdict.failed, verdict.lines
    assert verdict.items == 60


@pytest.mark.parametrize("name", QUERIES)
def test_a_hostile_query_is_refused_in_one_line_and_runs_nothing(database, name):
    verification, path = database
    before = digest(path)
    started = time.monotonic()
    (verdict,) = verification.verdicts(draft(QUERIES[name]).parts).values()
    assert verdict.error
    assert "\n" not in verdict.error
    assert len(verdict.error) < 1000
    assert "example.org" not in verdict.error
    assert digest(path) == before
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("name", ENTRIES)
def test_a_bad_entry_fails_for_a_reason_in_one_line_each(database, name):
    (verdict,) = database[0].verdicts(draft(**ENTRIES[name]).parts).values()
    assert verdict.failed
    assert all("\n" not in line and len(line) < 1000 for line in verdict.lines)


def test_two_entries_must_not_ask_the_same(database):
    twice = draft()
    other = twice.entries["director"].model_copy(update={"id": "again"})
    twice.entries["again"] = other
    verdicts = database[0].verdicts(twice.parts)
    assert not verdicts["director"].failed
    assert any("asked twice" in line for line in verdicts["again"].lines)


def test_what_authors_write_without_names_holds(database):
    made = draft(f"SELECT title, year, director, country FROM ({SQL})")
    spelling = "SELECT 'Tale 1', 'One' UNION SELECT title, upper(title) FROM film"
    relation = made.relations["film"].model_copy(
        update={"spellings": [ColumnSpellings(column="title", sql=spelling)]}
    )
    made.relations["film"] = relation
    (verdict,) = database[0].verdicts(made.parts).values()
    assert not verdict.failed, verdict.lines
