"""Whether a functional dependency holds: counted by the database, whatever the table's size.

A query groups the tuples by the determinant and counts the values of the dependent attributes in
each group. Only numbers are read, and a few examples: memory does not grow with the table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

import sqlalchemy
from sqlalchemy import case, func, select
from sqlalchemy.sql.elements import ColumnElement

from ..database.snapshot import stream
from ..database.sql_text import comparable_column
from ..relations.tuples import MOST_TUPLES, Values


@dataclass(frozen=True)
class DependencyCheck:
    """How far a dependency holds.

    A NULL counts as a value. A tuple that the joined tables have several times counts as often.

    Attributes:
        tuples: Number of tuples.
        determinants: Number of distinct determinants.
        repeated: Those that at least two tuples share. Only they can speak for the dependency, or
            against it.
        violating: Those with several dependent values; each of them is repeated.
        tuples_in_violation: Number of tuples that have a violating determinant.
        to_remove: The smallest number of tuples without which the dependency holds.
        too_many: Violating determinants that more than `MOST_TUPLES` tuples share. The generator
            leaves them out without comparing their tuples, so it reports
            `violating - too_many` violations.
    """

    tuples: int
    determinants: int
    repeated: int
    violating: int
    tuples_in_violation: int
    to_remove: int
    too_many: int

    @property
    def holds(self) -> bool:
        """Whether there is no violation."""
        return self.violating == 0

    @property
    def error(self) -> float:
        """The error g3 in [0, 1): the smallest share of tuples without which it holds.

        Kivinen and Mannila, Approximate inference of functional dependencies from relations,
        Theoretical Computer Science 149 (1995).
        """
        return self.to_remove / self.tuples if self.tuples else 0.0

    @property
    def is_key(self) -> bool:
        """Whether no two tuples share a determinant, which then determines everything."""
        return self.repeated == 0

    @property
    def support(self) -> int:
        """The number of determinants of several tuples that have one value all the same.

        It measures the evidence that a dependency is not an accident.
        """
        return self.repeated - self.violating

    @property
    def support_share(self) -> float:
        """The support as a share of all determinants, in [0, 1]."""
        return self.support / self.determinants if self.determinants else 0.0

    def numbers(self) -> dict[str, int | float]:
        """Returns the counts and what follows from them, for a JSON file."""
        shares = {"error": self.error, "support_share": self.support_share}
        return {**dataclasses.asdict(self), "support": self.support, **shares}


@dataclass(frozen=True)
class ViolatingDeterminant:
    """A determinant with several dependent values.

    Attributes:
        determinant: Its values.
        dependents: The most frequent dependent values, and the number of tuples that have them.
        count: The number of distinct dependent values, also of those that are not listed.
    """

    determinant: Values
    dependents: tuple[tuple[Values, int], ...]
    count: int


def holds(
    connection: sqlalchemy.Connection,
    rows: sqlalchemy.FromClause,
    determinant: Sequence[str],
    dependent: Sequence[str],
    asked: str | None = None,
) -> DependencyCheck:
    """Counts where `determinant -> dependent` holds and where it does not, in one query.

    Texts are compared as Python does: case, accents and trailing spaces count (except the padding
    of a CHAR(n)), whatever the collation of their columns.

    To leave out tuples with a NULL, as the generator does, pass a subquery without them:
    `select(table).where(table.c.a.is_not(None)).subquery()`.

    Args:
        connection: The database, such as a `snapshot`.
        rows: A table, an alias or a subquery, such as `relation.tuples()`.
        determinant: Names of its columns; none asks whether the dependent columns are constant.
        dependent: Names of its columns; none asks whether the determinant is a key (`is_key`).
        asked: Name of a column that is true for the tuples to check; None checks all. The others
            count for `too_many` only.

    Returns:
        The numbers; of an empty table all are 0.
    """
    keyed = _Keyed(rows, determinant, dependent, asked)
    groups = keyed.groups()
    tuples, values, most = groups.c.asked, groups.c["values"], groups.c.most
    several = values > 1
    query = select(
        _total(tuples),
        func.count(),
        _total(case((tuples > 1, 1), else_=0)),
        _total(case((several, 1), else_=0)),
        _total(case((several, tuples), else_=0)),
        _total(tuples - most),
        _total(case((sqlalchemy.and_(several, groups.c.facts > MOST_TUPLES), 1), else_=0)),
    ).where(tuples > 0)
    return DependencyCheck(*map(int, connection.execute(query).one()))


def violations(
    connection: sqlalchemy.Connection,
    rows: sqlalchemy.FromClause,
    determinant: Sequence[str],
    dependent: Sequence[str],
    asked: str | None = None,
    *,
    most: int,
    most_values: int = 5,
) -> list[ViolatingDeterminant]:
    """Returns the first violating determinants in the order of their values.

    Args:
        connection: The database, such as a `snapshot`.
        rows: A table, an alias or a subquery, as for `holds`.
        determinant: Names of its columns, at least one.
        dependent: Names of its columns, at least one.
        asked: Name of a column that is true for the tuples to check; None checks all.
        most: The largest number of determinants to return.
        most_values: The largest number of dependent values to return of each.
    """
    if most == 0:
        return []
    keyed = _Keyed(rows, determinant, dependent, asked)
    read = chain.from_iterable(stream(connection, keyed.examples(most, most_values)))
    width = len(determinant)
    found = []
    # The comparable values come first; the same determinant's rows come together.
    for _, same in groupby(read, lambda row: tuple(row[:width])):
        lines = [tuple(row[width:]) for row in same]
        dependents = tuple((line[width:-2], int(line[-2])) for line in lines)
        found.append(ViolatingDeterminant(lines[0][:width], dependents, int(lines[0][-1])))
    return found


class _Keyed:
    """Rows whose columns are named after their purpose.

    `k0`, `k1`, ... are the determinant and `w0`, `w1`, ... the dependent values as they compare,
    `d0`, ... and `v0`, ... the same as they are read; `asked` is 1 or 0.
    """

    def __init__(
        self,
        rows: sqlalchemy.FromClause,
        determinant: Sequence[str],
        dependent: Sequence[str],
        asked: str | None,
    ) -> None:
        self._width = len(determinant)
        self._dependents = len(dependent)
        one: ColumnElement[int] = sqlalchemy.literal_column("1", sqlalchemy.Integer)
        counted = one if asked is None else case((rows.c[asked], 1), else_=0)
        columns = [
            *_both("d", "k", [rows.c[name] for name in determinant]),
            *_both("v", "w", [rows.c[name] for name in dependent]),
        ]
        self._rows = select(*columns, counted.label("asked")).select_from(rows).subquery()

    def _named(self, rows: sqlalchemy.FromClause, *letters: str) -> list[ColumnElement[Any]]:
        widths = {"d": self._width, "k": self._width}
        return [
            rows.c[f"{letter}{index}"]
            for letter in letters
            for index in range(widths.get(letter, self._dependents))
        ]

    def groups(self) -> sqlalchemy.Subquery:
        """Returns a row per determinant.

        It has the number of tuples (`asked`), of distinct dependent values among them (`values`),
        of tuples with the most frequent one (`most`), and of all tuples (`facts`).
        """
        pairs = (
            select(
                *self._named(self._rows, "k"),
                func.sum(self._rows.c.asked).label("asked"),
                func.count().label("facts"),
            )
            .group_by(*self._named(self._rows, "k", "w"))
            .subquery()
        )
        keys = self._named(pairs, "k")
        return (
            select(
                *keys,
                func.sum(case((pairs.c.asked > 0, 1), else_=0)).label("values"),
                func.sum(pairs.c.asked).label("asked"),
                func.max(pairs.c.asked).label("most"),
                func.sum(pairs.c.facts).label("facts"),
            )
            .group_by(*keys)
            .subquery()
        )

    def examples(self, most: int, most_values: int) -> sqlalchemy.Select[Any]:
        """Returns the query of some violating determinants with some of their dependent values.

        Its columns are `k`, `d`, `v`, the number of tuples, and the number of values.
        """
        groups = self.groups()
        violating = select(*self._named(groups, "k"), groups.c["values"])
        violating = violating.where(groups.c["values"] > 1)
        first = violating.order_by(*self._named(groups, "k")).limit(most).subquery()
        pairs = zip(self._named(self._rows, "k"), self._named(first, "k"), strict=True)
        same = sqlalchemy.and_(*(a.is_not_distinct_from(b) for a, b in pairs))
        columns = self._named(self._rows, "k", "d", "v")
        order = self._named(self._rows, "w")
        tuples = func.count().label("tuples")
        rank = func.row_number().over(
            partition_by=self._named(self._rows, "k"), order_by=[func.count().desc(), *order]
        )
        ranked = (
            select(*columns, tuples, first.c["values"], rank.label("rank"))
            .select_from(self._rows.join(first, same))
            .where(self._rows.c.asked == 1)
            .group_by(*columns, *order, first.c["values"])
            .subquery()
        )
        shown = [*self._named(ranked, "k", "d", "v"), ranked.c.tuples, ranked.c["values"]]
        query = select(*shown).where(ranked.c.rank <= most_values)
        return query.order_by(*self._named(ranked, "k"), ranked.c.rank)


def _both(
    plain: str, compared: str, columns: Sequence[ColumnElement[Any]]
) -> Iterator[ColumnElement[Any]]:
    """Yields each column as it is read and as it compares."""
    for index, column in enumerate(columns):
        value = _unpadded(column)
        yield value.label(f"{plain}{index}")
        yield comparable_column(value).label(f"{compared}{index}")


def _unpadded(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Takes away the spaces that some engines fill a CHAR(n) with, as `tuples` does."""
    if not isinstance(column.type, sqlalchemy.CHAR):
        return column
    return func.rtrim(column, type_=sqlalchemy.Text())


def _total(numbers: ColumnElement[Any]) -> ColumnElement[Any]:
    return func.coalesce(func.sum(numbers), 0)
