"""Recognising columns of personal data, by their names and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import vocabulary
from .names import Words, first_of, has_any, name_words
from .values import personal_values

_LEADING = 3  # words of a comment, which say what it is about


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


def personal_column(
    name: str, values: Sequence[str], *, of_people: bool, comment: str = ""
) -> PersonalData | None:
    """Recognises a column of personal data, in whatever table it is.

    Args:
        name: The column's name, as it is in the schema.
        values: Some of its values, as texts; may be empty.
        of_people: Whether a row of its table is a person: players have dates of birth, and films
            do not.
        comment: The schema's comment on it.
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
