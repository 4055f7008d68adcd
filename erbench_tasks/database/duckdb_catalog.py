"""The tables of a DuckDB database, from DuckDB's own catalogue.

duckdb-engine asks for tables of PostgreSQL's catalogue that DuckDB lacks (with SQLAlchemy 2.1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import Connection, text

from .column_types import duckdb_type
from .table_info import ColumnInfo, TableInfo

_HERE = "database_name = current_database() and schema_name = coalesce(:schema, current_schema())"
_TABLES = f"select table_name from duckdb_tables() where {_HERE} and not temporary"  # noqa: S608
_VIEWS = f"select view_name from duckdb_views() where {_HERE} and not internal"  # noqa: S608
_COLUMNS = (
    "select table_name, column_name, data_type, is_nullable from duckdb_columns()"  # noqa: S608
    f" where {_HERE} order by table_name, column_index"
)
_PRIMARY_KEYS = (
    "select table_name, constraint_column_names from duckdb_constraints()"  # noqa: S608
    f" where {_HERE} and constraint_type = 'PRIMARY KEY'"
)


def table_names(connection: Connection, schema: str | None) -> list[str]:
    """Returns the names of the tables of a schema; None is the current one."""
    return list(connection.execute(text(_TABLES), {"schema": schema}).scalars())


def view_names(connection: Connection, schema: str | None) -> list[str]:
    """Returns the names of the views of a schema; None is the current one."""
    return list(connection.execute(text(_VIEWS), {"schema": schema}).scalars())


def describe(
    connection: Connection, names: Collection[str], schema: str | None
) -> dict[str, TableInfo]:
    """Returns columns and primary keys of tables and views, by name.

    Args:
        connection: The database.
        names: The tables and views; one that does not exist is left out.
        schema: Their schema; None is the current one.
    """
    found: dict[str, TableInfo] = defaultdict(TableInfo)
    here = {"schema": schema}
    for table, column, written, nullable in connection.execute(text(_COLUMNS), here).all():
        if table in names:
            found[table].columns[column] = ColumnInfo(duckdb_type(written), nullable)
    for table, columns in connection.execute(text(_PRIMARY_KEYS), here).all():
        if table in found:
            found[table].primary_key.extend(columns)
    return dict(found)
