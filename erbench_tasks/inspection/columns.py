"""Which columns are worth asking about, judged by their types, names and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import sqlalchemy
from sqlalchemy import func, select, types

from ...filters.rationale.values import Kind as Value
from ...filters.rationale.values import guess
from ..english.words import measure, phrase, words
from .schema import TableSchema

# The most rows of a table for statistics, and the most for values.
ROWS = 50_000
VALUES = 200
# A column with a larger share of NULL would cost too many tuples.
MOSTLY = 0.8
LONGEST = 80

_SECRET = {"password", "passwd", "pwd", "hash", "token", "secret", "salt"}
_CONTACT = {"email", "mail", "phone", "fax", "url", "uri", "link", "website", "ip"}
_TECHNICAL = {"uuid", "guid", "checksum", "digest", "path", "file", "filename", "json", "xml"}
_KEY = {"id", "key", "pk", "fk"}
# A number by which people know a thing.
_NATURAL = {"code", "isbn", "number", "year"}
# What happens to a thing once, in a year.
_EVENTS = {
    "begun", "born", "built", "completed", "created", "died", "discovered", "established",
    "founded", "hired", "joined", "made", "opened", "published", "released", "written",
}  # fmt: skip
_HASH = re.compile(r"[0-9a-fA-F]{16,}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ADDRESS = re.compile(r"\S+@\S+\.\S+|\w+://\S+|/\S+/\S*")


class Kind(IntEnum):
    """What a column holds; the smaller, the better to ask about."""

    NAME = 0
    CATEGORY = 1
    DATE = 2
    NUMBER = 3


@dataclass(frozen=True)
class Column:
    """A column and what was found in it.

    Attributes:
        name: Its name.
        kind: What it holds; None if it is not worth asking about.
        reason: Why it is not.
        rows: Number of rows that were looked at.
        distinct: Number of distinct values among them.
        present: Number of them that are not NULL.
        are_years: Whether its values look like years.
        values: What kind of values they are, for reading responses.
    """

    name: str
    kind: Kind | None
    reason: str = ""
    rows: int = 0
    distinct: int = 0
    present: int = 0
    are_years: bool = False
    values: Value = "other"

    @property
    def called(self) -> str:
        """What the column is called in a question."""
        if self.kind is Kind.DATE:
            return measure(self.name, "date")
        if self.kind is Kind.NUMBER:
            return measure(self.name, "year" if self.are_years else "number")
        return phrase(self.name)

    @property
    def is_unique(self) -> bool:
        """Whether no two of the rows had the same value."""
        return self.rows > 0 and self.distinct == self.rows

    @property
    def is_mostly_there(self) -> bool:
        """Whether few of the rows have a NULL."""
        return self.present >= MOSTLY * self.rows


def judge_columns(connection: sqlalchemy.Connection, table: TableSchema) -> list[Column]:
    """Judges the columns of a table.

    Args:
        connection: The database.
        table: The table.

    Returns:
        Every column, in the table's order.
    """
    judged = {c.name: _unaskable(c, table) for c in table.table.columns}
    # How many are NULL matters for foreign keys too: a join along one loses those rows.
    candidates = [c for c in table.table.columns if not judged[c.name] or table.is_linking(c.name)]
    statistics = _statistics(connection, table.table, candidates)
    found = []
    for column in table.table.columns:
        rows, present, distinct, values = statistics.get(column.name, (0, 0, 0, []))
        if reason := judged[column.name]:
            found.append(Column(column.name, None, reason, rows, distinct, present))
        else:
            found.append(_judged(column, rows, present, distinct, values))
    return found


def _unaskable(column: sqlalchemy.Column[Any], table: TableSchema) -> str:
    """Returns why a column cannot be asked about, judged by its type and name."""
    if column.name in table.left_out:
        return table.left_out[column.name]
    tokens = {word.lower() for word in words(column.name)}
    for kinds, reason in _BY_TYPE:
        if isinstance(column.type, kinds):
            return reason
    if table.is_linking(column.name):
        return "part of a foreign key"
    whole = isinstance(column.type, types.Integer)
    if (column.name,) in table.keys and whole and not tokens & _NATURAL:
        return "a surrogate key"
    if tokens & _KEY and (whole or "id" in tokens):
        return "an identifier"
    for names, reason in (
        (_SECRET, "a secret"),
        (_CONTACT, "an address"),
        (_TECHNICAL, "technical"),
    ):
        if tokens & names:
            return f"{reason}, by its name"
    return ""


_BY_TYPE: tuple[tuple[tuple[type[Any], ...], str], ...] = (
    ((types.NullType,), "a type that is not supported"),
    ((types.LargeBinary,), "binary"),
    ((types.Boolean,), "a yes or no"),
    ((types.Uuid,), "an identifier"),
    ((types.DateTime, types.Time, types.Interval), "a time stamp"),
    ((types.JSON, types.ARRAY), "not one value"),
)


def _statistics(
    connection: sqlalchemy.Connection,
    table: sqlalchemy.Table,
    columns: Sequence[sqlalchemy.Column[Any]],
) -> dict[str, tuple[int, int, int, list[Any]]]:
    """Returns rows, values present, distinct values and some values of each column."""
    if not columns:
        return {}
    some = select(*(c.label(f"c{i}") for i, c in enumerate(columns))).limit(ROWS).subquery()
    counts = select(func.count(), *(f(c) for c in some.c for f in (func.count, _count_distinct)))
    rows, *numbers = connection.execute(counts).one()
    few = connection.execute(select(*columns).limit(VALUES)).all()
    return {
        column.name: (
            rows, numbers[2 * i], numbers[2 * i + 1],
            [row[i] for row in few if row[i] is not None],
        )
        for i, column in enumerate(columns)
    }  # fmt: skip


def _count_distinct(column: sqlalchemy.ColumnElement[Any]) -> sqlalchemy.ColumnElement[int]:
    return func.count(column.distinct())


def _judged(
    column: sqlalchemy.Column[Any], rows: int, present: int, distinct: int, values: list[Any]
) -> Column:
    kind, reason = _kind(column.type, values, rows, distinct)
    if present == 0:
        kind, reason = None, "no values"
    elif distinct == 1 and rows > 1:
        kind, reason = None, "one value only"
    elif present < MOSTLY * rows:
        kind, reason = None, f"NULL in {1 - present / rows:.0%} of the rows"
    are_years = kind is Kind.NUMBER and _are_years(column.name, values)
    held = guess(
        column.name, [str(value) for value in values], f"{column.table.name}.{column.name}"
    )
    return Column(column.name, kind, reason, rows, distinct, present, are_years, held)


def _are_years(name: str, values: Sequence[Any]) -> bool:
    """Tells whether numbers are years: by what happened then, or by their size."""
    if words(name)[-1:] and words(name)[-1] in _EVENTS:
        return all(-5000 <= value <= 2200 for value in values)
    return all(1000 <= value <= 2100 for value in values)


def _kind(
    kind: types.TypeEngine[Any], values: Sequence[Any], rows: int, distinct: int
) -> tuple[Kind | None, str]:
    if isinstance(kind, types.Date):
        return Kind.DATE, ""
    if isinstance(kind, types.Integer | types.Numeric):
        return (None, "a yes or no") if set(values) <= {0, 1} else (Kind.NUMBER, "")
    if not isinstance(kind, types.String):
        return None, "a type that is not supported"
    if reason := _unreadable([str(value) for value in values]):
        return None, reason
    return (Kind.CATEGORY if distinct <= max(2, rows // 10) else Kind.NAME), ""


def _unreadable(texts: Sequence[str]) -> str:
    """Returns why the values cannot be asked about; empty if they can."""
    if not texts:
        return ""
    if _share(_HASH.fullmatch(text.strip()) for text in texts) > 0.5:
        return "hashes or identifiers"
    if _share(_ADDRESS.fullmatch(text.strip()) for text in texts) > 0.5:
        return "addresses"
    if _share(len(text) > LONGEST or "\n" in text for text in texts) > 0.1:
        return "long texts"
    if _share(any(map(str.isalpha, text)) for text in texts) < 0.8:
        return "codes without letters"
    return ""


def _share(tests: Iterable[object]) -> float:
    """Returns the share of tests, at least one, that are true."""
    results = [bool(test) for test in tests]
    return sum(results) / len(results)
