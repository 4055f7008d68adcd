"""What a database's catalogue says of one table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.types import TypeEngine


@dataclass(frozen=True)
class ColumnInfo:
    """A column.

    Attributes:
        type: Its type, comparable between engines.
        nullable: Whether it may be NULL.
    """

    type: TypeEngine[Any]
    nullable: bool = True


@dataclass(frozen=True)
class ForeignKeyInfo:
    """A foreign key as it is declared; what it refers to need not exist.

    Attributes:
        schema: Schema of the table that is referred to; None is that of the table that refers.
        table: The table that is referred to.
        columns: The columns that refer.
        targets: The columns referred to, in the same order; empty for the other's primary key.
    """

    schema: str | None
    table: str
    columns: list[str]
    targets: list[str]


@dataclass(frozen=True)
class TableInfo:
    """A table or view.

    Attributes:
        columns: By name, in order.
        primary_key: Columns of the primary key, in its order.
        foreign_keys: Every declared foreign key.
    """

    columns: dict[str, ColumnInfo] = field(default_factory=dict)
    primary_key: list[str] = field(default_factory=list)
    foreign_keys: list[ForeignKeyInfo] = field(default_factory=list)
