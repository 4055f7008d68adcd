"""Binding the queries of a specification to a database: checked, and with their columns' types.

A column that is one of a table as it is has that one's type. For others PostgreSQL, MySQL and
DuckDB say what they are before any row is read; SQLite does not know, and its first rows tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any, NamedTuple

import sqlalchemy
from sqlalchemy import types
from sqlalchemy.dialects import mysql, postgresql
from sqlalchemy.exc import NoSuchTableError

from .column_types import Float, Whole, comparable_type, duckdb_type
from .gate import Query, read_query
from .lineage import BaseColumn, BaseTable, Catalog
from .reflection import reflect_table, table_names
from .snapshot import input_errors
from .sql_text import finite

_FIRST = 100  # rows
_PYTHON: dict[type, Callable[[], types.TypeEngine[Any]]] = {
    str: types.String, int: Whole, float: Float, bytes: types.LargeBinary,
}  # fmt: skip


class BoundQuery(NamedTuple):
    """A query that can be run, with its result as a table to select from.

    The expressions of its columns are NULL for what is no number, or is infinite.
    """

    query: Query
    source: sqlalchemy.Subquery
    columns: dict[str, sqlalchemy.ColumnElement[Any]]  # in the order of the query


class Binder:
    """Binds queries to one database, whose tables are reflected once, into `metadata`.

    Tables that are named without a schema are of `schema`; None is the connection's.
    """

    def __init__(
        self,
        engine: sqlalchemy.Engine,
        schema: str | None = None,
        metadata: sqlalchemy.MetaData | None = None,
    ) -> None:
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

            catalog = Catalog(columns_of, tables_of, self.schema)
            query = read_query(sql, dialect, catalog, where, named=named)
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


def result_types(
    connection: sqlalchemy.Connection,
    query: Query,
    type_of: Callable[[BaseColumn], types.TypeEngine[Any]],
) -> dict[str, types.TypeEngine[Any]]:
    """Returns the types of a query's columns; `type_of` returns that of a column of a table."""
    names = list(query.columns)
    if set(query.plain) == set(names):
        return {name: type_of(query.plain[name]) for name in names}
    read = _READERS.get(connection.dialect.name, _of_values)
    described = dict(zip(names, read(connection, query.sql), strict=True))
    return described | {name: type_of(column) for name, column in query.plain.items()}


def executable(sql: str) -> sqlalchemy.TextClause:
    """Returns a query's text as a statement; a colon in it begins no parameter."""
    return sqlalchemy.text(sql.replace(":", "\\:"))


def _described(connection: sqlalchemy.Connection, sql: str) -> Sequence[Sequence[Any]]:
    """Returns what the driver says of the columns; no row is read."""
    first = executable(f"SELECT * FROM ({sql}) AS described LIMIT 0")  # noqa: S608
    with closing(connection.execute(first)) as result:
        return list(result.cursor.description)


def _of_postgresql(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    oids = [column[1] for column in _described(connection, sql)]
    query = sqlalchemy.text("select format_type(:oid, null), typtype from pg_type where oid = :oid")
    for oid in oids:
        name, kind = connection.execute(query, {"oid": oid}).one()
        known = types.String if kind == "e" else postgresql.dialect.ischema_names.get(name)
        yield _computed(comparable_type(known(), "postgresql") if known else types.NullType())


def _of_mysql(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    for _, code, _, width, _, scale, _ in _described(connection, sql):
        if (code, width) == (1, 1):
            yield comparable_type(mysql.TINYINT(display_width=1), "mysql")  # a truth value
        elif code in _DECIMALS and not scale:  # such as a sum of whole numbers
            yield Whole()
        else:
            yield _MYSQL.get(code, types.String())


def _of_duckdb(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    for _, written, *_ in connection.execute(executable(f"DESCRIBE {sql}")):
        yield _computed(duckdb_type(str(written)))


def _computed(kind: types.TypeEngine[Any]) -> types.TypeEngine[Any]:
    """Returns the type of a computed value: a decimal number is what SQLite computes, too."""
    is_decimal = isinstance(kind, types.Numeric) and not isinstance(kind, types.Float)
    return Float() if is_decimal else kind


def _of_values(connection: sqlalchemy.Connection, sql: str) -> Iterable[types.TypeEngine[Any]]:
    result = connection.execute(executable(f"SELECT * FROM ({sql}) AS first LIMIT {_FIRST}"))  # noqa: S608
    rows = result.all()
    for values in zip(*rows, strict=True):
        kinds = [type(value) for value in values if value is not None]
        yield _PYTHON.get(float if float in kinds else next(iter(kinds), str), types.String)()
    if not rows:
        yield from (types.String() for _ in _described(connection, sql))


_READERS = {
    "postgresql": _of_postgresql, "mysql": _of_mysql, "mariadb": _of_mysql, "duckdb": _of_duckdb,
}  # fmt: skip
_DECIMALS = (0, 246)
# By the numbers of MySQL's protocol; whatever is not among them is read as a text.
_MYSQL: dict[int, types.TypeEngine[Any]] = {
    **dict.fromkeys((1, 2, 3, 8, 9, 13), types.BigInteger()),
    **dict.fromkeys((*_DECIMALS, 4, 5), Float()),
    **dict.fromkeys((7, 12), types.DateTime()),
    10: types.Date(),
    11: types.Time(),
    245: types.JSON(),
}
