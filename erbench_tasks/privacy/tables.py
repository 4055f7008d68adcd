"""Which tables of a database are about private people: by themselves, or by what they link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy

from . import vocabulary
from .names import Words, first_of, has_any, name_words
from .personal import PersonalData, kind_of_name, private_role

_HAPPENED = vocabulary.PERHAPS_EVENTS + vocabulary.EVENTS


@dataclass(frozen=True)
class LinkedTable:
    """A table, as far as it matters here.

    Attributes:
        name: Its name.
        columns: The names of its columns.
        primary_key: Those of its primary key.
        foreign_keys: The columns of each foreign key, and the table that it refers to.
        kinds: What its columns hold by their values (see `personal_column`).
    """

    name: str
    columns: Sequence[str]
    primary_key: Sequence[str] = ()
    foreign_keys: Sequence[tuple[Sequence[str], str]] = ()
    kinds: frozenset[str] = frozenset()

    @classmethod
    def of(cls, table: sqlalchemy.Table) -> LinkedTable:
        """Describes a table that was reflected."""
        keys = [
            ([column.name for column in key.columns], key.referred_table.name)
            for key in table.foreign_key_constraints
        ]
        primary_key = [column.name for column in table.primary_key.columns]
        return cls(table.name, [column.name for column in table.columns], primary_key, keys)

    @property
    def words(self) -> Words:
        """The words of its name."""
        return name_words(self.name)

    @property
    def is_of_people(self) -> bool:
        """Whether a row of it is a person, private or public, or about one."""
        known = vocabulary.PRIVATE + vocabulary.PERHAPS + vocabulary.PEOPLE + vocabulary.PUBLIC
        if has_any(self.words, known):
            return not has_any(self.words[-1:], vocabulary.LOOKUPS)
        return self.has_column(vocabulary.PERSON_COLUMNS)

    @property
    def has_own_name(self) -> bool:
        """Whether its rows are called something: `name`, or `film_title` of films."""
        own = f"{' '.join(self.words)} {vocabulary.NAMES}"
        columns = (c for c in map(name_words, self.columns) if has_any(c, vocabulary.NAMES))
        return any(all(has_any((word,), own) for word in words) for words in columns)

    def has_column(self, known: str) -> bool:
        """Tells whether any column's name has one of some words."""
        return any(has_any(name_words(column), known) for column in self.columns)


def personal_tables(tables: Iterable[LinkedTable]) -> dict[str, PersonalData]:
    """Recognises the tables whose rows are about private people.

    A table becomes personal by a foreign key to such a table if its rows have no name of their
    own, or if its name says that something happened; what it refers to, if that holds addresses
    or the persons themselves. Territories stay what they are when employees have some.

    Args:
        tables: The tables; each name once.

    Returns:
        Names of personal tables to what makes them personal.
    """
    every = {table.name: table for table in tables}
    judged = {name: personal_table(table) for name, table in every.items()}
    found = {name: data for name, data in judged.items() if data is not None}
    while spread := _spread(every, found):
        found |= spread
    return found


def personal_table(table: LinkedTable) -> PersonalData | None:
    """Recognises a table whose rows are about private people: customers, patients, orders."""
    if has_any(table.words, vocabulary.FIGURES) or has_any(table.words[-1:], vocabulary.LOOKUPS):
        return None
    key = name_words(table.primary_key[0]) if len(table.primary_key) == 1 else ()
    for found, why in (
        (first_of(table.words, vocabulary.PRIVATE), "by its name"),
        (_supported(table), "by its name and columns"),
        (private_role(key) if len(key) > 1 else None, "by its primary key"),
    ):
        if found:
            return PersonalData(f"rows about {' '.join(found)}", why)
    kinds = _kinds(table) - {vocabulary.BIRTHS}  # which encyclopedias tell
    is_known = has_any(table.words, vocabulary.PUBLIC + vocabulary.ORGANISATIONS)
    is_known |= "names" not in kinds and table.has_column(vocabulary.ORGANISATIONS)
    if len(kinds) < 2 or is_known:
        return None
    return PersonalData(f"people with {' and '.join(sorted(kinds))}", "by its columns")


def _supported(table: LinkedTable) -> Words | None:
    """Returns what a table is about if its name may mean something else, and its columns do not.

    Members with a mail address are people, and those of a band are not; orders with a family and
    a name are insects.
    """
    known = vocabulary.ROLES + vocabulary.PERHAPS
    is_public = has_any(table.words, vocabulary.PUBLIC)
    supported = any(private_role(name_words(column), known) for column in table.columns)
    if not is_public and not table.has_column(vocabulary.PUBLIC_ROLES):
        supported |= bool(_kinds(table))
    if supported and (found := first_of(table.words, vocabulary.PERHAPS + _HAPPENED)):
        return found
    if is_public or (table.has_own_name and not table.has_column(vocabulary.TRADE)):
        return None
    return first_of(table.words, vocabulary.EVENTS)


def _kinds(table: LinkedTable) -> set[str]:
    """Returns what is recorded of persons, with `names` if only persons have such names."""
    kinds = {kind for c in table.columns if (kind := kind_of_name(name_words(c)))} | table.kinds
    people = has_any(table.words, vocabulary.PEOPLE) or table.has_column(vocabulary.PERSON_COLUMNS)
    return (kinds | {"names"} if people else kinds) & vocabulary.OF_PERSONS


def _spread(
    tables: Mapping[str, LinkedTable], personal: Mapping[str, PersonalData]
) -> dict[str, PersonalData]:
    """Returns the tables that become personal because of those that are."""
    found = {}
    for name, table in tables.items():
        for columns, target in table.foreign_keys:
            if (name in personal) == (target in personal) or target not in tables:
                continue
            if target in personal and (not table.has_own_name or has_any(table.words, _HAPPENED)):
                found[name] = PersonalData(f"rows about {target}", f"by a foreign key to {target}")
            if name in personal and _is_part_of(tables[target], table, columns):
                found[target] = PersonalData(f"data of {name}", f"by the foreign key of {name}")
    return found


def _is_part_of(table: LinkedTable, personal: LinkedTable, key: Sequence[str]) -> bool:
    """Tells whether a table holds addresses, or the persons, of a personal table's rows."""
    is_person = set(key) == set(personal.primary_key) and table.is_of_people
    return is_person or has_any(table.words, vocabulary.ADDRESSES)
