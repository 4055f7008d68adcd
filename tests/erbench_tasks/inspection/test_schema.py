"""What inspect reads of a schema: tables, comments, views, partitions, keys, and what it cannot."""

import pytest
import sqlalchemy
from database_servers import USER
from sqlalchemy import types

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.inspection.schema import read_schema
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec


def run(database, *statements):
    """Runs statements as they are, and lets go of the database."""
    with database.engine.connect() as connection:
        cursor = connection.connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        connection.connection.commit()
    database.engine.dispose()


COMMENTED = {
    "sqlite": ["create table ward (id integer primary key, hno varchar(9), note text)"],
    "postgresql": [
        "create table ward (id integer primary key, hno varchar(9), note text)",
        "comment on table ward is 'Where patients lie; it''s \"ours\"'",
        "comment on column ward.hno is E'House number\\nof the ward'",
        "create table other (hno text)",
        "comment on column other.hno is 'not this one'",
    ],
    "duckdb": [
        "create table ward (id integer primary key, hno varchar(9), note text)",
        "comment on table ward is 'Where patients lie; it''s \"ours\"'",
        "comment on column ward.hno is 'House number\nof the ward'",
    ],
    "mariadb": [
        "create table ward (id integer primary key,"
        " hno varchar(9) comment 'House number\\nof the ward', note text)"
        " comment 'Where patients lie; it''s \"ours\"'",
    ],
}


def test_comments_of_tables_and_columns_are_read(writable):
    run(writable, *COMMENTED[writable.kind])
    ward = read_schema(open_database(writable.location))["ward"]
    if writable.kind == "sqlite":  # has none
        assert (ward.comment, ward.column_comments) == ("", {})
    else:
        assert ward.comment == 'Where patients lie; it\'s "ours"'
        assert ward.column_comments == {"hno": "House number\nof the ward"}


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_comments_are_those_of_the_schema_that_is_read(writable):
    run(
        writable,
        "create table ward (name text)",
        "comment on table ward is 'the default one'",
        "create schema old",
        "create table old.ward (name text)",
        "comment on column old.ward.name is 'the old one'",
    )
    engine = open_database(writable.location)
    default, old = read_schema(engine)["ward"], read_schema(engine, "old")["ward"]
    assert (default.comment, default.column_comments) == ("the default one", {})
    assert (old.comment, old.column_comments) == ("", {"name": "the old one"})


def refused(location, schema=None, only=()):
    with pytest.raises(InputError) as raised:
        read_schema(open_database(location), schema, only)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_view_is_read_if_it_is_asked_for_and_else_named_with_the_reason(writable):
    run(
        writable,
        "create table nurse (name varchar(20) primary key, ward varchar(20))",
        "create view night as select name, ward from nurse",
    )
    engine = open_database(writable.location)
    found = read_schema(engine)
    assert list(found) == ["nurse"]
    assert not found["nurse"].is_view
    assert found.left_out == {
        "night": "a view, which repeats rows of tables; with --tables night it is read"
    }
    view = read_schema(engine, only=["night"])["night"]
    assert view.is_view
    assert view.table.columns.keys() == ["name", "ward"]
    assert (view.key, view.uniques, view.foreign_keys) == ((), (), ())


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_parts_of_tables_materialized_views_and_foreign_tables_are_not_read_by_themselves(writable):
    run(
        writable,
        "create table visit (at date primary key) partition by range (at)",
        "create table visit_1 partition of visit for values from ('2020-01-01') to ('2021-01-01')"
        " partition by range (at)",
        "create table visit_1a partition of visit_1"
        " for values from ('2020-01-01') to ('2020-06-01')",
        "create table town (name text)",
        "create table town_old () inherits (town)",
        "create table capital (country text) inherits (town)",
        "create materialized view names as select name from town",
        "create table 統計 (id integer)",
    )
    found = read_schema(open_database(writable.location))
    assert list(found) == ["capital", "town", "visit", "統計"]
    assert {name: reason.partition(";")[0] for name, reason in found.left_out.items()} == {
        "visit_1": "a part of the table visit, with which its rows are asked about",
        "visit_1a": "a part of the table visit_1, with which its rows are asked about",
        "town_old": "a part of the table town, with which its rows are asked about",
        "names": "a view, which repeats rows of tables",
    }


SHOP = (
    "create table {a}river (name varchar(20) primary key, sea varchar(20))",
    "create table {b}river (name varchar(20) primary key, flow integer)",
    "create table {b}boat (name varchar(20) primary key, a varchar(20), b varchar(20),"
    " foreign key (a) references {a}river (name), foreign key (b) references {b}river (name))",
    "create table {a}berth (place integer, pier varchar(20), primary key (place, pier))",
    "create table {b}mooring (name varchar(20), pier varchar(20), place integer,"
    " foreign key (place, pier) references {a}berth (place, pier))",
)


