"""Tables and keys are the same on every engine, whatever they are called and whatever they hold."""

import time
import warnings
from datetime import date, datetime
from datetime import time as clock
from decimal import Decimal

import pytest
import sqlalchemy
from databases import SCHEMAS
from sqlalchemy import MetaData, types
from sqlalchemy.exc import NoSuchTableError

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.reflection import (
    reflect_all,
    reflect_table,
    table_names,
)
from erbench_track.erbench_tasks.database.snapshot import snapshot, stream

KINDS = (types.Boolean, types.Enum, types.String, types.Integer, types.Float, types.Numeric,
         types.DateTime, types.Date, types.Time, types.LargeBinary, types.Uuid,
         types.NullType)  # fmt: skip
HOSTILE = ['we ird"x.y', "select", "a%b", ":colon", "a:b", "Upper", "ünï cödé", "q'uote", "c,d",
           "p(a)r", "b`tick", "%(x)s", "%s", "dot.ted", "[br]", "x?y", "$1", "semi;--", "{br}",
           "\\b", "order", "1num", "ключ", "日本", " space ", "tab\tbed", "it''s", 'two""quotes',
           "two``ticks"]  # fmt: skip


def kind(column) -> type:
    return next(kind for kind in KINDS if isinstance(column.type, kind))


def foreign_keys(table) -> list[tuple]:
    """Returns (columns, referred table, its columns) of each foreign key."""
    return sorted(
        (
            tuple(element.parent.name for element in key.elements),
            key.referred_table.name,
            tuple(element.column.name for element in key.elements),
        )
        for key in table.foreign_key_constraints
    )


def run(database, *statements):
    """Runs statements as they are, and lets go of the database."""
    with database.engine.connect() as connection:
        cursor = connection.connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        connection.connection.commit()
    database.engine.dispose()


def quoted(database, name: str) -> str:
    if database.kind == "mariadb":
        return "`" + name.replace("`", "``") + "`"
    return '"' + name.replace('"', '""') + '"'


@pytest.mark.parametrize("which", SCHEMAS)
def test_every_engine_has_the_declared_tables_and_keys(any_database, which):
    declared = SCHEMAS[which].METADATA
    engine = open_database(any_database(which))
    assert table_names(engine) == sorted(declared.tables)
    metadata = reflect_all(engine, declared.tables)
    assert set(metadata.tables) == set(declared.tables)
    for name, table in declared.tables.items():
        found = metadata.tables[name]
        assert found.columns.keys() == table.columns.keys()
        assert found.primary_key.columns.keys() == table.primary_key.columns.keys()
        assert foreign_keys(found) == foreign_keys(table)
        assert [kind(column) for column in found.columns] == [
            kind(column) for column in table.columns
        ], name
        assert [column.nullable for column in found.columns] == [
            column.nullable for column in table.columns
        ], name


def test_joins_along_reflected_foreign_keys_find_rows(any_database):
    engine = open_database(any_database("university"))
    tables = reflect_all(engine, ["enrolment", "course"]).tables
    assert {"student", "department", "building", "room", "instructor"} < set(tables)
    joined = tables["enrolment"].join(tables["course"])
    count = sqlalchemy.select(sqlalchemy.func.count()).select_from(joined)
    with snapshot(engine) as connection:
        enrolments = SCHEMAS["university"].rows()["enrolment"]
        assert list(stream(connection, count)) == [[(len(enrolments),)]]


def test_a_table_is_reflected_once_and_within_a_snapshot(any_database):
    with snapshot(open_database(any_database("university"))) as connection:
        metadata = MetaData()
        course = reflect_table(connection, "course", metadata)
        assert reflect_table(connection, "course", metadata) is course
        assert reflect_table(connection, "department", metadata) is metadata.tables["department"]
        prerequisite = reflect_table(connection, "prerequisite", metadata)
        assert {key.referred_table for key in prerequisite.foreign_key_constraints} == {course}


def test_a_name_in_other_letters_is_found_and_a_missing_one_is_not(any_database):
    engine = open_database(any_database("rental"))
    assert reflect_table(engine, "FILM_Actor", MetaData()).name == "film_actor"
    for name in ("films", "", "film; drop table film", "%"):
        with pytest.raises(NoSuchTableError, match=f"^{name}$"):
            reflect_table(engine, name, MetaData())


def allowed(database, name: str) -> bool:
    """MariaDB allows no name that ends in a space; SQLAlchemy 2.0 takes one for a parameter."""
    if name == "%(x)s" and sqlalchemy.__version__.startswith("2.0."):
        return database.engine.dialect.paramstyle == "pyformat"
    return database.kind != "mariadb" or name.rstrip() == name


