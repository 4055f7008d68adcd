"""Percentile bootstrap intervals over questions, as in the tables of TRACK.

Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979)
1-26; the percentile interval as in B. Efron and R. J. Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from .intervals import Cluster, Estimate, estimate, wilson_interval

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 20_250_901
_LEVELS = (0.025, 0.975)
_AT_ONCE = 2_000_000  # numbers held in memory


def rate_estimate(clusters: Collection[Cluster]) -> Estimate | None:
    """Estimates a share, with a 95% interval over questions.

    The interval is the bootstrap's. Where every question has the same share (all are 0, or all
    are 1) all resamples are alike and it would have no width; there it is Wilson's over questions.

    Args:
        clusters: One (number of cases, sum of their values in [0, 1]) per question; those without
            cases are passed over.

    Returns:
        The estimate, without an interval for a single question; None without cases.
    """
    return estimate(clusters, _interval)


def mean_estimate(clusters: Collection[Cluster]) -> Estimate | None:
    """Estimates a mean of any range, with the bootstrap's 95% interval over clusters.

    Args:
        clusters: One (number of cases, sum of their values) per cluster, such as a question.

    Returns:
        The estimate, without an interval where the mean of all clusters is the same; None without
        clusters.
    """
    if not clusters:
        return None
    n = int(sum(count for count, _ in clusters))
    mean = sum(total for _, total in clusters) / n
    if len({total / count for count, total in clusters}) == 1:
        return Estimate(mean, None, None, n, len(clusters))
    return Estimate(mean, *bootstrap_interval(clusters), n, len(clusters))


def bootstrap_interval(
    clusters: Collection[Cluster], resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[float, float]:
    """Returns the percentile bootstrap's 95% interval of a mean.

    Args:
        clusters: One (number of cases, at least 1; sum of their values) per question.
        resamples: Number of resamples.
        seed: Of the random numbers; equal seeds give equal intervals (with one version of numpy).

    Returns:
        Lower and upper end: the 2.5% and the 97.5% point of the resamples' means.
    """
    import numpy

    sums = numpy.concatenate(list(resampled_sums(clusters, resamples, seed)))
    low, high = numpy.quantile(sums[:, 1] / sums[:, 0], _LEVELS)
    return float(low), float(high)


def resampled_sums(
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


def _interval(clusters: Collection[Cluster], mean: float) -> tuple[float, float]:
    if len({total / count for count, total in clusters}) == 1:
        return wilson_interval(mean * len(clusters), len(clusters))
    return bootstrap_interval(clusters)
