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


def cluster_interval(
    clusters: Collection[Cluster], mean: float, effect: float = 1.0
) -> tuple[float, float]:
    """Returns the 95% interval of the mean of a measure in [0, 1].

    It is Wilson's for the effective size of the sample: for as many independent cases as would
    have the variance that is found over entities. So it stays in [0, 1], and holds the mean. Where
    all entities have the same mean, such as 0 or 1, there is no variance; then the effective size
    is their number, as if each had one sample.

    Source: E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected
    number of positive counts estimated from survey data", Survey Methodology 24 (1998) 193-201; of
    Wilson's form C. Franco et al., "Comparative study of confidence intervals for proportions in
    complex sample surveys", Journal of Survey Statistics and Methodology 7 (2019) 334-364.

    Args:
        clusters: One (number of samples, at least 1; sum of values) per entity, at least two.
        mean: The mean over the samples.
        effect: By what else the variance is multiplied, such as the design effect of what the
            clusters share.
    """
    squares = math.fsum(each * each for each in residuals(clusters))
    samples = sum(count for count, _ in clusters)
    size = mean * (1 - mean) * samples**2 / squares if squares else len(clusters)
    low, high = wilson_interval(mean * size / effect, size / effect)
    return min(mean, low), max(mean, high)


def residuals(clusters: Collection[Cluster]) -> list[float]:
    """Returns what of each cluster's sum its number of samples does not explain.

    Args:
        clusters: One (number of samples, at least 1; sum of values) per cluster.

    Returns:
        The sum less what it would be with the mean of all samples; exactly 0 where all clusters
        have the same mean.
    """
    if len({total / count for count, total in clusters}) == 1:
        return [0.0] * len(clusters)
    mean = sum(total for _, total in clusters) / sum(count for count, _ in clusters)
    return [total - count * mean for count, total in clusters]


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
    return [*sums_of_clusters(cases).values()]


def sums_of_clusters(cases: Iterable[tuple[str, float]]) -> dict[str, Cluster]:
    """Sums the values of each cluster, by its name.

    Args:
        cases: Of each case its cluster and its value.
    """
    sums: dict[str, Cluster] = {}
    for cluster, value in cases:
        count, total = sums.get(cluster, (0, 0.0))
        sums[cluster] = (count + 1, total + value)
    return sums


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
    squares = math.fsum(each * each for each in residuals(clusters))
    return math.sqrt(squares * len(clusters) / (len(clusters) - 1)) / n
