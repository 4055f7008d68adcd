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
_CODE_POINTS = {
    "duckdb": "CAST({} AS VARCHAR)",
    "postgresql": 'CAST({} AS TEXT) COLLATE "C"',
    # utf8mb4_bin would ignore trailing spaces; bytes of UTF-8 sort as code points do.
    **dict.fromkeys(_MYSQL, "CAST(CONVERT({} USING utf8mb4) AS BINARY)"),
}
_TEXTS = {
    "duckdb": "CAST({} AS VARCHAR)",
    **dict.fromkeys(_MYSQL, "CONVERT(CAST({} AS CHAR) USING utf8mb4)"),
}


class _CodePoints(FunctionElement[str]):
    """Text that sorts and compares by code points.

    Databases compare text by their collation: without case, accents or trailing spaces, or in
    the order of a language. Tuples are grouped in Python, where two texts are equal or they are
    not, so the database has to see them the same way.
    """

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_CodePoints)
def _by_code_points(element: _CodePoints, compiler: SQLCompiler, **options: Any) -> str:
    form = _CODE_POINTS.get(compiler.dialect.name, "{} COLLATE BINARY")
    return form.format(compiler.process(element.clauses, **options))


class _Rank(FunctionElement[str]):
    """The MD5 of values as one text, with a separator, which comes first; NULL if one is."""

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_Rank)
def _md5(element: _Rank, compiler: SQLCompiler, **options: Any) -> str:
    engine = compiler.dialect.name
    separator, *values = (compiler.process(value, **options) for value in element.clauses)
    form = _TEXTS.get(engine, "CAST({} AS TEXT)")
    parts = [part for value in values for part in (separator, form.format(value))][1:]
    if engine in _MYSQL:  # concat() is NULL if a part is, as || is elsewhere
        return f"md5(CONCAT({', '.join(parts)}))"
    joined = f"({' || '.join(parts)})"
    # SQLite's texts may be bytes in no encoding, which no function in Python could take as a text.
    return f"md5(CAST({joined} AS BLOB))" if engine == "sqlite" else f"md5({joined})"


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
    return _Rank(*map(sqlalchemy.literal, ("\x1f", str(seed))), *columns)


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