@pytest.mark.parametrize("writable", ["postgresql", "mariadb"], indirect=True)
def test_keys_across_schemas_lead_to_the_right_one_of_two_tables_of_one_name(writable):
    if writable.kind == "postgresql":
        other = 'two, "words'
        run(writable, 'create schema "two, ""words"')
        first, second = "public.", '"two, ""words".'
    else:
        other = writable.server.new_database()
        first, second = f"{writable.name}.", f"{other}."
    run(writable, *(sql.format(a=first, b=second) for sql in SHOP))
    engine = open_database(writable.location)
    default = engine.connect().dialect.default_schema_name
    if writable.kind == "mariadb":  # "," cannot be in the name of the other schema here
        assert set(read_schema(engine, f"{default},{other}")) == {
            "river", "berth", f"{other}.river", f"{other}.boat", f"{other}.mooring"
        }  # fmt: skip
    found = read_schema(engine, other)
    assert list(found) == ["boat", "mooring", "river"]
    by_column, by_name = found["boat"].foreign_keys
    assert (by_column.columns, by_column.table, by_column.schema) == (
        ("a",), f"{default}.river", default
    )  # fmt: skip
    assert (by_name.columns, by_name.table, by_name.schema) == (("b",), "river", None)
    (pair,) = found["mooring"].foreign_keys
    assert (pair.columns, pair.table, pair.target) == (
        ("pier", "place"), f"{default}.berth", ("pier", "place")
    )  # fmt: skip


@pytest.mark.parametrize("writable", ["postgresql", "duckdb"], indirect=True)
def test_tables_of_several_schemas_are_read_together(writable):
    run(
        writable,
        "create schema geo",
        "create schema shop",
        "create table geo.town (name text primary key)",
        "create table shop.town (name text primary key)",
        "create table shop.owner (name text primary key)",
    )
    engine = open_database(writable.location)
    found = read_schema(engine, "geo, shop")
    assert list(found) == ["shop.owner", "shop.town", "town"]
    assert found.schema == "geo"
    assert [found["town"].table.schema, found["shop.town"].table.schema] == ["geo", "shop"]
    assert list(read_schema(engine, "geo,shop", ["shop.town"])) == ["shop.town"]


def test_an_empty_schema_names_those_that_have_tables(writable):
    if writable.kind in ("postgresql", "duckdb"):
        run(writable, "create schema geo", "create table geo.town (name text)")
        run(writable, "create schema shop", "create table shop.owner (name text)")
        run(writable, "create schema bare")
        expected = "these schemas have some, name one or several with --schema: geo,shop"
        assert expected in refused(writable.location)
        assert refused(writable.location, "bare").startswith("the schema 'bare' has no tables; ")
        assert refused(writable.location, "gio").startswith("the schema 'gio' has no tables; ")
    else:
        run(writable, "create view one as select 1 as a", "drop view one")
        assert "has no tables" in refused(writable.location)


def test_a_database_that_has_views_only_says_so(writable):
    run(writable, "create view one as select 1 as a")
    assert "(but views or the like; ask for them with --tables one)" in refused(writable.location)


@pytest.mark.parametrize("writable", ["postgresql", "mariadb"], indirect=True)
def test_what_may_not_be_read_is_left_out_with_the_reason(writable):
    run(
        writable,
        "create table open (name varchar(20) primary key)",
        "create table secret (name varchar(20) primary key)",
        "create table half (name varchar(20) primary key, shown varchar(20) unique,"
        " hidden varchar(20), foreign key (hidden) references open (name))",
    )
    if writable.kind == "postgresql":
        run(
            writable,
            f"revoke all on secret, half from {USER}",
            f"grant select (name, shown) on half to {USER}",
        )
        problem = "cannot be read: permission denied for table "
    else:
        name, reader = writable.name, f"{USER}@'127.0.0.1'"
        writable.server.as_admin(
            f"revoke all on {name}.* from {reader}",
            f"grant select on {name}.open to {reader}",
            f"grant insert on {name}.secret to {reader}",
            f"grant select (name, shown) on {name}.half to {reader}",
        )
        problem = " command denied to user "
    found = read_schema(open_database(writable.location))
    assert problem in found.left_out["secret"]
    if writable.kind == "mariadb":  # which does not even say what such a table is
        assert list(found) == ["open"]
        assert problem in found.left_out["half"]
    else:
        assert list(found) == ["half", "open"]
        half = found["half"]
        assert (half.key, half.uniques, half.foreign_keys) == (("name",), (("shown",),), ())
        assert list(half.left_out) == ["hidden"]
        assert problem in half.left_out["hidden"]


