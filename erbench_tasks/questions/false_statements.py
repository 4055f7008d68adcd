"""Statements that are false of a thing, so that an entry's wording does not tell the answer.

Of half of the determinants something false is said. A statement is drawn as often as it is true of
others, so that it tells as little as can be whether it is false here.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from operator import itemgetter
from typing import Any

from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import StatementSpec
from .numbers import place_of
from .question_type import Facts, draw
from .statements import UnstatedError, readings, stated

# So many values, with what they must share, tell which statements there are.
_MOST = 100_000
# So many statements on either side of the true one are near it, if they have an order.
_NEAREST = 3
_RANGE = 1 << 32


def is_asked_as_false(seed: int, facts: Facts, group: Group) -> bool:
    """Tells whether something false is said of a determinant: of one of two, by chance."""
    return draw(2, seed, "false", facts.domain, str(facts.fd), *group.determinant) == 0


class FalseStatements:
    """Draws what is said of a determinant, and false."""

    def __init__(
        self,
        facts: Facts,
        statements: Mapping[str, StatementSpec],
        must_share: Sequence[str],
        seed: int,
    ) -> None:
        """Counts what is true of all rows; the seed decides what is said of which determinants."""
        self._facts = facts
        self._seed = seed
        self._statements = {n: spec for n, spec in statements.items() if spec.by != "count"}
        self._drawn = {
            name: _Drawn(facts, spec, must_share, seed) for name, spec in self._statements.items()
        }

    def of(self, group: Group, said: Row) -> Row | None:
        """Returns what is said of a tuple, one statement of it false; None if all are to be true.

        What is false is so of each tuple of its group.
        """
        if not is_asked_as_false(self._seed, self._facts, group):
            return None
        for name, spec in self._statements.items():
            try:
                values = (row[spec.of] for row in group.facts if row[spec.of] is not None)
                true = {text for value in values for text in readings(spec, value)}
            except UnstatedError:
                continue
            entity = (self._facts.domain, *group.determinant, name)
            other = self._drawn[name].instead_of(said, {*true, str(said[name])}, *entity)
            if other is not None:
                return {**said, name: other}
        return None


class _Drawn:
    """What a statement says of the rows that share what they must, and of how many."""

    def __init__(
        self, facts: Facts, spec: StatementSpec, must_share: Sequence[str], seed: int
    ) -> None:
        self._seed = seed
        self._shared = [name for name in must_share if name != spec.of]
        self._texts: dict[tuple[Any, ...], _Texts] = defaultdict(_Texts)
        counted = facts.counted([*self._shared, spec.of], _MOST)
        for *shared, value, rows in sorted(counted, key=str):
            with suppress(UnstatedError):
                self._texts[tuple(shared)].add(stated(spec, value), place_of(value), rows)

    def instead_of(self, row: Row, true: set[str], *entity: object) -> str | None:
        """Returns a false text, each as likely as it is true of others; None if there is none."""
        texts = self._texts[tuple(row[name] for name in self._shared)]
        false = (text for text in texts.near(true) if text not in true)
        return min(false, key=lambda text: self._lot(texts, text, *entity), default=None)

    def _lot(self, texts: _Texts, text: str, *entity: object) -> tuple[float, str]:
        """Returns a number that is the smallest one as often as a text is frequent.

        A row that is added changes few of them.
        """
        chance = (draw(_RANGE, self._seed, text, *entity) + 0.5) / _RANGE
        return -math.log(chance) / texts.rows[text], text


class _Texts:
    """Texts with the number of rows that each is true of, and their order if they have one."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        self._places: dict[str, Decimal | None] = {}

    def add(self, text: str, place: Decimal | None, rows: int) -> None:
        """Notes some rows of which a text is true, by a value of that place in the order."""
        self.rows[text] += rows
        self._places.setdefault(text, place)

    def near(self, true: set[str]) -> list[str]:
        """Returns the texts near those that are true; all where there is no order."""
        placed = [(place, text) for text, place in self._places.items() if place is not None]
        if len(placed) < len(self._places):
            return [*self.rows]
        order = [text for _, text in sorted(placed, key=itemgetter(0))]
        at = next((i for i, text in enumerate(order) if text in true), 0)
        return order[max(at - _NEAREST, 0) : at + _NEAREST + 1]
