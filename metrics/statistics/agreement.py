"""How well two annotators agree on labels of yes and no: F1 and Cohen's kappa, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

RESAMPLES = 2000
_AT_ONCE = 2_000_000  # numbers held in memory
_LEAST_DEFINED = 0.95  # share of the resamples in which a statistic has to exist


class Counts(NamedTuple):
    """How often two annotators gave which labels to the same items.

    Attributes:
        both_yes: Both said yes.
        first_only: Only the first said yes.
        second_only: Only the second said yes.
        both_no: Both said no.
    """

    both_yes: int = 0
    first_only: int = 0
    second_only: int = 0
    both_no: int = 0

    @property
    def n(self) -> int:
        """Number of items."""
        return sum(self)


def count(pairs: Iterable[tuple[bool, bool]]) -> Counts:
    """Counts what two annotators said.

    Args:
        pairs: What the first and the second said, one pair per item.
    """
    counts = [0, 0, 0, 0]
    for first, second in pairs:
        counts[2 * (not first) + (not second)] += 1
    return Counts(*counts)


def f1(counts: Counts) -> float | None:
    """Returns the F1 score of *yes*, which is the same whichever of the two is the reference.

    2 TP / (2 TP + FP + FN), the harmonic mean of precision and recall, or the Dice coefficient.

    Source: C. J. van Rijsbergen, "Information Retrieval", 2nd edition, Butterworths 1979, chapter
    7 (F is 1 - E with alpha 1/2).

    Args:
        counts: What was said.

    Returns:
        A number in [0, 1]; None if neither said yes at all (0/0).
    """
    said = 2 * counts.both_yes + counts.first_only + counts.second_only
    return 2 * counts.both_yes / said if said else None


def cohen_kappa(counts: Counts) -> float | None:
    """Returns Cohen's kappa: agreement beyond what two such annotators have by chance.

    (p_o - p_e) / (1 - p_e), where p_o is the share of items with equal labels, and p_e what it
    would be if the labels were independent.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
    Psychological Measurement 20 (1960) 37-46.

    Args:
        counts: What was said.

    Returns:
        A number in [-1, 1]. None without items, and if both gave the same single label throughout:
        then chance always agrees, and 0/0 is undefined. Two constant annotators who contradict
        each other have 0, as the formula says.
    """
    n = counts.n
    first_yes = counts.both_yes + counts.first_only
    second_yes = counts.both_yes + counts.second_only
    # In whole numbers, n squared times p_o and p_e: no rounding hides that p_e is 1.
    observed = (counts.both_yes + counts.both_no) * n
    expected = first_yes * second_yes + (n - first_yes) * (n - second_yes)
    return (observed - expected) / (n * n - expected) if n * n != expected else None


class Statistic(NamedTuple):
    """A statistic of agreement with its interval.

    Attributes:
        value: None if it is undefined.
        low: Lower end of the 95% interval; None if there is none.
        high: Upper end; None if there is none.
    """

    value: float | None
    low: float | None
    high: float | None


def with_interval(
    statistic: Callable[[Counts], float | None],
    clusters: Sequence[Counts],
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Statistic:
    """Returns a statistic of all clusters together, with its 95% percentile bootstrap interval.

    Clusters are drawn, not items: the facts of one question are not independent.

    Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", Chapman & Hall 1993,
    chapter 13.

    Args:
        statistic: Such as `f1` or `cohen_kappa`.
        clusters: The counts of each cluster.
        seed: Equal seeds give equal intervals.
        resamples: How often clusters are drawn, with replacement.

    Returns:
        The statistic. It has no interval with fewer than two clusters, nor if it is undefined in
        more than 5% of the resamples: the remaining ones would be a biased selection.
    """
    import numpy as np

    value = statistic(Counts(*(sum(column) for column in zip(*clusters, strict=True))))
    if value is None or len(clusters) < 2:
        return Statistic(value, None, None)
    parts = _resampled_sums(clusters, resamples, seed)
    drawn = [statistic(Counts(*map(int, row))) for part in parts for row in part]
    defined = [each for each in drawn if each is not None]
    if len(defined) < _LEAST_DEFINED * resamples:
        return Statistic(value, None, None)
    low, high = np.quantile(defined, [0.025, 0.975])
    return Statistic(value, float(low), float(high))


def _resampled_sums(
    clusters: Collection[tuple[float, ...]], resamples: int, seed: int
) -> Iterator[NDArray[numpy.float64]]:
    """Draws as many clusters as there are, with replacement, and sums their numbers.

    Equal clusters are interchangeable, so the draw decides how often each *different* one occurs.

    Args:
        clusters: The numbers of each cluster, equally many.
        resamples: Number of resamples.
        seed: Of the random numbers; equal seeds give equal sums (with one version of numpy).

    Yields:
        The sums, one row per resample, in parts that fit into memory.
    """
    import numpy

    random = numpy.random.default_rng(seed)
    times = sorted(Counter(clusters).items())
    numbers = numpy.array([cluster for cluster, _ in times], dtype=float)
    shares = numpy.array([count for _, count in times]) / len(clusters)
    step = max(1, _AT_ONCE // len(times))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        yield random.multinomial(len(clusters), shares, size=size) @ numbers
