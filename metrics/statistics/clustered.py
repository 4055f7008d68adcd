"""The standard error of a mean over samples that come in clusters, such as questions by entity."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
