"""The standard error of a mean over samples that come in clusters, such as questions by entity."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from .intervals import cluster_standard_error, sums_by_cluster


def clustered_standard_error(values: Sequence[float], clusters: Sequence[str]) -> float:
    """Returns the standard error of the mean of values that are independent between clusters only.

    The mean is a ratio of two sums over clusters, of the values and of their numbers. Its error is
    that of the ratio estimator, linearised: sqrt(G / (G - 1) sum over g of (t_g - n_g m)^2) / n,
    for G clusters with n_g values, whose sum is t_g.

    Source: W. G. Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, chapters 6 (ratio
    estimators) and 9A (clusters of different sizes).

    Args:
        values: The values.
        clusters: For each value, which cluster it belongs to.

    Returns:
        The standard error, at least 0; NaN if there are fewer than two clusters. If each value is
        a cluster of its own, it is the ordinary standard error.
    """
    sums = sums_by_cluster(zip(clusters, values, strict=True))
    return cluster_standard_error(sums) if len(sums) > 1 else math.nan


class Stratum(NamedTuple):
    """The values of one task in a weighted mean over tasks.

    Attributes:
        weight: Weight of its mean; those of all tasks sum to 1.
        values: Its values.
        clusters: For each value, which cluster it belongs to; tasks may share clusters.
    """

    weight: float
    values: Sequence[float]
    clusters: Sequence[str]


def stratified_standard_error(strata: Sequence[Stratum]) -> float:
    """Returns the standard error of a weighted mean of tasks' means, whose clusters may overlap.

    The tasks are fixed, their clusters are a sample: each task's mean is linearised as in
    `clustered_standard_error`, and what a cluster contributes is summed over the tasks first.

    Source: W. G. Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, chapters 5 (stratified
    sampling) and 6 (ratio estimators).

    Args:
        strata: The tasks, each with a value.

    Returns:
        The standard error, at least 0; NaN if a task has fewer than two clusters. Of a single
        task, and of tasks that ask equally often about the same clusters, it is
        `clustered_standard_error` of all values together.
    """
    contributed: defaultdict[str, float] = defaultdict(float)
    for weight, values, clusters in strata:
        count = len(set(clusters))
        if count < 2:
            return math.nan
        mean = math.fsum(values) / len(values)
        scale = weight / len(values) * math.sqrt(count / (count - 1))
        for value, cluster in zip(values, clusters, strict=True):
            contributed[cluster] += scale * (value - mean)
    return math.sqrt(math.fsum(part * part for part in contributed.values()))
