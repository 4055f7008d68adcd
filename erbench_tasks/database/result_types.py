"""The types of a query's columns, in one form for all engines (`column_types`).

A column that is one of a table as it is has that one's type. For others PostgreSQL, MySQL and
DuckDB say what they are before any row is read; SQLite does not know, and its first rows tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import types
from sqlalchemy.dialects import mysql, postgresql

from .column_types import Float, Whole, comparable_type, duckdb_type
from .gate import Query
from .lineage import BaseColumn

_FIRST = 100  # rows
_PYTHON: dict[type, Callable[[], types.TypeEngine[Any]]] = {
    str: types.String, int: Whole, float: Float, bytes: types.LargeBinary,
}  # fmt: skip


def result_types(
    connection: sqlalchemy.Connection,
    query: Query,
    type_of: Callable[[BaseColumn], types.TypeEngine[Any]],
) -> dict[str, types.TypeEngine[Any]]:
    """Returns the types of a query's columns; `type_of` returns that of a column of a table."""
    names = list(query.columns)
    if set(query.plain) == set(names):
        return {name: type_of(query.plain[name]) for name in names}
    read = _READERS.get(connection.dialect.name, _of_values)
    described = dict(zip(names, read(connection, query.sql), strict=True))
    return described | {name: type_of(column) for name, column in query.plain.items()}


def executable(sql: str) -> sqlalchemy.TextClause:
    """Returns a query's text as a statement; a colon in it begins no parameter."""
    return sqlalchemy.text(sql.replace(":", "\\:"))


def _described(connection: sqlalchemy.Connection, sql: str) -> Sequence[Sequence[Any]]:
    """Returns what the driver says of the columns; no row is read."""
    result = connection.execute(executable(f"SELECT * FROM ({sql}) AS described LIMIT 0"))  # noqa: S608 -- passed the gate
    try:
        cursor: Any = result.cursor
        return list(cursor.description)
    finally:
        result.close()


def _of_postgresql(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    oids = [column[1] for column in _described(connection, sql)]
    query = sqlalchemy.text("select format_type(:oid, null), typtype from pg_type where oid = :oid")
    for oid in oids:
        name, kind = connection.execute(query, {"oid": oid}).one()
        known = types.String if kind == "e" else postgresql.dialect.ischema_names.get(name)
        yield _computed(comparable_type(known(), "postgresql") if known else types.NullType())


def _of_mysql(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    for _, code, _, width, _, scale, _ in _described(connection, sql):
        if (code, width) == (1, 1):
            yield comparable_type(mysql.TINYINT(display_width=1), "mysql")  # a truth value
        elif code in _DECIMALS and not scale:  # such as a sum of whole numbers
            yield Whole()
        else:
            yield _MYSQL.get(code, types.String())


def _of_duckdb(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    for _, written, *_ in connection.execute(executable(f"DESCRIBE {sql}")):
        yield _computed(duckdb_type(str(written)))


def _computed(kind: types.TypeEngine[Any]) -> types.TypeEngine[Any]:
    """Returns the type of a computed value: a decimal number is what SQLite computes, too."""
    is_decimal = isinstance(kind, types.Numeric) and not isinstance(kind, types.Float)
    return Float() if is_decimal else kind


def _of_values(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    result = connection.execute(executable(f"SELECT * FROM ({sql}) AS first LIMIT {_FIRST}"))  # noqa: S608
    rows = result.all()
    for values in zip(*rows, strict=True):
        kinds = [type(value) for value in values if value is not None]
        yield _PYTHON.get(float if float in kinds else next(iter(kinds), str), types.String)()
    if not rows:
        yield from (types.String() for _ in _described(connection, sql))


_READERS = {
    "postgresql": _of_postgresql, "mysql": _of_mysql, "mariadb": _of_mysql, "duckdb": _of_duckdb,
}  # fmt: skip
_DECIMALS = (0, 246)
# By the numbers of MySQL's protocol; whatever is not among them is read as a text.
_MYSQL: dict[int, types.TypeEngine[Any]] = {
    **dict.fromkeys((1, 2, 3, 8, 9, 13), types.BigInteger()),
    **dict.fromkeys((*_DECIMALS, 4, 5), Float()),
    **dict.fromkeys((7, 12), types.DateTime()),
    10: types.Date(),
    11: types.Time(),
    245: types.JSON(),
}
