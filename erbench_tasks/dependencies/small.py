"""Dependencies with few columns on the left: what determines what in a table of facts.

"Who won the race R in the year Y?" can be asked where race and year determine the winner. Counting
every combination of a few columns finds all of them, up to a share of their values, and needs no
library for it; `mining` does the same for whole tables and wide determinants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import sqlalchemy
from sqlalchemy import func, select

from ..database.drawing import are_whole, is_drawn, prime
from .check import DependencyCheck, holds
from .mining import NULL, MiningSource, count_rows, read_codes

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pandas

    Codes = numpy.typing.NDArray[numpy.int64]

# The most rows that are read; of a larger table, so many are sampled.
ROWS = 100_000
# In a larger table a dependency is counted for about so many rows first; where it fails by so much
# for so many values there, the others need not be counted.
_FIRST, _MARGIN, _ENOUGH = 50_000, 0.05, 1000


@dataclass(frozen=True)
class SmallDependency:
    """A dependency that holds for nearly all values of its determinant.

    Attributes:
        determinant: Names of its columns.
        dependent: Name of the column that they determine.
        share: The share of the determinant's values that have one dependent value, in [0, 1].
        groups: Number of the determinant's values.
        rows: Number of rows that have the determinant and the dependent value.
        repeated: Those groups that several rows share: only they speak for the dependency, or
            against it.
    """

    determinant: tuple[str, ...]
    dependent: str
    share: float
    groups: int
    rows: int
    repeated: int

    @property
    def is_key(self) -> bool:
        """Whether no two rows share a value of the determinant."""
        return self.repeated == 0

    @property
    def support(self) -> float:
        """The share of the repeated groups that have one dependent value; 1 of a key."""
        violating = round((1 - self.share) * self.groups)
        return 1 - violating / self.repeated if self.repeated else 1.0


def small_dependencies(
    connection: sqlalchemy.Connection,
    table: sqlalchemy.Table,
    determinants: Sequence[str],
    dependents: Sequence[str],
    *,
    most: int = 3,
    share: float = 0.98,
    rows: int = ROWS,
    behind: Mapping[str, sqlalchemy.Column[Any]] | None = None,
    where: sqlalchemy.ColumnElement[bool] | None = None,
) -> list[SmallDependency]:
    """Finds the smallest determinants of some columns of a table.

    Rows in which a NULL stands for one of the columns are left out, dependency by dependency. Of a
    table with more than `rows` rows a sample says where to look, and the database counts what was
    found there on all rows; a dependency whose exceptions crowd in the sample may be missed.

    Args:
        connection: The database, such as a `snapshot`.
        table: The table.
        determinants: Names of the columns that may stand on the left.
        dependents: Names of the columns to determine; they may be among `determinants`.
        most: The most columns on the left. One more is allowed if no two rows share their values.
        share: The least share of a determinant's values that have one dependent value.
        rows: The most rows to read.
        behind: Columns of the table that refer to another one, to its unique column that they refer
            to. Its columns are called `column.column of the other one`.
        where: Which rows of the table to look at; by default all.

    Returns:
        The dependencies: of each dependent those with the fewest columns first, in the order of
        `determinants`. None is listed whose determinant has another's columns and more. A
        dependent with one value only, which anything determines, has none.
    """
    names = list(dict.fromkeys((*determinants, *dependents)))
    wide = _widened(table, behind or {}, sqlalchemy.true() if where is None else where)
    source = _source(table, wide, names)
    of_rows = count_rows(connection, source)
    read = source if of_rows <= rows else _source(table, wide, names, prime(of_rows // rows))
    codes = read_codes(connection, read, rows)
    codes.columns = names
    whole = _Whole(connection, source, of_rows, share)
    varied = [d for d in dict.fromkeys(dependents) if codes[d][codes[d] != NULL].nunique() > 1]
    found: list[SmallDependency] = []
    for left in _up_to(list(dict.fromkeys(determinants)), most + 1):
        for seen in _in_rows(codes, left, [d for d in varied if _may_add(left, d, found)]):
            if _holds(seen, most, share):
                counted = seen if of_rows <= rows else whole.counted(left, seen.dependent)
                found += [counted] if _holds(counted, most, share) else []
    return sorted(found, key=lambda each: varied.index(each.dependent))


@dataclass(frozen=True)
class _Wide:
    """A table, each of whose rows has the columns of those that it refers to, too."""

    rows: sqlalchemy.FromClause
    where: sqlalchemy.ColumnElement[bool]
    columns: Mapping[str, sqlalchemy.ColumnElement[Any]]


def _widened(
    table: sqlalchemy.Table,
    behind: Mapping[str, sqlalchemy.Column[Any]],
    where: sqlalchemy.ColumnElement[bool],
) -> _Wide:
    rows: sqlalchemy.FromClause = table
    columns: dict[str, sqlalchemy.ColumnElement[Any]] = {}
    for name, target in behind.items():
        other = target.table.alias()
        rows = rows.outerjoin(other, table.c[name] == other.c[target.name])
        columns |= {f"{name}.{column.name}": column for column in other.c}
    return _Wide(rows, where, columns | dict(table.c.items()))


def _source(
    table: sqlalchemy.Table, wide: _Wide, names: Sequence[str], one_of: int = 1
) -> MiningSource:
    """Returns the rows of a table; where their keys can tell, one of so many."""
    labels = {name: f"a{index}" for index, name in enumerate(names)}
    columns = [wide.columns[name].label(label) for name, label in labels.items()]
    rows = select(*columns).select_from(wide.rows).where(wide.where)
    key = list(table.primary_key)
    if one_of > 1 and len(key) == 1 and are_whole(key):
        rows = rows.where(is_drawn(key, one_of))
    return MiningSource(rows.subquery(), labels, nulls_are_values=False)


def _up_to(names: Sequence[str], most: int) -> Iterator[tuple[str, ...]]:
    for size in range(1, most + 1):
        yield from combinations(names, size)


def _may_add(left: tuple[str, ...], dependent: str, found: Sequence[SmallDependency]) -> bool:
    """Tells whether a dependency says something, and nothing that a smaller one says."""
    smaller = (set(each.determinant) for each in found if each.dependent == dependent)
    return dependent not in left and not any(each < set(left) for each in smaller)


def _holds(found: SmallDependency, most: int, share: float) -> bool:
    return found.share >= share and (len(found.determinant) <= most or found.is_key)


def _in_rows(
    codes: pandas.DataFrame, left: tuple[str, ...], dependents: Sequence[str]
) -> Iterator[SmallDependency]:
    """Counts dependencies with one determinant in the rows that were read."""
    if not dependents:
        return
    groups = _groups(codes, left)
    for dependent in dependents:
        values = codes[dependent].to_numpy()
        there = (groups != NULL) & (values != NULL)
        yield _counted(left, dependent, groups[there], values[there])


def _groups(codes: pandas.DataFrame, left: Sequence[str]) -> Codes:
    """Numbers the values of a determinant, row by row; NULL where one of its columns is."""
    import pandas

    first, *others = (codes[name].to_numpy() for name in left)
    groups: Codes = first
    for other in others:
        there = (groups != NULL) & (other != NULL)
        together, _ = pandas.factorize(groups * (int(other.max()) + 2) + other)
        groups = together.copy()
        groups[~there] = NULL
    return groups


def _counted(
    left: tuple[str, ...], dependent: str, groups: Codes, values: Codes
) -> SmallDependency:
    import numpy
    import pandas

    if not len(groups):
        return SmallDependency(left, dependent, 0.0, 0, 0, 0)
    width = int(values.max()) + 1
    pairs = pandas.unique(groups * width + values)
    several = numpy.bincount(pairs // width)
    count, share = int((several > 0).sum()), float((several == 1).sum() / (several > 0).sum())
    repeated = int((numpy.bincount(groups) > 1).sum())
    return SmallDependency(left, dependent, share, count, len(groups), repeated)


class _Whole:
    """Counts dependencies in the whole of a large table."""

    def __init__(
        self, connection: sqlalchemy.Connection, source: MiningSource, rows: int, share: float
    ) -> None:
        self._connection = connection
        self._source = source
        self._one_of = prime(rows // _FIRST) if rows > 2 * _FIRST else 1
        self._share = share
        self._keys: dict[tuple[str, ...], bool] = {}

    def counted(self, left: tuple[str, ...], dependent: str) -> SmallDependency:
        """Counts a dependency; one that does not hold perhaps in some of the rows only."""
        there = self._source.present((*left, dependent))
        first = self._first(there, left, dependent)
        if first.determinants >= _ENOUGH and _kept(first) < self._share - _MARGIN:
            return _small(left, dependent, first)
        if first.tuples and first.is_key and self._is_key(left):
            rows = int(self._connection.scalar(select(func.count()).select_from(there)) or 0)
            return SmallDependency(left, dependent, float(rows > 0), rows, rows, 0)
        return _small(left, dependent, self._check(there, left, dependent))

    def _first(
        self, there: sqlalchemy.FromClause, left: tuple[str, ...], dependent: str
    ) -> DependencyCheck:
        """Counts it where numbers among the values of the determinant draw them."""
        columns = [there.c[label] for label in self._source.labels(left)]
        whole = [column for column in columns if are_whole([column])]
        if self._one_of == 1 or not whole:
            return _NOT_COUNTED
        some = select(there).where(is_drawn(whole, self._one_of)).subquery()
        return self._check(some, left, dependent)

    def _is_key(self, left: tuple[str, ...]) -> bool:
        if left not in self._keys:
            self._keys[left] = self._check(self._source.present(left), left).is_key
        return self._keys[left]

    def _check(
        self, rows: sqlalchemy.FromClause, left: Sequence[str], *dependent: str
    ) -> DependencyCheck:
        labels = self._source.labels
        return holds(self._connection, rows, labels(left), labels(dependent))


_NOT_COUNTED = DependencyCheck(0, 0, 0, 0, 0, 0, 0)


def _small(left: tuple[str, ...], dependent: str, check: DependencyCheck) -> SmallDependency:
    return SmallDependency(
        left, dependent, _kept(check), check.determinants, check.tuples, check.repeated
    )


def _kept(check: DependencyCheck) -> float:
    return 1 - check.violating / check.determinants if check.determinants else 0.0
