"""Recognising personal data by the names of columns and tables, and by values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from . import vocabulary
from .names import (
    Words,
    beginning,
    first_of,
    has_any,
    leading,
    name_words,
    phrases,
    table_words,
    without,
)
from .values import personal_values

_FEW = 12
Find = Callable[[Words, str], Words | None]


@dataclass(frozen=True)
class PersonalData:
    """What makes a column or a table personal.

    Attributes:
        what: What it holds: `e-mail addresses`, `rows about customers`.
        why: How that was recognised: `by its name`, `by 98% of its values`.
    """

    what: str
    why: str

    def __str__(self) -> str:
        """Returns a phrase for people."""
        return f"{self.what}, {self.why}"


def personal_table(name: str, columns: Sequence[str], comment: str = "") -> PersonalData | None:
    """Recognises a table whose rows are about private people: customers, patients, orders.

    Args:
        name: The table's name, as it is in the schema, in any of several languages.
        columns: Names of its columns.
        comment: The schema's comment on it.
    """
    parts = table_words(name)
    described = [name_words(column) for column in columns]
    if has_any(parts, vocabulary.NOT_PRIVATE) or has_any(parts[-1:], vocabulary.LOOKUPS):
        return None
    if "per" in parts:
        return None  # figures, such as the users per country
    return _by_name(parts, described) or _by_comment(comment) or _by_columns(parts, described)


def _by_name(parts: Words, columns: Sequence[Words]) -> PersonalData | None:
    for known in (vocabulary.PRIVATE_PEOPLE, vocabulary.PRIVATE_EVENTS):
        if found := first_of(parts, known):
            return _rows_about(found, "by its name")
    found = first_of(parts, vocabulary.PERHAPS_PEOPLE)
    if found and _has_private_person(columns, found):
        return _rows_about(found, "by its name and columns")
    found = first_of(parts, vocabulary.TRADES)
    if found and _has_trade(found, columns):
        return _rows_about(found, "by its name and columns")
    found = first_of(parts, vocabulary.PERHAPS_EVENTS + vocabulary.TRADES)
    if found and any(map(private_role, columns)):
        return _rows_about(found, "by its name and columns")
    return None


def _rows_about(found: Words, why: str) -> PersonalData:
    return PersonalData(f"rows about {' '.join(found)}", why)


def _by_comment(comment: str) -> PersonalData | None:
    parts = leading(comment)
    found = None if has_any(parts[1:2], vocabulary.LOOKUPS) else parts[:1]
    found = beginning(found or (), vocabulary.PRIVATE_PEOPLE)
    return _rows_about(found, "by the comment on it") if found else None


def _by_columns(parts: Words, columns: Sequence[Words]) -> PersonalData | None:
    """Recognises a table of people whom one can write to or call, and of people's accounts."""
    kinds = {kind for column in columns if (kind := _named(column, of_people=False))}
    kinds |= {"names"} if any(has_any(c, vocabulary.PERSON_COLUMNS) for c in columns) else set()
    public = has_any(parts, vocabulary.PUBLIC_PEOPLE)
    people = not public and ("names" in kinds or has_any(parts, vocabulary.PEOPLE))
    private = kinds & set(vocabulary.OF_PRIVATE_PEOPLE)
    if people and private:
        return PersonalData(f"people with {' and '.join(sorted(private))}", "by its columns")
    secret = any(has_any(column, vocabulary.PASSWORDS) for column in columns)
    if secret and len(kinds) > 1:
        return PersonalData("accounts of people", "by its columns")
    return None


def _has_private_person(columns: Sequence[Words], role: Words) -> bool:
    """Tells whether columns support that the rows are private people of a role, or about them."""
    if any(has_any(column, vocabulary.PUBLIC_ROLES) for column in columns):
        return any(_named(column, of_people=False) in vocabulary.CONTACT for column in columns)
    own = any(role[0] in column and len(column) > 1 for column in columns) and len(role[0]) <= 5
    abbreviated = own and role[0] in {"cust", "custs", "emp", "emps", "empl", "pat", "pats", "kd"}
    return (
        abbreviated
        or any(map(private_role, columns))
        or any(has_any(column, vocabulary.PERSON_COLUMNS) for column in columns)
        or any(_named(column, of_people=False) for column in columns)
    )


