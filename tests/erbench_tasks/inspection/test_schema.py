"""What inspect reads of a schema: tables, comments, views, partitions, keys, and what it cannot."""

import pytest

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.inspection.schema import read_schema


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
