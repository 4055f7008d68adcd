"""Tables of other names of what another table is about: aliases, translations, synonyms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..english.lexicon import words_of
from ..english.words import singular
from . import names
from .columns import Column, Kind
from .schema import ForeignKey, TableSchema

_NAMES = words_of(
    "alias akas aka name title label synonym translation spelling nickname altname i18n alternate"
    " alternative other known localized localised local translated text term bezeichnung"
    " übersetzung synonyme traduction traduccion nombre nom nome"
)
# Names that so few rows have alone are shared: the languages of countries name none of them.
_OWN = 0.8
_LANGUAGES = words_of("language lang locale sprache idioma langue lingua")


@dataclass(frozen=True)
class NameTable:
    """A table with other names of the rows of another one.

    Attributes:
        table: Its name.
        alias: Its column with the other name.
        key: Its foreign key to the table that has the rows.
        language: Its column that says in which language the name is; empty if there is none.
    """

    table: str
    alias: str
    key: ForeignKey
    language: str = ""


def name_tables(
    tables: Mapping[str, TableSchema], judged: Mapping[str, Sequence[Column]]
) -> list[NameTable]:
    """Finds the tables that list other names: `city_alias`, `film_translations`, `AltNames`.

    Args:
        tables: The tables by name.
        judged: The columns of each.
    """
    # Where there is a table of record labels, a `release_label` is one of them.
    things = {word for name in tables for word in [*_words(name)] if len(_words(name)) == 1}
    # Programming languages to which others refer are things themselves.
    about = {key.table for table in tables.values() for key in table.foreign_keys}
    lists = ((name, table) for name, table in tables.items() if name not in about)
    found = (_name_table(table, judged[name], things) for name, table in lists)
    return [each for each in found if each is not None]


def _name_table(table: TableSchema, judged: Sequence[Column], things: set[str]) -> NameTable | None:
    said = _words(table.name)
    # A language may be a table of its own.
    keys = [key for key in table.foreign_keys if not _words(key.table) & _LANGUAGES]
    if len(keys) != 1 or keys[0].table == table.name:
        return None
    rest = said - _words(keys[0].table)
    if not rest & (_NAMES | _LANGUAGES) or rest - _NAMES - _LANGUAGES - {"of"}:
        return None
    if rest & things - _LANGUAGES:
        return None
    alias = next((column.name for column in judged if _is_name(column, keys[0])), "")
    language = (c.name for c in judged if _words(c.name) & _LANGUAGES and c.name != alias)
    return NameTable(table.name, alias, keys[0], next(language, "")) if alias else None


def _is_name(column: Column, key: ForeignKey) -> bool:
    is_text = column.kind in (Kind.NAME, Kind.CATEGORY) or column.is_other_name
    if column.distinct < _OWN * column.present:
        return False
    said = _words(column.name) - _words(key.table)
    return is_text and bool(said & (_NAMES | names.LABEL)) and not said & _LANGUAGES


def _words(name: str) -> set[str]:
    if name.lower().endswith("i18n"):
        return {"i18n", *_words(name[:-4])}
    return set(map(singular, names.tokens(name)))
