"""Types of reflected columns, comparable between engines.

SQLite lets a column hold anything. SQLAlchemy's own types for it raise an error at a date that is
none, take the truth value 'f' for true, and read decimals with ten digits. The types here read what
fits the column's type, and leave everything else as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import Dialect, types
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.types import TypeEngine

_TIME = r"\d\d:\d\d(:\d\d(\.\d{3}(\d{3})?)?)?"
_DAY = r"\d{4}-\d\d-\d\d"
_MIDNIGHT = r"[ T]00:00(:00(\.0+)?)?"
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


def comparable_type(found: TypeEngine[Any], dialect: str) -> TypeEngine[Any]:
    """Returns the type that a column of any engine has.

    Args:
        found: The type as SQLAlchemy reflects it.
        dialect: SQLAlchemy's name of the engine.

    Returns:
        The type of a text, number, date, time, truth value, binary value or UUID; `NullType` for
        what is none of these (JSON, arrays, intervals, ...) or is unknown.
    """
    if isinstance(found, postgresql.DOMAIN):
        return comparable_type(found.data_type, dialect)
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


def lenient(found: TypeEngine[Any]) -> TypeEngine[Any]:
    """Returns the type that reads a column of SQLite, and is of the same kind as its declared one.

    Args:
        found: The declared type.
    """
    match found:
        case types.Numeric():
            return found if isinstance(found, types.Float) else _Decimal(scale=found.scale)
        case types.Date():
            return _Date()  # type: ignore[no-untyped-call]
        case types.DateTime():
            return _DateTime()  # type: ignore[no-untyped-call]
        case types.Time():
            return _Time()  # type: ignore[no-untyped-call]
        case types.Boolean():
            return Truth()
        case types.LargeBinary():
            return _Binary()
    return found


class _Date(sqlite.DATE):
    def adapt(self, cls: Any, **options: Any) -> Any:
        """Stays what it is, where the driver's dialect has a type of its own."""
        return super().adapt(type(self), **options)  # type: ignore[no-untyped-call]

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        form = f"{_DAY}({_MIDNIGHT})?"
        return lambda value: _if_it_fits(form, value, lambda text: date.fromisoformat(text[:10]))


class _DateTime(sqlite.DATETIME):
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        form = f"{_DAY}([ T]{_TIME})?"
        return lambda value: _if_it_fits(form, value, datetime.fromisoformat)


class _Time(sqlite.TIME):
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return lambda value: _if_it_fits(_TIME, value, time.fromisoformat)


class Truth(types.BOOLEAN):
    """A truth value that is kept as a number, which may be another number than 0 and 1."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return lambda value: bool(value) if value in (0, 1) else value


class _Binary(types.BLOB):
    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        return None


class _Decimal(types.NUMERIC[Any]):
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        def read(value: Any) -> Any:
            if not isinstance(value, (int, float)):
                return value
            number = Decimal(repr(value))
            if self.scale is None or not number.is_finite():
                return number
            scaled = Decimal(f"{number:.{self.scale}f}")
            return scaled if scaled == number else number

        return read


def _if_it_fits(form: str, value: Any, read: Callable[[str], Any]) -> Any:
    if not isinstance(value, str) or not re.fullmatch(form, value, re.ASCII):
        return value
    try:
        return read(value)
    except ValueError:  # such as a 31st of June
        return value
