"""The schema of a database, as far as specifications need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy
from sqlalchemy.exc import NoSuchTableError, SQLAlchemyError

from ...core.errors import InputError
from ..database.database_errors import driver_message
from ..database.reflection import reflect_table, table_names, unique_keys


@dataclass(frozen=True)
class ForeignKey:
    """A foreign key.

    Attributes:
        columns: The columns that refer.
        table: The table that they refer to.
        target: Its columns, in the same order.
    """

    columns: tuple[str, ...]
    table: str
    target: tuple[str, ...]


@dataclass(frozen=True)
class TableSchema:
    """A table.

    Attributes:
        table: The table, as SQLAlchemy describes it.
        key: Columns of the primary key; may be empty.
        uniques: Columns of each other unique key.
        foreign_keys: The foreign keys, in the order of their columns' names.
    """

    table: sqlalchemy.Table
    key: tuple[str, ...]
    uniques: tuple[tuple[str, ...], ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()

    @property
    def name(self) -> str:
        """The table's name."""
        return str(self.table.name)

    @property
    def comment(self) -> str:
        """What the database says of the table, for people; empty if nothing."""
        return self.table.comment or ""

    @property
    def column_comments(self) -> dict[str, str]:
        """What the database says of its columns, of those of which it says something."""
        return {column.name: column.comment for column in self.table.columns if column.comment}

    @property
    def keys(self) -> list[tuple[str, ...]]:
        """The primary key, if there is one, and the other unique keys."""
        return [key for key in (self.key, *self.uniques) if key]

    def is_linking(self, column: str) -> bool:
        """Tells whether a column belongs to a foreign key."""
        return any(column in key.columns for key in self.foreign_keys)


def read_schema(
    engine: sqlalchemy.Engine, schema: str | None = None, only: Sequence[str] = ()
) -> dict[str, TableSchema]:
    """Reads the tables of a database.

    Args:
        engine: The database.
        schema: Schema of the tables; by default the connection's.
        only: Names of the tables to read; none for all.

    Returns:
        The tables by name, sorted.

    Raises:
        InputError: The database has no table, or lacks one that was asked for.
    """
    try:
        names = sorted(table_names(engine, schema))
        chosen = _chosen(names, only)
        metadata = sqlalchemy.MetaData()
        return {name: _read(engine, name, metadata, schema) for name in chosen}
    except (SQLAlchemyError, NoSuchTableError) as error:
        raise InputError(f"the schema cannot be read: {driver_message(error)}") from error


def _chosen(names: Sequence[str], only: Sequence[str]) -> Sequence[str]:
    if not names:
        raise InputError("the database has no tables; is another schema meant (--schema)?")
    for name in only:
        if name not in names:
            raise InputError(f"--tables: there is no table {name!r}; there is {', '.join(names)}")
    return [name for name in names if not only or name in only]


def _read(
    engine: sqlalchemy.Engine, name: str, metadata: sqlalchemy.MetaData, schema: str | None
) -> TableSchema:
    table = reflect_table(engine, name, metadata, schema)
    uniques = sorted(tuple(columns) for columns in unique_keys(engine, name, schema))
    return TableSchema(
        table=table,
        key=tuple(column.name for column in table.primary_key),
        uniques=tuple(uniques),
        foreign_keys=tuple(sorted(_foreign_keys(table), key=lambda key: key.columns)),
    )


def _foreign_keys(table: sqlalchemy.Table) -> Iterable[ForeignKey]:
    for constraint in table.foreign_key_constraints:
        pairs = sorted(
            (element.parent.name, element.column.name) for element in constraint.elements
        )
        yield ForeignKey(
            columns=tuple(source for source, _ in pairs),
            table=str(constraint.referred_table.name),
            target=tuple(target for _, target in pairs),
        )
