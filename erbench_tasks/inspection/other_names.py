"""Columns that hold another name of a value: proposed as accepted spellings, not as questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..relations.aliases import short_names
from ..spec.strict import one_or_several
from .columns import Column
from .entities import Entity
from .name_tables import NameTable
from .selection import Selection
from .values import LONGEST_CODE

# Kinds of values of which none lists several.
_WHOLE = ("city", "title")
# Where so many values list several, one of them suffices.
_LISTS = 0.02
# What the names of firms have, and those of several persons.
_OF_FIRMS = {"&", "and", "co.", "company", "corp.", "corporation", "farm", "farms", "group", "inc.",
             "llc", "ltd.", "racing", "stable", "stables", "studio", "team"}  # fmt: skip
# Where so many persons have a middle name, each is accepted without; so few may share two names.
_FULL, _TWICE = 0.05, 0.1


def other_names(
    selection: Selection,
    judged: Mapping[str, Sequence[Column]],
    entities: Mapping[str, Entity],
    named: Sequence[NameTable],
) -> dict[str, dict[str, Any]]:
    """Returns the accepted spellings of attributes, as `aliases` of the specification has them.

    An attribute that stands for different columns in different relations has none: an alias goes
    by its name alone.

    Args:
        selection: What is proposed.
        judged: The columns of each table.
        entities: The tables whose rows have a name.
        named: The tables of other names.
    """
    lists = {other.key.table: other for other in reversed(named)}
    every: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
    for content in selection.relations.values():
        for attribute, table, columns in _of_one_table(content):
            every.setdefault(attribute, set()).add((table, columns))
    found: dict[str, dict[str, Any]] = {}
    for attribute, places in every.items():
        # What is read of a value alone may be of several columns.
        are_inverted = all(_are_inverted(c, judged[t], entities.get(t)) for t, c in places)
        alias: dict[str, Any] = {}
        if len(places) == 1:
            ((table, columns),) = places
            if others := _other_names(columns, judged[table], entities.get(table)):
                match = {attribute: _one_or_all(columns)}
                alias = {"table": table, "alias": _one_or_all(others), "match": match}
            elif table in lists and table in entities and entities[table].label == columns:
                alias = _listed(lists[table], attribute, columns)
            if not are_inverted:
                alias |= _shorter(columns, judged[table], entities.get(table))
        if are_inverted:
            alias["inverted"] = True
        if alias:
            found[attribute] = alias
    return found


def _are_inverted(
    columns: tuple[str, ...], judged: Sequence[Column], entity: Entity | None
) -> bool:
    if entity is not None and entity.label == columns:
        return entity.are_inverted
    return any(c.are_inverted for c in judged if (c.name,) == columns)


def _shorter(
    columns: tuple[str, ...], judged: Sequence[Column], entity: Entity | None
) -> dict[str, Any]:
    """Returns which parts of the values of a column suffice; of several, they stand in each."""
    own = [c for c in judged if (c.name,) == columns]
    # What stands behind a city is where it lies, and a title may have commas of its own.
    said = {
        "parts": any(c.list_share > _LISTS and c.values not in _WHOLE for c in own)
        or any(c.values == "person" and any(map(_lists_persons, c.examples)) for c in own)
        # One actor, and two characters; a contest, and the two cities that held it.
        or any(_has_slashes(c) and c.values != "title" for c in own),
        "brackets": any(c.has_additions for c in judged if c.name in columns),
        # *Guatemalan quetzal*: the question says of which country.
        "unit": any("currency" in c.name.lower() and not c.are_codes for c in own),
        "short": any(_are_full(c, entity) for c in own),
    }
    return {name: True for name, is_so in said.items() if is_so}


def _has_slashes(column: Column) -> bool:
    every = "\n".join(column.examples)
    return " / " in every and "," not in every


def _lists_persons(text: str) -> bool:
    """Tells whether a text lists full names: `Ann Elm, Bob Ash`, but no `Bob Ash, Jr.`."""
    return ", " in text and all(" " in part for part in text.split(", "))


def _are_full(column: Column, entity: Entity | None) -> bool:
    """Tells whether some persons have a middle name there, and are told apart without it."""
    if entity is None or not entity.thing.is_person or entity.label != (column.name,):
        return False
    firms = sum(bool(_OF_FIRMS & {*name.lower().split()}) for name in column.examples)
    if firms > _TWICE * len(column.examples):
        return False  # the owners of horses, of whom many are farms
    names = [short_names(name) for name in column.examples]
    shared = Counter(short for each in names for short in {*each})
    twice = sum(any(shared[short] > 1 for short in each) for each in names)
    return sum(map(bool, names)) > _FULL * len(names) and twice <= _TWICE * len(names)


def _one_or_all(columns: Sequence[str]) -> str | list[str]:
    return columns[0] if len(columns) == 1 else list(columns)


def _listed(other: NameTable, attribute: str, columns: Sequence[str]) -> dict[str, Any]:
    """Returns the other names that a table lists, by what its key refers to."""
    mine = [f"{other.table}.{name}" for name in other.key.columns]
    its = [f"{other.key.table}.{name}" for name in other.key.target]
    match = {attribute: _one_or_all([f"{other.key.table}.{column}" for column in columns])}
    through = dict(zip(mine, its, strict=True))
    return {"table": other.table, "alias": other.alias, "match": match, "through": through}


def _of_one_table(content: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yields the attributes whose columns are of one table: name, table and columns."""
    joined = (t if isinstance(t, dict) else {"table": t} for t in content["tables"])
    tables = {t.get("as", t["table"]): t for t in joined}
    for attribute, written in content["attributes"].items():
        parted = [column.partition(".") for column in one_or_several(written)]
        of = {table for table, _, _ in parted}
        if len(of) == 1 and "schema" not in tables[parted[0][0]]:
            yield attribute, tables[of.pop()]["table"], tuple(column for *_, column in parted)


def _other_names(
    columns: tuple[str, ...], judged: Sequence[Column], entity: Entity | None
) -> list[str]:
    """Returns the columns with another name of what columns name: all names, or one of codes."""
    names_rows = entity is not None and entity.label == columns
    others = [c for c in judged if (c.label,) == columns or (names_rows and c.is_other_name)]
    others = [c for c in others if c.kind is None and c.name not in columns]
    others = [c for c in others if c.median_length > LONGEST_CODE]
    others.sort(key=lambda c: (c.are_codes, -c.median_length, c.name))
    names = [c.name for c in others if not c.are_codes]
    return names or [c.name for c in others[:1]]