def create_hostile(database, name: str, names: list[str]) -> None:
    """Creates a table of this name, whose columns have all the names; it refers to itself."""
    column = {other: quoted(database, other) for other in [*names, "id", "zz"]}
    key = f"{column['id']}, {column[names[0]]}"
    declared = ", ".join(f"{column[other]} integer" for other in [*names, "zz"])
    table, pair = column[name], f"{column[name]}, {column['zz']}"
    run(
        database,
        f"create table {table} ({declared}, id integer not null, primary key ({key}),"
        f" unique ({column[name]}, id), foreign key ({pair}) references {table} ({key}))",
        f"create unique index {quoted(database, 'ix ' + name)} on {table} ({pair})",
        f"insert into {table} values ({', '.join(map(str, range(len(names))))}, null, 77)",
    )


def test_any_name_that_an_engine_allows_is_read(writable):
    names = [name for name in HOSTILE if allowed(writable, name)]
    for name in names:
        create_hostile(writable, name, names)
    engine = open_database(writable.location)
    assert table_names(engine) == sorted(names)
    metadata = reflect_all(engine, names)
    with snapshot(engine) as connection:
        for name in names:
            table = metadata.tables[name]
            assert table.columns.keys() == [*names, "zz", "id"]
            assert table.primary_key.columns.keys() == ["id", names[0]]
            assert foreign_keys(table) == [((name, "zz"), name, ("id", names[0]))]
            query = (
                sqlalchemy.select(*table.columns)
                .where(table.columns[name] == names.index(name))
                .group_by(*table.columns)
                .order_by(*table.columns)
            )
            assert list(stream(connection, query)) == [[(*range(len(names)), None, 77)]]


SPECIAL_TYPES = {
    "sqlite": [],
    "duckdb": [
        ("integer[]", "[1, 2]"),
        ("struct(a integer)", "{'a': 1}"),
        ("map(varchar, integer)", "map {'a': 1}"),
        ("json", """'{"a": 1}'"""),
        ("interval", "interval 1 day"),
        ("bit", "'101'"),
        ("union(a integer, b varchar)", "1"),
    ],
    "postgresql": [
        ("integer[]", "'{1,2}'"),
        ("json", """'{"a": 1}'"""),
        ("jsonb", """'{"a": 1}'"""),
        ("interval", "'1 day'"),
        ("tstzrange", "'[2020-01-01,2021-01-01)'"),
        ("inet", "'10.0.0.1'"),
        ("point", "'(1,2)'"),
        ("xml", "'<a/>'"),
        ("bit(3)", "B'101'"),
        ("tsvector", "'a'"),
        ("pair", "'(1,2)'"),
        ("pg_lsn", "'0/0'"),
    ],
    "mariadb": [
        ("set('a','b')", "'a,b'"),
        ("point", "point(1, 2)"),
        ("bit(3)", "b'101'"),
        ("inet6", "'::1'"),
    ],
}


def test_a_type_that_is_not_a_plain_value_is_null_type_without_a_warning(writable):
    special = SPECIAL_TYPES[writable.kind]
    if writable.kind == "postgresql":
        run(writable, "create type pair as (a integer, b integer)")
    columns = ", ".join(f"c{place} {kind}" for place, (kind, _) in enumerate(special))
    values = ", ".join(value for _, value in special)
    comma = "," if special else ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(
            writable,
            f"create table odd (id integer primary key{comma} {columns})",
            f"insert into odd values (1{comma} {values})",
        )
        engine = open_database(writable.location)
        table = reflect_table(engine, "odd", MetaData())
        assert [kind(column) for column in table.columns] == (
            [types.Integer] + [types.NullType] * len(special)
        )
        with snapshot(engine) as connection:
            assert list(stream(connection, sqlalchemy.select(table.columns["id"]))) == [[(1,)]]
        engine.dispose()


def test_enums_years_domains_and_truth_values_have_plain_types(writable):
    mood = "enum('it''s', 'b,c', 'd)')"
    declared, expected = {
        "sqlite": ("mood text, flag boolean", [types.String, types.Boolean]),
        "duckdb": (f"mood {mood}, flag boolean", [types.String, types.Boolean]),
        "postgresql": ("mood mood, flag boolean, d positive",
                       [types.Enum, types.Boolean, types.Integer]),
        "mariadb": (f"mood {mood}, flag boolean, d year",
                    [types.Enum, types.Boolean, types.Integer]),
    }[writable.kind]  # fmt: skip
    if writable.kind == "postgresql":
        run(
            writable,
            f"create type mood as {mood}",
            "create domain positive as integer check (value > 0)",
        )
    year = ", 1999" if len(expected) == 3 else ""
    truth = "1" if writable.kind == "sqlite" else "true"
    run(
        writable,
        f"create table plain ({declared})",
        f"insert into plain values ('it''s', {truth}{year})",
    )
    engine = open_database(writable.location)
    table = reflect_table(engine, "plain", MetaData())
    assert [kind(column) for column in table.columns] == expected
    if types.Enum in expected:
        assert table.columns["mood"].type.enums == ["it's", "b,c", "d)"]
    with snapshot(engine) as connection:
        row = ("it's", True, 1999)[: len(expected)]
        assert list(stream(connection, sqlalchemy.select(table))) == [[row]]


