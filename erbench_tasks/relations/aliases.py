"""Other spellings that count as mentioning a value (entity resolution, Section 3.2)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy
from sqlalchemy.exc import NoSuchTableError

from ...core.errors import InputError
from ...filters.rationale.inverted_names import without_titles
from ..database.reflection import reflect_table
from ..items.names import PLACEHOLDERS
from ..spec.spec import AliasSpec, table_of
from .relation import Row

# What stands between the parts of a list: "Ann Lee, Bob Ray", "Lee/Ray", "Ana Lee e Bo Ray".
_SEPARATORS = re.compile(
    r"\s*[,;/&|]\s*|\s+[-\u2013\u2014]\s+|\s+(?:and|e|et|och|und|y)\s+", re.IGNORECASE
)

# Which of several of a name one is, in a catalogue of films: `David (I) Lynch`.
_NUMERAL = re.compile(r" \([IVXL]+\)(?= |$)")
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
# A name, with the particles before it.
_NAMES = re.compile(r"(?:[a-z\u00df-\u00ff]\S* )*[^\s\",]+")
_MOST_NAMES = 10
_SUFFIXES = {"jr", "jnr", "sr", "snr", "ii", "iii", "iv"}


class Aliases:
    """Looks up the spellings of an attribute's value in a tuple."""

    def __init__(
        self, engine: sqlalchemy.Engine, specs: dict[str, AliasSpec], schema: str | None = None
    ) -> None:
        """Reads the alias tables.

        Args:
            engine: The database.
            specs: Attribute name to its aliases.
            schema: Schema of the tables; by default the connection's.

        Raises:
            InputError: An alias table or a column of it does not exist.
        """
        self._specs = specs
        self._listed = {name: _read(engine, name, spec, schema) for name, spec in specs.items()}

    def are_given(self, attribute: str) -> bool:
        """Tells whether the values of an attribute can have other spellings."""
        return attribute in self._specs

    def matched(self, attribute: str) -> list[str]:
        """Returns the attributes on which the other spellings of an attribute depend."""
        spec = self._specs.get(attribute)
        return list(spec.match) if spec else []

    def spellings(self, attribute: str, row: Row) -> list[str]:
        """Returns the value as text, then its aliases, without repetition."""
        value = str(row[attribute])
        spec = self._specs.get(attribute)
        if spec is None:
            return [value]
        found = [value]
        if spec.match and all(name in row for name in spec.match):
            found += self._listed[attribute].get(tuple(row[name] for name in spec.match), [])
        if spec.surname and (names := [w for w in value.split() if not _is_suffix(w)]):
            found.append(names[-1])
        if spec.decimals is not None:
            found.append(f"{float(value):.{spec.decimals}f}")
        if spec.parts:
            listed = (each for part in _SEPARATORS.split(value) for each in joined_persons(part))
            # *Tones and I* is one name, of which a word is none.
            found += [p for p in listed if len(p) > 2 and (" " in p or {*value} & {*",;|/"})]
        if spec.brackets and len(plain := without_brackets(value)) > 2:
            found.append(plain)
        if spec.short:
            found += short_names(value)
        if spec.unit:
            found += value.split()[-1:]
        if spec.inverted:
            found.append(without_titles(value))
        return list(dict.fromkeys(found))


def short_names(name: str) -> list[str]:
    """Returns a person's full name with two of its names: the first, or the last, and another one.

    People are known by any of these: `James Cleveland "Jesse" Owens`, `Rafael Nadal Parera`. What
    begins in lower case belongs to the name behind it: `van den Elm`.
    """
    whole = " ".join(w for w in without_brackets(name).split() if not _is_suffix(w))
    first, *others = _NAMES.findall(whole) or [""]
    others = [other for other in others if len(other) > 1 and not other.endswith(".")]
    if not 1 < len(others) < _MOST_NAMES:
        return []
    *_, last = others
    return [*(f"{first} {other}" for other in others), *(f"{o} {last}" for o in others[:-1])]


def _is_suffix(word: str) -> bool:
    """Tells whether a word of a name is no name: `Jr.`, of which several people have one."""
    return word.casefold().strip(".,") in _SUFFIXES


def without_brackets(text: str) -> str:
    """Returns a text without what stands in brackets at its end: `US Navy (Retired)`."""
    plain = _NUMERAL.sub("", text)
    return _BRACKETS.sub("", plain) or text


def joined_persons(text: str) -> list[str]:
    """Returns the persons that hyphens join, "Ann Lee-Bob Ray"; the text itself if it names one.

    Each of them has a first and a last name: "Jean-Paul Sartre" and "Lee-Ray" stay whole.
    """
    if "-" not in text:
        return [text]
    parts = [part.strip() for part in text.split("-")]
    return parts if all(len(part.split()) > 1 for part in parts) else [text]


def _read(
    engine: sqlalchemy.Engine, attribute: str, spec: AliasSpec, schema: str | None
) -> dict[tuple[Any, ...], list[str]]:
    listed: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    if spec.table is None:
        return listed
    query = _query(engine, attribute, spec, schema)
    sizes = [len(columns) for columns in spec.match.values()]
    with engine.connect() as connection:
        for row in sorted(connection.execute(query), key=str):
            names, parts = row[: len(spec.alias)], iter(row[len(spec.alias) :])
            key = tuple(_joined([next(parts) for _ in range(size)]) for size in sizes)
            listed[key] += [str(name).strip() for name in names if _says_something(name)]
    return listed


def _joined(parts: Sequence[Any]) -> Any:
    """Returns the value of an attribute: of several columns, the text of those that have one."""
    if len(parts) == 1:
        return parts[0]
    return " ".join(str(part).strip() for part in parts if _says_something(part))


def _says_something(value: Any) -> bool:
    return value is not None and str(value).strip().casefold() not in PLACEHOLDERS


def _query(
    engine: sqlalchemy.Engine, attribute: str, spec: AliasSpec, schema: str | None
) -> sqlalchemy.Select[Any]:
    """Returns the query for each alias and what it has to match."""
    others = {table_of(column) for column in spec.through.values()}
    try:
        metadata = sqlalchemy.MetaData()
        tables = {n: reflect_table(engine, n, metadata, schema) for n in {str(spec.table), *others}}

        def column(name: str) -> sqlalchemy.Column[Any]:
            table, _, key = name.partition(".")
            return tables[table].columns[key] if spec.through and key else own.columns[name]

        own = tables[str(spec.table)]
        names = [own.columns[name] for name in spec.alias]
        matched = [column(name) for columns in spec.match.values() for name in columns]
        query = sqlalchemy.select(*names, *matched)
        for other in others:
            pairs = ((column(a), column(b)) for a, b in spec.through.items())
            query = query.join_from(
                own, tables[other], sqlalchemy.and_(*(a == b for a, b in pairs))
            )
    except (NoSuchTableError, KeyError) as error:
        raise InputError(f"aliases.{attribute}: no table or column {error.args[0]!r}") from error
    return query
