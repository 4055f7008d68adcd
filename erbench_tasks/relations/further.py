"""Columns beside an attribute, which say what its values have in common: another of one country."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy
from sqlalchemy import func, types
from sqlalchemy.sql.elements import ColumnElement

from ..database.sql_text import joined
from ..english.lexicon import words_of
from ..english.words import split
from ..spec.spec import table_of
from .relation import Relation, base_table

# So many columns are read at most, and so much of a text.
_MOST, _LONGEST = 16, 60
# Of a date or year so many figures are read.
DECADE = 3
_YEARS = words_of("year jahr año ano année annee anno rok season saison born founded")


def further_columns(
    relation: Relation, attribute: str, *, alone: bool = False
) -> tuple[sqlalchemy.FromClause, sqlalchemy.FromClause, list[ColumnElement[str]]]:
    """Returns columns whose values may be shared by those of an attribute.

    These are texts and foreign keys of the relation's tables, and the texts of what the foreign
    keys refer to: of a stadium's city the country, and that country's continent; of dates and
    years the decades.

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
    source, found = first if alone else relation.source, list[ColumnElement[Any]]()
    # What is said of the value itself comes first.
    for name in sorted(tables, key=lambda name: name not in map(table_of, own)):
        columns = (c for c in tables[name].columns if f"{name}.{c.key}" not in own)
        keyed = {e.parent.key for key in _keys(tables[name]) for e in key.elements}
        found += [column for column in columns if _may_group(column, column.key in keyed)]
        for key in _leading_on(tables[name], relation.tables.values()):
            if len(found) >= _MOST:
                break
            target = key.referred_table.alias(f"n{len(found)}")
            pairs = ((e.parent.key, e.column.key) for e in key.elements)
            same = (tables[name].columns[mine] == target.columns[other] for mine, other in pairs)
            source = source.join(target, sqlalchemy.and_(*same), isouter=True)
            found += [column for column in target.columns if _may_group(column, False)]
    return source, first, [_text(column) for column in found[:_MOST]]


def stands_alone(relation: Relation, attribute: str) -> bool:
    """Tells whether an attribute has a table of its own, which the relation joins to its first."""
    tables = {table_of(column) for column in relation.spec.attributes[attribute]}
    return len(tables) == 1 and not tables & {relation.spec.tables[0].name}


def _may_group(column: ColumnElement[Any], in_key: bool) -> bool:
    is_whole = isinstance(column.type, types.Integer)
    return isinstance(column.type, types.String) or _is_dated(column) or (in_key and is_whole)


def _is_dated(column: ColumnElement[Any]) -> bool:
    """Tells whether values begin with a year, by their type, or the name of whole numbers."""
    is_whole = isinstance(column.type, types.Integer)
    is_year = is_whole and not _YEARS.isdisjoint(split(str(column.key)))
    return is_year or isinstance(column.type, types.Date | types.DateTime)


def _text(column: ColumnElement[Any]) -> ColumnElement[str]:
    """Returns the beginning of a column's text: of a date the decade, 199 of 1994."""
    most = DECADE if _is_dated(column) else _LONGEST
    return func.substr(joined([column]), 1, most, type_=types.String())


def _leading_on(
    table: sqlalchemy.FromClause, known: Iterable[sqlalchemy.FromClause]
) -> list[sqlalchemy.ForeignKeyConstraint]:
    """Returns the foreign keys to tables other than those that are known."""
    those = set(map(base_table, known))
    return [key for key in _keys(table) if key.referred_table not in those]


def _keys(table: sqlalchemy.FromClause) -> list[sqlalchemy.ForeignKeyConstraint]:
    """Returns a table's foreign keys, in an order that no engine decides."""
    return sorted(base_table(table).foreign_key_constraints, key=lambda key: list(key.column_keys))
