"""Foreign keys that nobody declared: columns whose values all occur in a key of another table.

Names say where to look: `countrycode` may refer to a `country`, `home_team_id` to a `team`. The
database then counts on all rows how many of the values occur there. A column of small numbers is
included in the key of nearly every table, so where names say nothing, much of the target has to be
referred to. What several tables call alike, such as `tconst`, is the key of one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sqlalchemy
from sqlalchemy import func, select, types

from ..database.sql_text import comparable_column
from ..english.words import singular, split

# Larger tables are not compared.
MOST_ROWS = 2_000_000
# As many pairs of columns are compared where their names say nothing.
MOST_UNNAMED = 300
# The least share of values that occur in the target: some rows refer to what was deleted.
NAMED, UNNAMED = 0.95, 1.0
# The least share of a target's values that are referred to, where names say nothing.
USED = 0.3
# How alike names are that end alike: `home_team_id`, and the key of `team`.
_CALLED = 0.75
# As many values are looked up first.
_FEW = 20

_KEYS = {"id", "ids", "key", "code", "cd", "no", "nr", "num", "number", "fk", "pk", "ref", "uid",
         "uuid", "guid", "sk", "iso", "abbr"}  # fmt: skip
# What a row of a table is to another one of it.
_RELATIVES = {"parent", "manager", "boss", "supervisor", "superior", "father", "mother", "spouse",
              "predecessor", "successor", "report", "replaced", "sibling"}  # fmt: skip
# What the name of a row is called.
_NAMES = {"name", "title", "label"}
# `tt0068646`, `Q42`, `BA-117`: letters and digits in one word.
_IDENTIFIER = re.compile(r"(?=.*\d)(?=.*[^\W\d])[\w-]{3,}")
NUMBERS = "whole numbers"
_Column = sqlalchemy.Column[Any]


@dataclass(frozen=True)
class Inclusion:
    """A column that refers to a table, as far as its values tell.

    Attributes:
        table: Name of the table that refers.
        columns: Its column.
        target: Name of the table that it refers to.
        target_columns: A column that no two rows of that share.
        share: The share of the column's distinct values that occur there, in [0, 1].
        used: The share of the target's values that occur in the column, in [0, 1].
        likeness: How far the column's name says that it refers to the target, in [0, 1].
    """

    table: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    share: float
    used: float
    likeness: float

    @property
    def plausibility(self) -> float:
        """How far names and figures speak for a foreign key, in [0, 1]."""
        used = min(1.0, 2 * self.used)
        return round(self.share * (0.2 + 0.6 * self.likeness + 0.2 * used), 3)

    @property
    def is_certain(self) -> bool:
        """Whether all values occur in the target, and the name ends in what that is called."""
        return self.share == 1 and self.likeness >= _CALLED

    @property
    def on(self) -> dict[str, str]:
        """The join as a specification has it: `{city.countrycode: country.code}`."""
        pairs = zip(self.columns, self.target_columns, strict=True)
        return {f"{self.table}.{mine}": f"{self.target}.{other}" for mine, other in pairs}


@dataclass(frozen=True)
class Inclusions:
    """What was found.

    Attributes:
        found: The best inclusion of each column, the most plausible first.
        left_out: Why some columns were not compared, for people: a line each.
    """

    found: tuple[Inclusion, ...]
    left_out: tuple[str, ...]


def find_inclusions(
    connection: sqlalchemy.Connection,
    tables: Mapping[str, sqlalchemy.Table],
    unique: Mapping[str, Iterable[str]],
    *,
    most_rows: int = MOST_ROWS,
    most_unnamed: int = MOST_UNNAMED,
) -> Inclusions:
    """Finds columns that refer to a table without a declared foreign key.

    Args:
        connection: The database, such as a `snapshot`.
        tables: The tables by name.
        unique: The columns of each that a key of one column is declared of.
        most_rows: Tables with more rows are left out.
        most_unnamed: The most pairs of columns to compare where names say nothing.
    """
    finder = _Finder(connection, tables, unique, most_rows)
    every = [column for table in finder.tables for column in table.columns if _may_refer(column)]
    found, others = [], []
    for column in every:
        best = finder.best(column, finder.named(column))
        if best is not None:
            found.append(best)
        elif _is_called_key(column):
            others.append(column)
    found += finder.unnamed(others, most_unnamed)
    found.sort(key=lambda each: (-each.plausibility, each.table, each.columns))
    return Inclusions(tuple(found), tuple(finder.left_out))


class _Finder:
    """Compares columns; counts each of them once."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        tables: Mapping[str, sqlalchemy.Table],
        unique: Mapping[str, Iterable[str]],
        most_rows: int,
    ) -> None:
        self._connection = connection
        self.left_out: list[str] = []
        self.tables = [table for table in tables.values() if self._is_small(table, most_rows)]
        self._targets: dict[str, list[_Column]] = {}
        self._by_word: dict[tuple[str, str], list[_Column]] = {}
        self._sizes: dict[_Column, int] = {}
        self._shared = Counter(str(column.name) for t in self.tables for column in t.columns)
        declared = {table: set(unique.get(str(table.name), ())) for table in self.tables}
        keys = [column for table in self.tables for column in self._keys(table, declared[table])]
        self.main = {column.name: column for column in sorted(keys, key=_is_main)
                     if self._is_shared(column)}  # fmt: skip
        for column in keys:
            if self.main.get(column.name, column) is column:
                self._add(column)

    def _add(self, target: _Column) -> None:
        self._targets.setdefault(_family(target), []).append(target)
        ends = (words[at] for words in _wanted(target) for at in (0, -1))
        for word in {*ends, str(target.table.name)}:
            self._by_word.setdefault((_family(target), word), []).append(target)

    def named(self, column: _Column) -> list[_Column]:
        """Returns the keys that a column could refer to, by its type and its name."""
        if (main := self.main.get(column.name)) is not None:
            return [main] if main is not column and _family(main) == _family(column) else []
        stem = _stem(column.name)
        words = {*stem[:1], *stem[-1:], str(column.table.name)}
        found = {t: None for w in words for t in self._by_word.get((_family(column), w), ())}
        return [target for target in found if target is not column and _likeness(column, target)]

    def targets(self, column: _Column) -> list[_Column]:
        """Returns the keys that a column could refer to, by its type and for all that is known.

        A range of numbers from 1 on includes most columns of numbers.
        """
        every = [t for t in self._targets.get(_family(column), ()) if t is not column]
        return [t for t in every if _family(t) != NUMBERS or not self._is_dense(t)]

    def _is_dense(self, target: _Column) -> bool:
        query = select(func.min(target), func.max(target))
        first, last = self._connection.execute(query).one()
        if isinstance(first, str) or isinstance(last, str):
            return False  # SQLite takes any type that it does not know for one of numbers
        return first is None or last - first < 2 * self._size(target)

    def best(self, column: _Column, targets: Sequence[_Column]) -> Inclusion | None:
        """Returns the most plausible of the inclusions of a column that hold."""
        few = self._few(column) if targets else []
        held = (self._inclusion(column, target, few) for target in targets if few)
        return max(filter(None, held), key=lambda each: each.plausibility, default=None)

    def unnamed(self, columns: Sequence[_Column], most: int) -> Iterator[Inclusion]:
        """Yields the inclusions of columns whose names say nothing of what they refer to."""
        for column in columns:
            targets = self.targets(column)
            most -= len(targets)
            if most < 0:
                where = f"{column.table.name}.{column.name}"
                self.left_out.append(f"{where}: too many keys that it might refer to")
            elif best := self.best(column, targets):
                yield best

    def _is_small(self, table: sqlalchemy.Table, most_rows: int) -> bool:
        some = select(sqlalchemy.literal(1).label("one")).select_from(table).limit(most_rows + 1)
        rows = self._connection.execute(select(func.count()).select_from(some.subquery())).scalar()
        if (rows or 0) > most_rows:
            self.left_out.append(f"table {table.name}: it has more than {most_rows:,} rows")
        return 0 < (rows or 0) <= most_rows

    def _keys(self, table: sqlalchemy.Table, unique: set[str]) -> Iterator[_Column]:
        """Yields the columns that tell the rows of a table apart, declared or not."""
        key = list(table.primary_key.columns)
        declared = unique | ({key[0].name} if len(key) == 1 else set())
        for column in table.columns:
            if _family(column) and (
                column.name in declared
                or (
                    not key
                    and (_is_called_key(column) or self._is_shared(column))
                    and self._is_unique(column)
                )
            ):
                yield column

    def _is_shared(self, column: _Column) -> bool:
        """Tells whether several tables have a column of this name, here with identifiers."""
        if self._shared[column.name] < 2 or _family(column) != "texts" or not _stem(column.name):
            return False
        few = self._few(column)
        return bool(few) and all(_IDENTIFIER.fullmatch(str(value)) for value in few)

    def _is_unique(self, column: _Column) -> bool:
        values = func.count(comparable_column(column).distinct())
        query = select(func.count(), func.count(column), values).select_from(column.table)
        rows, present, distinct = self._connection.execute(query).one()
        return bool(rows == present == distinct)

    def _few(self, column: _Column) -> list[Any]:
        query = select(column).where(column.is_not(None)).distinct().limit(_FEW)
        return [row[0] for row in self._connection.execute(query)]

    def _inclusion(self, column: _Column, target: _Column, few: Sequence[Any]) -> Inclusion | None:
        likeness = _likeness(column, target)
        here = select(func.count(target.distinct())).where(target.in_(few))
        if self._connection.execute(here).scalar_one() < 0.8 * len(few):
            return None
        values, there = self._counts(column, target)
        share, used = there / values, there / self._size(target)
        if share < (NAMED if likeness else UNNAMED) or not (likeness or used >= USED):
            return None
        return Inclusion(
            str(column.table.name), (column.name,), str(target.table.name), (target.name,),
            share, used, likeness,
        )  # fmt: skip

    def _counts(self, column: _Column, target: _Column) -> tuple[int, int]:
        """Counts the distinct values of a column, and those that occur in the target."""
        mine, other = comparable_column(column), comparable_column(target)
        values = select(mine.label("v")).where(column.is_not(None)).distinct().subquery()
        keys = select(other.label("k")).where(target.is_not(None)).distinct().subquery()
        joined = values.outerjoin(keys, values.c.v == keys.c.k)
        query = select(func.count(), func.count(keys.c.k)).select_from(joined)
        count, found = self._connection.execute(query).one()
        return int(count), int(found)

    def _size(self, target: _Column) -> int:
        if target not in self._sizes:
            query = select(func.count(target.distinct()))
            self._sizes[target] = int(self._connection.execute(query).scalar_one())
        return self._sizes[target]


