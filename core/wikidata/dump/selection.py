"""What a pass over a dump keeps."""

from __future__ import annotations

from typing import NamedTuple


class Selection(NamedTuple):
    """What a pass over a dump keeps.

    Attributes:
        properties: Ids of the properties whose claims are kept, and whether claims that have ended
            are left out.
        classes: Ids of the classes that are told apart: an entity's types are those of them that
            it belongs to (*instance of*, then *subclass of* any number of times).
        statements: Ids of the properties whose statements are kept, with their ranks and values
            of any kind, and the qualifiers that are kept of each.
    """

    properties: tuple[tuple[str, bool], ...] = ()
    classes: frozenset[str] = frozenset()
    statements: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def identity(self) -> list[str]:
        """Returns what tells it from others, the same in every process."""
        return [repr(self.properties), repr(sorted(self.classes)), repr(self.statements)]

    def plus(self, other: Selection) -> Selection:
        """Returns what keeps both; only one of them may have properties."""
        qualifiers: dict[str, set[str]] = {}
        for id_, wanted in (*self.statements, *other.statements):
            qualifiers.setdefault(id_, set()).update(wanted)
        return Selection(
            self.properties + other.properties,
            self.classes | other.classes,
            tuple((id_, tuple(sorted(wanted))) for id_, wanted in sorted(qualifiers.items())),
        )
