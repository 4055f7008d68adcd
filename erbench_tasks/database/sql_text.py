"""Text in SQL, the same on every engine: compared by code points, and hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import FunctionElement

_MYSQL = ("mysql", "mariadb")
_DATES = (sqlalchemy.Date, sqlalchemy.DateTime)


class _CodePoints(FunctionElement[str]):
    """Text that sorts and compares by code points.

    Databases compare text by their collation: without case, accents or trailing spaces, or in
    the order of a language. Tuples are grouped in Python, where two texts are equal or they are
    not, so the database has to see them the same way.
    """

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_CodePoints)
def _binary(element: _CodePoints, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.process(element.clauses, **options)} COLLATE BINARY"


@compiles(_CodePoints, "duckdb")
def _as_text(element: _CodePoints, compiler: SQLCompiler, **options: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **options)} AS VARCHAR)"


@compiles(_CodePoints, "postgresql")
def _as_c(element: _CodePoints, compiler: SQLCompiler, **options: Any) -> str:
    return f'CAST({compiler.process(element.clauses, **options)} AS TEXT) COLLATE "C"'


@compiles(_CodePoints, *_MYSQL)
def _as_bytes(element: _CodePoints, compiler: SQLCompiler, **options: Any) -> str:
    # utf8mb4_bin would ignore trailing spaces; bytes of UTF-8 sort as code points do.
    text = compiler.process(element.clauses, **options)
    return f"CAST(CONVERT({text} USING utf8mb4) AS BINARY)"


class _Joined(FunctionElement[str]):
    """Values as one text, with a separator, which comes first; NULL if one of them is."""

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_Joined)
def _concatenated(element: _Joined, compiler: SQLCompiler, **options: Any) -> str:
    cast = f"CAST({{}} AS {'VARCHAR' if compiler.dialect.name == 'duckdb' else 'TEXT'})"
    return f"({' || '.join(_parts(element, compiler, cast, options))})"


@compiles(_Joined, *_MYSQL)
def _concat(element: _Joined, compiler: SQLCompiler, **options: Any) -> str:
    # concat() is NULL if a part is, as || is elsewhere; concat_ws() would skip it.
    cast = "CONVERT(CAST({} AS CHAR) USING utf8mb4)"
    return f"CONCAT({', '.join(_parts(element, compiler, cast, options))})"


def _parts(
    element: _Joined, compiler: SQLCompiler, cast: str, options: dict[str, Any]
) -> list[str]:
    """Returns the values as text, with the separator between them."""
    separator, *values = (compiler.process(value, **options) for value in element.clauses)
    return [part for value in values for part in (separator, cast.format(value))][1:]


def comparable_column(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Returns an expression that two values share exactly if Python calls them equal."""
    return _CodePoints(column) if isinstance(column.type, sqlalchemy.String) else column


def finite(column: ColumnElement[Any], dialect: str) -> ColumnElement[Any]:
    """Returns a column's value, and NULL in place of what is no number, or is infinite."""
    is_float = isinstance(column.type, sqlalchemy.Float)
    is_date = isinstance(column.type, _DATES) and dialect in ("postgresql", "duckdb")
    there: ColumnElement[bool]
    if dialect == "postgresql" and isinstance(column.type, (sqlalchemy.Float, sqlalchemy.Numeric)):
        text = sqlalchemy.cast(column, sqlalchemy.Text)
        there = text.not_in(["NaN", "Infinity", "-Infinity"])
    elif is_date or (dialect == "duckdb" and is_float):
        there = sqlalchemy.func.isfinite(column)
    elif dialect == "sqlite" and is_float:
        there = sqlalchemy.func.abs(column) < sqlalchemy.literal_column("9e999")
    else:
        return column
    return sqlalchemy.case((there, column))


def seeded_rank(seed: int, columns: Sequence[ColumnElement[Any]]) -> ColumnElement[str]:
    """Returns a pseudo-random rank of a tuple that depends on the seed and its values alone.

    On SQLite, `register_md5` has to be called for the connection.
    """
    return _Md5(_Joined(*map(sqlalchemy.literal, ("\x1f", str(seed))), *columns))


class _Md5(FunctionElement[str]):
    """The hexadecimal MD5 of a text in UTF-8."""

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_Md5)
def _md5(element: _Md5, compiler: SQLCompiler, **options: Any) -> str:
    return f"md5({compiler.process(element.clauses, **options)})"


@compiles(_Md5, "sqlite")
def _md5_of_bytes(element: _Md5, compiler: SQLCompiler, **options: Any) -> str:
    # Its texts may be bytes in no encoding, which no function in Python could take as a text.
    return f"md5(CAST({compiler.process(element.clauses, **options)} AS BLOB))"


def register_md5(connection: sqlalchemy.Connection) -> None:
    """Gives SQLite the function that the other engines have."""
    if connection.dialect.name != "sqlite":
        return
    encoding = str(connection.exec_driver_sql("pragma encoding").scalar_one())

    def md5(text: bytes | None) -> str | None:
        if text is None:
            return None
        encoded = text if encoding == "UTF-8" else text.decode(encoding, "replace").encode()
        return hashlib.md5(encoded, usedforsecurity=False).hexdigest()

    driver: Any = connection.connection.driver_connection
    driver.create_function("md5", 1, md5, deterministic=True)
