"""Text in SQL, the same on every engine: compared by code points, and hashed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import Join
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
    """Values as one text, with a separator."""

    inherit_cache = True
    type = sqlalchemy.Text()


@compiles(_Joined)
def _concatenated(element: _Joined, compiler: SQLCompiler, **options: Any) -> str:
    cast = f"CAST({{}} AS {_text_type(compiler)})"
    return f"({' || '.join(_parts(element, compiler, cast, options))})"


@compiles(_Joined, *_MYSQL)
def _concat(element: _Joined, compiler: SQLCompiler, **options: Any) -> str:
    # concat() is NULL if a part is, as || is elsewhere; concat_ws() would skip it.
    cast = "CONVERT(CAST({} AS CHAR) USING utf8mb4)"
    return f"CONCAT({', '.join(_parts(element, compiler, cast, options))})"


def _parts(
    element: _Joined, compiler: SQLCompiler, cast: str, options: dict[str, Any]
) -> Iterator[str]:
    """Yields the values as text, with the separator between them."""
    separator, *values = element.clauses
    for index, value in enumerate(values):
        if index:
            yield compiler.process(separator, **options)
        yield cast.format(compiler.process(value, **options))


def _text_type(compiler: SQLCompiler) -> str:
    return "VARCHAR" if compiler.dialect.name == "duckdb" else "TEXT"


def comparable_column(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Returns an expression that two values share exactly if Python calls them equal."""
    return _CodePoints(column) if isinstance(column.type, sqlalchemy.String) else column


def equal(left: ColumnElement[Any], right: ColumnElement[Any]) -> ColumnElement[bool] | None:
    """Returns whether two columns are equal, in the same way on every engine.

    Texts are compared by code points, without the padding of a CHAR(n); a whole number equals the
    text that is written like it. None if the columns' types cannot be compared like that.
    """
    families = {_family(left), _family(right)}
    if families == {"text"}:
        return _unpadded(left) == _unpadded(right)
    if families == {"text", "whole"}:
        if _family(left) == "whole":
            left, right = right, left
        return _unpadded(left) == comparable_column(joined([right]))
    if families <= {"whole", "decimal"} or (len(families) == 1 and None not in families):
        return left == right
    return None


_FAMILIES: dict[str | None, type[Any]] = {
    None: sqlalchemy.Float,  # which no two engines round in the same way
    "text": sqlalchemy.String,
    "truth": sqlalchemy.Boolean,
    "whole": sqlalchemy.Integer,
    "decimal": sqlalchemy.Numeric,
    "time": sqlalchemy.DateTime,
    "date": sqlalchemy.Date,
    "uuid": sqlalchemy.Uuid,
}


def _family(column: ColumnElement[Any]) -> str | None:
    kinds = (name for name, kind in _FAMILIES.items() if isinstance(column.type, kind))
    return next(kinds, None)


def _unpadded(column: ColumnElement[Any]) -> ColumnElement[Any]:
    if isinstance(column.type, sqlalchemy.CHAR):
        column = sqlalchemy.func.rtrim(column, type_=sqlalchemy.String())
    return comparable_column(column)


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


def joined(columns: Sequence[ColumnElement[Any]], separator: str = " ") -> ColumnElement[str]:
    """Returns the columns' values as one text; NULL if one of them is."""
    return _Joined(sqlalchemy.literal(separator), *columns)


class RowsFirst(Join):
    """A join that reads all rows of its left side, and looks each up in its right side.

    SQLite thinks that a condition on names put together leaves few rows, and reads these again for
    each row of the right side: minutes, for thousands of names. Its `CROSS JOIN` keeps the order.
    """

    inherit_cache = True


@compiles(RowsFirst, "sqlite")
def _rows_first(element: RowsFirst, compiler: SQLCompiler, **options: Any) -> str:
    left = compiler.process(element.left, **options)
    right = compiler.process(element.right, **options)
    on: Any = element.onclause
    condition = compiler.process(on, **(options | {"asfrom": False}))
    return f"{left} CROSS JOIN {right} ON {condition}"


def folded(columns: Sequence[ColumnElement[Any]]) -> ColumnElement[str]:
    """Returns the columns' values as one text without case; what is NULL has none."""
    texts = (sqlalchemy.func.coalesce(sqlalchemy.func.trim(joined([c])), "") for c in columns)
    return comparable_column(
        sqlalchemy.func.lower(joined([*texts], "\x1f"), type_=sqlalchemy.Text())
    )


def seeded_rank(seed: int, columns: Sequence[ColumnElement[Any]]) -> ColumnElement[str]:
    """Returns a pseudo-random rank of a tuple that depends on the seed and its values alone.

    On SQLite, `register_md5` has to be called for the connection.
    """
    return _Md5(joined([sqlalchemy.literal(str(seed)), *columns], "\x1f"))


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
    import hashlib

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
