"""A sample over a whole table: the same on every engine and at any physical order of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy
from sqlalchemy import func, select, types

from ..database.drawing import are_whole, is_drawn, prime
from ..database.sql_text import finite, joined, register_md5, seeded_rank
from .schema import TableSchema

# The most rows of a table that are read to judge its columns.
ROWS = 10_000
# The first characters of a text tell what it is; the rest may be a whole book.
CHARACTERS = 300
# A table of which so many times the rows could be ranked is not ranked as a whole.
_TIMES = 4
# Values whose text every engine writes the same way.
_PORTABLE = (types.String, types.Integer, types.Date)


@dataclass(frozen=True)
class TableSample:
    """Rows of a table.

    Attributes:
        rows: The number of rows that were read.
        of_rows: The number of rows that the table has.
        values: The values of each column that was asked for, row by row; of long texts the first
            `CHARACTERS` characters.
    """

    rows: int
    of_rows: int
    values: dict[str, tuple[Any, ...]]


def sample_table(
    connection: sqlalchemy.Connection,
    table: TableSchema,
    columns: Sequence[sqlalchemy.Column[Any]],
    most: int = ROWS,
) -> TableSample:
    """Reads all rows of a table, or as many as there may be.

    Which rows are read of a larger table follows from a hash of their keys, or where there is no
    key from one of their texts, whole numbers and dates.

    Args:
        connection: The database.
        table: The table.
        columns: The columns to read.
        most: The most rows to read.
    """
    if not columns:
        return TableSample(0, 0, {})
    dialect = connection.dialect.name
    query = select(*(_beginning(column, dialect) for column in columns)).select_from(table.table)
    rows = connection.execute(query.limit(most + 1)).all()
    of_rows = len(rows)
    if of_rows > most:
        of_rows = connection.execute(select(func.count()).select_from(table.table)).scalar_one()
        register_md5(connection)
        ranked = query.order_by(_rank(table)).limit(most)
        rows = connection.execute(_among_fewer(ranked, table, of_rows // (_TIMES * most))).all()
        if len(rows) < most:  # few of the keys can be divided
            rows = connection.execute(ranked).all()
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    named = {column.name: each for column, each in zip(columns, values, strict=True)}
    return TableSample(len(rows), of_rows, named)


def _among_fewer(
    query: sqlalchemy.Select[Any], table: TableSchema, one_of: int
) -> sqlalchemy.Select[Any]:
    """Leaves out most rows by their keys before the others are ranked, which takes longer."""
    key = [table.table.c[name] for name in table.key]
    if one_of < 2 or len(key) != 1 or not are_whole(key):
        return query
    return query.where(is_drawn(key, prime(one_of)))


def _rank(table: TableSchema) -> sqlalchemy.ColumnElement[str]:
    every = list(table.table.columns)
    portable = [column for column in every if isinstance(column.type, _PORTABLE)]
    named = table.keys[0] if table.keys else [column.name for column in portable or every]
    # The rank of a row with a NULL would be NULL, so NULL is ranked as a text.
    values = [func.coalesce(joined([table.table.c[name]]), "") for name in named]
    return seeded_rank(0, values)


def _beginning(column: sqlalchemy.Column[Any], dialect: str) -> sqlalchemy.ColumnElement[Any]:
    kind = column.type
    if not isinstance(kind, types.String) or isinstance(kind, types.Enum):
        return finite(column, dialect)
    if kind.length is not None and kind.length <= CHARACTERS:
        return column
    return func.substr(column, 1, CHARACTERS, type_=kind)
