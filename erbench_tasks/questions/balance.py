"""How many entities are altered in which attribute, so that nothing tells which option is false.

If 88% of the films are no animations, "animation" is nearly always false, or the option about the
genre hardly ever: no choice of values helps, only a choice of films. A *kind* of entity is which of
such attributes have their commonest value. For each kind that a question shows, each attribute is
false in the same share of the questions: where the film shown is American and no animation, as many
are other films with a false director, films of other countries, and animations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Kind = tuple[bool, ...]

# An attribute is balanced by choosing entities if more than this share of them has one value, and
# is never altered if more than that share has.
SKEWED, CONSTANT = 0.55, 0.98
# No attribute is false in a share of the questions that is larger than its own by more than this.
TOLERANCE = 0.04
# Fewer entities are not chosen from; of so many attributes, the most skewed ones are balanced.
_FEWEST, _MOST = 40, 6


class Common(NamedTuple):
    """The commonest value of an attribute.

    Attributes:
        value: The value.
        share: The share of the entities that have it, in [0, 1].
    """

    value: Any
    share: float


def commonest(rows: Sequence[Mapping[str, Any]], attribute: str) -> Common:
    """Returns the commonest value of an attribute."""
    counted = Counter(row[attribute] for row in rows)
    value, number = max(counted.items(), key=lambda pair: (pair[1], str(pair[0])))
    return Common(value, number / len(rows))


@dataclass(frozen=True)
class Balance:
    """What is to be altered in entities, by their kinds.

    Attributes:
        skewed: The attributes that are balanced, each with its commonest value.
        weights: Share of the questions in which each attribute is false; the sum is 1.
        shown: Kind to how many questions show it.
    """

    skewed: dict[str, Common]
    weights: dict[str, float]
    shown: dict[Kind, float]

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], attributes: Sequence[str]) -> Balance:
        """Finds as many questions as there can be.

        Args:
            rows: A tuple of each entity, at least one.
            attributes: Those that are options.
        """
        common = {name: commonest(rows, name) for name in attributes}
        if len(rows) < _FEWEST or len(attributes) < 2:
            common = {}
        by_share = sorted(common.items(), key=lambda pair: -pair[1].share)
        skewed = {n: c for n, c in by_share if SKEWED < c.share <= CONSTANT}
        skewed = dict([*skewed.items()][:_MOST])
        constant = {n for n, c in common.items() if c.share > CONSTANT}
        if len(constant) == len(attributes):
            constant = set()
        wanted = {
            name: 0.0 if name in constant else 2 * (1 - skewed[name].share) if name in skewed else 1
            for name in attributes
        }
        weights = _capped(wanted, 1 / len(attributes) + TOLERANCE)
        kinds = Counter(_kind(row, skewed) for row in rows)
        return cls(skewed, weights, _filled(kinds, [*skewed], weights))

    def kind(self, row: Mapping[str, Any]) -> Kind:
        """Returns the kind of an entity."""
        return _kind(row, self.skewed)

    def numbers(self, kind: Kind) -> dict[str, float]:
        """Returns how many entities of a kind are to be altered in each attribute."""
        found = {}
        for name, weight in self.weights.items():
            found[name] = weight * self.shown.get(_becoming(kind, name, [*self.skewed]), 0.0)
        return found


def _kind(row: Mapping[str, Any], skewed: Mapping[str, Common]) -> Kind:
    return tuple(row[name] == common.value for name, common in skewed.items())


def _becoming(kind: Kind, altered: str, skewed: Sequence[str]) -> Kind:
    """Returns the kind that an entity shows if an attribute is altered; it goes both ways."""
    return tuple(is_ != (name == altered) for name, is_ in zip(skewed, kind, strict=True))


def _capped(wanted: Mapping[str, float], most: float) -> dict[str, float]:
    """Returns shares in proportion to what is wanted, none of them larger than can be avoided."""
    positive = [name for name, weight in wanted.items() if weight]
    most = max(most, 1 / len(positive))
    shares = dict.fromkeys(wanted, 0.0)
    capped: set[str] = set()
    while True:
        rest = {name: wanted[name] for name in positive if name not in capped}
        left = 1 - most * len(capped)
        shares |= {name: left * weight / sum(rest.values()) for name, weight in rest.items()}
        above = {name for name in rest if shares[name] > most + 1e-9}
        if not above:
            return shares
        capped |= above
        shares |= dict.fromkeys(above, most)


def _filled(
    kinds: Mapping[Kind, int], skewed: Sequence[str], weights: Mapping[str, float]
) -> dict[Kind, float]:
    """Returns how many questions show each kind.

    All grow in proportion to the entities of the kind, until one of the kinds that these questions
    take is used up (progressive filling); then the others go on.
    """
    plain = sum(weight for name, weight in weights.items() if name not in skewed)
    left: dict[Kind, float] = dict(kinds)
    shown = dict.fromkeys(kinds, 0.0)
    growing = list(kinds)

    def taken(kind: Kind) -> Iterator[tuple[Kind, float]]:
        """Yields what a question that shows a kind takes of which kinds."""
        parts = [(kind, plain)]
        parts += [(_becoming(kind, name, skewed), weights[name]) for name in skewed]
        yield from ((of, share) for of, share in parts if share)

    while growing:
        used: Counter[Kind] = Counter()
        for kind in growing:
            for of, share in taken(kind):
                used[of] += share * kinds[kind]  # type: ignore[assignment]
        step = min(left.get(of, 0.0) / number for of, number in used.items())
        for kind in growing:
            shown[kind] += step * kinds[kind]
        for of, number in used.items():
            left[of] = left.get(of, 0.0) - step * number
        growing = [k for k in growing if all(left.get(of, 0.0) > 1e-9 for of, _ in taken(k))]
    return shown
