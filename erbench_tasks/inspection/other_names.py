"""Columns that hold another name of a value: proposed as accepted spellings, not as questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .columns import Column
from .entities import Entity
from .name_tables import NameTable
from .selection import Selection

# Where so many values list several, one of them suffices.
_LISTS = 0.02


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
    every: dict[str, set[tuple[str, str]]] = {}
    for content in selection.relations.values():
        for attribute, table, column in _single_columns(content):
            every.setdefault(attribute, set()).add((table, column))
    found = {}
    for attribute, places in every.items():
        if len(places) == 1:
            ((table, column),) = places
            alias: dict[str, Any] = {}
            if other := _other_name(column, judged[table], entities.get(table)):
                alias = {"table": table, "alias": other, "match": {attribute: column}}
            elif table in lists and table in entities and entities[table].label == (column,):
                alias = _listed(lists[table], attribute, column)
            if any(c.list_share > _LISTS for c in judged[table] if c.name == column):
                alias["parts"] = True
            if alias:
                found[attribute] = alias
    return found


def _listed(other: NameTable, attribute: str, column: str) -> dict[str, Any]:
    """Returns the other names that a table lists, by what its key refers to."""
    mine = [f"{other.table}.{name}" for name in other.key.columns]
    its = [f"{other.key.table}.{name}" for name in other.key.target]
    match = {attribute: f"{other.key.table}.{column}"}
    through = dict(zip(mine, its, strict=True))
    return {"table": other.table, "alias": other.alias, "match": match, "through": through}


def _single_columns(content: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields the attributes of one column: name, table and column."""
    joined = (t if isinstance(t, dict) else {"table": t} for t in content["tables"])
    tables = {t.get("as", t["table"]): t for t in joined}
    for attribute, columns in content["attributes"].items():
        if isinstance(columns, str) and "schema" not in tables[columns.partition(".")[0]]:
            table, _, column = columns.partition(".")
            yield attribute, tables[table]["table"], column


def _other_name(column: str, judged: Sequence[Column], entity: Entity | None) -> str | None:
    """Returns the column with another name of a column's values: a name before a code."""
    names_rows = entity is not None and entity.label == (column,)
    others = [c for c in judged if c.label == column or (names_rows and c.is_other_name)]
    # A code such as CAN is a word of any text.
    others = [c for c in others if c.kind is None and c.median_length > 3 and c.name != column]
    others.sort(key=lambda c: (c.are_codes, -c.median_length, c.name))
    return others[0].name if others else None
