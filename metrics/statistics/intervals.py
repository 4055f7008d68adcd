"""From sums over the samples of each entity to means with 95% intervals.

The paraphrases of one entity are not independent samples, so that an interval is over entities
(clusters), not over samples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

Z95 = 1.959963984540054  # the 97.5% point of the standard normal distribution
Cluster = tuple[float, float]  # of one entity: the number of its samples, the sum of their values


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval.

    Attributes:
        value: The mean over the samples.
        low: Lower end of the 95% interval; None if there is no interval.
        high: Upper end; None if there is no interval.
        n: Number of samples.
        entities: Number of entities that the samples are about.
    """

    value: float
    low: float | None
    high: float | None
    n: int
    entities: int


def decimal(value: float) -> str:
    """Writes a rate as the paper does: `.85`, `.00`, `1.0`, `-.25`."""
    sign = "-" if value <= -0.005 else ""
    text = f"{abs(value):.2f}"
    return sign + ("1.0" if text == "1.00" else text.removeprefix("0"))


def cluster_interval(clusters: Collection[Cluster], mean: float) -> tuple[float, float]:
    """Returns the 95% interval of the mean of a measure in [0, 1].

    Wilson's interval where every value is 0 or 1 and every entity has one sample, else the
    cluster-robust one. Where all entities have the same mean, such as 0 or 1, the latter has no
    width at any size of the sample; then it is Wilson's over entities, as if each had one sample.

    Args:
        clusters: One (number of samples, at least 1; sum of values) per entity, at least two.
        mean: The mean over the samples.
    """
    alike = len({total / count for count, total in clusters}) == 1
    if alike or all(count == 1 and total in (0, 1) for count, total in clusters):
        return wilson_interval(mean * len(clusters), len(clusters))
    half = Z95 * cluster_standard_error(clusters)
    return max(0.0, mean - half), min(1.0, mean + half)


def estimate(
    clusters: Collection[Cluster],
    interval: Callable[[Collection[Cluster], float], tuple[float, float]] = cluster_interval,
) -> Estimate | None:
    """Estimates the mean of a measure in [0, 1], with a 95% interval.

    Args:
        clusters: One (number of samples, sum of values) per entity; entities without samples
            are passed over.
        interval: Makes the interval from at least two clusters, each with samples, and the mean.

    Returns:
        The estimate, without an interval for a single entity; None without samples.
    """
    filled = [cluster for cluster in clusters if cluster[0]]
    if not filled:
        return None
    n = sum(count for count, _ in filled)
    mean = sum(total for _, total in filled) / n
    low, high = (None, None) if len(filled) == 1 else interval(filled, mean)
    return Estimate(mean, low, high, int(n), len(filled))


def share_by_cluster(cases: Iterable[tuple[str, float]]) -> Estimate | None:
    """Estimates the mean of a measure in [0, 1], with a 95% interval.

    Args:
        cases: Of each case its cluster, such as its entity, and its value.

    Returns:
        As `estimate`.
    """
    return estimate(sums_by_cluster(cases))


def sums_by_cluster(cases: Iterable[tuple[str, float]]) -> list[Cluster]:
    """Sums the values of each cluster.

    Args:
        cases: Of each case its cluster and its value.
    """
    sums: dict[str, Cluster] = {}
    for cluster, value in cases:
        count, total = sums.get(cluster, (0, 0.0))
        sums[cluster] = (count + 1, total + value)
    return [*sums.values()]


def wilson_interval(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Returns the score interval of a proportion.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927) 209-212.

    Args:
        successes: Number of successes, in [0, n].
        n: Number of independent trials, at least 1.
        z: Quantile of the standard normal distribution.

    Returns:
        Lower and upper end, in [0, 1].
    """
    share = successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def cluster_standard_error(clusters: Collection[Cluster]) -> float:
    """Returns the cluster-robust standard error of the mean over samples.

    The sandwich estimator for a regression on a constant, sqrt(sum over g of (t_g - n_g m)^2) / n,
    times sqrt(G / (G - 1)). For clusters of one sample each it is the plain standard error.

    Source: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear
    models", Biometrika 73 (1986) 13-22; the factor as in A. C. Cameron and D. L. Miller, "A
    practitioner's guide to cluster-robust inference", Journal of Human Resources 50 (2015) 317-372.

    Args:
        clusters: One (number of samples, sum of values) per cluster, at least two clusters.

    Returns:
        The standard error, at least 0.
    """
    n = sum(count for count, _ in clusters)
    mean = sum(total for _, total in clusters) / n
    squares = math.fsum((total - count * mean) ** 2 for count, total in clusters)
    return math.sqrt(squares * len(clusters) / (len(clusters) - 1)) / n
