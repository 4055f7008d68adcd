"""Whether an entity has a type that a property admits (Appendix B.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from .properties import broader_classes, properties


class TypeCheck:
    """Checks types as far as a source tells them apart.

    Wikidata has all classes. A user's file may have coarser ones, such as organizations only, no
    universities; or none for languages. Then a broader class suffices, and where there is none,
    that an entity is not known to be something else.
    """

    def __init__(self, told_apart: frozenset[str] | None) -> None:
        """Takes what the source tells apart.

        Args:
            told_apart: Classes that some entity of the source has; None if it has all of Wikidata.
        """
        self._told_apart = told_apart

    def admits(self, types: Collection[str], wanted: frozenset[str]) -> bool:
        """Tells whether an entity fits.

        Args:
            types: Its classes, with their superclasses.
            wanted: Classes one of which it should have; empty for any.
        """
        if not wanted or not wanted.isdisjoint(types):
            return True
        if self._told_apart is None or not wanted.isdisjoint(self._told_apart):
            return False
        broader = _broader().get(wanted, frozenset())
        if not broader.isdisjoint(self._told_apart):
            return not broader.isdisjoint(types)
        return _named_classes().isdisjoint(types)


@lru_cache(maxsize=1)
def _broader() -> Mapping[frozenset[str], frozenset[str]]:
    return broader_classes()


@lru_cache(maxsize=1)
def _named_classes() -> frozenset[str]:
    """Returns all classes that properties name."""
    every = properties().values()
    return frozenset().union(*(row.subject_types | row.object_types for row in every))
