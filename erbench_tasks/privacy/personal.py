"""Recognising personal data: columns by their names and values, tables also by what they link.

How an organisation divides itself (departments, wards, territories) nobody knows either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy

from . import vocabulary
from .values import personal_values
from .vocabulary import Words, first_of, has_any, name_words

_LEADING = 3  # words of a comment, which say what it is about
_HAPPENED = vocabulary.PERHAPS_EVENTS + vocabulary.EVENTS


@dataclass(frozen=True)
class PersonalData:
    """What makes a column or a table personal."""

    what: str  # it holds: `e-mail addresses`, `rows about customers`
    why: str  # that was recognised: `by its name`, `by 98% of its values`

    def __str__(self) -> str:
        """Returns a phrase for people."""
        return f"{self.what}, {self.why}"


def personal_column(
    name: str, values: Sequence[str], *, of_people: bool, comment: str = ""
) -> PersonalData | None:
    """Recognises a column of personal data by its name, some values and the schema's comment.

    `of_people` is whether a row of its table is a person: players have dates of birth, and films
    do not.
    """
    words = name_words(name)
    if what := kind_of_name(words, of_people=of_people):
        return PersonalData(what, "by its name")
    role = private_role(words)
    if role and not _are_counts(words, role, values):
        return PersonalData(f"names or numbers of {' '.join(role)}", "by its name")
    if what := kind_of_name(name_words(comment)[:_LEADING], of_people=of_people):
        return PersonalData(what, "by the comment on it")
    if found := personal_values(values):
        return PersonalData(found[0], f"by {found[1]:.0%} of its values")
    return None


def kind_of_name(words: Words, *, of_people: bool = False) -> str | None:
    """Returns what a column of such a name holds; None if that is not personal."""
    for kinds in [vocabulary.ANYWHERE, vocabulary.OF_PEOPLE][: 1 + of_people]:
        for what, known in kinds.items():
            found = first_of(words, known)
            others = (word for word in words if found and word not in found)
            if found and not any(has_any((word,), vocabulary.NOT_PERSONAL) for word in others):
                return what
    return None


def private_role(words: Words, known: str = vocabulary.ROLES) -> Words | None:
    """Returns the private person, of those known, whom a column names: `cust_name`."""
    found = first_of(words, known) or ()
    others = (word for word in words if word not in found)
    return found if found and all(has_any((w,), vocabulary.NAMING) for w in others) else None


def _are_counts(words: Words, role: Words, values: Sequence[str]) -> bool:
    """Tells whether a column named after people, and nothing else, counts them."""
    numbers = sum(value.replace(",", "").replace(".", "", 1).isdecimal() for value in values)
    return len(words) == len(role) and 2 * numbers > len(values)


@dataclass(frozen=True)
class LinkedTable:
    """A table, as far as it matters here: the names of it and its columns, and its keys."""

    name: str
    columns: Sequence[str]
    primary_key: Sequence[str] = ()
    foreign_keys: Sequence[tuple[Sequence[str], str]] = ()  # columns, and what they refer to
    kinds: frozenset[str] = frozenset()  # of its columns, by their values (`personal_column`)

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
    """
    every = {table.name: table for table in tables}
    found = {name: data for name, table in every.items() if (data := personal_table(table))}
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
            other = tables[target]
            are_persons = set(columns) == set(table.primary_key) and other.is_of_people
            if name in personal and (are_persons or has_any(other.words, vocabulary.ADDRESSES)):
                found[target] = PersonalData(f"data of {name}", f"by the foreign key of {name}")
    return found


def divisions(tables: Iterable[LinkedTable], personal: Iterable[str]) -> dict[str, str]:
    """Finds the tables that only say how an organisation with staff is divided.

    That is what its staff refers to and nobody else (jobs, regions of sales territories), and
    what is called a division and referred to by people. What others refer to as well is known
    outside: the airports of pilots and flights, the products of orders. Cities are nobody's.
    With each comes a table that refers to it; `personal` are those about private people.
    """
    every = {table.name: table for table in tables}
    refers = {name: {target for _, target in every[name].foreign_keys} - {name} for name in every}
    referring = {name: {other for other in refers if name in refers[other]} for name in every}
    private = set(personal) & every.keys()
    near = {n for n in private if has_any(every[n].words, vocabulary.STAFF + vocabulary.DIVISIONS)}
    near |= {n for n in private if refers[n] & near and not refers[n] & private - near}
    found: dict[str, str] = {}
    waiting = sorted(target for name in private if near for target in refers[name] & every.keys())
    while waiting:
        name = waiting.pop()
        last = every[name].words[-1:]
        alone = referring[name] <= private and not has_any(last, vocabulary.NOBODYS)
        by = sorted(referring[name] & (near if alone else private))
        if by and name not in private and (alone or has_any(last, vocabulary.DIVISIONS)):
            found[name] = by[0]
            near.add(name)
            private.add(name)
            waiting += refers[name] & every.keys()
    return found
