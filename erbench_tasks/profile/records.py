"""What a profile says of a database, its tables and their columns; `asdict` of it is the JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class ColumnProfile:
    """A column.

    If it has at most 30 values, all are `frequent`, with their numbers of rows; else up to five
    that several rows have, and `others` are five of the rest, at random.
    """

    name: str
    type: str
    comment: str = ""
    nulls: int | None = None  # in the table
    distinct: int | None = None  # values of the rows read; None of binary ones
    unique: bool = False  # whether the table has no NULL and no value twice in it
    frequent: tuple[tuple[str, int], ...] = ()
    others: tuple[str, ...] = ()
    personal: str | None = None  # why no value is shown


@dataclass(frozen=True)
class Reference:
    """A foreign key, or a column whose `values` distinct values another table's key has all."""

    table: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    declared: bool = True
    values: int | None = None


@dataclass(frozen=True)
class Dependency:
    """One or two columns that determine another, in `support` determinants of several rows."""

    determinant: tuple[str, ...]
    dependent: str
    support: int


@dataclass(frozen=True)
class TableProfile:
    """A table or view."""

    name: str
    kind: str = "table"
    comment: str = ""
    rows: int | None = None  # None if it cannot be read
    rows_read: int = 0  # which values, distinct counts and dependencies are of
    primary_key: tuple[str, ...] = ()
    columns: tuple[ColumnProfile, ...] = ()
    references: tuple[Reference, ...] = ()
    referred_by: int = 0
    dependencies: tuple[Dependency, ...] = ()
    samples: tuple[tuple[str | None, ...], ...] = ()
    personal: str | None = None  # why no value is shown

    def without_values(self) -> TableProfile:
        columns = tuple(replace(column, frequent=(), others=()) for column in self.columns)
        return replace(self, columns=columns, samples=())


@dataclass(frozen=True)
class Profile:
    """A database: its tables, those first that most others refer to, and the names of `others`."""

    dialect: str
    tables: tuple[TableProfile, ...]
    others: tuple[str, ...] = ()
    file_notes: tuple[str, ...] = ()
    public_persons: str | None = None
    values_shown: bool = True
