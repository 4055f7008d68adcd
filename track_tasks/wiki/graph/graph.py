"""Where chains come from: the one interface that every source of facts follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol


class Entity(NamedTuple):
    """An entity of the graph.

    Attributes:
        id: Its id, such as `Q142`.
        label: Its English label; empty if it has none.
        types: Ids of the classes that it is an instance of, with their superclasses (*instance
            of*, then *subclass of* any number of times); at least those that properties name.
    """

    id: str
    label: str
    types: frozenset[str]


class Claim(NamedTuple):
    """One claim about an entity.

    Attributes:
        property: Its property, such as `P36`.
        object: Id of the entity that it names, or `NO_ITEM`.
        also: Labels of further values that the source knows to be true, and that are not claims.
        is_complete: Whether the source says that there is no other true value. It matters for
            properties that have no single value (`properties.Property.is_list`).
    """

    property: str
    object: str
    also: tuple[str, ...] = ()
    is_complete: bool = False


NO_ITEM = "somevalue"
"""Object of a claim whose value is not an entity: Wikidata's *unknown value*, or a literal. It is
not the id of an entity, so no chain goes through it; and it keeps another value from being the only
one."""


class Graph(Protocol):
    """A graph of facts.

    It gives what it has: `chains.py` alone decides whether a claim is unambiguous, a label short
    enough and a type the right one. What it gives depends only on its content, not on earlier
    requests.

    Attributes:
        name: How the questions name their source, such as `Wikidata, dump of 2025-09-01`.
        as_of: Year and month when the facts hold, `2025-09`.
        classes: The classes that its types distinguish; None if it has all of Wikidata's.
    """

    name: str
    as_of: str
    classes: frozenset[str] | None

    def heads(self, seed: int) -> Iterator[str]:
        """Yields ids of the entities that have claims, in an order that the seed decides.

        Each is yielded at most once. A source too large to list may yield a sample.
        """

    def claims(self, subjects: Collection[str]) -> Mapping[str, Sequence[Claim]]:
        """Returns the claims of some entities.

        Args:
            subjects: Ids of entities.

        Returns:
            For each, *all* its best-ranked claims with a whitelisted property whose value is an
            entity (several with one property if it has several values); nothing for an entity
            without claims.
        """

    def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Returns what is known of some entities; nothing for one that is unknown."""
