"""Binding the queries of a specification to a database: checked, and with their columns' types."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import types
from sqlalchemy.exc import NoSuchTableError

from .database_errors import input_errors
from .gate import Query, read_query
from .lineage import BaseColumn, BaseTable
from .reflection import reflect_table, table_names
from .result_types import executable, result_types
from .sql_text import finite


class BoundQuery(NamedTuple):
    """A query that can be run.

    Attributes:
        query: What is run, and what it reads.
        source: Its result, as a table to select from.
        columns: Name of each column to its expression, in the order of the query; what is no
            number, or is infinite, is NULL.
    """

    query: Query
    source: sqlalchemy.Subquery
    columns: dict[str, sqlalchemy.ColumnElement[Any]]


class Binder:
    """Binds queries to one database, whose tables are reflected once.

    Attributes:
        engine: The database.
        schema: Schema of the tables that are named without one; None: the connection's.
        metadata: The tables that queries have named so far.
    """

    def __init__(
        self,
        engine: sqlalchemy.Engine,
        schema: str | None = None,
        metadata: sqlalchemy.MetaData | None = None,
    ) -> None:
        """Takes the database, and tables that are reflected already; reads nothing yet."""
        self.engine = engine
        self.schema = schema
        self.metadata = sqlalchemy.MetaData() if metadata is None else metadata
        self._tables: dict[BaseTable, sqlalchemy.Table] = {}

    def bind(self, sql: str, where: str, *, named: bool = True) -> BoundQuery:
        """Checks a query, and finds the types of its columns; reads no row of a server.

        Errors say `where` it stands, such as `relations.movie.sql`. If `named`, each column of the
        result must have a name.

        Raises:
            InputError: The query is refused, or a table or column does not exist.
        """
        dialect = self.engine.dialect.name
        with input_errors(self.engine), self.engine.connect() as connection:

            def columns_of(schema: str | None, table: str) -> list[str] | None:
                found = self._table(connection, schema, table)
                return None if found is None else found.columns.keys()

            def type_of(column: BaseColumn) -> types.TypeEngine[Any]:
                return self.table(BaseTable(column.schema, column.table)).c[column.column].type

            def tables_of(schema: str | None) -> list[str]:
                return table_names(connection, schema, views=True)

            query = read_query(sql, dialect, columns_of, where, self.schema, tables_of, named)
            kinds = result_types(connection, query, type_of)
        typed = [sqlalchemy.column(name, kind) for name, kind in kinds.items()]
        source = executable(query.sql).columns(*typed).subquery("relation")
        return BoundQuery(query, source, {name: finite(source.c[name], dialect) for name in kinds})

    def table(self, table: BaseTable) -> sqlalchemy.Table:
        """Returns a table that a query has named, with its keys."""
        return self._tables[table]

    def _table(
        self, connection: sqlalchemy.Connection, schema: str | None, name: str
    ) -> sqlalchemy.Table | None:
        try:
            found = reflect_table(connection, name, self.metadata, schema)
        except NoSuchTableError:
            return None
        # The query may say a default schema, of which the database says nothing.
        self._tables[BaseTable(schema, found.name)] = found
        return found
