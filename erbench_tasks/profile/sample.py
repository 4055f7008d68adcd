"""The rows of a table that a profile looks at, as texts that are the same on every engine."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sqlalchemy
from sqlalchemy import func, select, types

from ..database.snapshot import stream
from ..database.sql_text import comparable_column, finite, register_md5, seeded_rank

# Of a longer text its beginning and its length stand for the whole.
LONGEST = 200
# Rows of a table, and values of all tables together, that are read.
_MOST_ROWS, _MOST_VALUES = 20_000, 3_000_000
# Of a still larger table the rows that a sample is drawn from.
_MOST_RANKED = 2_000_000
_TYPES: tuple[tuple[type[types.TypeEngine[Any]], str], ...] = (
    (types.Boolean, "boolean"), (types.Integer, "integer"), (types.Numeric, "number"),
    (types.DateTime, "timestamp"), (types.Date, "date"), (types.Time, "time"),
    (types.LargeBinary, "binary"), (types.Uuid, "uuid"), (types.String, "text"),
)  # fmt: skip
_RANKED = (types.Integer, types.String)  # whose texts are the same on every engine
_PYTHON: dict[type | None, str] = {str: "text", int: "integer", float: "number"}


@dataclass(frozen=True)
class Sample:
    """Rows of a table."""

    rows: int  # of the whole table, of which `read` were read
    read: int
    types: dict[str, str]
    columns: dict[str, list[str | None]]  # their texts, aligned; binary columns are not read
    nulls: dict[str, int]  # in the whole table
    unique: set[str] = field(default_factory=set)  # those without NULL, and with no value twice

    @cached_property
    def order(self) -> list[int]:
        """The places of the rows, at random: by their seeded hashes, the same on every engine."""
        columns = self.columns.values()
        rows = (repr(row).encode("utf-8", "replace") for row in zip(*columns, strict=True))
        ranks = [hashlib.md5(row, usedforsecurity=False).digest() for row in rows]
        return sorted(range(len(ranks)), key=ranks.__getitem__)

    @cached_property
    def values(self) -> dict[str, dict[str, int]]:
        """The distinct values of each column, in random order, with their numbers of rows."""
        return {
            name: dict(Counter(text for row in self.order if (text := texts[row]) is not None))
            for name, texts in self.columns.items()
        }


def most_rows(columns: int) -> int:
    """Returns how many rows of each table are read if all have so many columns together."""
    return min(_MOST_ROWS, max(500, _MOST_VALUES // max(1, columns)))


def read_sample(connection: sqlalchemy.Connection, table: sqlalchemy.Table, most: int) -> Sample:
    """Reads a table or view, or a sample of `most` of its rows."""
    counts = [func.count(), *(func.count(column) for column in table.columns)]
    row = first_row(connection, select(*counts).select_from(table))
    total = int(row[0])
    kinds = {
        column.name: next((name for kind, name in _TYPES if isinstance(column.type, kind)), "other")
        for column in table.columns
    }
    nulls = {name: total - count for name, count in zip(kinds, row[1:], strict=True)}
    read = [column for column in table.columns if kinds[column.name] != "binary"]
    texts: dict[str, list[str | None]] = {column.name: [] for column in read}
    for batch in _batches(connection, table, read, most if total > most else None):
        for name, values in zip(texts, zip(*batch, strict=True), strict=True):
            texts[name] += map(_text, values)
            if kinds[name] == "other":
                first = next((type(value) for value in values if value is not None), None)
                kinds[name] = _PYTHON.get(first, "other")  # SQLite has columns without a type
    size = len(texts[read[0].name]) if read else total
    sample = Sample(total, size, kinds, texts, nulls)
    for column in read:
        if nulls[column.name] == 0 < len(sample.values[column.name]) == size:
            query = select(func.count(comparable_column(column).distinct()))
            if size == total or first_row(connection, query)[0] == total:
                sample.unique.add(column.name)
    return sample


def first_row(connection: sqlalchemy.Connection, query: sqlalchemy.Executable) -> Sequence[Any]:
    """Returns the first row of a query that has one, such as of counts."""
    return next(stream(connection, query))[0]


def _batches(
    connection: sqlalchemy.Connection,
    table: sqlalchemy.Table,
    columns: Sequence[sqlalchemy.Column[Any]],
    most: int | None,
) -> Iterator[Sequence[Sequence[Any]]]:
    """Yields the values of some columns: of all rows, or of so many drawn by their hashes."""
    if not columns:
        return
    source = table if most is None else select(table).limit(_MOST_RANKED).subquery()
    engine = connection.dialect.name
    chosen = [finite(source.c[c.name], engine).label(f"c{n}") for n, c in enumerate(columns)]
    query = select(*chosen).select_from(source)
    if most is not None:
        register_md5(connection)
        ranked = [source.c[c.name] for c in columns if isinstance(c.type, _RANKED)]
        known = [func.coalesce(sqlalchemy.cast(c, sqlalchemy.String), "") for c in ranked]
        query = query.order_by(*[seeded_rank(0, known)] if known else []).limit(most)
    yield from stream(connection, query)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, (dict, list)):
        value = json.dumps(value, ensure_ascii=False, default=str)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…[{len(text)}]"
