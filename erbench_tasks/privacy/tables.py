"""Which tables of a database are about private people: by themselves, or by what they link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy

from . import vocabulary
from .names import has_any, name_words, table_words
from .personal import PersonalData, is_of_people, personal_table, private_role

_EVENTS = vocabulary.PERHAPS_EVENTS + vocabulary.TRADES + vocabulary.PERHAPS_PEOPLE


@dataclass(frozen=True)
class LinkedTable:
    """A table, as far as it matters here.

    Attributes:
        name: Its name.
        columns: The names of its columns.
        primary_key: Those of its primary key.
        foreign_keys: The columns of each foreign key, and the table that it refers to.
        comment: The schema's comment on it.
    """

    name: str
    columns: Sequence[str]
    primary_key: Sequence[str] = ()
    foreign_keys: Sequence[tuple[Sequence[str], str]] = ()
    comment: str = ""

    @classmethod
    def of(cls, table: sqlalchemy.Table) -> LinkedTable:
        """Describes a table that was reflected."""
        keys = [
            ([column.name for column in key.columns], key.referred_table.name)
            for key in table.foreign_key_constraints
        ]
        columns = [column.name for column in table.columns]
        primary_key = [column.name for column in table.primary_key.columns]
        return cls(table.name, columns, primary_key, keys, table.comment or "")

    @property
    def is_of_people(self) -> bool:
        """Whether a row of it is a person."""
        return is_of_people(self.name, self.columns)


def personal_tables(
    tables: Iterable[LinkedTable], known: Mapping[str, PersonalData] | None = None
) -> dict[str, PersonalData]:
    """Recognises the tables whose rows are about private people.

    A table becomes personal by a foreign key if the key is part of what identifies its rows
    (`order_details` of `orders`), if its rows have no name of their own, if its name says that
    something happened to whom it links, or if it holds addresses, or the persons themselves, for
    a personal table. It does not become so because some junction links it: territories stay what
    they are when employees have some.

    Args:
        tables: The tables; each name once.
        known: Names of those that are personal by their values, to what makes them so.

    Returns:
        Names of personal tables to what makes them personal.
    """
    every = {table.name: table for table in tables}
    found = {**(known or {})}
    for name, table in every.items():
        data = personal_table(name, table.columns, table.comment) or _by_key(table)
        if data is not None:
            found[name] = data
    while spread := _spread(every, found):
        found |= spread
    return found


def _by_key(table: LinkedTable) -> PersonalData | None:
    """Recognises a table by the name of its key: what a `cust_no` identifies is a customer."""
    role = private_role(name_words(table.primary_key[0])) if len(table.primary_key) == 1 else None
    if role is None or table.primary_key[0] in role:
        return None
    return PersonalData(f"rows about {' '.join(role)}", "by its primary key")


def _spread(
    tables: Mapping[str, LinkedTable], personal: Mapping[str, PersonalData]
) -> dict[str, PersonalData]:
    """Returns the tables that become personal because of those that are."""
    found = {}
    for name, table in tables.items():
        for columns, target in table.foreign_keys:
            if target not in tables or (name in personal) == (target in personal):
                continue
            if name in personal and _is_part_of(tables[target], table, columns):
                found[target] = PersonalData(f"data of {name}", f"by the foreign key of {name}")
            if target in personal and _is_about(table, columns, tables[target]):
                found[name] = PersonalData(f"rows about {target}", f"by a foreign key to {target}")
    return found


def _is_about(table: LinkedTable, key: Sequence[str], target: LinkedTable) -> bool:
    """Tells whether a table is about what one of its foreign keys refers to."""
    identifying = set(table.primary_key)
    if not identifying:  # what holds hardly more than keys is identified by them
        linking = {column for columns, _ in table.foreign_keys for column in columns}
        identifying = linking if len(linking) * 2 >= len(table.columns) else set()
    return (
        bool(identifying & set(key))
        or has_any(table_words(table.name), _EVENTS)
        or _is_record_of(table, key, target)
    )


def _is_record_of(table: LinkedTable, key: Sequence[str], target: LinkedTable) -> bool:
    """Tells whether a row has no name of its own, and is about one row of a personal table.

    The key says no role: laboratory results of a `patient_id` are about the patient, and a store
    is not about its `manager_staff_id`.
    """
    if has_any(table_words(target.name), vocabulary.ADDRESSES):
        return False
    if any(has_any(name_words(column), vocabulary.NAMES) for column in table.columns):
        return False
    same = [column.casefold() for column in key] == [c.casefold() for c in target.primary_key]
    return same or any(private_role(name_words(column)) for column in key)


def _is_part_of(table: LinkedTable, personal: LinkedTable, key: Sequence[str]) -> bool:
    """Tells whether a table holds addresses, or the persons, of a personal table's rows."""
    parts = table_words(table.name)
    if has_any(parts, vocabulary.ADDRESSES) and not has_any(parts[-1:], vocabulary.LOOKUPS):
        return True
    return set(key) == set(personal.primary_key) and table.is_of_people