def test_a_table_that_refers_to_itself_and_to_another_is_read(writable):
    run(
        writable,
        "create table a (id integer primary key, b_id integer)",
        "create table b (id integer primary key, a_id integer, up integer,"
        " foreign key (a_id) references a (id), foreign key (up) references b (id))",
    )
    b = reflect_table(open_database(writable.location), "b", MetaData())
    assert foreign_keys(b) == [(("a_id",), "a", ("id",)), (("up",), "b", ("id",))]


# DuckDB adds no foreign key to a table that is there already.
@pytest.mark.parametrize("writable", ["sqlite", "postgresql", "mariadb"], indirect=True)
def test_tables_that_refer_to_each_other_are_read(writable):
    to_b, later = "", ["alter table a add foreign key (b_id) references b (id)"]
    if writable.kind == "sqlite":
        to_b, later = ", foreign key (b_id) references b", []
    run(
        writable,
        f"create table a (id integer primary key, b_id integer{to_b})",
        "create table b (id integer primary key, a_id integer,"
        " foreign key (a_id) references a (id))",
        *later,
    )
    for name in ("a", "b"):
        metadata = MetaData()
        reflect_table(open_database(writable.location), name, metadata)
        assert foreign_keys(metadata.tables["a"]) == [(("b_id",), "b", ("id",))]
        assert foreign_keys(metadata.tables["b"]) == [(("a_id",), "a", ("id",))]


def test_a_foreign_key_that_is_declared_twice_is_one(writable):
    key = "foreign key (up) references t (id)"
    run(writable, f"create table t (id integer primary key, up integer, {key}, {key})")
    table = reflect_table(open_database(writable.location), "t", MetaData())
    assert foreign_keys(table) == [(("up",), "t", ("id",))]


@pytest.mark.parametrize("writable", ["sqlite"], indirect=True)
def test_a_foreign_key_to_what_does_not_exist_is_left_out(writable):
    run(
        writable,
        "create table city (name text primary key, river text references river (name),"
        " mayor text references person (name), twin text references CITY (Name),"
        " sea text references city (depth), lake text references nowhere)",
        "create table person (born integer)",
    )
    table = reflect_table(open_database(writable.location), "city", MetaData())
    assert foreign_keys(table) == [(("twin",), "city", ("name",))]


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_tables_of_other_schemas_are_read(writable):
    run(
        writable,
        'create schema "other.one"',
        'create table "other.one".river (name text primary key, code text unique)',
        'create table city (name text primary key, river text references "other.one".river)',
        'create table "other.one".boat (id integer primary key,'
        ' city text references city, river text references "other.one".river)',
    )
    engine = open_database(writable.location)
    assert table_names(engine) == ["city"]
    assert table_names(engine, "other.one") == ["boat", "river"]
    metadata = MetaData()
    boat = reflect_table(engine, "boat", metadata, "other.one")
    assert {key[1] for key in foreign_keys(boat)} == {"city", "river"}
    with snapshot(engine) as connection:
        for table in metadata.tables.values():
            assert list(stream(connection, sqlalchemy.select(table))) == []
    (key,) = reflect_table(engine, "city", MetaData()).foreign_key_constraints
    assert (key.referred_table.schema, key.referred_table.name) == ("other.one", "river")


@pytest.mark.parametrize("writable", ["mariadb"], indirect=True)
def test_a_table_of_another_database_of_the_server_is_read_if_it_may_be(writable):
    other = writable.server.new_database()
    run(
        writable,
        f"create table {other}.river (name varchar(20) primary key)",
        f"create table city (name varchar(20) primary key, river varchar(20),"
        f" foreign key (river) references {other}.river (name))",
    )
    engine = open_database(writable.location)
    (key,) = reflect_table(engine, "city", MetaData()).foreign_key_constraints
    assert (key.referred_table.schema, key.referred_table.name) == (other, "river")
    writable.server.as_admin(f"revoke all on {other}.* from reader@'127.0.0.1'")
    engine = open_database(writable.location)
    assert foreign_keys(reflect_table(engine, "city", MetaData())) == []


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_partitions_and_their_foreign_keys_are_read_once(writable):
    run(
        writable,
        "create table day (at date primary key) partition by range (at)",
        "create table day_1 partition of day for values from ('2020-01-01') to ('2021-01-01')",
        "create table visit (id integer primary key, at date references day)",
    )
    engine = open_database(writable.location)
    assert table_names(engine) == ["day", "visit"]
    visit = reflect_table(engine, "visit", MetaData())
    assert foreign_keys(visit) == [(("at",), "day", ("at",))]


