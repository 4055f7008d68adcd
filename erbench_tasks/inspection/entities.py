"""Which tables are about entities, and what names their entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile

import sqlalchemy
from sqlalchemy import func, select

from ..database.sql_text import comparable_column
from ..english.words import is_participle, singular, words
from .columns import ROWS, Column, Kind
from .schema import ForeignKey, TableSchema

_LABELS = ("name", "title", "label", "caption", "designation")
_FIRST = {"first", "given", "fore"}
_KEY_WORDS = ("id", "key", "code", "no", "number", "fk")
_LAST = {"last", "family", "sur"}


@dataclass(frozen=True)
class Entity:
    """A table whose rows have a name that people know.

    Attributes:
        schema: The table.
        noun: What one of its rows is, such as `film`.
        label: The columns that name a row: one, or a first and a last name.
        also: Further columns that tell rows of one name apart.
        columns: Its other columns that are worth asking about, the best first.
        judged: All of its columns.
        repeated: Number of rows that share their name and `also` with another row, among the
            first `columns.ROWS`.
    """

    schema: TableSchema
    noun: str
    label: tuple[str, ...]
    also: tuple[str, ...]
    columns: tuple[Column, ...]
    judged: tuple[Column, ...]
    repeated: int = 0

    @property
    def name(self) -> str:
        """Name of the table."""
        return self.schema.name


def find_entities(
    connection: sqlalchemy.Connection,
    tables: Mapping[str, TableSchema],
    judged: Mapping[str, Sequence[Column]],
) -> dict[str, Entity]:
    """Finds the tables that have a column, or two, that name their rows.

    Args:
        connection: The database.
        tables: The tables by name.
        judged: The columns of each.

    Returns:
        The entities by the name of their table.
    """
    found = {}
    for name, table in tables.items():
        label = _label(table, judged[name])
        if label:
            found[name] = _entity(connection, table, judged[name], label)
    return found


def is_link(table: TableSchema) -> bool:
    """Tells whether a table only links others: a many-to-many relationship."""
    linking = {column for key in table.foreign_keys for column in key.columns}
    return len(table.foreign_keys) >= 2 and bool(table.key) and set(table.key) <= linking


def role(key: ForeignKey) -> str:
    """Returns what a table refers to by a foreign key: `manager_id` is its `manager`.

    Columns such as `room_building` and `room_number` together refer to a room.
    """
    parts = _common([words(column) for column in key.columns])
    while len(parts) > 1 and parts[-1].lower() in _KEY_WORDS:
        parts.pop()
    if not parts or parts[-1].lower() in ("id", "key", "fk"):
        return singular(key.table)
    text = " ".join(parts)
    return f"{text} {singular(key.table)}" if is_participle(parts[-1]) else text


def _common(names: Sequence[Sequence[str]]) -> list[str]:
    """Returns the words that all names begin with."""
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*names, strict=False))
    return [same[0] for same in shared]


def _label(table: TableSchema, judged: Sequence[Column]) -> tuple[str, ...]:
    names = [column for column in judged if column.kind in (Kind.NAME, Kind.CATEGORY)]
    first = [c for c in names if _FIRST & set(words(c.name)) or "forename" in words(c.name)]
    last = [c for c in names if _LAST & set(words(c.name)) or "surname" in words(c.name)]
    if first and last:
        return (first[0].name, last[0].name)
    ranked = sorted(names, key=lambda column: _rank(table, column))
    if not ranked:
        return ()
    best = ranked[0]
    # Without a telling name a column names its rows only if hardly two of them share a value.
    telling = _rank(table, best)[0] < len(_LABELS) + 2
    return (best.name,) if telling or best.distinct >= 0.9 * best.present else ()


def _rank(table: TableSchema, column: Column) -> tuple[int, int]:
    """Ranks a column as the one that names the rows: by its name, then by its values."""
    own, parts = set(words(singular(table.table.name))), words(column.name)
    for index, label in enumerate(_LABELS):
        if parts == [label]:
            return index, 0
        if label in parts and set(parts) - {label} <= own:
            return index, 1
    if set(parts) <= own:
        return len(_LABELS), 0
    if (column.name,) in table.keys:
        return len(_LABELS) + 1, 0
    return len(_LABELS) + 2, -column.distinct


def _entity(
    connection: sqlalchemy.Connection,
    table: TableSchema,
    judged: Sequence[Column],
    label: tuple[str, ...],
) -> Entity:
    also, repeated = _telling_apart(connection, table, judged, label)
    used = {*label, *also}
    others = [c for c in judged if c.kind is not None and c.name not in used]
    others.sort(key=lambda column: column.kind if column.kind is not None else 0)
    # Text that is unique says what another name of the row is, no fact about it.
    others = [c for c in others if not (c.kind is Kind.NAME and c.is_unique)]
    return Entity(
        table, singular(table.table.name), label, also, tuple(others), tuple(judged), repeated
    )


def _telling_apart(
    connection: sqlalchemy.Connection,
    table: TableSchema,
    judged: Sequence[Column],
    label: tuple[str, ...],
) -> tuple[tuple[str, ...], int]:
    """Returns the fewest columns that make the label unique, and how many rows it repeats then."""
    if any(set(key) <= set(label) for key in table.keys):
        return (), 0
    askable = [c.name for c in judged if c.kind is not None and c.name not in label]
    natural = [tuple(c for c in key if c not in label) for key in table.keys]
    candidates = [(), *(key for key in natural if key and set(key) <= set(askable))]
    candidates += combinations(askable[:4], 1)
    best: tuple[str, ...] = ()
    fewest: int | None = None
    for also in candidates:
        repeated = _repeated(connection, table.table, (*label, *also))
        if fewest is None or repeated < fewest * 0.5:
            best, fewest = also, repeated
        if not fewest:
            break
    return best, fewest or 0


def _repeated(
    connection: sqlalchemy.Connection, table: sqlalchemy.Table, columns: Sequence[str]
) -> int:
    """Counts the rows, among the first, that share their values with another."""
    chosen = [table.c[name] for name in columns]
    some = select(*(c.label(f"c{i}") for i, c in enumerate(chosen)))
    some = some.where(sqlalchemy.and_(*(c.is_not(None) for c in chosen)))
    rows = some.limit(ROWS).subquery()
    count = select(func.count().label("n")).select_from(rows)
    sizes = count.group_by(*map(comparable_column, rows.c)).subquery()
    query = select(func.coalesce(func.sum(sizes.c.n), 0)).where(sizes.c.n > 1)
    return int(connection.execute(query).scalar_one())
