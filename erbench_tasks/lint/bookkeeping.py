"""Columns that hold nothing about the world: surrogate keys, and notes of the bookkeeping."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import types

from ..english.lexicon import words_of
from ..english.words import words

_BYTES_OF_TEXT = (types.LargeBinary, types.Uuid)
# A number by which people know a thing.
_NATURAL = {"code", "isbn", "number", "no", "nr", "num", "year", "issn", "iata", "icao"}
KEY = words_of("id ids key pk fk uid sk guid uuid oid rowid")
SECRET = words_of(
    "password passwd pwd passphrase secret contraseña passwort kennwort salt hash token"
)
_CHECKSUMS = words_of("checksum etag rowversion")
# Beside what is done, they say that it is done to a row.
_MARKS = words_of("at last on time timestamp ts by date")
# What is done to a row.
_WRITTEN = words_of(
    "modified modification update updated updates upd change changed inserted deleted"
    " imported loaded load synced synchronized ingested refreshed edited processed archived"
    " extracted crawled scraped fetched indexed added mod geändert geaendert änderung"
    " aenderung aktualisiert gelöscht importiert angelegt modificado modificacion modificación"
    " actualizado actualizacion actualización borrado insertado modifié modifie modificata"
    " modifica aggiornato aggiornamento atualizado atualização atualizacao alterado gewijzigd"
    " aangemaakt maj"
)
# What is done to a row, or to a work.
_MADE = words_of(
    "create created creation erstellt erstellung creado creacion creación créé cree création"
    " creato creazione criado criação criacao"
)
WHEN = words_of(
    "at on date time datetime timestamp ts dt by user when utc am um von datum zeit fecha"
    " data hora le par em il en el por last ultima ultimo última último dernière derniere"
    " letzte zuletzt op row record rec sys system audit db dw"
)
_RUN_ON = re.compile(r"^last|(at|on|by|ts)$")
_LOADS = words_of("etl dwh airbyte fivetran dbt rowversion xmin ingestion")
_BATCH = {("batch", "id"), ("load", "id"), ("import", "id"), ("job", "id"), ("run", "id")}


def is_bookkeeping(parts: Sequence[str]) -> bool:
    """Tells whether a name says when, or by whom, a row was written."""
    return _is_done(parts, _WRITTEN)


def is_of_a_load(parts: Sequence[str]) -> bool:
    """Tells whether a name says by which run of a program a row was written."""
    return bool(_LOADS & set(parts)) or tuple(parts[-2:]) in _BATCH


def may_be_bookkeeping(parts: Sequence[str]) -> bool:
    """Tells whether a name says when a row was created, or else the thing that it is about."""
    return _is_done(parts, _MADE)


def _is_done(parts: Sequence[str], verbs: frozenset[str]) -> bool:
    said = [part for part in parts if part not in WHEN]
    return len(said) == 1 and (said[0] in verbs or _RUN_ON.sub("", said[0]) in verbs)


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
    if whole and not said & _NATURAL and (said & KEY or _is_key(column)):
        return "surrogate key"
    moment = isinstance(column.type, types.DateTime | types.Date)
    if (said & (_WRITTEN | _MADE) and (moment or said & _MARKS)) or said == {"timestamp"}:
        return "timestamp of the bookkeeping"
    return "secret or checksum" if said & (SECRET | _CHECKSUMS) else ""


def _is_key(column: sqlalchemy.ColumnElement[Any]) -> bool:
    """Tells whether it numbers the rows: a season that is a part of a key says when."""
    table = getattr(column, "table", None)
    return column.primary_key and (table is None or len(table.primary_key) == 1)
