"""Two databases with the same content on every engine, written for the tests.

`create(engine, "rental")` makes a shop that rents films, `create(engine, "university")` courses
with natural and composite keys. All of it is invented.
"""

from __future__ import annotations

from types import ModuleType

import sqlalchemy

from . import rental, university

SCHEMAS = {"rental": rental, "university": university}


def create(engine: sqlalchemy.Engine, which: str) -> None:
    """Creates the tables of one of the databases, and fills them.

    Args:
        engine: An empty database that may be written.
        which: `rental` or `university`.
    """
    fill(engine, SCHEMAS[which])


def fill(engine: sqlalchemy.Engine, schema: ModuleType) -> None:
    """Creates the tables of a module's `METADATA`, and inserts its `rows()`."""
    schema.METADATA.create_all(engine, checkfirst=False)
    rows = schema.rows()
    assert set(rows) == set(schema.METADATA.tables)
    with engine.begin() as connection:
        for table in schema.METADATA.sorted_tables:
            names = table.columns.keys()
            for row in rows[table.name]:  # DuckDB: a row may refer to those of earlier statements
                connection.execute(table.insert(), dict(zip(names, row, strict=True)))
