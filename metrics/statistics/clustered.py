"""The standard error of a mean over samples that come in clusters, such as questions by entity."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from .shared_facts import design_effect


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


def stratified_standard_error(
    strata: Sequence[Stratum], facts: Mapping[str, Collection[str]] | None = None
) -> float:
    """Returns the standard error of a weighted mean of tasks' means, whose clusters may overlap.

    The tasks are fixed, their clusters are a sample. Each task's mean is a ratio of two sums over
    clusters, of the values and of their numbers; it is linearised, and what a cluster contributes
    is summed over the tasks first.

    Source: W. G. Cochran, "Sampling Techniques", 3rd edition, Wiley 1977, chapters 5 (stratified
    sampling), 6 (ratio estimators) and 9A (clusters of different sizes).

    Args:
        strata: The tasks, each with a value.
        facts: For each cluster the facts that it needs, if clusters share facts.

    Returns:
        The standard error, at least 0; NaN if a task has fewer than two clusters. Of a single
        task, and of tasks that ask equally often about the same clusters, it is that of the ratio
        estimator over all values together.
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
    squares = math.fsum(part * part for part in contributed.values())
    needed = [facts[cluster] for cluster in contributed] if facts else ()
    return math.sqrt(squares * design_effect([*contributed.values()], needed))
