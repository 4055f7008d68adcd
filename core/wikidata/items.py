"""What is known of items of Wikidata, and the interface that every source of items follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from .values import Value, written

Properties = Mapping[str, Collection[str]]
"""Ids of properties that are asked for, to those of the qualifiers that are."""
START, END = "P580", "P582"  # qualifiers: from when on a statement holds, and until when


class Statement(NamedTuple):
    """One statement about an item.

    Attributes:
        value: Its value.
        rank: `normal` or `preferred`; a source of items has no `deprecated` one.
        qualifiers: Values of its qualifiers, by their properties.
    """

    value: Value
    rank: str
    qualifiers: Mapping[str, Sequence[Value]]


class Item(NamedTuple):
    """An item, as far as it was asked for.

    Attributes:
        id: Its id, `Q42`.
        label: Its English label, else that for all languages; empty if it has neither.
        aliases: Its other names, English and for all languages, sorted.
        sitelinks: Number of pages of Wikimedia's projects about it, a measure of its popularity.
        revision: Number of its last edit.
        types: Those of the classes asked for that it is an instance of: *instance of* (best rank),
            then *subclass of* any number of times.
        statements: Its statements by property, in an order that only they decide.
    """

    id: str
    label: str
    aliases: tuple[str, ...]
    sitelinks: int
    revision: int
    types: frozenset[str]
    statements: Mapping[str, Sequence[Statement]]

    def best(self, property_: str) -> list[Statement]:
        """Returns the statements of best rank: the preferred ones if there are any, else all."""
        every = self.statements.get(property_, ())
        preferred = [statement for statement in every if statement.rank == "preferred"]
        return preferred or list(every)


def in_order(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Returns the same statements in an order that only they decide, each once."""
    return tuple(each for _, each in sorted({_key(each): each for each in statements}.items()))


def _key(statement: Statement) -> tuple[str, str, str]:
    said = sorted((id_, *map(written, values)) for id_, values in statement.qualifiers.items())
    return written(statement.value), statement.rank, repr(said)


def number_of(id_: str) -> int:
    """Returns 42 for `Q42`."""
    return int(id_[1:])


class ItemSource(Protocol):
    """Items, from a query service or a dump.

    Attributes:
        name: In words, such as `Wikidata, dump of 2025-09-01`.
        as_of: Day when the facts hold (of the dump, or when they were asked for), or the month.
    """

    name: str
    as_of: str

    def members(
        self, classes: Collection[str], where: Mapping[str, str], least_sitelinks: int
    ) -> Collection[str]:
        """Returns ids of items.

        Args:
            classes: They are instances of one of these, or of a subclass of it.
            where: Property to the item that is a value of it (of best rank); for all of these.
            least_sitelinks: They have at least so many sitelinks.
        """

    def items(
        self, ids: Collection[str], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        """Yields what is known of items: in the order of their numbers, without unknown ones.

        Args:
            ids: Their ids; a redirect is unknown.
            properties: Which statements are wanted, and which qualifiers of theirs.
            classes: Which types are wanted.
        """
