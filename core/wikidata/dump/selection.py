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
    """

    properties: tuple[tuple[str, bool], ...]
    classes: frozenset[str]
