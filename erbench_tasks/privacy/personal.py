"""Recognising personal data by the names of columns and tables, and by values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
    return None


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
    return None
