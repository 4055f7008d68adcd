"""What holds in the data, declared or not: functional dependencies, and inclusions of columns.

A dependency (one or two columns that determine another, of which none alone does as well) is listed
only if it is unlikely to hold by chance: where two random rows agree in the dependent column with
the probability p, n further rows of the same determinants would all agree with p to the power of n.

A reference that is not declared is an inclusion: all distinct values of a column, at least three,
are values of one column of another table that has no NULL and no value twice. The limits: single
columns of texts, integers, dates and UUIDs; one target each; numbers below ten times their number
(1, 2, 3, ... are in any other such), dates, and columns of one table refer to each other only if
their names have a word in common, as those to a target with more rows than are read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import log10

import sqlalchemy
from sqlalchemy import func, select

from ...core.errors import InputError
from ..database.reflection import connected
from ..database.sql_text import comparable_column
from ..privacy.vocabulary import name_words
from .records import Dependency, Reference
from .sample import LONGEST, Sample, first_row

# The power of ten of the chance that a listed dependency holds by accident.
_EVIDENCE = 6
_FEWEST = 2  # determinants with several rows
# Columns that are tried in pairs, rows that they are tried on, and dependencies of pairs listed.
_MOST_COLUMNS, _MOST_ROWS, _MOST_PAIRS = 16, 5_000, 12
_NAMING = {"text", "integer", "date", "boolean", "uuid", "timestamp"}
_LONG = 100  # characters of a text that determines nothing
_FEWEST_VALUES = 3
_SPREAD = 10
_TYPES = {"text", "integer", "date", "uuid"}


def dependencies(sample: Sample, columns: Collection[str]) -> list[Dependency]:
    """Returns the dependencies between columns that hold in a sample, those of one column first."""
    varied = [name for name in columns if len(sample.values.get(name, ())) > 1]
    naming = [name for name in varied if sample.types[name] in _NAMING]
    naming = [name for name in naming if max(map(len, sample.values[name])) <= _LONG]
    found = [fd for name in naming for fd in _determined(sample, (name,), varied)]
    known = {(fd.determinant[0], fd.dependent) for fd in found}
    again = {b for a, b in combinations(naming, 2) if {(a, b), (b, a)} <= known}
    pairs: list[Dependency] = []
    for pair in combinations([name for name in naming if name not in again][:_MOST_COLUMNS], 2):
        if not known & {pair, pair[::-1]}:
            others = [name for name in varied if not known & {(part, name) for part in pair}]
            pairs += _determined(sample, pair, others)
    return found + sorted(pairs, key=lambda fd: -fd.support)[:_MOST_PAIRS]


def _determined(
    sample: Sample, determinant: tuple[str, ...], others: Collection[str]
) -> Iterator[Dependency]:
    """Yields what some columns determine of others; nothing if they are a key."""
    columns = [sample.columns[name] for name in determinant]
    rows = sample.order if len(columns) == 1 else sample.order[:_MOST_ROWS]
    groups: dict[tuple[str | None, ...], list[int]] = {}
    for row in rows:
        groups.setdefault(tuple([column[row] for column in columns]), []).append(row)
    several = [rows for key, rows in groups.items() if len(rows) > 1 and None not in key]
    for name in others if len(several) >= _FEWEST else ():
        if name not in determinant and (support := _support(sample, several, name)):
            yield Dependency(determinant, name, support)


def _support(sample: Sample, groups: list[list[int]], dependent: str) -> int:
    """Returns the number of groups with several values, which all agree; 0 if one does not."""
    column, support, further = sample.columns[dependent], 0, 0
    for rows in groups:
        values = [value for row in rows if (value := column[row]) is not None]
        if len(values) > 1:
            if any(value != values[0] for value in values):
                return 0
            support, further = support + 1, further + len(values) - 1
    counts = sample.values[dependent].values()
    agreement = sum(count**2 for count in counts) / sum(counts) ** 2  # of two random rows
    enough = support >= _FEWEST and -further * log10(agreement) >= _EVIDENCE
    return support if enough else 0


@dataclass(eq=False)
class _Column:
    column: sqlalchemy.Column[object]
    sample: Sample

    def __post_init__(self) -> None:
        table, name = self.place = self.column.table.name, self.column.name
        self.type, self.values = self.sample.types[name], self.sample.values[name]
        self.words, self.table_words = name_words(name), name_words(table)

    @cached_property
    def needs_name(self) -> bool:
        """Whether only columns that are named after it refer to it."""
        if self.type == "date" or self.sample.read < self.sample.rows:
            return True
        numbers = [int(value) for value in self.values] if self.type == "integer" else [-1]
        return min(numbers) >= 0 and max(numbers) <= _SPREAD * len(numbers)  # 1, 2, 3, ...

    def may_refer_to(self, other: _Column) -> bool:
        """Tells whether its values and its name allow that it refers to another column."""
        if self is other:
            return False
        named = _name(self.words, other.table_words)
        if self.type == "date":
            named = not {*self.words}.isdisjoint(other.words)
        inside = self.sample is other.sample
        if inside:  # such as `previous_cabinet_id`
            known = self.table_words + other.words
            named &= any(not any(_are_forms(word, one) for one in known) for word in self.words)
        whole = other.sample.read == other.sample.rows
        there = not whole or self.values.keys() <= other.values.keys()
        return there and (named or not (inside or other.needs_name))


def inclusions(
    engine: sqlalchemy.Engine,
    tables: Mapping[str, sqlalchemy.Table],
    samples: Mapping[str, Sample],
    declared: Iterable[Reference],
) -> Iterator[Reference]:
    """Yields the references that hold, counted by the database, of columns that declare none."""
    known = {(reference.table, name) for reference in declared for name in reference.columns}
    usable = [
        _Column(tables[table].c[name], sample)
        for table, sample in samples.items()
        for name, values in sample.values.items()
        if sample.types[name] in _TYPES and len(values) >= _FEWEST_VALUES
        if all(len(value) <= LONGEST for value in values)
    ]
    keys = {column for column in usable if column.place[1] in column.sample.unique}
    found: set[tuple[_Column, _Column]] = set()
    for source in usable:
        # What a table is of, such as the `river` of `rivers`, refers to nothing.
        lists = source in keys and _name(source.words, source.table_words)
        for target in [] if lists or source.place in known else _targets(source, keys):
            if (target, source) not in found and (values := _holds(engine, source, target)):
                found.add((source, target))
                (table, name), (other, key) = source.place, target.place
                yield Reference(table, (name,), other, (key,), False, values)
                break


def _targets(source: _Column, keys: Iterable[_Column]) -> Iterator[_Column]:
    """Yields the keys that a column may refer to, the likeliest first."""

    def rank(key: _Column) -> tuple[object, ...]:
        named, same = _name(source.words, key.table_words), source.words == key.words
        return not named, not same, len(key.values), key.place

    same = (key for key in keys if key.type == source.type)
    return (key for key in sorted(same, key=rank) if source.may_refer_to(key))


@lru_cache(maxsize=1 << 18)
def _name(words: tuple[str, ...], table: tuple[str, ...]) -> bool:
    """Tells whether words have half of those of a table, in the singular or the plural."""
    named = [word for word in {*table} if any(_are_forms(word, mine) for mine in words)]
    return bool(named) and 2 * len(named) >= len({*table})


def _are_forms(one: str, other: str) -> bool:
    """Tells whether two words begin alike, and end alike but for three letters."""
    longer = max(len(one), len(other))
    same = next((n for n in range(longer) if one[n : n + 1] != other[n : n + 1]), longer)
    return one == other or (same >= 3 and longer - same <= 3)


def _holds(engine: sqlalchemy.Engine, source: _Column, target: _Column) -> int:
    """Returns the number of distinct values if the target has them all, else 0."""
    value = comparable_column(source.column)
    mine = select(value.label("v")).where(source.column.is_not(None)).distinct().subquery()
    theirs = select(comparable_column(target.column).label("v")).subquery()
    both = mine.outerjoin(theirs, mine.c.v == theirs.c.v)
    query = select(func.count(), func.count(theirs.c.v)).select_from(both)
    try:
        with connected(engine) as connection:
            row = first_row(connection, query)
    except InputError:  # they cannot be compared
        return 0
    return int(row[0]) if row[0] == row[1] else 0
