"""Reading a database's schema."""

from __future__ import annotations

import sqlalchemy


def reflect_table(
    engine: sqlalchemy.Engine,
    name: str,
    metadata: sqlalchemy.MetaData,
    schema: str | None = None,
) -> sqlalchemy.Table:
    """Reads one table."""
    return sqlalchemy.Table(name, metadata, autoload_with=engine, schema=schema)


def table_names(engine: sqlalchemy.Engine, schema: str | None = None) -> list[str]:
    """Lists the tables."""
    return sqlalchemy.inspect(engine).get_table_names(schema)


def unique_keys(engine: sqlalchemy.Engine, name: str, schema: str | None = None) -> list[list[str]]:
    """Lists the columns of each unique key."""
    found = sqlalchemy.inspect(engine).get_unique_constraints(name, schema)
    return [list(key["column_names"]) for key in found]