def _has_trade(event: Words, columns: Sequence[Words]) -> bool:
    return any(has_any(without(c, " ".join(event)) or c, vocabulary.TRADE) for c in columns)


def private_role(parts: Words) -> Words | None:
    """Returns the private person whom a column names: `customer_id`, `cust_name`."""
    known = vocabulary.PRIVATE_PEOPLE + " cust emp empl usr pat reviewer reviewers "
    found = first_of(parts, known)
    others = without(parts, vocabulary.NAMING)
    return found if found and set(others) <= set(found) else None


def personal_column(
    name: str, values: Sequence[str], *, of_people: bool, comment: str = ""
) -> PersonalData | None:
    """Recognises a column of personal data, in whatever table it is.

    Args:
        name: The column's name, as it is in the schema, in any of several languages.
        values: Some of its values, as texts; may be empty.
        of_people: Whether a row of its table is a person: players have dates of birth, and films
            do not.
        comment: The schema's comment on it.
    """
    parts = name_words(name)
    what = _named(parts, of_people=of_people)
    if what and not _is_no_date(what, parts, values):
        return PersonalData(what, "by its name")
    role = private_role(parts)
    if role and not _are_counts(parts, values):
        return PersonalData(f"names or numbers of {' '.join(role)}", "by its name")
    if what := _named(leading(comment), of_people=of_people, find=beginning):
        return PersonalData(what, "by the comment on it")
    if found := personal_values(values, parts, of_people=of_people):
        return PersonalData(found[0], f"by {found[1]:.0%} of its values")
    return None


def is_of_people(name: str, columns: Sequence[str]) -> bool:
    """Tells whether a row of a table is a person, private or public, or about one.

    Args:
        name: The table's name.
        columns: Names of its columns.
    """
    parts = table_words(name)
    known = vocabulary.PEOPLE + vocabulary.PUBLIC_PEOPLE + vocabulary.PRIVATE_PEOPLE
    if has_any(parts[-1:], known) or has_any(parts[-2:], known):
        return not has_any(parts[-1:], vocabulary.LOOKUPS)
    described = [name_words(column) for column in columns]
    return any(has_any(column, vocabulary.PERSON_COLUMNS) for column in described)


def _named(parts: Words, *, of_people: bool, find: Find = first_of) -> str | None:
    """Returns what a column of such a name holds; None if that is not personal."""
    kinds = vocabulary.ANYWHERE.items()
    every = chain(kinds, vocabulary.OF_PEOPLE.items() if of_people else ())
    for what, known in every:
        found = find(parts, known)
        if found and not _means_something_else(parts, found, what):
            return what
    return None


def _means_something_else(parts: Words, found: Words, what: str) -> bool:
    others = tuple(part for part in parts if part not in found)
    if what == "dates of birth" and has_any(others, vocabulary.NAMES):
        return True  # a name given at birth is no more private than the other ones
    return any((other,) in phrases(vocabulary.NOT_PERSONAL) for other in others)


def _is_no_date(what: str, parts: Words, values: Sequence[str]) -> bool:
    """Tells whether a name such as `birth_region` only sounds like that of a date of birth."""
    if what != "dates of birth" or first_of(parts, vocabulary.ANYWHERE[what]):
        return False
    return bool(values) and not any(map(str.isdigit, "".join(values)))


def _are_counts(parts: Words, values: Sequence[str]) -> bool:
    """Tells whether a column named after people, and nothing else, counts them."""
    named = has_any(parts, "id ids key no nr number code nummer numero fk ref")
    return not named and bool(values) and all(_is_number(value) for value in values[:_FEW])


def _is_number(value: str) -> bool:
    return value.strip().lstrip("-").replace(".", "", 1).isdecimal()
