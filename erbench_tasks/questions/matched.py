"""Which option of a multiple-choice question is false, so that nothing but knowledge tells.

ERBench draws the false value among all values of the attribute, each with the same chance (Section
3.1). Then a country of which there is one film is false more often than true, and the USA hardly
ever is: whoever has seen some of the questions guesses others without knowing any film. Here each
attribute is false in the same share of the questions (`balance`), and false values come from
entities that give theirs in exchange (`exchange`).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import types

from ..relations.omissions import Omissions
from ..relations.relation import Row
from ..relations.tuples import Group
from .balance import Balance, frequent
from .exchange import Holder, circles, pairs
from .false_values import FalseValues
from .numbers import margin_of, place_of
from .question_type import Facts, draw

# So many entities are held at once, and exchange among each other; the last ones are up to twice
# as many.
BLOCK = 10_000
# Of a date or year so many figures are read.
_DECADE = 3
# Entities are alike by what so many of them have in common, on average.
_SEVERAL = 5


class Falsehood(NamedTuple):
    """What is false in a question: an attribute's option, which has the value of another row."""

    attribute: str
    value: Any
    row: Row


@dataclass
class Entity:
    """What a question is asked about.

    Attributes:
        place: Where its determinant stands.
        group: The tuples of the determinant.
        all_true: Whether the answer is *None of the above*.
        falsehood: What is false in the question, once that is known.
    """

    place: int
    group: Group
    all_true: bool
    falsehood: Falsehood | None = None

    @property
    def row(self) -> Row:
        """The tuple that is asked about."""
        return self.group.asked[0]


def matched(facts: Facts, entities: Iterable[Entity], omissions: Omissions) -> Iterator[Entity]:
    """Yields the entities that are asked about, with what is false about them."""
    for block in _blocks(entities):
        yield from _of_block(facts, block, omissions)


def _of_block(facts: Facts, block: Sequence[Entity], omissions: Omissions) -> Iterator[Entity]:
    exchange = _Exchange(facts, block)
    kept, without = exchange.done(), 0
    for number, entity in enumerate(block):
        if not facts.is_wanted(entity.place):
            continue
        if number not in kept:
            without += 1
        elif entity.all_true or entity.falsehood is not None:
            yield entity
        else:
            omissions.without_wrong_option.append(facts.name(entity.row))
    if without:
        why = exchange.balance.why_chosen
        omissions.not_balanced(facts.relation.name, facts.fd, without, why)


def _blocks(entities: Iterable[Entity]) -> Iterator[list[Entity]]:
    """Divides entities into blocks of `BLOCK`; the last one has up to twice as many."""
    held: list[Entity] = []
    for entity in entities:
        held.append(entity)
        if len(held) == 2 * BLOCK:
            yield held[:BLOCK]
            held = held[BLOCK:]
    if held:
        yield held


