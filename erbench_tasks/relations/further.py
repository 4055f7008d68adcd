"""Columns beside an attribute, which say what its values have in common: another of one country."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import sqlalchemy
from sqlalchemy import func, types
from sqlalchemy.sql.elements import ColumnElement

from ..database.sql_text import joined
from ..spec.spec import table_of
from .relation import Relation, base_table

# So many columns are read at most, and so much of a text.
_MOST, _LONGEST = 16, 60


def further_columns(
    relation: Relation, attribute: str, *, alone: bool = False
) -> tuple[sqlalchemy.FromClause, sqlalchemy.FromClause, list[ColumnElement[str]]]:
    """Returns columns whose values may be shared by those of an attribute.

    These are texts and foreign keys of the relation's tables, and the texts of what the foreign
    keys refer to: of a stadium's city the country, and that country's continent.

    Args:
        relation: The relation.
        attribute: The attribute, whose own columns are not among them.
        alone: Whether to take all rows of the attribute's own table, in place of the relation.

    Returns:
        The tables with those that the foreign keys refer to, the first of them alone, and the
        columns as texts.
    """
    own = set(relation.spec.attributes[attribute])
    tables = {n: t for n, t in relation.tables.items() if not alone or n in map(table_of, own)}
    first = next(iter(tables.values()))
    source = first if alone else relation.source
    found: list[ColumnElement[Any]] = []
    for name, table in tables.items():
        keyed = {e.parent.name for key in _keys(table) for e in key.elements}
        found += [
            column
            for column in table.columns
            if f"{name}.{column.key}" not in own and _may_group(column, column.name in keyed)
        ]
    for number, (table, key) in enumerate(list(_each_key(tables.values()))):
        target = key.referred_table.alias(f"n{number}")
        same = (table.columns[e.parent.key] == target.columns[e.column.key] for e in key.elements)
        source = source.join(target, sqlalchemy.and_(*same), isouter=True)
        found += [column for column in target.columns if _may_group(column, False)]
    texts = (func.substr(joined([c]), 1, _LONGEST, type_=types.String()) for c in found[:_MOST])
    return source, first, list(texts)


def stands_alone(relation: Relation, attribute: str) -> bool:
    """Tells whether an attribute has a table of its own, which the relation joins to its first."""
    tables = {table_of(column) for column in relation.spec.attributes[attribute]}
    return len(tables) == 1 and not tables & {relation.spec.tables[0].name}


def _may_group(column: ColumnElement[Any], in_key: bool) -> bool:
    return isinstance(column.type, types.String) or (
        in_key and isinstance(column.type, types.Integer)
    )


def _each_key(
    tables: Collection[sqlalchemy.FromClause],
) -> Iterator[tuple[sqlalchemy.FromClause, sqlalchemy.ForeignKeyConstraint]]:
    """Yields foreign keys to other tables."""
    joined_already = {base_table(table) for table in tables}
    for table in tables:
        for key in _keys(table):
            if key.referred_table not in joined_already:
                joined_already.add(key.referred_table)
                yield table, key


def _keys(table: sqlalchemy.FromClause) -> list[sqlalchemy.ForeignKeyConstraint]:
    """Returns a table's foreign keys, in an order that no engine decides."""
    return sorted(base_table(table).foreign_key_constraints, key=lambda key: list(key.column_keys))
