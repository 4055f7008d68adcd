"""Which item a row is about: record linkage after Fellegi and Sunter (1969).

Of each attribute, agreement speaks for an item as much as it is unlikely by chance, which is how
often two rows of the table agree; disagreement speaks against it, as tables and Wikidata are mostly
right. Both are in bits, the logarithm of the likelihood ratio, and are added. A name alone decides
nothing where several items have it. Who shares a name shares more than chance has it: father and
son have a birthplace in common. So no agreement is taken for rarer than one in twenty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import log2
from typing import NamedTuple

from ...core.wikidata.values import Time
from .compare import Match
from .judge import Judged, Verdict

# How often the attribute of the right item agrees, nearly agrees, and does neither.
_SAME, _NEAR = 0.9, 0.04
_DIFFERENT = 1 - _SAME - _NEAR
_LISTED = 0.6  # how often an incomplete list has the value
_LEAST_CHANCE = 0.05
# How often a day of the right item is one of another year: who was born in another one is somebody
# else, unless much speaks for him.
_FAR = 0.001
_OTHER_TIMES = 0.35  # what speaks for it if it has values, and none of the time in question
# A name that one item alone has speaks for it: then all there is to compare may differ a little.
_ONLY_A_LITTLE = -1.5
_APART = 3.0  # bits: eight times as likely as the next


class Candidate(NamedTuple):
    """An item that may be what a row is about.

    Attributes:
        item: Its id.
        score: What speaks for it, in bits.
        judged: What Wikidata says of the row's values if it is this item.
    """

    item: str
    score: float
    judged: Sequence[Judged]

    @property
    def contradictions(self) -> list[Judged]:
        """What the row says otherwise."""
        return [j for j in self.judged if j.verdict is Verdict.CONTRADICTS]


class Resolution(NamedTuple):
    """What a row is about.

    Attributes:
        candidate: The item; None if that cannot be told.
        reason: Why it cannot be told, for people.
        either: Items that fit equally, each of which says otherwise than the row: whichever is
            meant, something is wrong.
    """

    candidate: Candidate | None
    reason: str = ""
    either: Sequence[Candidate] = ()


def score(judged: Iterable[Judged], chance: Mapping[str, float]) -> float:
    """Returns what speaks for an item, in bits.

    Args:
        judged: What Wikidata says of the row's values.
        chance: Attribute to how often two rows of the table have the same value, in [0, 1].
    """
    best: dict[str, float] = {}
    for each in judged:
        bits = _bits(each, min(max(chance.get(each.attribute, 0.1), _LEAST_CHANCE), 0.9))
        best[each.attribute] = max(best.get(each.attribute, bits), bits)
    return sum(best.values())


def _bits(judged: Judged, chance: float) -> float:
    if judged.verdict is Verdict.AGREES:
        return log2(_SAME / chance)
    if judged.verdict is Verdict.NOT_LISTED:
        return log2((1 - _LISTED) / (1 - chance))
    if judged.verdict is not Verdict.CONTRADICTS:
        return log2(_OTHER_TIMES) if judged.match is Match.DIFFERENT else 0.0
    if judged.match is Match.NEAR:
        return log2(_NEAR / min(2 * chance, 0.9))
    is_date = all(isinstance(s.value, Time) for s in judged.statements)
    far = isinstance(judged.said.value, date) and is_date
    return log2((_FAR if far else _DIFFERENT) / (1 - chance))


def resolve(candidates: Sequence[Candidate]) -> Resolution:
    """Decides which item a row is about.

    Args:
        candidates: The items of its name and class.
    """
    if not candidates:
        return Resolution(None, "no item of the class has this name")
    ranked = sorted(candidates, key=lambda c: (-c.score, int(c.item[1:])))
    best, *others = ranked
    if not others:
        differs = any(j.match is not Match.NEAR for j in best.contradictions)
        if best.score >= (0 if differs else _ONLY_A_LITTLE):
            return Resolution(best)
        return Resolution(None, f"{best.item} has this name, but {_but(best)}: another one?")
    if best.score <= 0:
        return Resolution(None, f"{_several(ranked)} have this name, and nothing else fits")
    rivals = [c for c in ranked if c.score > best.score - _APART and c.score > 0]
    if len(rivals) == 1:
        return Resolution(best)
    reason = f"{_several(rivals)} fit equally well"
    if all(rival.contradictions for rival in rivals):
        return Resolution(None, reason, rivals)
    return Resolution(None, reason)


def _but(candidate: Candidate) -> str:
    return "; ".join(f"{j.attribute} is {j.says}" for j in candidate.contradictions) or "no more"


def _several(candidates: Sequence[Candidate], most: int = 3) -> str:
    ids = [c.item for c in candidates]
    more = [f"{len(ids) - most} more items"] if len(ids) > most else []
    listed = [*ids[:most], *more]
    return f"{', '.join(listed[:-1])} and {listed[-1]}"