@pytest.mark.parametrize("writable", ["mariadb"], indirect=True)
def test_a_view_that_lost_its_table_does_not_stop_the_others(writable):
    run(
        writable,
        "create table nurse (name varchar(20) primary key)",
        "create table gone (name varchar(20) primary key)",
        "create view broken as select name from gone",
        "drop table gone",
    )
    engine = open_database(writable.location)
    assert list(read_schema(engine)) == ["nurse"]
    found = read_schema(engine, only=["nurse", "broken"])
    assert list(found) == ["nurse"]
    assert "broken" in found.left_out
    assert refused(writable.location, only=["broken"]).startswith("no table can be read; broken: ")


def test_types_without_text_have_a_reason_and_what_to_write_instead(writable):
    kinds, expected = {
        "sqlite": ("a json", {"a": "JSON"}),
        "duckdb": ("a json, b text[], c interval", {"a": "JSON", "b": "a list", "c": "its type"}),
        "postgresql": (
            "a jsonb, b text[], c interval, d json",
            {"a": "JSON", "b": "a list", "c": "its type", "d": "JSON"},
        ),
        "mariadb": (
            "a json, b set('x', 'y'), c point, d text",
            {"a": "JSON", "b": "a list", "c": "its type"},
        ),
    }[writable.kind]
    run(writable, f"create table ward (name varchar(20) primary key, {kinds})")
    left_out = read_schema(open_database(writable.location))["ward"].left_out
    assert {column: reason.partition(" is not")[0] for column, reason in left_out.items()} == (
        expected
    )
    assert all("not supported" in reason for reason in left_out.values())
    if "b" in left_out:
        assert left_out["b"].endswith(": {column: ward.b, each: true}")


GENERATED = {
    "sqlite": [
        "create table ward (name varchar(20) primary key, size integer,"
        " twice integer generated always as (size * 2) stored,"
        " loud varchar(20) generated always as (upper(name)) virtual)"
    ],
    "duckdb": [
        "create type brief as varchar",
        "create table ward (name brief primary key, size integer,"
        " twice integer generated always as (size * 2), loud varchar generated always as"
        " (upper(name)))",
    ],
    "postgresql": [
        "create domain short as varchar(20)",
        "create domain shorter as short check (length(value) < 9)",
        "create table ward (name shorter primary key, size integer,"
        " twice integer generated always as (size * 2) stored,"
        " loud varchar(20) generated always as (upper(name)) stored)",
    ],
    "mariadb": [
        "create table ward (name varchar(20) primary key, size integer,"
        " twice integer generated always as (size * 2) virtual,"
        " loud varchar(20) generated always as (upper(name)) stored)"
    ],
}


def test_generated_columns_and_domains_are_ordinary_columns(writable):
    run(
        writable,
        *GENERATED[writable.kind],
        "insert into ward (name, size) values ('north', 7)",
    )
    engine = open_database(writable.location)
    ward = read_schema(engine)["ward"]
    assert (list(ward.table.columns.keys()), ward.left_out) == (
        ["name", "size", "twice", "loud"], {}
    )  # fmt: skip
    kinds = [types.String, types.Integer, types.Integer, types.String]
    for column, kind in zip(ward.table.columns, kinds, strict=True):
        assert isinstance(column.type, kind), column
    with engine.connect() as connection:
        assert list(connection.execute(sqlalchemy.select(ward.table))) == [
            ("north", 7, 14, "NORTH")
        ]


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_a_domain_over_a_list_or_json_is_one(writable):
    run(
        writable,
        "create domain tags as text[]",
        "create domain details as jsonb",
        "create type mood as enum ('good', 'bad')",
        "create table ward (name text primary key, tags tags, details details, moods mood[])",
        "insert into ward values ('north', '{a,b}', '{\"c\": \"red\"}', '{good,bad}')",
    )
    engine = open_database(writable.location)
    found = read_schema(engine)["ward"].left_out
    assert {name: reason[:6] for name, reason in found.items()} == {
        "tags": "a list", "details": "JSON i", "moods": "a list"
    }  # fmt: skip
    spec = {
        "tables": ["ward"],
        "entity": ["name"],
        "attributes": {
            "name": "ward.name",
            "tag": {"column": "ward.tags", "each": True},
            "mood": {"column": "ward.moods", "each": True},
            "color": {"column": "ward.details", "key": "c"},
        },
    }
    relation = Relation(engine, "ward", RelationSpec.model_validate(spec))
    with snapshot(engine) as connection:
        (group,) = TupleSource(connection).groups(relation, ["name"])
    assert [(row["tag"], row["mood"], row["color"]) for row in group.facts] == [
        (tag, mood, "red") for tag in "ab" for mood in ("bad", "good")
    ]
