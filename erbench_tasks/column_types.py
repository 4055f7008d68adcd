"""Types of reflected columns, comparable between engines."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import types
from sqlalchemy.dialects import mysql, postgresql
from sqlalchemy.types import TypeEngine

from .sqlite_types import Truth, lenient

_SCALARS = (
    types.String,
    types.Integer,
    types.Numeric,
    types.Float,
    types.Date,
    types.DateTime,
    types.Time,
    types.Boolean,
    types.LargeBinary,
    types.Uuid,
)
_DUCKDB: dict[str, TypeEngine[Any]] = {
    "BIGINT": types.BigInteger(),
    "BLOB": types.LargeBinary(),
    "BOOLEAN": types.Boolean(),
    "DATE": types.Date(),
    "DOUBLE": types.Double(),
    "FLOAT": types.Float(),
    "HUGEINT": types.BigInteger(),
    "INTEGER": types.Integer(),
    "SMALLINT": types.SmallInteger(),
    "TIME": types.Time(),
    "TIMESTAMP": types.DateTime(),
    "TIMESTAMP WITH TIME ZONE": types.DateTime(timezone=True),
    "TIMESTAMP_MS": types.DateTime(),
    "TIMESTAMP_NS": types.DateTime(),
    "TIMESTAMP_S": types.DateTime(),
    "TINYINT": types.SmallInteger(),
    "UBIGINT": types.BigInteger(),
    "UHUGEINT": types.BigInteger(),
    "UINTEGER": types.BigInteger(),
    "USMALLINT": types.Integer(),
    "UTINYINT": types.SmallInteger(),
    "UUID": types.Uuid(),
    "VARCHAR": types.String(),
}
_LABEL = re.compile(r"'((?:[^']|'')*)'")


def comparable(found: TypeEngine[Any], dialect: str) -> TypeEngine[Any]:
    """Returns the type that a column of any engine has.

    Args:
        found: The type as SQLAlchemy reflects it.
        dialect: SQLAlchemy's name of the engine.

    Returns:
        The type of a text, number, date, time, truth value, binary value or UUID; `NullType` for
        what is none of these (JSON, arrays, intervals, ...) or is unknown.
    """
    if isinstance(found, postgresql.DOMAIN):
        return comparable(found.data_type, dialect)
    if isinstance(found, mysql.YEAR):
        return types.Integer()
    if isinstance(found, mysql.TINYINT) and found.display_width == 1:  # MySQL's BOOLEAN
        return Truth()
    if isinstance(found, mysql.SET) or not isinstance(found, _SCALARS):
        return types.NullType()
    return lenient(found) if dialect == "sqlite" else found


def duckdb_type(text: str) -> TypeEngine[Any]:
    """Returns the type that DuckDB's catalogue writes like this, or `NullType`."""
    if decimal := re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", text):
        return types.Numeric(int(decimal[1]), int(decimal[2]))
    if re.fullmatch(r"ENUM\(.*\)", text, re.DOTALL):
        labels = [label.replace("''", "'") for label in _LABEL.findall(text)]
        return types.Enum(*labels)
    return _DUCKDB.get(text, types.NullType())
