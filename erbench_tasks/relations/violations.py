"""Functional dependencies in the data: what follows from a determinant, and where that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..spec.spec import FunctionalDependency
from .relation import Row

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Violation:
    """Tuples that agree on a determinant and differ on what it should determine.

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency.
        rows: The tuples, at least two.
    """

    relation: str
    fd: FunctionalDependency
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        names = [*self.fd.determinant, *self.fd.dependent]
        shown = "; ".join(", ".join(f"{name}={row[name]!r}" for name in names) for row in self.rows)
        return f"{self.relation}: {self.fd} does not hold: {shown}"


def values(row: Row, attributes: Sequence[str]) -> Key:
    """Returns a tuple's values of some attributes."""
    return tuple(row[name] for name in attributes)


def violation_among(
    rows: Sequence[Row], relation: str, fd: FunctionalDependency
) -> Violation | None:
    """Returns what violates a dependency among tuples that agree on its determinant."""
    if len(rows) == 1:
        return None
    distinct = {values(row, fd.dependent): row for row in rows}
    return Violation(relation, fd, tuple(distinct.values())) if len(distinct) > 1 else None
