"""Queries bound to a database: names, schemas and what is refused."""

import pytest
import sqlalchemy

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.lineage import BaseColumn, BaseTable
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot

TABLES = (
    "create table land (code varchar(9) primary key, called varchar(30))",
    "create table town (name varchar(30) primary key, land varchar(9) references land (code))",
    "insert into land values ('A', '100% a:b')",
    "insert into town values ('Ara', 'A'), ('Bex', null)",
)


@pytest.fixture
def binder(writable):
    with writable.engine.begin() as connection:
        for statement in TABLES:
            connection.execute(sqlalchemy.text(statement.replace(":", "\\:")))
    writable.engine.dispose()
    return Binder(open_database(writable.location))


def read(binder, sql):
    bound = binder.bind(sql, "r.sql")
    with snapshot(binder.engine) as connection:
        query = sqlalchemy.select(*bound.columns.values()).select_from(bound.source)
        return bound, list(map(tuple, connection.execute(query)))


def test_a_query_is_run_with_its_own_signs_and_names(binder):
    sql = """WITH l AS (SELECT code, called FROM land)
        SELECT t.name AS place, l.called, 'x:y %s' AS sign
        FROM town t JOIN l ON l.code = t.land"""
    bound, rows = read(binder, sql)
    assert rows == [("Ara", "100% a:b", "x:y %s")]
    assert list(bound.columns) == ["place", "called", "sign"]
    assert bound.query.plain["place"] == BaseColumn(None, "town", "name")
    assert set(bound.query.tables) == {BaseTable(None, "land"), BaseTable(None, "town")}


def test_tables_are_reflected_once_with_their_keys(binder):
    read(binder, "SELECT name, land FROM town")
    table = binder.table(BaseTable(None, "town"))
    read(binder, "SELECT land, name FROM town")
    assert binder.table(BaseTable(None, "town")) is table
    if binder.engine.dialect.name != "mysql":  # a reference beside a column is none there
        ((key,),) = [[k.referred_table.name for k in table.foreign_key_constraints]]
        assert key == "land"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT name FROM towns", "r.sql: line 1, column 18: .*'towns'"),
        ("SELECT nam FROM town", "r.sql: line 1, column 8: no column 'nam'; did you mean 'name'"),
        ("SELECT upper(name) FROM town", "has no name; add AS and one"),
        ("SELECT * FROM town", "name the columns"),
        ("SELECT name FROM town; SELECT name FROM town", "r.sql: "),
        ("DROP TABLE town", "r.sql: "),
        ("SELECT t.name FROM town t, land l", "r.sql: "),
        ("", "r.sql: "),
    ],
)
def test_what_is_refused_says_where(binder, sql, message):
    with pytest.raises(InputError, match=message) as raised:
        binder.bind(sql, "r.sql")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("writable", ["postgresql", "duckdb"], indirect=True)
def test_a_table_without_a_schema_is_one_of_the_schema_that_is_given(writable):
    with writable.engine.begin() as connection:
        for statement in (
            "create schema geo", "create table geo.town (name varchar(30))",
            "create table town (name varchar(30))", "insert into geo.town values ('Inner')",
            "insert into town values ('Outer')",
        ):  # fmt: skip
            connection.exec_driver_sql(statement)
    writable.engine.dispose()
    engine = open_database(writable.location)
    assert read(Binder(engine), "SELECT name FROM town")[1] == [("Outer",)]
    bound, rows = read(Binder(engine, "geo"), "SELECT name FROM town")
    assert rows == [("Inner",)]
    assert bound.query.tables == (BaseTable("geo", "town"),)
    assert read(Binder(engine), "SELECT name FROM geo.town")[1] == [("Inner",)]
