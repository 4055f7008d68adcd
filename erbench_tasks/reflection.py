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
