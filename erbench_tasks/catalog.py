"""What a database's catalogue says of its tables, the same for every engine."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, inspect
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.engine.reflection import ObjectKind, ObjectScope
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SAWarning

from . import duckdb_catalog
from .catalog_keys import foreign_keys
from .catalog_keys import unique_keys
from .column_types import comparable
from .table_info import ColumnInfo, ForeignKeyInfo, TableInfo


class Catalog:
    """The tables that a connection can see; names are asked for once per schema."""

    def __init__(self, connection: Connection) -> None:
        """Asks nothing yet.

        Args:
            connection: The database.
        """
        self._connection = connection
        self._inspector = inspect(connection)
        self._names: dict[str | None, list[str]] = {}
        self._foreign_keys: dict[str | None, dict[str, list[ForeignKeyInfo]]] = {}

    def table_names(self, schema: str | None) -> list[str]:
        """Returns the names of a schema's tables; None is the default schema."""
        if self._connection.dialect.name == "duckdb":
            return duckdb_catalog.table_names(self._connection, schema)
        return self._inspector.get_table_names(schema)

    def actual_name(self, name: str, schema: str | None) -> str:
        """Returns a table's or view's name as the database spells it.

        Raises:
            NoSuchTableError: It does not exist.
        """
        if schema not in self._names:
            self._names[schema] = self.table_names(schema) + self._view_names(schema)
        found = spelled(name, self._names[schema])
        if found is None:
            raise NoSuchTableError(name)
        return found

    def _view_names(self, schema: str | None) -> list[str]:
        if self._connection.dialect.name == "duckdb":
            return duckdb_catalog.view_names(self._connection, schema)
        try:
            materialized = self._inspector.get_materialized_view_names(schema)
        except NotImplementedError:
            materialized = []
        return self._inspector.get_view_names(schema) + materialized

    def referred_name(self, key: ForeignKeyInfo, schema: str | None) -> str | None:
        """Returns the actual name of the table that a foreign key refers to, if it can be seen."""
        try:
            return self.actual_name(key.table, key.schema or schema)
        except NoSuchTableError:
            return None
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            return None  # another database of a MySQL server, which this user may not see

    def describe(self, names: Collection[str], schema: str | None) -> dict[str, TableInfo]:
        """Returns what is known of tables and views of a schema, by their actual names."""
        if self._connection.dialect.name == "duckdb":
            found = duckdb_catalog.describe(self._connection, names, schema)
        else:
            with _quietly():
                found = self._described(names, schema)
        if schema not in self._foreign_keys:
            self._foreign_keys[schema] = foreign_keys(self._connection, schema)
        for name, info in found.items():
            info.foreign_keys.extend(self._foreign_keys[schema].get(name, []))
        return found

    def _described(self, names: Collection[str], schema: str | None) -> dict[str, TableInfo]:
        inspector, only = self._inspector, list(names)
        columns = inspector.get_multi_columns(schema, only, ObjectKind.ANY, ObjectScope.ANY)
        keys = inspector.get_multi_pk_constraint(schema, only, ObjectKind.ANY, ObjectScope.ANY)
        found = {key[1]: TableInfo(self._columns(some)) for key, some in columns.items()}
        for (_, name), primary_key in keys.items():
            if primary_key and name in found:  # MariaDB has None for a view
                key = primary_key["constrained_columns"]
                found[name].primary_key.extend(map(self._column_name, key))
        return found

    def _columns(self, found: list[ReflectedColumn]) -> dict[str, ColumnInfo]:
        dialect = self._connection.dialect.name
        return {
            self._column_name(column["name"]): ColumnInfo(
                comparable(column["type"], dialect), column["nullable"]
            )
            for column in found
        }

    def _column_name(self, name: str) -> str:
        """Returns a column's name; SQLAlchemy leaves MySQL's quoting of a backtick in it."""
        mysql = self._connection.dialect.name in ("mysql", "mariadb")
        return name.replace("``", "`") if mysql else name

    def unique_keys(self, name: str, schema: str | None) -> list[list[str]]:
        """Returns the unique keys over plain columns of a table, by its actual name."""
        columns = self.describe([name], schema)[name].columns
        found = [
            [_column(part, columns) for part in key]
            for key in unique_keys(self._connection, name, schema)
        ]
        return [[part for part in key if part is not None] for key in found if None not in key]


def spelled(name: str, names: Iterable[str]) -> str | None:
    """Returns a name as it is spelled among others: exactly so, or in upper and lower case."""
    known = list(names)
    folded = (other for other in known if other.casefold() == name.casefold())
    return name if name in known else next(folded, None)


def _column(part: str | None, columns: Collection[str]) -> str | None:
    """Returns the column of a part of an index, or None for an expression."""
    if part is None or part in columns:
        return part
    unquoted = part[1:-1].replace('""', '"')
    return unquoted if part == f'"{part[1:-1]}"' and unquoted in columns else None


@contextmanager
def _quietly() -> Iterator[None]:
    """Keeps SQLAlchemy from warning of unknown types, and of keys that we read ourselves."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Did not recognize type", SAWarning)
        warnings.filterwarnings("ignore", "Unknown schema content", SAWarning)  # MySQL's keys
        yield
