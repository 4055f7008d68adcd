"""How far scorers agree with people, and people with each other.

Each labelled response counts as many times as it stands for, so that the shares are those of all
responses, although what scorers differ about is labelled more often.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .labels import Label, Marked, marked, stratum_code
from .prediction_powered import weighted_mean, within
from .responses import RIGHT, TRACK, Response, Verdict
from .sample import SCORERS_AGREE, SCORERS_DIFFER, stratum_name

ALL = "all"
_ROUNDING = 1e-12


class Agreement(NamedTuple):
    """How far two agree, as shares of all responses of which the sample is one.

    Attributes:
        first: A scorer, or a person.
        second: A person.
        what: `answer`, `rationale`, or `each fact`.
        where: `all`, a stratum, or a model.
        value: The share on which they agree, in [0, 1].
        interval: Its 95% interval.
        kappa: Cohen's kappa, in [-1, 1]; None if both say only one thing.
        kappa_interval: Its 95% interval.
        n: Number of labelled responses.
    """

    first: str
    second: str
    what: str
    where: str
    value: float
    interval: tuple[float, float]
    kappa: float | None
    kappa_interval: tuple[float, float] | None
    n: int


def agreements(labels: Sequence[Label], responses: Mapping[str, Response]) -> list[Agreement]:
    """Compares each scorer with each person, and persons with each other.

    Args:
        labels: Of one sample.
        responses: By id.

    Returns:
        What has at least two labelled responses.
    """
    by_person: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        by_person[label.person].append(label)
    found: list[Agreement] = []
    for person, own in by_person.items():
        rows = marked(own, responses)
        for scorer in dict.fromkeys(name for each in rows for name in each.response.verdicts):
            with_verdict = [each for each in rows if scorer in each.response.verdicts]
            said = [
                _Said(each, each.response.verdicts[scorer], each.verdicts[person])
                for each in with_verdict
            ]
            found += _agreements(scorer, person, said)
    for first, second in combinations(by_person, 2):
        both = {label.id for label in by_person[first]} & {of.id for of in by_person[second]}
        theirs = [*by_person[first], *by_person[second]]
        rows = marked([label for label in theirs if label.id in both], responses)
        said = [_Said(each, each.verdicts[first], each.verdicts[second]) for each in rows]
        found += _agreements(first, second, said)
    return found


class _Said(NamedTuple):
    """A labelled response, and what two say of it."""

    row: Marked
    one: Verdict
    other: Verdict


_Pair = tuple[object, object]


def _agreements(first: str, second: str, said: Sequence[_Said]) -> Iterator[Agreement]:
    for what, pairs_of in _SUBJECTS.items():
        cases = [(each.row, list(pairs_of(each))) for each in said]
        for where, rows in _places([each.row for each in said]).items():
            there = [(row, pairs) for row, pairs in cases if pairs and row.response.id in rows]
            if len(there) > 1:
                yield _agreement(first, second, what, where, there)


def _answers(said: _Said) -> Iterator[_Pair]:
    one, other = said.one.answer, said.other.answer
    if one is not None and other is not None:
        binary = said.row.response.suite == TRACK
        yield (one == RIGHT, other == RIGHT) if binary else (one, other)


def _rationales(said: _Said) -> Iterator[_Pair]:
    if said.one.rationale is not None and said.other.rationale is not None:
        yield said.one.rationale, said.other.rationale


def _facts(said: _Said) -> Iterator[_Pair]:
    one, other = said.one.elements, said.other.elements
    if len(one) == len(other) > 1:
        yield from (pair for pair in zip(one, other, strict=True) if None not in pair)


_SUBJECTS: dict[str, Callable[[_Said], Iterator[_Pair]]] = {
    "answer": _answers,
    "rationale": _rationales,
    "each fact": _facts,
}


def _places(rows: Sequence[Marked]) -> dict[str, set[str]]:
    """Returns the ids of everything, of each kind of stratum, and of each model of several."""
    places: dict[str, set[str]] = defaultdict(set)
    models = {row.response.model for row in rows}
    for row in rows:
        name, model = row.response.id, row.response.model
        places[ALL].add(name)
        places[_stratum(row)].add(name)
        if len(models) > 1:
            places[model].add(name)
    return places


def _stratum(row: Marked) -> str:
    """Tells whether scorers differed, or not, when the sample was drawn."""
    differ = stratum_code(row.label.sample, stratum_name(row.response.model, True))
    return SCORERS_DIFFER if row.label.stratum == differ else SCORERS_AGREE


def _agreement(
    first: str,
    second: str,
    what: str,
    where: str,
    cases: Sequence[tuple[Marked, Sequence[_Pair]]],
) -> Agreement:
    """Estimates agreement and kappa.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
    Psychological Measurement 20 (1960) 37-46, whose standard error takes the agreement that is
    expected by chance as given: so the ends of kappa's interval are those of the agreement's.
    """
    sample = [each.case(sum(a != b for a, b in some), cases=len(some)) for each, some in cases]
    wrong, variance = weighted_mean(sample, [of.label for of in sample])
    low, high = within(1 - wrong, math.sqrt(variance))
    chance = _chance([(each.weight, pair) for each, some in cases for pair in some])

    def kappa(share: float) -> float:
        return max(-1.0, (share - chance) / (1 - chance))

    both = chance < 1 - 1e-12
    return Agreement(
        first, second, what, where, 1 - wrong, (low, high),
        kappa(1 - wrong) if both else None,
        (kappa(low), kappa(high)) if both else None,
        len(cases),
    )  # fmt: skip


def _chance(pairs: Sequence[tuple[float, _Pair]]) -> float:
    """Returns how often two would agree by chance, who say each thing as often as they do."""
    total = sum(weight for weight, _ in pairs)
    shares: tuple[defaultdict[object, float], ...] = (defaultdict(float), defaultdict(float))
    for weight, pair in pairs:
        for side, said in zip(shares, pair, strict=True):
            side[said] += weight / total
    return sum(share * shares[1][said] for said, share in shares[0].items())
