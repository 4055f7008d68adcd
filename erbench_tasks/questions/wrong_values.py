"""Drawing a wrong value of a column, so that few questions change when a value is added."""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

# Wrong values are drawn from at most this many values of a column, to save memory.
MOST_VALUES = 1000


class WrongValues:
    """The values of a column, on a circle.

    Each value has a place on the circle, which its hash decides, and so has each entity. An entity
    gets the value that comes next. A value that is added to a column of n takes over about one
    n-th of the questions, and the others keep their options: with a numbered list, an insertion
    would shift them all.
    """

    def __init__(self, values: Iterable[Any], seed: int, places: int = 1) -> None:
        """Places the values.

        Args:
            values: Distinct values, in any order.
            seed: Decides where the places are.
            places: How many each value has: the more, the more evenly few values are drawn.
        """
        self._seed = str(seed)
        more = [[], *([str(number)] for number in range(1, places))]
        every = ((_known(self._seed, str(value), *n), value) for value in values for n in more)
        placed = sorted(every, key=lambda p: p[0])
        self._places = [place for place, _ in placed]
        self._values = [value for _, value in placed]
        self._place_of = {value: place for place, value in placed}

    def drawn(self, *entity: object) -> Iterator[Any]:
        """Yields every value, from the one that an entity gets on; as often as it has places.

        Args:
            *entity: What identifies the entity.
        """
        start = bisect(self._places, self._place(*map(str, entity)))
        for index in range(start, start + len(self._values)):
            yield self._values[index % len(self._values)]

    def drawn_among(self, values: Iterable[Any], *entity: object) -> Iterator[Any]:
        """Yields some of the values, from the one that an entity gets on.

        Args:
            values: Which ones.
            *entity: What identifies the entity.
        """
        placed = sorted(values, key=self._place_of.__getitem__)
        start = bisect(placed, self._place(*map(str, entity)), key=self._place_of.__getitem__)
        yield from placed[start:] + placed[:start]

    def _place(self, *texts: str) -> bytes:
        return _place(self._seed, *texts)


def _place(*texts: str) -> bytes:
    return hashlib.sha256("\x1f".join(texts).encode()).digest()


# The values of a column are placed again for each entry, and for each group of them.
_known = lru_cache(maxsize=32768)(_place)
