"""The image that a question shows: from a tuple to a file of the cache, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..images.picture_sources import PictureSource
from ..items.item import Picture
from ..spec.spec import ImageSpec
from .omissions import Omissions
from .relation import Row

_REMEMBERED = 20_000  # a club's crest is asked for by each of its players


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a tuple has no image."""

    reason: str


class Illustration:
    """The image of one relation.

    Attributes:
        name: Its name in the specification.
        spec: What the specification says of it.
        reads: Whether a column has to be read for it.
    """

    def __init__(self, name: str, spec: ImageSpec, source: PictureSource, *, reads: bool) -> None:
        """Says where the images come from.

        Args:
            name: Name of the image.
            spec: What the specification says of it.
            source: Where they come from.
            reads: Whether the source needs the value of the image's column.
        """
        self.name = name
        self.spec = spec
        self.reads = reads
        self._source = source
        self._found = lru_cache(_REMEMBERED)(self._look_up)

    @property
    def is_bytes(self) -> bool:
        """Whether its column holds the images themselves, not only where they are."""
        return self.reads and self.spec.kind == "blob"

    def taken(self, stored: Any) -> Any:
        """Returns what a row keeps of its column: in place of bytes the image in the cache."""
        return self._look_up(stored, (), ()) if self.is_bytes else stored

    def of(self, row: Row, omissions: Omissions) -> Picture | None:
        """Returns the image of a tuple; if there is none, notes why.

        Args:
            row: The tuple, or the parts of it that the image needs.
            omissions: Gets the reason.
        """
        shown = tuple(str(row[name]) for name in self.spec.shows)
        found = row.get(self.name)
        if not isinstance(found, Picture | Unusable):
            using = tuple(str(row[n]) for n in self.spec.using if row[n] is not None)
            found = self._found(found, shown, using)
        if isinstance(found, Picture):
            return found
        omissions.no_image(f"{', '.join(shown)} ({self.name})", found.reason)
        return None

    def _look_up(
        self, stored: Any, shown: Sequence[str], using: Sequence[str]
    ) -> Picture | Unusable:
        from ..images.normalise import NotAnImage

        if stored is None and self.reads:
            return Unusable("the column of the image is NULL")
        try:
            return self._source.picture(stored, shown, using)
        except NotAnImage as error:
            return Unusable(str(error))
