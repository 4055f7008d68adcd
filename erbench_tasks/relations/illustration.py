"""The image that a question shows: from a tuple to a file of the cache, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..images.normalise import NotAnImage
from ..images.picture_sources import PictureSource
from ..items.item import Picture
from ..spec.spec import ImageSpec
from .omissions import Omissions
from .relation import Row

_REMEMBERED = 20_000  # a club's crest is asked for by each of its players


class _Unusable(str):
    """Why a tuple has no image; a plain text is where it is."""

    __slots__ = ()


class Illustration:
    """The image of one relation.

    Attributes:
        name: Its name in the specification.
        spec: What the specification says of it.
        reads: Whether the source needs the value of the image's column.
    """

    def __init__(self, name: str, spec: ImageSpec, source: PictureSource, *, reads: bool) -> None:
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
        """Returns the image of a tuple; if there is none, notes why."""
        shown = tuple(str(row[name]) for name in self.spec.shows)
        found = row.get(self.name)
        if not isinstance(found, Picture | _Unusable):
            using = tuple(str(row[n]) for n in self.spec.using if row[n] is not None)
            found = self._found(found, shown, using)
        if isinstance(found, Picture):
            return found
        omissions.no_image(f"{', '.join(shown)} ({self.name})", found)
        return None

    def _look_up(
        self, stored: Any, shown: Sequence[str], using: Sequence[str]
    ) -> Picture | _Unusable:
        if stored is None and self.reads:
            return _Unusable("the column of the image is NULL")
        try:
            return self._source(stored, shown, using)
        except NotAnImage as error:
            return _Unusable(str(error))
