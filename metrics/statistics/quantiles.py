"""Quantiles of what many have in common: those with equal values are never parted.

The position of a value is its mid-rank, as a share: how many have less, and half of those that have
as much. So the parts into which [0, 1] is divided together have everything, each thing once.

Source: mid-ranks as in W. H. Kruskal and W. A. Wallis, "Use of ranks in one-criterion variance
analysis", Journal of the American Statistical Association 47 (1952) 583-621.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple


class Part(NamedTuple):
    """A part of the positions, such as the lowest quarter: those in [low, high).

    Attributes:
        low: Its lower end, in [0, 1).
        high: Its upper end, above `low` and at most 1.
    """

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> Part:
        """Reads `0:0.25`.

        Raises:
            ValueError: It is not of that form; the message says what would be.
        """
        try:
            low, high = map(float, text.split(":"))
        except ValueError:
            low = high = 0.0
        if not 0 <= low < high <= 1:
            raise ValueError("two shares from 0 to 1 such as 0:0.25, for the least popular quarter")
        return cls(low, high)

    def __str__(self) -> str:
        return f"{self.low:g}:{self.high:g}"

    def bounds(self, counts: Iterable[tuple[float, int]], total: int) -> tuple[float, float] | None:
        """Returns the smallest and the largest value that lie in the part; None if none does.

        Args:
            counts: Each value, in ascending order, with how many have it.
            total: How many there are.
        """
        first = last = None
        before = 0
        for value, count in counts:
            position = (before + count / 2) / total
            before += count
            if self.low <= position < self.high:
                first, last = value if first is None else first, value
        return None if first is None or last is None else (first, last)


QUARTERS = tuple(Part(low / 4, high / 4) for low, high in pairwise(range(5)))


def quarters(values: Iterable[float]) -> Iterator[tuple[float, float] | None]:
    """Yields the smallest and the largest value of each quarter; None where it has none.

    Args:
        values: At least one.
    """
    counts = sorted(Counter(values).items())
    total = sum(count for _, count in counts)
    for quarter in QUARTERS:
        yield quarter.bounds(counts, total)
