"""Looking at items as a generator makes them, and warning of what is wrong with an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from zlib import crc32

from ..generator import Benchmark
from ..items.item import Item
from .checks import MOST_GIVEN_AWAY, findings
from .findings import Finding
from .looked_at import LookedAt

# Items of an entry that are held at a time.
_MOST = 2000


class Passing:
    """Looks at a sample of the items of each entry, and holds few of them.

    Questions of the same text are in the sample together, or not at all. What only the database
    knows is not checked: `lint` does.
    """

    def __init__(self, benchmark: Benchmark) -> None:
        """Looks at nothing yet.

        Args:
            benchmark: What makes the items.
        """
        self._benchmark = benchmark
        self._failing: dict[int, Finding] = {}
        self._items: Counter[int] = Counter()
        self._entry = 0
        self._start()

    def watch(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yields the items, and looks at some of them."""
        for item in items:
            if self._benchmark.entry != self._entry:
                self._end()
            self._items[self._entry] += 1
            place = crc32((item.question + item.picture.digest).encode())
            if place <= self._highest:
                self._look(place, item)
            yield item
        self._end()

    def warnings(self) -> Iterator[str]:
        """Yields a line for each entry that fails."""
        for index, question in enumerate(self._benchmark.spec.questions):
            where = f"questions[{index}] ({question.type}, {question.relation})"
            if index in self._failing:
                yield f"{where}: {self._failing[index]}"
            elif reason := self._too_few(index):
                yield f"{where}: {reason}"

    def _too_few(self, index: int) -> str:
        if not self._items[index]:
            return "it has no questions"
        omissions = self._benchmark.omissions.left_out.items()
        gone = sum(examples.count for (entry, _), examples in omissions if entry == index)
        every = gone + self._items[index]
        return f"{gone:,} of {every:,} are left out" if gone > MOST_GIVEN_AWAY * every else ""

    def _start(self) -> None:
        self._looked_at: list[tuple[int, Item]] = []
        self._highest = 2**32

    def _look(self, place: int, item: Item) -> None:
        self._looked_at.append((place, item))
        if len(self._looked_at) > _MOST:
            fewer = [pair for pair in self._looked_at if pair[0] <= self._highest // 2]
            if fewer:
                self._looked_at, self._highest = fewer, self._highest // 2
            else:  # they have few texts: that there are so many of each is seen all the same
                self._looked_at.pop()

    def _end(self) -> None:
        """Checks what was looked at of an entry, and goes on to the next."""
        items = [item for _, item in self._looked_at]
        if items:
            entry = LookedAt(self._benchmark.spec.questions[self._entry], items)
            bad = (finding for finding in findings(entry) if finding.fails)
            if (worst := next(bad, None)) is not None:
                self._failing[self._entry] = worst
        self._entry = self._benchmark.entry
        self._start()
