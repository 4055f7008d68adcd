"""Drawing false values of a column, so that few questions change when a value is added.

A false city of the same country is drawn among the cities of rows of this country (`must_share`).
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any

from ..relations.relation import Row
from .numbers import margin_of, place_of
from .question_type import Facts

# Values are drawn from at most so many of a column, to save memory; or from so many with what they
# must share.
MOST_VALUES, _MOST_SHARED = 1000, 100_000
# Yields what may stand in place of a row's value, in the order that what follows it decides.
Draw = Callable[..., Iterator[Any]]


class WrongValues:
    """The values of a column, on a circle.

    Each value has a place on the circle, which its hash decides, and so has each entity. An entity
    gets the value that comes next. A value that is added to a column of n takes over about one
    n-th of the questions, and the others keep their options: with a numbered list, an insertion
    would shift them all.
    """

    def __init__(self, values: Iterable[Any], seed: int) -> None:
        """Places distinct values, in any order, where the seed decides."""
        self._seed = str(seed)
        every = ((_known(self._seed, str(value)), value) for value in values)
        placed = sorted(every, key=itemgetter(0))
        self._places = [place for place, _ in placed]
        self._values = [value for _, value in placed]

    def drawn(self, *entity: object) -> Iterator[Any]:
        """Yields every value, from the one that an entity gets on."""
        start = bisect(self._places, _place(self._seed, *map(str, entity)))
        for index in range(start, start + len(self._values)):
            yield self._values[index % len(self._values)]


def _place(*texts: str) -> bytes:
    return hashlib.sha256("\x1f".join(texts).encode()).digest()


# The values of a column are placed again for each entry, and for each group of them.
_known = lru_cache(maxsize=32768)(_place)


class FalseValues:
    """The values of one column that may stand in place of a true one.

    Attributes:
        values: Every value that was read.
    """

    def __init__(self, facts: Facts, column: str, *, apart: bool = False) -> None:
        """Reads the column's values; of very many the database draws some.

        Args:
            facts: The relation, and what a false value must have in common with the true row.
            column: The column.
            apart: Whether a number or date has to be at some distance from the true one.
        """
        self._column = column
        self._shared = [name for name in facts.must_share if name != column]
        self._seed = facts.seed
        most = _MOST_SHARED if self._shared else MOST_VALUES
        read = [row[:-1] for row in facts.counted([*self._shared, column], most)]
        self.values = [value for *_, value in read]
        self._margin = margin_of(self.values, is_date=facts.kind(column) == "date") if apart else 0
        self._of: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
        for *shared, value in read:
            self._of[tuple(shared)].append(value)
        self._circles: dict[tuple[Any, ...], WrongValues] = {}

    def instead_of(self, row: Row, *entity: object) -> Iterator[Any]:
        """Yields values of rows that share what they must; the true one may be among them.

        Args:
            row: The true row.
            *entity: What identifies it, and decides which value comes first.
        """
        shared = tuple([row[name] for name in self._shared])
        if shared not in self._circles:
            self._circles[shared] = WrongValues(self._of[shared], self._seed)
        drawn = self._circles[shared].drawn(*entity)
        true = place_of(row[self._column]) if self._margin else None
        if true is None:
            return drawn
        places = ((value, place_of(value)) for value in drawn)
        return (v for v, place in places if place is None or abs(place - true) > self._margin)
