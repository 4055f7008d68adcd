"""How many entities are altered in which attribute, so that nothing tells which option is false.

If 88% of the films are no animations, then "animation" is nearly always false, or the genre hardly
ever: no choice of values helps, only a choice of films. A *kind* of entity is which of such
attributes have their commonest value. A linear program finds how many of each kind are asked about,
and how many of those are altered in which attribute: as many as possible, while among those that
show the commonest value, those that show another one, those that have it, and those that have
another one, no attribute is false much more often than the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

Kind = tuple[bool, ...]

# An attribute is balanced by choosing entities if more than this share of them has one value, and
# is never altered if more than that share has.
SKEWED, CONSTANT = 0.5, 0.98
# No attribute is false in a share of the questions that is larger than its own by more than this.
TOLERANCE = 0.03
# Fewer entities are not chosen from; of so many attributes, the most skewed ones are balanced.
_FEWEST, _MOST = 40, 4
_GOLDEN = 0.6180339887498949


class Common(NamedTuple):
    """The commonest value of an attribute, and the share of the entities that have it."""

    value: Any
    share: float


def commonest(rows: Sequence[Mapping[str, Any]], attribute: str) -> Common:
    """Returns the commonest value of an attribute."""
    counted = Counter(row[attribute] for row in rows)
    value, number = max(counted.items(), key=lambda pair: (pair[1], str(pair[0])))
    return Common(value, number / len(rows))


def frequent(values: Iterable[Any]) -> list[Any]:
    """Returns the values that more than a third of all are, the commonest first."""
    counted = Counter(values)
    third = sum(counted.values()) / 3
    often = [pair for pair in counted.items() if pair[1] > third]
    return [value for value, _ in sorted(often, key=lambda pair: (-pair[1], str(pair[0])))]


@dataclass(frozen=True)
class Balance:
    """What is to be altered in entities, by their kinds.

    Attributes:
        skewed: The attributes that are balanced, each with its commonest value.
        altered: Kind to how many entities of it are altered in each attribute.
        shown: Kind to how many questions show it.
    """

    skewed: dict[str, Common]
    altered: dict[Kind, dict[str, float]]
    shown: dict[Kind, float]

    @property
    def why_chosen(self) -> str:
        """Which values too many of the entities have, in words."""
        return " and ".join(
            f"{of.share:.0%} have the {n} {of.value}" for n, of in self.skewed.items()
        )

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], attributes: Sequence[str]) -> Balance:
        """Finds as many questions as there can be, from a tuple of each entity, at least one."""
        common = {name: commonest(rows, name) for name in attributes}
        if len(rows) < _FEWEST or len(attributes) < 2:
            common = {}
        by_share = sorted(common.items(), key=lambda pair: -pair[1].share)
        skewed = dict([(n, c) for n, c in by_share if SKEWED < c.share <= CONSTANT][:_MOST])
        free = [n for n in attributes if n not in common or common[n].share <= CONSTANT]
        free = free or list(attributes)
        balance = cls(skewed, {}, defaultdict(float))
        if skewed:
            balance.altered.update(_planned(Counter(map(balance.kind, rows)), list(skewed), free))
        else:
            balance.altered[()] = dict.fromkeys(free, len(rows) / len(free))
        for kind, numbers in balance.altered.items():
            for name, number in numbers.items():
                balance.shown[_becoming(kind, name, list(skewed))] += number
        return balance

    def kind(self, row: Mapping[str, Any]) -> Kind:
        """Returns the kind of an entity."""
        return tuple([row[name] == common.value for name, common in self.skewed.items()])


def _becoming(kind: Kind, altered: str, skewed: Sequence[str]) -> Kind:
    """Returns the kind that an entity shows if an attribute is altered."""
    return tuple(is_ != (name == altered) for name, is_ in zip(skewed, kind, strict=True))


def _planned(
    kinds: Mapping[Kind, int], skewed: Sequence[str], attributes: Sequence[str]
) -> dict[Kind, dict[str, float]]:
    """Solves the linear program: how many entities of each kind are altered in which attribute."""
    from scipy.optimize import linprog

    every = list(product((True, False), repeat=len(skewed)))
    parts = [(kind, name) for kind in every for name in attributes]
    most = 1 / len(attributes) + TOLERANCE
    above, bounds = list[list[float]](), list[float]()
    for kind in every:
        above.append([float(of == kind) for of, _ in parts])
        bounds.append(kinds.get(kind, 0))
    for alike in _alike(parts, skewed):
        for name in attributes:
            terms = zip(parts, alike, strict=True)
            above.append([((part[1] == name) - most) * is_alike for part, is_alike in terms])
            bounds.append(0)
    # Of several solutions that are as good, every machine has to find the same one.
    gains = [-1 - 1e-3 * (n * _GOLDEN % 1) for n in range(len(parts))]
    solved = linprog(gains, A_ub=above, b_ub=bounds, method="highs-ds").x
    found: dict[Kind, dict[str, float]] = {kind: {} for kind in every}
    for (kind, name), number in zip(parts, solved, strict=True):
        found[kind][name] = round(float(number), 6)
    return found


def _alike(parts: Sequence[tuple[Kind, str]], skewed: Sequence[str]) -> Iterator[tuple[bool, ...]]:
    """Yields which parts of the entities look alike: all; or in what they have, or show."""
    yield (True,) * len(parts)
    for place, value in product(range(len(skewed)), (True, False)):
        yield tuple(kind[place] is value for kind, _ in parts)
        yield tuple(_becoming(kind, name, skewed)[place] is value for kind, name in parts)
