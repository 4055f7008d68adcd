"""Whether the tables that a query joins belong together: by a foreign key, or by their values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection

from .gate import Query
from .lineage import BaseColumn, JoinCondition, JoinSide
from .snapshot import input_errors

ForeignKey = tuple[tuple[BaseColumn, ...], tuple[BaseColumn, ...]]
"""Columns that refer, and the columns that they refer to, in the same order."""


@dataclass(frozen=True)
class JoinCheck:
    """What holds of one join, whose left side refers if a foreign key links them."""

    join: JoinCondition
    declared: bool  # whether a foreign key links the columns, or both refer to the same columns
    values: tuple[int, int] = (0, 0)  # combinations of either side without NULL, if not declared
    missing: tuple[int, int] = (0, 0)  # how many of those the other side lacks
    example: str = ""  # a combination of the left side that the right lacks, if neither has all

    @property
    def holds(self) -> bool:
        """Whether all values of one side are among those of the other."""
        return self.declared or 0 in self.missing

    def __str__(self) -> str:
        """Returns what a user reads of the join, in one line."""
        sides = (self.join.left, self.join.right)
        first = 1 if self.missing[0] and not self.missing[1] else 0
        names = f"{_named(sides[first])} -> {_named(sides[1 - first])}"
        if self.declared:
            return f"{names}: declared as a foreign key"
        if self.holds:
            return f"{names}: holds ({self.values[first]} values; not declared as a foreign key)"
        return (
            f"{names}: {self.missing[0]} of {self.values[0]} values have no match (such as "
            f"{self.example!r}), nor the other way round ({self.missing[1]} of {self.values[1]})"
        )


def check_joins(
    connection: Connection, query: Query, foreign_keys: Collection[ForeignKey]
) -> list[JoinCheck]:
    """Checks each join of a query, with the foreign keys that the database declares.

    It is an InputError if the values cannot be read, such as of columns that cannot be compared.
    """
    keys = [dict(zip(*key, strict=True)) for key in foreign_keys]
    return [_declared(join, keys) or _counted(connection, join) for join in query.joins]


def _declared(
    join: JoinCondition, foreign_keys: Collection[dict[BaseColumn, BaseColumn]]
) -> JoinCheck | None:
    left, right = join.left.columns, join.right.columns
    if left is None or right is None:
        return None
    if dict(zip(right, left, strict=True)) in foreign_keys:
        return JoinCheck(JoinCondition(join.right, join.left, join.ctes), declared=True)
    ours, theirs = (
        {tuple(map(key.get, side)) for key in foreign_keys if key.keys() == set(side)}
        for side in (left, right)
    )
    # Two that refer to the same columns share a key; so do two rows of one table.
    declared = left == right or ours & theirs or right in ours
    return JoinCheck(join, declared=True) if declared else None


def _counted(connection: Connection, join: JoinCondition) -> JoinCheck:
    read = partial(_first, connection, join.ctes)
    ours, theirs = _checked(join.left, join.right), _checked(join.right, join.left)
    count = "COUNT(*), COUNT(*) - COUNT(matched)"
    values, missing = read(count, ours)
    others, unmatched = read(count, theirs) if missing else (0, 0)
    names = ", ".join(f"c{number}" for number in range(len(join.left.expressions)))
    such = f"{ours} WHERE matched IS NULL ORDER BY {names} LIMIT 1"
    example = " - ".join(map(str, read(names, such))) if unmatched else ""
    return JoinCheck(join, False, (values, others), (missing, unmatched), example)


def _first(connection: Connection, ctes: str, columns: str, source: str) -> Sequence[Any]:
    sql = f"{ctes}SELECT {columns} FROM {source}"  # noqa: S608
    with input_errors(connection.engine):
        return connection.exec_driver_sql(sql, execution_options={"no_parameters": True}).one()


def _checked(side: JoinSide, other: JoinSide) -> str:
    """Returns SQL of the values of a side that the other has by `=`, as in the join, or lacks."""
    names = [f"c{number}" for number in range(len(side.expressions))]
    equal = " AND ".join(f"l.{name} = r.{name}" for name in names)
    kept = ", ".join(f"l.{name}" for name in names)
    return (
        f"(SELECT {kept}, MAX(r.one) AS matched FROM ({_values(side, names)}) AS l "  # noqa: S608
        f"LEFT JOIN ({_values(other, names, ', 1 AS one')}) AS r ON {equal} "
        f"GROUP BY {kept}) AS checked"
    )


def _values(side: JoinSide, names: list[str], more: str = "") -> str:
    columns = zip(side.expressions, names, strict=True)
    chosen = ", ".join(f"{expression} AS {name}" for expression, name in columns)
    given = " AND ".join(f"{expression} IS NOT NULL" for expression in side.expressions)
    return f"SELECT DISTINCT {chosen}{more} FROM {side.source} WHERE {given}"  # noqa: S608


def _named(side: JoinSide) -> str:
    """Returns columns as people write them: those of the database if that is what they are."""
    if side.columns is None:
        return f"{side.name}({', '.join(side.expressions)})"
    table, names = side.columns[0].table, ", ".join(column.column for column in side.columns)
    return f"{table}({names})" if side.columns[1:] else f"{table}.{names}"
