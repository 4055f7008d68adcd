"""Statements that are false of a thing, so that an entry's wording does not tell the answer.

Of half of the determinants something false is said. A statement is drawn as often as it is true of
others, so that it tells as little as can be whether it is false here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..relations.relation import Row
from ..relations.tuples import Group
from ..spec.spec import StatementSpec
from .overlap import Overlaps
from .plausible import place_of
from .question_type import Facts, draw
from .statements import UnstatedError, readings, stated

# So many statements on either side of the true one are near it, if they have an order.
_NEAREST = 3
_RANGE = 1 << 32


def is_asked_as_false(seed: int, facts: Facts, determinant: Sequence[Any]) -> bool:
    """Tells whether something false is said of a determinant: of one of two, by chance."""
    return draw(2, seed, "false", facts.domain, str(facts.fd), *determinant) == 0


class FalseStatements:
    """Draws what is said of a determinant, and false."""

    def __init__(self, facts: Facts, statements: Mapping[str, StatementSpec], seed: int) -> None:
        """Counts what is true of all rows.

        Args:
            facts: The relation, seen through the entry's functional dependency.
            statements: The statements that the template makes.
            seed: Decides of which determinants something false is said, and what.
        """
        self._facts = facts
        self._seed = seed
        self._statements = {n: spec for n, spec in statements.items() if spec.by != "count"}
        self._drawn = {name: _Drawn(facts, spec, seed) for name, spec in self._statements.items()}

    def of(self, group: Group, said: Row) -> Row | None:
        """Returns a tuple of which one statement is false; None if all are to be true.

        Args:
            group: The tuples of the determinant; what is false is so of each.
            said: The tuple that is asked about, with what is true of it.
        """
        if not is_asked_as_false(self._seed, self._facts, group.determinant):
            return None
        for name, spec in self._statements.items():
            try:
                true = {text for row in group.facts for text in readings(spec, row[spec.of])}
            except UnstatedError:
                continue
            entity = (self._facts.domain, *group.determinant, name)
            other = self._drawn[name].instead_of({*true, str(said[name])}, *entity)
            if other is not None:
                return {**said, name: other}
        return None


class _Drawn:
    """What a statement says of the rows, and of how many."""

    def __init__(self, facts: Facts, spec: StatementSpec, seed: int) -> None:
        (reader, *_) = facts.beside(spec.of)
        values = Counter(row[0] for row in reader.read([], one_of=reader.one_of))
        self._seed = seed
        self._counted: Counter[str] = Counter()
        places: dict[str, Any] = {}
        for value in sorted(values, key=str):
            with suppress(UnstatedError):
                text = stated(spec, value)
                self._counted[text] += values[value]
                places.setdefault(text, place_of(value))
        are_ordered = all(place is not None for place in places.values())
        self._order = sorted(places, key=places.__getitem__) if are_ordered else []
        self._overlaps = Overlaps(places) if spec.by == "value" else None

    def instead_of(self, true: set[str], *entity: object) -> str | None:
        """Returns a false text, each as likely as it is true of others; None if there is none."""
        texts = [text for text in self._near(true) if not self._may_be(text, true)]
        return min(texts, key=lambda text: self._lot(text, *entity), default=None)

    def _near(self, true: set[str]) -> list[str]:
        if not self._order:
            return [*self._counted]
        at = next((i for i, text in enumerate(self._order) if text in true), 0)
        return self._order[max(at - _NEAREST, 0) : at + _NEAREST + 1]

    def _may_be(self, text: str, true: set[str]) -> bool:
        if text in true:
            return True
        return self._overlaps is not None and any(self._overlaps.among(text, t) for t in true)

    def _lot(self, text: str, *entity: object) -> tuple[float, str]:
        """Returns a number that is the smallest one as often as a text is frequent.

        A row that is added changes few of them.
        """
        chance = (draw(_RANGE, self._seed, text, *entity) + 0.5) / _RANGE
        return -math.log(chance) / self._counted[text], text
