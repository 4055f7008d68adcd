"""Columns that hold nothing about the world: surrogate keys, and notes of the bookkeeping."""

from __future__ import annotations

from typing import Any

import sqlalchemy
from sqlalchemy import types

from ..english.words import words

_BYTES_OF_TEXT = (types.LargeBinary, types.Uuid)
# A number by which people know a thing.
_NATURAL = {"code", "isbn", "number", "no", "nr", "num", "year", "issn", "iata", "icao"}
_KEY = {"id", "key", "pk", "fk", "uid", "guid", "uuid", "oid", "rowid"}
_CHANGED = {
    "changed", "created", "deleted", "edited", "entered", "imported", "inserted", "loaded",
    "modified", "synced", "update", "updated",
}  # fmt: skip
_MARKS = {"at", "last", "on", "time", "timestamp", "ts", "by", "date"}
_TECHNICAL = {"checksum", "etag", "hash", "password", "passwd", "rowversion", "salt", "token"}


def reason_against(column: sqlalchemy.ColumnElement[Any]) -> str:
    """Returns why a column should not be asked about, by its type, key and name.

    Args:
        column: A column of a reflected table, or of an alias of one.

    Returns:
        A few words; empty if nothing is against it.
    """
    said = {word.lower() for word in words(column.name)}
    if isinstance(column.type, _BYTES_OF_TEXT):
        return "bytes or identifiers"
    whole = isinstance(column.type, types.Integer)
    # `yearID` is a year, and `isbn_key` an ISBN.
    if whole and not said & _NATURAL and (said & _KEY or _is_key(column)):
        return "surrogate key"
    moment = isinstance(column.type, types.DateTime | types.Date)
    if (said & _CHANGED and (moment or said & _MARKS)) or said == {"timestamp"}:
        return "timestamp of the bookkeeping"
    return "secret or checksum" if said & _TECHNICAL else ""


def _is_key(column: sqlalchemy.ColumnElement[Any]) -> bool:
    """Tells whether it numbers the rows: a season that is a part of a key says when."""
    table = getattr(column, "table", None)
    return column.primary_key and (table is None or len(table.primary_key) == 1)
