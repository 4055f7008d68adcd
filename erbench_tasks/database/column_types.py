"""Types of reflected columns, comparable between engines.

SQLite lets a column hold anything. SQLAlchemy's own types for it raise an error at a date that is
none, take the truth value 'f' for true, and read decimals with ten digits. The types here read what
fits the column's type, and leave everything else as it is.

A floating-point number is read as the shortest decimal number that stands for it, since drivers
differ in what they make of it: 5.2 is 5.2, also if a column of four bytes holds it, and 1e6 is
1000000.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import Dialect, literal_column, type_coerce, types
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import TypeEngine

_CLOCK = r"\d\d:\d\d(:\d\d(\.\d{3}(\d{3})?)?)?"
_TIME = re.compile(_CLOCK, re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d([ T]00:00(:00(\.0+)?)?)?", re.ASCII)
_MOMENT = re.compile(rf"\d{{4}}-\d\d-\d\d([ T]{_CLOCK})?", re.ASCII)
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
# From this power of ten on a floating-point number is written with an exponent.
_LARGEST = 16
_LABEL = re.compile(r"'((?:[^']|'')*)'")


class Json(types.NullType):
    """JSON: what it has under a key can be read, it itself has no text."""


class List(types.NullType):
    """Several values, of which each can be read."""


class Float(types.Float[Any]):
    """A floating-point number, which is read as a `Decimal`; NULL if it is no number."""

    def __init__(self, precision: int | None = None, *, single: bool = False) -> None:
        """Says how it is kept.

        Args:
            precision: Its binary digits, which do not matter.
            single: Whether it is kept in four bytes, and not in eight.
        """
        super().__init__(precision)
        self.single = single

    def adapt(self, cls: Any, **options: Any) -> Any:
        """Stays what it is, where the driver's dialect has a type of its own."""
        return type(self)(self.precision, single=self.single)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return lambda value: _shortest(value, self.single) if isinstance(value, float) else value


class _MySqlFloat(Float):
    """A number of four bytes of MySQL, which shows six digits of it unless it is computed with."""

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        return type_coerce(column.op("+")(literal_column("0e0")), self)


def _shortest(value: float, single: bool) -> Decimal | None:
    """Returns the shortest decimal number that is read as a floating-point number again."""
    if not math.isfinite(value):
        return None
    text = repr(value)
    if single:
        texts = (f"{value:.{digits}g}" for digits in range(6, 10))
        text = next((text for text in texts if _in_four_bytes(text) == _in_four_bytes(value)), text)
    if not value:
        return Decimal(0)  # there is a negative one
    if "e" not in text:  # which all but a few have: no zero but one stands at their end
        return Decimal(text.removesuffix(".0"))
    number = Decimal(text).normalize()
    return Decimal(f"{number:f}") if number.adjusted() < _LARGEST else number


def _in_four_bytes(value: float | str) -> bytes:
    try:
        return struct.pack("f", float(value))
    except OverflowError:
        return b""


def comparable_type(found: TypeEngine[Any], dialect: str) -> TypeEngine[Any]:
    """Returns the type that a column of any engine has.

    Args:
        found: The type as SQLAlchemy reflects it.
        dialect: SQLAlchemy's name of the engine.

    Returns:
        The type of a text, number, date, time, truth value, binary value or UUID; a `NullType` for
        what is none of these (`Json`, `List`, intervals, ...) or is unknown.
    """
    if isinstance(found, postgresql.DOMAIN):
        return comparable_type(found.data_type, dialect)
    if isinstance(found, mysql.YEAR):
        return types.Integer()
    if isinstance(found, mysql.TINYINT) and found.display_width == 1:  # MySQL's BOOLEAN
        return Truth()
    if isinstance(found, (types.ARRAY, mysql.SET)):
        return List()
    if isinstance(found, types.JSON):
        return Json()
    if isinstance(found, types.Float):
        if isinstance(found, mysql.FLOAT):
            return _MySqlFloat(single=True)
        return Float(single=dialect == "postgresql" and isinstance(found, types.REAL))
    if not isinstance(found, _SCALARS):
        return types.NullType()
    return lenient(found) if dialect == "sqlite" else found


def duckdb_type(text: str) -> TypeEngine[Any]:
    """Returns the type that DuckDB's catalogue writes like this, or `NullType`."""
    if decimal := re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", text):
        return types.Numeric(int(decimal[1]), int(decimal[2]))
    if re.fullmatch(r"ENUM\(.*\)", text, re.DOTALL):
        labels = [label.replace("''", "'") for label in _LABEL.findall(text)]
        return types.Enum(*labels)
    if text in ("DOUBLE", "FLOAT"):
        return Float(single=text == "FLOAT")
    if text == "JSON":
        return Json()
    if text.endswith("]"):
        return List()
    return _DUCKDB.get(text, types.NullType())


def instead(kind: TypeEngine[Any]) -> tuple[str, str]:
    """Returns why a column has no text, and the option by which an attribute reads it all the same.

    Args:
        kind: The column's type, as `comparable_type` returns it.

    Returns:
        Two empty texts if it has text; the option is empty if there is none.
    """
    match kind:
        case Json():
            return "JSON is not supported as a whole, what it has under a key is", "key: KEY"
        case List():
            return "a list is not supported as a whole, each of its values is", "each: true"
        case types.NullType():
            return "its type is not supported", ""
    return "", ""


def lenient(found: TypeEngine[Any]) -> TypeEngine[Any]:
    """Returns the type that reads a column of SQLite, and is of the same kind as its declared one.

    Args:
        found: The declared type.
    """
    match found:
        case types.Numeric():
            return _Decimal(scale=found.scale)
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
        return lambda value: _if_it_fits(_DAY, value, lambda text: date.fromisoformat(text[:10]))


class _DateTime(sqlite.DATETIME):
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        return lambda value: _if_it_fits(_MOMENT, value, datetime.fromisoformat)


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


def _if_it_fits(form: re.Pattern[str], value: Any, read: Callable[[str], Any]) -> Any:
    if not isinstance(value, str) or not form.fullmatch(value):
        return value
    try:
        return read(value)
    except ValueError:  # such as a 31st of June
        return value
