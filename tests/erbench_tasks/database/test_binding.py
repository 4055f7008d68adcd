"""Queries bound to a database: names, schemas, what is refused, and the types of columns."""

from datetime import date
from decimal import Decimal

import pytest
import sqlalchemy
from sqlalchemy import types

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder, executable
from erbench_track.erbench_tasks.database.lineage import BaseColumn, BaseTable
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot, stream
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec

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


TABLE = (
    "create table t (id integer primary key, word varchar(20), share double precision, day date)",
    "insert into t values (1, 'a', 0.1, '2004-05-06'), (2, 'B', 2.5, '1999-12-31'),"
    " (3, null, null, null)",
    "create table w (word varchar(20), code char(6))",
)
WORDS = ["a", "A", "é", "e", "É", "Z"]


@pytest.fixture
def typed(writable):
    with writable.engine.begin() as connection:
        for statement in TABLE:
            connection.exec_driver_sql(statement)
        table = sqlalchemy.table("w", sqlalchemy.column("word"), sqlalchemy.column("code"))
        for word in WORDS:
            connection.execute(table.insert().values(word=word, code=word))
    writable.engine.dispose()
    return Binder(open_database(writable.location))


def values(typed, expression):
    """Returns the values of an expression, in the order of `id`."""
    bound = typed.bind(f"SELECT id, {expression} AS x FROM t", "r.sql")
    query = sqlalchemy.select(bound.columns["x"]).select_from(bound.source)
    with snapshot(typed.engine) as connection:
        rows = [row for batch in stream(connection, query.order_by(bound.columns["id"]))
                for row in batch]  # fmt: skip
    return [value for (value,) in rows], bound.columns["x"].type


@pytest.mark.parametrize(
    ("expression", "kind", "expected"),
    [
        ("word", types.String, ["a", "B", None]),
        ("id + 1", types.Integer, [2, 3, 4]),
        ("upper(word)", types.String, ["A", "B", None]),
        ("coalesce(word, 'none')", types.String, ["a", "B", "none"]),
        ("share * 2", types.Float, ["0.2", "5", None]),
        ("share + 0.2", types.Float, ["0.30000000000000004", "2.7", None]),
        ("case when id > 2 then null else id end", types.Integer, [1, 2, None]),
        ("count(*) over (partition by 1)", types.Integer, [3, 3, 3]),
        ("day", types.Date, [date(2004, 5, 6), date(1999, 12, 31), None]),
    ],
)
def test_an_expression_has_the_type_and_the_values_that_it_has_on_every_engine(
    typed, expression, kind, expected
):
    if expression == "share + 0.2":
        expression = "share + cast(0.2 as double precision)"
    found, type_ = values(typed, expression)
    assert isinstance(type_, kind), type_
    shown = [str(v) if isinstance(v, Decimal) and kind is types.Float else v for v in found]
    assert shown == expected


def test_a_comparison_can_be_told_from_what_is_not_true(typed):
    found, _ = values(typed, "id = 1")
    assert [bool(value) for value in found] == [True, False, False]


def test_what_is_no_row_yet_has_a_type(typed):
    bound = typed.bind("SELECT id, upper(word) AS x FROM t WHERE id > 9", "r.sql")
    assert isinstance(bound.columns["x"].type, types.String)
    assert isinstance(bound.columns["id"].type, types.Integer)


@pytest.mark.parametrize("column", ["word", "code", "trim(word)", "upper(word)"])
def test_texts_of_an_expression_are_told_apart_and_sorted_by_their_code_points(typed, column):
    spec = {"sql": f"SELECT {column} AS x FROM w", "entity": ["x"]}
    relation = Relation(typed, "w", RelationSpec.model_validate(spec))
    with snapshot(typed.engine) as connection:
        groups = list(TupleSource(connection).groups(relation, ["x"]))
    found = [group.determinant[0] for group in groups]
    assert found == sorted(set(found))
    # Which letters have a capital is each engine's own affair.
    assert found == sorted(WORDS) or column == "upper(word)"
    assert {"A", "E", "Z"} <= set(found) or column != "upper(word)"


@pytest.mark.parametrize("text", ["\\N", "a\\:b", "::text", ":a :b", "\\\\:c:", "12:30", "% %s"])
def test_a_backslash_a_colon_and_a_percent_sign_reach_the_database_as_they_are(text):
    with sqlalchemy.create_engine("sqlite://").connect() as connection:
        row = connection.execute(executable(f"select '{text}' as text")).one()
    assert row.text == text
