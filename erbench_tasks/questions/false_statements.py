"""Statements that are false of a thing, so that an entry's wording does not tell the answer.

Of half of the determinants something false is said. A statement is drawn as often as it is true of
others, so that it tells as little as can be whether it is false here.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
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


def is_asked_as_false(facts: Facts, group: Group) -> bool:
    """Tells whether something false is said of a determinant: of one of two, by chance."""
    return draw(2, facts.seed, "false", facts.domain, str(facts.fd), *group.determinant) == 0


class FalseStatements:
    """Draws what is said of a determinant, and false."""

    def __init__(self, facts: Facts, statements: Mapping[str, StatementSpec]) -> None:
        """Counts what is true of all rows."""
        self._facts = facts
        self._statements = {n: spec for n, spec in statements.items() if spec.by != "count"}
        self._said = {name: _Said(facts, spec) for name, spec in self._statements.items()}

    def of(self, group: Group, said: Row) -> Row | None:
        """Returns what is said of a tuple, one statement of it false; None if all are to be true.

        What is false is so of each tuple of its group.
        """
        if not is_asked_as_false(self._facts, group):
            return None
        for name, spec in self._statements.items():
            try:
                values = (row[spec.of] for row in group.facts if row[spec.of] is not None)
                true = {text for value in values for text in readings(spec, value)}
            except UnstatedError:
                continue
            entity = (self._facts.domain, *group.determinant, name)
            other = self._said[name].instead_of(said, {*true, str(said[name])}, *entity)
            if other is not None:
                return {**said, name: other}
        return None


class _Said:
    """What a statement says of the rows that share what they must, and of how many."""

    def __init__(self, facts: Facts, spec: StatementSpec) -> None:
        self._seed = facts.seed
        self._shared = [name for name in facts.must_share if name != spec.of]
        self._rows: dict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
        # The first value of a text has its place in the order, if there is one.
        self._places: dict[tuple[Any, ...], dict[str, Decimal | None]] = defaultdict(dict)
        counted = facts.counted([*self._shared, spec.of], _MOST)
        for *shared, value, rows in sorted(counted, key=str):
            with suppress(UnstatedError):
                text = stated(spec, value)
                self._rows[tuple(shared)][text] += rows
                self._places[tuple(shared)].setdefault(text, place_of(value))

    def instead_of(self, row: Row, true: set[str], *entity: object) -> str | None:
        """Returns a false text, each as likely as it is true of others; None if there is none.

        Each has a number that is the smallest one as often as it is frequent, so that a row that
        is added changes few of them.
        """
        shared = tuple(row[name] for name in self._shared)
        rows, lots = self._rows[shared], dict[str, float]()
        for text in self._near(shared, true):
            if text not in true:
                chance = (draw(_RANGE, self._seed, text, *entity) + 0.5) / _RANGE
                lots[text] = -math.log(chance) / rows[text]
        return min(lots, key=lambda text: (lots[text], text), default=None)

    def _near(self, shared: tuple[Any, ...], true: set[str]) -> list[str]:
        """Returns the texts near those that are true; all where there is no order."""
        places = self._places[shared]
        placed = [(place, text) for text, place in places.items() if place is not None]
        if len(placed) < len(places):
            return [*places]
        order = [text for _, text in sorted(placed, key=itemgetter(0))]
        at = next((i for i, text in enumerate(order) if text in true), 0)
        return order[max(at - _NEAREST, 0) : at + _NEAREST + 1]
