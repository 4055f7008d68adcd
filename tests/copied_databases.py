"""Databases as people publish them, copied from one engine into another with their keys."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy
from database_servers import PASSWORD, USER, DatabaseServer, postgresql_binary
from sqlalchemy import types
from sqlalchemy.dialects import mysql

from erbench_track.erbench_tasks.database.reflection import reflect_all

Row = Mapping[str, Any]
_AT_ONCE = 400  # rows
_KEY_LENGTH = 100


def load_dump(server: DatabaseServer, dump: Path) -> str:
    """Runs a script of SQL in a new database of PostgreSQL, and returns the database's name."""
    database = server.new_database()
    done = subprocess.run(
        [
            postgresql_binary("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1",
            "-p", str(server.port), "-U", USER, "-d", database, "-f", str(dump),
        ],
        env={**os.environ, "PGPASSWORD": PASSWORD}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return database


def copy(source: sqlalchemy.Engine, target: sqlalchemy.Engine, tables: Collection[str]) -> None:
    """Copies tables, and those that they refer to, with their rows and keys.

    Args:
        source: The database.
        target: An empty database of any engine.
        tables: The tables.
    """
    reflected = reflect_all(source, tables)
    metadata = sqlalchemy.MetaData()
    for table in reflected.sorted_tables:
        _declare(table, metadata)
    metadata.create_all(target, checkfirst=False)
    with source.connect() as reading:
        for table in reflected.sorted_tables:
            read = reading.execute(sqlalchemy.select(table)).mappings()
            _insert(target, metadata.tables[table.name], list(map(dict, read)))
    target.dispose()


def _declare(table: sqlalchemy.Table, metadata: sqlalchemy.MetaData) -> None:
    """Declares the same table in types that every engine has."""
    keys = [
        [(element.parent.name, element.column) for element in key.elements]
        for key in table.foreign_key_constraints
    ]
    in_keys = {name for key in keys for name, _ in key} | {*table.primary_key.columns.keys()}
    sqlalchemy.Table(
        table.name,
        metadata,
        *(
            sqlalchemy.Column(
                column.name,
                _portable(column.type, column.name in in_keys),
                primary_key=column.primary_key,
                nullable=column.nullable,
                autoincrement=False,
                quote=True,
            )
            for column in table.columns
        ),
        *(
            sqlalchemy.ForeignKeyConstraint(
                [name for name, _ in key], [f"{to.table.name}.{to.name}" for _, to in key]
            )
            for key in keys
        ),
        quote=True,
    )


def _portable(kind: types.TypeEngine[Any], in_key: bool) -> types.TypeEngine[Any]:
    """Returns a type of the same kind that every engine has."""
    match kind:
        case types.CHAR():
            return types.CHAR(kind.length)
        case types.String():
            length = kind.length or (_KEY_LENGTH if in_key else None)
            return types.String(length) if length else types.Text()
        case types.Float():
            single = types.REAL().with_variant(mysql.FLOAT(), "mysql", "mariadb")
            return single if getattr(kind, "single", False) else types.Double()
        case types.Numeric():
            return types.Numeric(kind.precision or 20, kind.scale)
    plain = (types.SmallInteger, types.BigInteger, types.Integer, types.Boolean, types.DateTime,
             types.Date, types.Time, types.LargeBinary)  # fmt: skip
    return next(base for base in plain if isinstance(kind, base))()


def _insert(engine: sqlalchemy.Engine, table: sqlalchemy.Table, rows: list[Row]) -> None:
    """Inserts rows, those first that others of the same table refer to."""
    for some in _in_turn(table, rows):
        for start in range(0, len(some), _AT_ONCE):
            part = some[start : start + _AT_ONCE]
            with engine.begin() as connection:
                # `executemany` of DuckDB is slow.
                connection.execute(table.insert().values(part))


def _in_turn(table: sqlalchemy.Table, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Yields rows in turns: none refers to one of its own turn or a later one."""
    pairs = [
        (element.parent.name, element.column.name)
        for key in table.foreign_key_constraints
        if key.referred_table is table
        for element in key.elements
    ]
    if not pairs:
        yield rows
        return
    left, there = list(rows), set[tuple[str, Any]]()
    while left:
        ready = [
            row for row in left if all((b, row[a]) in there for a, b in pairs if row[a] is not None)
        ]
        assert ready, "a cycle"
        yield ready
        there |= {(b, row[b]) for row in ready for _, b in pairs}
        left = [row for row in left if row not in ready]
