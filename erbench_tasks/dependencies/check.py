"""Whether a functional dependency holds: counted by the database, whatever the table's size.

A query groups the tuples by the determinant and counts the values of the dependent attributes in
each group. Only numbers are read, and a few examples: memory does not grow with the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from typing import Any

import sqlalchemy
from sqlalchemy import case, func, select
from sqlalchemy.sql.elements import ColumnElement

from ..database.snapshot import stream
from ..database.sql_text import comparable_column
from ..relations.tuples import Values


@dataclass(frozen=True)
class DependencyCheck:
    """How far a dependency holds.

    A NULL counts as a value. A tuple that the joined tables have several times counts as often.

    Attributes:
        tuples: Number of tuples.
        determinants: Number of distinct determinants.
        violating: Those with several dependent values.
    """

    tuples: int
    determinants: int
    violating: int

    @property
    def holds(self) -> bool:
        """Whether there is no violation."""
        return self.violating == 0


@dataclass(frozen=True)
class ViolatingDeterminant:
    """The values of a determinant with several dependent values.

    Attributes:
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

    Args:
        connection: The database.
        rows: A table, an alias or a subquery, such as `relation.tuples()`.
        determinant: Names of its columns; none asks whether the dependent columns are constant.
        dependent: Names of its columns.
        asked: Name of a column that is true for the tuples to check; None checks all.
    """
    groups = _groups(_pairs(rows, determinant, dependent, asked))
    query = select(
        func.coalesce(func.sum(groups.c.tuples), 0),
        func.count(groups.c.tuples),
        func.count(case((groups.c["values"] > 1, 1))),
    )
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
    """Returns the first `most` violating determinants in the order of their values.

    The arguments are those of `holds`; of each determinant at most `most_values` dependent values
    are shown.
    """
    if not most:
        return []
    query = _examples(_pairs(rows, determinant, dependent, asked, "kdwv"), most)
    width = len(determinant)
    found = []
    # The comparable values come first; the same determinant's rows come together.
    read = chain.from_iterable(stream(connection, query))
    for _, same in groupby(read, lambda row: tuple(row[:width])):
        shown = [tuple(row[width:]) for row in islice(same, most_values)]
        dependents = tuple((line[width:-1], int(line[-1])) for line in shown)
        count = len(shown) + sum(1 for _ in same)
        found.append(ViolatingDeterminant(shown[0][:width], dependents, count))
    return found


def _pairs(
    rows: sqlalchemy.FromClause,
    determinant: Sequence[str],
    dependent: Sequence[str],
    asked: str | None,
    parts: str = "kw",
) -> sqlalchemy.Subquery:
    """Returns a row per determinant and dependent value, with the numbers of tuples.

    `k_0`, `k_1`, ... are the determinant and `w_0`, ... the dependent values as they compare, `d_0`
    and `v_0`, ... the same as they are read; `tuples` is the number.
    """
    left, right = ([_unpadded(rows.c[name]) for name in side] for side in (determinant, dependent))
    sides = {"d": left, "v": right}
    sides |= {"k": [*map(comparable_column, left)], "w": [*map(comparable_column, right)]}
    columns = [column.label(f"{p}_{n}") for p in parts for n, column in enumerate(sides[p])]
    named = select(*columns).select_from(rows)
    counted = (named if asked is None else named.where(rows.c[asked])).subquery()
    values = _part(counted, parts)
    return select(*values, func.count().label("tuples")).group_by(*values).subquery()


def _part(rows: sqlalchemy.FromClause, parts: str) -> list[ColumnElement[Any]]:
    return [column for part in parts for column in rows.c if column.key.startswith(f"{part}_")]


def _groups(pairs: sqlalchemy.Subquery) -> sqlalchemy.Subquery:
    """Returns a row per determinant: the numbers of tuples, and of dependent values (`values`)."""
    keys = _part(pairs, "k")
    numbers = func.count().label("values"), func.sum(pairs.c.tuples).label("tuples")
    return select(*keys, *numbers).group_by(*keys).subquery()


def _examples(pairs: sqlalchemy.Subquery, most: int) -> sqlalchemy.Select[Any]:
    """Returns the query of some violating determinants: `k`, `d`, `v`, the number of tuples."""
    groups = _groups(pairs)
    keys = _part(groups, "k")
    first = select(*keys).where(groups.c["values"] > 1).order_by(*keys).limit(most).subquery()
    same = zip(_part(pairs, "k"), _part(first, "k"), strict=True)
    joined = pairs.join(first, sqlalchemy.and_(*(a.is_not_distinct_from(b) for a, b in same)))
    query = select(*_part(pairs, "kdv"), pairs.c.tuples).select_from(joined)
    order = *_part(pairs, "k"), pairs.c.tuples.desc(), *_part(pairs, "w")
    return query.order_by(*order)


def _unpadded(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Takes away the spaces that some engines fill a CHAR(n) with, as `tuples` does."""
    if not isinstance(column.type, sqlalchemy.CHAR):
        return column
    return func.rtrim(column, type_=sqlalchemy.Text())
