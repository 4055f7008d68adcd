"""Tables of other names, and tables that only look like them."""

import sqlite3

import pytest

from erbench_track.erbench_tasks.database.folder import engine_for_connection
from erbench_track.erbench_tasks.inspection.columns import judge_columns
from erbench_track.erbench_tasks.inspection.name_tables import name_tables
from erbench_track.erbench_tasks.inspection.schema import read_schema

TOWNS = """
create table town (id integer primary key, name text);
create table language (id text primary key, name text);
create table label (id integer primary key, name text);
"""


def found(table, columns, rows):
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.executescript(TOWNS)
    connection.execute(f'create table "{table}" ({columns})')
    marks = ", ".join("?" * len(rows[0]))
    connection.executemany(f'insert into "{table}" values ({marks})', rows)
    connection.commit()
    engine = engine_for_connection(connection)
    schema = read_schema(engine)
    with engine.connect() as opened:
        judged = {name: judge_columns(opened, each) for name, each in schema.items()}
    return [(each.table, each.alias, each.language) for each in name_tables(schema, judged)]


ROWS = [(i // 2, f"Town {i}burg", "ab"[i % 2] * 3) for i in range(40)]
KEY = "town_id integer references town (id)"


@pytest.mark.parametrize(
    ("table", "columns", "alias", "language"),
    [
        ("town_alias", f"{KEY}, alias text, source text", "alias", ""),
        ("town_names", f"{KEY}, name text, lang text", "name", "lang"),
        ("TownTranslations", f"{KEY}, title text, locale text", "title", "locale"),
        ("alternate_names", f"{KEY}, alternate_name text, language text", "alternate_name",
         "language"),
        ("town_i18n", f"{KEY}, name text, language_id text references language (id)", "name",
         "language_id"),
        ("town_synonyms", f"{KEY}, synonym text, note text", "synonym", ""),
    ],
)  # fmt: skip
def test_a_table_of_other_names_is_found(table, columns, alias, language):
    assert found(table, columns, ROWS) == [(table, alias, language)]


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("town_language", f"{KEY}, language text, script text"),
        ("town_label", f"{KEY}, label_name text, since text"),
        ("mayor_names", f"{KEY}, name text, party text"),
        ("town_name_change", f"{KEY}, name text, decree text"),
        ("street", f"{KEY}, name text, paving text"),
        ("names", "town_id integer, name text, lang text"),
    ],
)
def test_a_table_of_something_else_is_none(table, columns):
    assert found(table, columns, ROWS) == []


def test_a_table_of_languages_to_which_another_one_refers_names_nothing_else():
    more = "create table town_names (id integer primary key, town_id integer references town (id),"
    more += " name text unique); create table release (of integer references town_names (id));"
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.executescript(TOWNS + more)
    rows = [(i, i // 2, f"Town {i}burg") for i in range(40)]
    connection.executemany("insert into town_names values (?, ?, ?)", rows)
    connection.commit()
    engine = engine_for_connection(connection)
    schema = read_schema(engine)
    with engine.connect() as opened:
        judged = {name: judge_columns(opened, each) for name, each in schema.items()}
    assert name_tables(schema, judged) == []