class _Exchange:
    """The exchange of values among the entities of a block."""

    def __init__(self, facts: Facts, block: Sequence[Entity]) -> None:
        self._facts, self._block, self._names = facts, block, facts.fd.dependent
        self._altered = [n for n, entity in enumerate(block) if not entity.all_true]
        self._rows = [entity.row for entity in block]
        altered = [self._rows[n] for n in self._altered]
        self.balance = Balance.of(altered or self._rows, self._names)
        determinants = (entity.group.determinant for entity in block)
        self._ranks = [draw(2**64, facts.seed, facts.domain, *key) for key in determinants]
        self._margins = {
            name: margin_of({row[name] for row in self._rows}, is_date=facts.kind(name) == "date")
            for name in self._names
        }
        self._held: dict[tuple[str, int], Holder] = {}
        shared = [*((name, None) for name in facts.must_share), *self._classes()]
        self._sharing = {
            name: [(other, most) for other, most in shared if other != name] for name in self._names
        }
        self._columns: dict[str, FalseValues] = {}

    def done(self) -> set[int]:
        """Exchanges values, and returns the numbers of the entities that are asked about."""
        attributes = self._attributes()
        by_attribute = defaultdict(list)
        for number, name in attributes.items():
            by_attribute[name].append(number)
        for name in self._names:
            if name in by_attribute:
                self._exchange(name, by_attribute[name])
        for number, name in attributes.items():
            if self._block[number].falsehood is None:
                self._take_any(number, name)
        return {*attributes, *self._all_true()}

    def _attributes(self) -> dict[int, str]:
        """Returns which attribute of which entity is altered; the first ranks get one of them.

        Which one the seed decides, so that of a few entities not always the same are altered.
        """
        found = {}
        first = draw(len(self._names), self._facts.seed, self._facts.domain, str(self._facts.fd))
        for kind, numbers in self._by_kind(self._altered).items():
            planned = self.balance.altered.get(kind, {})
            names = [n for n in self._names[first:] + self._names[:first] if n in planned]
            ends = [round(end) for end in accumulate(planned[name] for name in names)]
            for name, start, end in zip(names, [0, *ends], ends, strict=False):
                found.update(dict.fromkeys(numbers[start:end], name))
        return found

    def _all_true(self) -> Iterator[int]:
        """Yields those whose options are all true, as many of each kind as others show it."""
        numbers = [n for n, entity in enumerate(self._block) if entity.all_true]
        every = Counter(self.balance.kind(self._rows[n]) for n in self._altered if numbers)
        for kind, of_kind in self._by_kind(numbers).items():
            share = self.balance.shown.get(kind, 0) / every[kind] if every[kind] else 1
            yield from of_kind[: round(share * len(of_kind))]

    def _by_kind(self, numbers: Iterable[int]) -> dict[Any, list[int]]:
        found = defaultdict(list)
        for number in sorted(numbers, key=self._ranks.__getitem__):
            found[self.balance.kind(self._rows[number])].append(number)
        return found

    def _exchange(self, name: str, numbers: Sequence[int]) -> None:
        """Has entities exchange their values of an attribute."""
        holders = [self._holder(name, number) for number in numbers]
        common = self.balance.skewed.get(name)
        often = [common.value] if common else frequent(holder.value for holder in holders)
        for value in often:
            self._pair(name, holders, value)
        if common is None:
            for giver, taker in circles(self._without(holders), partial(self._may_take, name)):
                self._give(name, giver, taker)
            self._pair(name, holders)
            return
        # There are others than have the commonest value to spare; nobody takes theirs.
        owner = next(n for n in self._altered if self._rows[n][name] == common.value)
        giver = self._holder(name, owner)
        for holder in self._without(holders):
            if self._may_take(name, holder, giver):
                self._give(name, giver, holder)

    def _pair(self, name: str, holders: Sequence[Holder], value: Any = None) -> None:
        """Has entities exchange theirs; if a value is given, those that have it with others."""
        may = partial(self._may_exchange, name, value)
        for one, other in pairs(self._without(holders), may):
            self._give(name, one, other)
            self._give(name, other, one)

    def _without(self, holders: Iterable[Holder]) -> list[Holder]:
        return [h for h in holders if self._block[h.number].falsehood is None]

    def _give(self, name: str, giver: Holder, taker: Holder) -> None:
        falsehood = Falsehood(name, giver.value, self._rows[giver.number])
        self._block[taker.number].falsehood = falsehood

    def _take_any(self, number: int, drawn: str) -> None:
        """Gives an entity that found nobody to exchange with the value of another one."""
        first = self._names.index(drawn)
        names = self._names[first:] + self._names[:first]
        for givers in (self._after, self._of_others):
            for name in names:
                taker = self._holder(name, number)
                for giver in givers(name, taker):
                    if self._may_take(name, taker, giver):
                        self._give(name, giver, taker)
                        return

    def _after(self, name: str, taker: Holder) -> Iterator[Holder]:
        """Yields all entities on a circle, from the one that comes after a place."""
        start = bisect(self._circle, taker.rank, key=self._ranks.__getitem__)
        for number in self._circle[start:] + self._circle[:start]:
            yield self._holder(name, number)

    @cached_property
    def _circle(self) -> list[int]:
        return sorted(range(len(self._block)), key=self._ranks.__getitem__)

    def _of_others(self, name: str, taker: Holder) -> Iterator[Holder]:
        """Yields an entity as if it had the values of those that are not asked about."""
        if name in self._facts.shown:  # their images may be missing
            return
        if name not in self._columns:
            self._columns[name] = FalseValues(self._facts, name)
        entity = (self._facts.domain, name, *self._block[taker.number].group.determinant)
        for value in self._columns[name].instead_of(self._rows[taker.number], *entity):
            yield taker._replace(value=value, text=str(value).casefold(), place=place_of(value))

    def _holder(self, name: str, number: int) -> Holder:
        if held := self._held.get((name, number)):
            return held
        row = self._rows[number]
        value = row[name]
        accepted = self._facts.accepted(self._block[number].group.facts, row, name)
        text, *others = [spelling.casefold() for spelling in accepted]
        place = place_of(value) if self._margins[name] else None
        alike, rank = self._alike(row, name), self._ranks[number]
        held = Holder(number, value, text, frozenset((text, *others)), place, alike, rank)
        self._held[name, number] = held
        return held

    def _alike(self, row: Row, name: str) -> tuple[str, ...]:
        """Returns what an entity has in common with those that it exchanges a value with first."""
        alike = [str(row[n])[:most] for n, most in self._sharing[name]]
        if self._margins[name]:  # two numbers of one source are written with as many decimals
            alike.insert(0, str(len(str(row[name]).partition(".")[2])))
        return tuple(alike)

    def _may_exchange(self, name: str, value: Any, one: Holder, other: Holder) -> bool:
        # Of those with a frequent value, hardly one can be left: they have few others.
        if value is not None and (one.value == value) == (other.value == value):
            return False
        return self._may_take(name, one, other) and self._may_take(name, other, one)

    def _may_take(self, name: str, taker: Holder, giver: Holder) -> bool:
        if giver.text in taker.true or not self._share(name, taker, giver):
            return False
        if taker.place is None or giver.place is None:
            return True
        return abs(taker.place - giver.place) > self._margins[name]

    def _share(self, name: str, taker: Holder, giver: Holder) -> bool:
        """Tells whether two entities agree in what they must."""
        if not self._facts.must_share or taker.number == giver.number:
            return True
        one, other = self._rows[taker.number], self._rows[giver.number]
        names = [shared for shared in self._facts.must_share if shared != name]
        return all(one[n] is not None and one[n] == other[n] for n in names)

    def _classes(self) -> list[tuple[str, int | None]]:
        """Returns by what entities are alike, the coarsest first, with how much of each text.

        These are classes: texts that several entities have and that do not name them; and decades.
        Of two options none is by what the other is alike: a false one would be that which does not
        go with the other.
        """
        relation, options = self._facts.relation, self._names if len(self._names) == 2 else []
        found: list[tuple[int, str, int | None]] = []
        for name in relation.attributes:
            is_date = self._facts.kind(name) == "date"
            is_text = isinstance(relation.columns[name].type, types.String)
            is_class = is_text and name not in self._facts.fd.determinant
            if name in options or not (is_date or is_class):
                continue
            most = _DECADE if is_date else None
            values = len({str(row[name])[:most] for row in self._rows})
            if 1 < values <= len(self._rows) / _SEVERAL:
                found.append((values, name, most))
        return [(name, most) for _, name, most in sorted(found)]
