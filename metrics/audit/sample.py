"""Which responses people label: a stratified sample, drawn from a seed.

Strata are what the scorers disagree about and what they agree about, of each model. Responses of
the first kind are `OVERSAMPLED` times as likely to be drawn: that is where errors are, and the
allocation of least variance is by size times standard deviation (J. Neyman, "On the two different
aspects of the representative method", Journal of the Royal Statistical Society 97 (1934) 558-625).
Within a stratum the sample is systematic over the tasks, so that each task has its share of it.

Every response of a stratum has the same probability. What is drawn depends on the ids and on the
seed, and not on the order of files. The sample is in a random order: whoever stops early has
labelled a smaller sample of the same kind.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...core.hashing import stable_hash
from .responses import Response

SCORERS_DIFFER, SCORERS_AGREE = "scorers differ", "scorers agree"
OVERSAMPLED = 3
_FEWEST = 2  # of a stratum: of one, no variance can be estimated


class Unit(NamedTuple):
    """What may be drawn.

    Attributes:
        id: Its id.
        stratum: The name of its stratum.
        task: What each stratum is spread over.
        doubtful: Whether it is in a stratum from which more is drawn.
    """

    id: str
    stratum: str
    task: str
    doubtful: bool


class Drawn(NamedTuple):
    """What was drawn.

    Attributes:
        id: Its id.
        stratum: Its stratum.
        size: How many units its stratum has.
        probability: With which it was drawn, in (0, 1].
    """

    id: str
    stratum: str
    size: int
    probability: float


def units_of(responses: Iterable[Response]) -> list[Unit]:
    """Returns responses as units: what their scorers disagree about is drawn more often."""
    return [
        Unit(each.id, stratum_name(each.model, each.is_doubtful), each.task, each.is_doubtful)
        for each in responses
    ]


def stratum_name(model: str, doubtful: bool) -> str:
    """Names the stratum of a model's responses that are doubtful, or are not."""
    return f"{model}: {SCORERS_DIFFER if doubtful else SCORERS_AGREE}"


def sample_key(ids: Iterable[str], n: int, seed: int) -> str:
    """Returns what tells a sample from others: what may be drawn, how many, and the seed."""
    return stable_hash([str(n), str(seed), *sorted(ids)])


def draw(units: Iterable[Unit], n: int, seed: int) -> list[Drawn]:
    """Draws a stratified sample.

    Args:
        units: All that may be drawn.
        n: How many to draw, at least 1; if there are fewer, all are.
        seed: Equal seeds draw equal samples.

    Returns:
        The sample, in a random order.
    """
    strata: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        strata[unit.stratum].append(unit)
    sizes = {name: len(strata[name]) for name in sorted(strata)}
    counts = _allocated(sizes, {name for name in sizes if strata[name][0].doubtful}, n)
    drawn = [
        Drawn(unit.id, name, sizes[name], count / sizes[name])
        for name, count in counts.items()
        for unit in _systematic(strata[name], count, str(seed))
    ]
    return sorted(drawn, key=lambda of: stable_hash(["order", str(seed), of.id]))


def _systematic(units: list[Unit], count: int, seed: str) -> list[Unit]:
    """Draws every so manieth of the units of a stratum, task by task, from a random start."""
    ordered = sorted(units, key=lambda unit: (unit.task, stable_hash(["draw", seed, unit.id])))
    start = int(stable_hash(["start", seed, ordered[0].stratum]), 16) / 16**16
    step = len(ordered) / max(count, 1)
    places = (math.floor((start + number) * step) for number in range(count))
    return [ordered[min(place, len(ordered) - 1)] for place in places]


def _allocated(sizes: Mapping[str, int], doubtful: set[str], n: int) -> dict[str, int]:
    """Returns how many to draw of each stratum."""
    wanted = min(n, sum(sizes.values()))
    counts = dict.fromkeys(sizes, 0)
    for _ in range(_FEWEST):  # a stratum without labels would be left out of the rates
        for name in sorted(sizes, key=lambda name: -sizes[name]):
            if sum(counts.values()) < wanted and counts[name] < sizes[name]:
                counts[name] += 1
    shares = {name: size * (OVERSAMPLED if name in doubtful else 1) for name, size in sizes.items()}
    for _ in range(wanted - sum(counts.values())):  # to the one that is furthest behind its share
        free = (name for name in sizes if counts[name] < sizes[name])
        counts[max(free, key=lambda name: shares[name] / (counts[name] + 1))] += 1
    return counts
