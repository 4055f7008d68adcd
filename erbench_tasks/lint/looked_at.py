"""What is known of an entry when its items have passed: what the checks look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..items.ambiguous_places import has_several_answers
from ..items.given_away import content_key, given_away, text_key
from ..items.item import Item
from ..items.leaving_out import (
    ASKED_TWICE,
    FORMER_COUNTRY,
    NAMELESS,
    SHORT_VALUE,
    VALUE_IN_QUESTION,
    is_nameless,
    short_value,
)
from ..spec.spec import FunctionalDependency, QuestionSpec

Column = Counter[str]
MOST_LOST = 0.5


@dataclass(frozen=True)
class LookedAt:
    """An entry of `questions` and those of its items that were looked at.

    Attributes:
        question: The entry.
        every: Its items, or a sample of them, also those that the generator would leave out.
        personal_data: Whether the specification says why it asks about personal data.
        leave_out: What kinds of items the generator leaves out (`BenchmarkSpec.leave_out`).
        earlier: What earlier entries ask: the key of each text, and that of its content.
        asked: The number of determinants, of all items.
        violating: The number of those that are left out, since they have several dependent values.
        most_lost: The largest share of tuples that may be lost, in [0, 1].
        tuples: The number of the relation's tuples that are complete.
        lost: The number of those that are not, or have no match in the joined tables.
        smaller: A part of the determinant that determines the dependent too; None: none, or it
            is not known.
        columns: Values of each attribute that its dependencies name, as texts, and how often they
            occurred; empty if only the items are known.
        reasons: Why an attribute should not be asked about, by its column: attribute to reason.
    """

    question: QuestionSpec
    every: Sequence[Item]
    personal_data: bool = False
    leave_out: frozenset[str] = frozenset()
    earlier: Mapping[int, int] = field(default_factory=dict)
    asked: int = 0
    violating: int = 0
    most_lost: float = MOST_LOST
    tuples: int = 0
    lost: int = 0
    smaller: FunctionalDependency | None = None
    columns: Mapping[str, Column] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def given_away(self) -> dict[str, str]:
        """The items whose text has a value that is asked for, by id, with the value."""
        found = ((item.id, given_away(item)) for item in self.every)
        return {identity: value for identity, value in found if value is not None}

    @cached_property
    def _candidates(self) -> list[Item]:
        """The items, without those that are left out for what each of them is."""
        found = list(self.every)
        if VALUE_IN_QUESTION in self.leave_out:
            found = [item for item in found if item.id not in self.given_away]
        if SHORT_VALUE in self.leave_out:
            found = [item for item in found if not short_value(item)]
        if NAMELESS in self.leave_out:
            found = [item for item in found if not is_nameless(item)]
        if FORMER_COUNTRY in self.leave_out:
            found = [item for item in found if not has_several_answers(item)]
        return found

    @cached_property
    def contents(self) -> dict[int, set[int]]:
        """The key of each text that is asked, and those of its contents."""
        found: dict[int, set[int]] = {}
        for item in self._candidates:
            found.setdefault(text_key(item), set()).add(content_key(item))
        return found

    @cached_property
    def repeated(self) -> dict[str, bool]:
        """The items, by id, whose text stood before, and whether it has several answers.

        If it has, the first item is among them: which answer is meant is not to be known.
        """
        seen, found = set(self.earlier), {}
        for item in self._candidates:
            key = text_key(item)
            own = self.contents[key]
            differs = len(own) > 1 or (key in self.earlier and own != {self.earlier[key]})
            if differs or key in seen:
                found[item.id] = differs
            seen.add(key)
        return found

    @cached_property
    def items(self) -> list[Item]:
        """The items that were looked at, without those that the generator leaves out."""
        if ASKED_TWICE not in self.leave_out:
            return self._candidates
        return [item for item in self._candidates if item.id not in self.repeated]

    @cached_property
    def asked_for(self) -> dict[str, Column]:
        """The values that are asked for, by attribute; each item counts its own spelling."""
        found: dict[str, Column] = {}
        for item in self.items:
            for element in item.rationale:
                values = element.values if element.match == "all" else element.values[:1]
                found.setdefault(element.attribute, Counter()).update(values)
        return found

    @cached_property
    def accepted(self) -> dict[str, tuple[Column, int]]:
        """The values that would be right, by attribute, and the number of items that ask for it.

        A playlist that nearly every track is on is right for nearly all, whatever else is.
        """
        found: dict[str, Column] = {}
        asked: Counter[str] = Counter()
        for item in self.items:
            for element in item.rationale:
                found.setdefault(element.attribute, Counter()).update(set(element.values))
                asked[element.attribute] += 1
        return {name: (counted, asked[name]) for name, counted in found.items()}

    @property
    def values(self) -> Mapping[str, Column]:
        """Values of each attribute, and how often they occurred."""
        return self.columns or self.asked_for