@pytest.mark.parametrize("writable", ["postgresql", "mariadb", "duckdb"], indirect=True)
def test_comments_of_tables_and_columns_are_read(writable):
    statements = [
        "create table film (title varchar(50) primary key, score integer)",
        "comment on table film is 'shown since 1990'",
        "comment on column film.score is 'of critics'",
    ]
    if writable.kind == "mariadb":
        statements = [
            "create table film (title varchar(50) primary key,"
            " score integer comment 'of critics') comment 'shown since 1990'"
        ]
    run(writable, *statements)
    film = reflect_table(open_database(writable.location), "film", MetaData())
    assert film.comment == "shown since 1990"
    assert film.columns["score"].comment == "of critics"
    assert not film.columns["title"].comment


def test_the_default_schema_can_be_named(writable):
    run(writable, "create table t (a integer primary key)")
    engine = open_database(writable.location)
    schema = sqlalchemy.inspect(engine).default_schema_name
    assert table_names(engine, schema) == ["t"]
    assert reflect_table(engine, "t", MetaData(), schema).columns.keys() == ["a"]
    assert table_names(engine, "elsewhere") == []


def test_a_view_is_no_table_but_can_be_reflected(writable):
    run(
        writable,
        "create table t (a integer primary key)",
        "create view v as select a, a + 1 as b from t",
    )
    engine = open_database(writable.location)
    assert table_names(engine) == ["t"]
    view = reflect_table(engine, "v", MetaData())
    assert view.columns.keys() == ["a", "b"]
    assert list(view.primary_key.columns) == []


def test_two_hundred_tables_take_few_questions_and_little_time(writable):
    run(
        writable,
        "create table t0 (id integer primary key, name varchar(20) unique)",
        *(
            f"create table t{n} (id integer primary key, up integer, name varchar(20),"
            f" unique (up, name), foreign key (up) references t{n - 1} (id))"
            for n in range(1, 200)
        ),
    )
    engine = open_database(writable.location)
    began = time.monotonic()
    metadata = reflect_all(engine, table_names(engine))
    assert len(metadata.tables) == 200
    assert foreign_keys(metadata.tables["t199"]) == [(("up",), "t198", ("id",))]
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("writable", ["sqlite"], indirect=True)
def test_sqlite_values_that_do_not_fit_their_type_are_kept_as_they_are(writable):
    run(
        writable,
        "create table loose (d date, t datetime, c time, b boolean, n decimal(5, 2), u numeric,"
        " x blob, i integer)",
        "insert into loose values ('2024-02-29', '2024-02-29 12:30:01', '08:15', 1, 2.5, 2.5,"
        " x'00ff', 7)",
        "insert into loose values ('2024-02-29 00:00:00', '2024-02-29', '08:15:30.250', 'f', 3,"
        " 3, 'text', 'seven')",
        "insert into loose values ('2023-02-29', 'soon', 'noon', 2, 'much', 'more', null, 7.5)",
        "insert into loose values (2024, 1709164800, 8, null, 2.125, 1e300, 1, null)",
    )
    engine = open_database(writable.location)
    table = reflect_table(engine, "loose", MetaData())
    assert kind(table.columns["n"]) is types.Numeric
    with snapshot(engine) as connection:
        ((first, second, third, fourth),) = stream(connection, sqlalchemy.select(table))
    noon, morning = datetime(2024, 2, 29, 12, 30, 1), clock(8, 15)
    leap, half = date(2024, 2, 29), Decimal("2.5")
    assert tuple(first) == (leap, noon, morning, True, Decimal("2.50"), half, b"\x00\xff", 7)
    assert str(first.n) == "2.50"
    assert tuple(second) == (leap, datetime(2024, 2, 29), clock(8, 15, 30, 250000), "f",
                             Decimal("3.00"), Decimal(3), "text", "seven")  # fmt: skip
    assert tuple(third) == ("2023-02-29", "soon", "noon", 2, "much", "more", None, 7.5)
    assert tuple(fourth)[:5] == (2024, 1709164800, 8, None, Decimal("2.125"))
