"""Types of reflected columns, comparable between engines.

SQLite lets a column hold anything. SQLAlchemy's own types for it raise an error at a date that is
none, take the truth value 'f' for true, and read decimals with ten digits. The types here read what
fits the column's type, and leave everything else as it is. A floating-point number is read as the
shortest decimal number that stands for it, since drivers differ in what they make of it: 5.2 is
5.2, also if a column of four bytes holds it, and 1e6 is 1000000.
"""

from __future__ import annotations

import math
import re
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
    types.String, types.Integer, types.Numeric, types.Float, types.Date, types.DateTime,
    types.Time, types.Boolean, types.LargeBinary, types.Uuid,
)  # fmt: skip
_DUCKDB: dict[str, TypeEngine[Any]] = {
    r"U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER": types.BigInteger(),
    r"TIMESTAMP(_S|_MS|_NS)?": types.DateTime(),
    r"TIMESTAMP WITH TIME ZONE": types.DateTime(timezone=True),
    r"DATE": types.Date(),
    r"TIME": types.Time(),
    r"BOOLEAN": types.Boolean(),
    r"VARCHAR|ENUM\(.*\)": types.String(),
    r"BLOB": types.LargeBinary(),
    r"UUID": types.Uuid(),
}
# From this power of ten on a floating-point number is written with an exponent.
_LARGEST = 16


class Float(types.Float[Any]):
    """A floating-point or computed number, read as a `Decimal`; NULL if it is no number."""

    def __init__(self, *, single: bool = False) -> None:  # in four bytes, not in eight
        super().__init__()
        self.single = single

    def adapt(self, cls: Any, **options: Any) -> Any:
        """Stays what it is, where the driver's dialect has a type of its own."""
        return type(self)(single=self.single)

    def result_processor(self, dialect: object, coltype: object) -> Callable[[Any], Any]:
        def read(value: Any) -> Any:
            if isinstance(value, float):
                return _shortest(value, self.single)
            return _without_zeros(value) if isinstance(value, Decimal) else value

        return read


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
        from numpy import float32  # which most databases do without

        text = str(float32(value))
    if not value:
        return Decimal(0)  # there is a negative one
    if "e" not in text:  # which all but a few have: no zero but one stands at their end
        return Decimal(text.removesuffix(".0"))
    number = Decimal(text).normalize()
    return Decimal(f"{number:f}") if number.adjusted() < _LARGEST else number


def _without_zeros(number: Decimal) -> Decimal | None:
    """Returns a decimal number without the zeros at its end, of which engines compute some."""
    if not number.is_finite():
        return None
    text = f"{number:f}"  # `normalize` would round it
    return Decimal(text.rstrip("0").rstrip(".")) if "." in text else number


def comparable_type(found: TypeEngine[Any], dialect: str) -> TypeEngine[Any]:
    """Returns the type that a column of any engine has for one that SQLAlchemy reflects.

    It is that of a text, number, date, time, truth value, binary value or UUID; a `NullType` for
    what is none of these (JSON, lists, intervals, ...) or is unknown.
    """
    if isinstance(found, postgresql.DOMAIN):
        return comparable_type(found.data_type, dialect)
    if isinstance(found, mysql.YEAR):
        return types.Integer()
    if isinstance(found, mysql.TINYINT) and found.display_width == 1:  # MySQL's BOOLEAN
        return _Truth()
    if isinstance(found, mysql.SET):  # a text to SQLAlchemy
        return types.NullType()
    if isinstance(found, types.Float):
        if isinstance(found, mysql.FLOAT):
            return _MySqlFloat(single=True)
        return Float(single=dialect == "postgresql" and isinstance(found, types.REAL))
    if not isinstance(found, _SCALARS):
        return types.NullType()
    return _lenient(found) if dialect == "sqlite" else found


def duckdb_type(text: str) -> TypeEngine[Any]:
    """Returns the type that DuckDB's catalogue writes like this, or `NullType`."""
    if decimal := re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", text):
        return _Exact(int(decimal[1]), int(decimal[2]))
    if text in ("DOUBLE", "FLOAT"):
        return Float(single=text == "FLOAT")
    known = (kind for form, kind in _DUCKDB.items() if re.fullmatch(form, text, re.DOTALL))
    return next(known, types.NullType())


def _lenient(found: TypeEngine[Any]) -> TypeEngine[Any]:
    """Returns the type that reads a column of SQLite, and is of the kind of its declared one."""
    if isinstance(found, types.Numeric):
        return _Decimal(scale=found.scale)
    return next((made() for kind, made in _LENIENT.items() if isinstance(found, kind)), found)


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


def _reading(
    kind: type[TypeEngine[Any]], read: Callable[[Any], Any] | None
) -> Callable[..., TypeEngine[Any]]:
    """Returns a type of SQLAlchemy that reads by another function, or as the driver does."""
    changed = {
        "result_processor": lambda *_: read,
        # It stays what it is where the driver's dialect has a type of its own.
        "adapt": lambda self, _, **options: kind.adapt(self, type(self), **options),
    }
    return type(kind.__name__, (kind,), changed)


def _fitting(form: re.Pattern[str], parse: Callable[[str], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return parse(value) if isinstance(value, str) and form.fullmatch(value) else value
        except ValueError:  # such as a 31st of June
            return value

    return read


Whole = _reading(types.BigInteger, Float().result_processor(None, None))
"""A computed number that is mostly whole: SQLite and MySQL say no more of some."""
# SQLAlchemy would make a decimal number from a float.
_Exact = _reading(types.Numeric, None)
# A truth value that is kept as a number, which may be another number than 0 and 1.
_Truth = _reading(types.BOOLEAN, lambda value: bool(value) if value in (0, 1) else value)
_LENIENT: dict[type[TypeEngine[Any]], Callable[..., TypeEngine[Any]]] = {
    types.Date: _reading(sqlite.DATE, _fitting(_DAY, lambda text: date.fromisoformat(text[:10]))),
    types.DateTime: _reading(sqlite.DATETIME, _fitting(_MOMENT, datetime.fromisoformat)),
    types.Time: _reading(sqlite.TIME, _fitting(_TIME, time.fromisoformat)),
    types.Boolean: _Truth,
    types.LargeBinary: _reading(types.BLOB, None),
}
