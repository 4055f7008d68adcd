"""Passages that are put before a question (knowledge augmentation; Section 4.5, Appendix B.10).

A passage is about what the question names, such as the star and the director of a movie whose title
is asked for; never about what it asks for. It is untrusted text, and goes only into the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from ...core.errors import InputError
from ..relations.relation import Relation, Row
from ..spec.wording import Wordings

Key = Hashable
Values = tuple[Any, Any]  # of a column, and of the one that holds its passage


class NoPassagesError(InputError):
    """Nothing that is asked about has a passage."""


class Lookup(NamedTuple):
    """What is looked up about a column that questions name.

    Attributes:
        column: The column.
        key: Returns what is to be looked up for a tuple; the same key has the same passage.
    """

    column: str
    key: Callable[[Row], Key]


@dataclass(frozen=True)
class Found:
    """What a source has.

    Attributes:
        passages: Key to passage.
        not_cached: Number of keys that could not be looked up, for want of a network.
    """

    passages: dict[Key, str]
    not_cached: int = 0


class PassageSource(Protocol):
    """Where passages come from."""

    def lookups(self, relation: Relation, named: Sequence[str], wordings: Wordings) -> list[Lookup]:
        """Says what is looked up for questions.

        Args:
            relation: The relation.
            named: The columns that the questions name; nothing else is looked up, or used for
                it.
            wordings: Compiles the templates of page titles.
        """

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Looks keys up.

        Args:
            keys: What `Lookup.key` returned.
            what: What they are of, for people.
        """

    def nothing_found(self) -> str:
        """Returns what to tell a user when nothing has a passage."""


class ColumnPassages:
    """Takes the columns that a relation names as those of its passages."""

    def lookups(self, relation: Relation, named: Sequence[str], wordings: Wordings) -> list[Lookup]:
        """Says which columns hold passages about those that the questions name.

        Raises:
            InputError: The relation names no such column.
        """
        every = {name: of.column for name, of in relation.spec.passages.items() if of.column}
        if not every:
            raise InputError(
                f"relations.{relation.name}: no field of 'passages' names a column; write one "
                "such as `passages: {title: {column: story}}`"
            )
        held = {name: holds for name, holds in every.items() if name in named}
        return [Lookup(name, partial(_values, [name, holds])) for name, holds in held.items()]

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Returns the texts, which the keys have already; a NULL or blank one is not a passage."""
        texts = {key: str(text or "").strip() for key in keys for _, text in [cast("Values", key)]}
        return Found({key: text for key, text in texts.items() if text})

    def nothing_found(self) -> str:
        """Says that the column is empty."""
        return "nothing has a passage: every value of the columns of passages is NULL or blank"


def _values(columns: Sequence[str], row: Row) -> Key:
    return tuple(row[name] for name in columns)
