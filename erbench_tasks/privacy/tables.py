"""Which tables of a database are about private people: by themselves, or by what they link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy

from . import vocabulary
from .names import has_any, table_words
from .personal import PersonalData, is_of_people, personal_table


def personal_tables(tables: Iterable[sqlalchemy.Table]) -> dict[str, PersonalData]:
    """Recognises the tables whose rows are about private people.

    A table becomes personal by a foreign key if the key is part of what identifies its rows
    (`order_details` of `orders`), if its name says that something happened to whom it links, or if
    it holds addresses, or the persons themselves, for a personal table. It does not become so
    because some junction links it: territories stay what they are when employees have some.

    Args:
        tables: Tables with their columns, keys and comments; each name once.

    Returns:
        Names of personal tables to what makes them personal.
    """
    every = {table.name: table for table in tables}
    found: dict[str, PersonalData] = {}
    for name, table in every.items():
        if data := personal_table(name, list(table.columns.keys()), table.comment or ""):
            found[name] = data
    while spread := _spread(every, found):
        found |= spread
    return found


def _spread(
    tables: Mapping[str, sqlalchemy.Table], personal: Mapping[str, PersonalData]
) -> dict[str, PersonalData]:
    """Returns the tables that become personal because of those that are."""
    found = {}
    for name, table in tables.items():
        for key in table.foreign_key_constraints:
            target = key.referred_table.name
            if name in personal and target in tables and target not in personal:
                if _is_part_of(tables[target], table, key):
                    found[target] = PersonalData(f"data of {name}", f"by the foreign key of {name}")
            elif name not in personal and target in personal and _is_about(table, key):
                found[name] = PersonalData(f"rows about {target}", f"by a foreign key to {target}")
    return found


def _is_about(table: sqlalchemy.Table, key: sqlalchemy.ForeignKeyConstraint) -> bool:
    """Tells whether a table is about what one of its foreign keys refers to."""
    identifying = {column.name for column in table.primary_key.columns}
    linking = {c.name for k in table.foreign_key_constraints for c in k.columns}
    if not identifying:  # it holds but keys, and few other things
        identifying = linking if len(linking) * 2 >= len(table.columns) else set()
    events = vocabulary.PERHAPS_EVENTS + vocabulary.PERHAPS_PEOPLE
    return bool(identifying & {column.name for column in key.columns}) or has_any(
        table_words(table.name), events
    )


def _is_part_of(
    table: sqlalchemy.Table, personal: sqlalchemy.Table, key: sqlalchemy.ForeignKeyConstraint
) -> bool:
    """Tells whether a table holds addresses, or the persons, of a personal table's rows."""
    if has_any(table_words(table.name), vocabulary.ADDRESSES):
        return True
    own = {column.name for column in personal.primary_key.columns}
    is_same = own == {column.name for column in key.columns}
    return is_same and is_of_people(table.name, list(table.columns.keys()))
