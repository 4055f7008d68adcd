"""Values inside a column's value, the same from every engine: JSON by its keys, lists one by one.

Of JSON these are texts, whole numbers and truth values. Everything else is NULL, as are keys that
an object lacks: engines do not agree on the text of numbers with decimals, objects and lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import Text, case, cast, func, literal, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import FunctionElement

from .column_types import Json, List

_MYSQL = ("mysql", "mariadb")
# What the engines call the types of texts, whole numbers and truth values in JSON.
_PLAIN = {
    "sqlite": ["text", "integer", "true", "false"],
    "duckdb": ["VARCHAR", "BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT", "BOOLEAN"],
    "mysql": ["STRING", "INTEGER", "UNSIGNED INTEGER", "BOOLEAN"],
    "postgresql": ["string", "boolean"],
}


class _Places(FunctionElement[Any]):
    """MySQL: numbers the values of a JSON list, from 1."""

    inherit_cache = True


@compiles(_Places, *_MYSQL)
def _json_table(element: _Places, compiler: SQLCompiler, **options: Any) -> str:
    document = compiler.process(element.clauses, **options)
    return f"JSON_TABLE({document}, '$[*]' COLUMNS (place FOR ORDINALITY))"


def has_parts(column: ColumnElement[Any], key: Sequence[str], dialect: str) -> bool:
    """Tells whether values inside a column can be read.

    Args:
        column: The column.
        key: Keys that lead to the value, from the outside in; none for the value as a whole.
        dialect: SQLAlchemy's name of the engine.
    """
    if isinstance(column.type, List):
        return not key and dialect in ("postgresql", "duckdb", *_MYSQL)
    # SQLite and MariaDB keep JSON as text.
    is_text = isinstance(column.type, sqlalchemy.String) and dialect != "postgresql"
    return dialect in (*_PLAIN, "mariadb") and (is_text or isinstance(column.type, Json))


def json_text(column: ColumnElement[Any], key: Sequence[str], dialect: str) -> ColumnElement[str]:
    """Returns what JSON has under a key, as text.

    Args:
        column: The column; where it may hold other text than JSON, that has no keys.
        key: Keys that lead to the value, from the outside in.
        dialect: SQLAlchemy's name of the engine.
    """
    if dialect == "postgresql":
        return _of_postgresql(func.jsonb_extract_path(cast(column, JSONB), *key))
    return case((func.json_valid(column), _plain(column, literal(_path(key)), dialect)))


def each_value(
    column: ColumnElement[Any], key: Sequence[str], dialect: str
) -> tuple[sqlalchemy.FromClause, ColumnElement[str]]:
    """Returns the values of a list, to be joined to the table of its column, and their text.

    Args:
        column: The column: a list, or JSON.
        key: Keys that lead to the list in JSON.
        dialect: SQLAlchemy's name of the engine.
    """
    if isinstance(column.type, List) and dialect in ("postgresql", "duckdb"):
        rows = func.unnest(column).table_valued("value", joins_implicitly=True).render_derived()
        return rows, cast(rows.c.value, Text)
    if dialect == "postgresql":
        found = func.jsonb_extract_path(cast(column, JSONB), *key) if key else cast(column, JSONB)
        values = case((func.jsonb_typeof(found) == "array", found))
        rows = (
            func.jsonb_array_elements(values)
            .table_valued("value", joins_implicitly=True)
            .render_derived()
        )
        return rows, _of_postgresql(rows.c.value)
    if isinstance(column.type, List):  # a SET of MySQL: a text with commas
        quoted = func.replace(func.json_quote(func.nullif(column, "")), ",", '","')
        column = func.concat("[", quoted, "]")
    kind = _type(column, literal(_path(key)), dialect)
    inner = func.json_extract(column, _path(key))
    document = case((func.json_valid(column), case((kind.in_(["array", "ARRAY"]), inner))))
    if dialect == "sqlite":
        rows = func.json_each(document).table_valued("value", "type", joins_implicitly=True)
        truth = rows.c.type.in_(["true", "false"])
        there = rows.c.type.in_(_PLAIN["sqlite"])
        return rows, case((truth, rows.c.type), (there, cast(rows.c.value, Text)))
    if dialect == "duckdb":
        rows = func.unnest(func.json_extract(document, "$[*]")).table_valued(
            "value", joins_implicitly=True
        )
        rows = rows.render_derived()
        return rows, _plain(rows.c.value, literal("$"), dialect)
    rows = _Places(document).table_valued("place", joins_implicitly=True)
    path = func.concat("$[", rows.c.place - 1, "]")
    return rows, _plain(document, path, dialect)


def _path(key: Sequence[str]) -> str:
    return "$" + "".join(f'."{part}"' for part in key)


def _of_postgresql(value: ColumnElement[Any]) -> ColumnElement[str]:
    kind = func.jsonb_typeof(value)
    text = value.op("#>>")(literal_column("'{}'"))
    whole = sqlalchemy.and_(kind == "number", text.op("~")("^-?[0-9]+$"))
    return cast(case((sqlalchemy.or_(kind.in_(_PLAIN["postgresql"]), whole), text)), Text)


def _plain(
    document: ColumnElement[Any], path: ColumnElement[str], dialect: str
) -> ColumnElement[str]:
    """Returns the text of a value in JSON, if it is one that has the same text everywhere."""
    kind = _type(document, path, dialect)
    there = kind.in_(_PLAIN["mysql" if dialect == "mariadb" else dialect])
    if dialect == "duckdb":
        return case((there, func.json_extract_string(document, path, type_=Text())))
    value = func.json_extract(document, path)
    if dialect == "sqlite":
        return case((kind.in_(["true", "false"]), kind), (there, cast(value, Text)))
    return case((there, func.json_unquote(value, type_=Text())))


def _type(
    document: ColumnElement[Any], path: ColumnElement[str], dialect: str
) -> ColumnElement[str]:
    if dialect in _MYSQL:
        return func.json_type(func.json_extract(document, path), type_=Text())
    return func.json_type(document, path, type_=Text())
