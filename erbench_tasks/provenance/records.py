"""What Wikidata says of an item: its names, and statements with ranks and qualifiers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, get_args

from ...core.wikidata import items
from ...core.wikidata.items import Properties
from ...core.wikidata.values import Value

Rank = Literal["preferred", "normal", "deprecated"]


class Statement(NamedTuple):
    """What Wikidata says.

    Attributes:
        subject: Id of the item that it is about.
        property: Id of the property.
        value: The value.
        rank: Its rank.
        qualifiers: Id of a property to the values that qualify it.
    """

    subject: str
    property: str
    value: Value
    rank: Rank = "normal"
    qualifiers: Mapping[str, Sequence[Value]] = {}


def stated(id_: str, statements: Mapping[str, Sequence[items.Statement]]) -> list[Statement]:
    """Returns the statements of an item by property in a row."""
    ranks: dict[str, Rank] = {rank: rank for rank in get_args(Rank)}
    return [
        Statement(id_, property_, each.value, ranks[each.rank], each.qualifiers)
        for property_, every in statements.items()
        for each in every
    ]


class Names(NamedTuple):
    """What an item is called.

    Attributes:
        label: Its label, in English if there is one; empty without one.
        all: Label and aliases in the languages that were asked for.
    """

    label: str = ""
    all: tuple[str, ...] = ()


class Kind(NamedTuple):
    """What items are of interest.

    Attributes:
        classes: The classes that they are instances of; none for any.
        where: Property to items of which they have to have one, or one of a subclass.
    """

    classes: Sequence[str] = ()
    where: Mapping[str, Sequence[str]] = {}


class Wikidata(Protocol):
    """Where statements come from: a query service, or a copy of it."""

    def named(
        self, names: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind whose label or alias is one of some names, by name."""

    def having(
        self, property_: str, values: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind that have a text, a date or an item of a name by it."""

    def alike(
        self, property_: str, names: Mapping[str, Collection[str]], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind whose label is a name but for accents and case, by name.

        Args:
            property_: A property whose values are dates.
            names: A year to the names of what has a date of this year by the property.
            kind: The kind.
        """

    def statements(
        self, ids: Collection[str], properties: Properties
    ) -> Mapping[str, Sequence[Statement]]:
        """Returns the statements of some items, with the qualifiers asked for, by item."""

    def names(self, ids: Collection[str], languages: Sequence[str]) -> Mapping[str, Names]:
        """Returns the names of some items in some languages, in all if none is named, by item."""

    def above(self, ids: Collection[str], property_: str) -> Mapping[str, Collection[str]]:
        """Returns the items that a property leads to, however many steps, with the item itself."""