def _family(column: _Column) -> str:
    """Returns which columns a column can be compared with; empty if with none."""
    if isinstance(column.type, types.Integer):
        return NUMBERS
    if isinstance(column.type, types.Numeric) and not isinstance(column.type, types.Float):
        return "" if column.type.scale else NUMBERS
    if isinstance(column.type, types.Uuid):
        return "uuid"
    is_text = isinstance(column.type, types.String) and not isinstance(column.type, types.Enum)
    return "texts" if is_text else ""


def _is_main(key: _Column) -> tuple[bool, int]:
    """Ranks a key: of tables of the same rows that is the main one which names them."""
    named = any(set(split(column.name)) & _NAMES for column in key.table.columns)
    return named, len(key.table.columns)


def _may_refer(column: _Column) -> bool:
    """Tells whether a column may be a foreign key that is not declared."""
    key = list(column.table.primary_key.columns)
    # A key that is called after its own table is what others refer to.
    named = _stem(column.name) in ((), _stem(str(column.table.name)))
    is_own = len(key) == 1 and key[0] is column and named
    return bool(_family(column)) and not column.foreign_keys and not is_own


def _is_called_key(column: _Column) -> bool:
    return bool(set(split(column.name)[-1:]) & _KEYS)


def _likeness(column: _Column, target: _Column) -> float:
    """Returns how much a column's name says that it refers to a key, in [0, 1]."""
    mine = _stem(column.name)
    if column.table is target.table:
        return 0.6 if set(mine) & _RELATIVES else 0.0
    if not mine or not _wanted(target):  # `id`, `code`; the `code` of `iso_3166_1`
        return 0.0
    if mine in _wanted(target)[:-1]:
        return 1.0
    *named, weakest = _wanted(target)
    if any(mine[-len(words) :] == words for words in named):
        return _CALLED
    if mine[-len(weakest) :] == weakest:
        # The `type` of an artist refers to `artist_type`, and that of an area does not.
        kinds = set(_stem(str(target.table.name))[:-1])
        is_own = not kinds or kinds & set(_stem(str(column.table.name)))
        return _CALLED if is_own else 0.5
    return 0.5 if any(mine[: len(words)] == words for words in _wanted(target)[:-1]) else 0.0


def _wanted(target: _Column) -> list[tuple[str, ...]]:
    """Returns the words that a column is called by if it refers to a key; the weakest last."""
    thing, own = _stem(str(target.table.name)), _stem(target.name)
    return [words for words in (thing, own, thing + own, thing[-1:]) if words]


@lru_cache(maxsize=100_000)
def _stem(name: str) -> tuple[str, ...]:
    """Returns the words of a name in the singular, without those that say that it is a key."""
    parts = [part for part in split(name) if part not in _KEYS and not part.isdigit()]
    return tuple(map(singular, parts))
