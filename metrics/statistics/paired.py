"""Two models, or two methods, on the same questions: McNemar's test, and how their rates differ.

Questions may come in clusters, such as the wordings of one question about an entity, whose answers
are not independent. Then whole clusters are resampled, and whole clusters are exchanged in the
test.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .bootstrap import mean_estimate
from .intervals import Z95, Estimate, cluster_standard_error, sums_by_cluster

_Z80 = 0.8416212335729143  # the 80% point of the standard normal distribution
_MOST_EXACT = 10_000  # differing answers in clusters; the distribution of more is as good as normal


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two did on the questions that both were asked.

    Attributes:
        difference: Rate of the first less rate of the second, in [-1, 1]; without an interval
            where all clusters have the same difference.
        only_first: Number of questions that only the first passed.
        only_second: Number of questions that only the second passed.
        p: Of McNemar's exact test, two-sided, in [0, 1].
        detectable: The smallest true difference that such a sample would probably show; None if
            the two never differ, or always alike, which does not tell.
    """

    difference: Estimate
    only_first: int
    only_second: int
    p: float
    detectable: float | None


def compare(
    first: Mapping[str, bool],
    second: Mapping[str, bool],
    clusters: Mapping[str, str] | None = None,
) -> Comparison | None:
    """Compares two on the questions that both were asked.

    Args:
        first: By question, whether the first passed; only questions that were judged.
        second: By question, whether the second passed.
        clusters: By question, what it is about, such as its entity; by default each question
            stands for itself.

    Returns:
        The comparison; None if there is no such question.
    """
    shared = sorted(first.keys() & second.keys())
    differences = [
        (clusters[each] if clusters else each, first[each] - second[each]) for each in shared
    ]
    sums = sums_by_cluster(differences)
    difference = mean_estimate(sums)
    if difference is None:
        return None
    return Comparison(
        difference,
        sum(value > 0 for _, value in differences),
        sum(value < 0 for _, value in differences),
        mcnemar_clustered(int(total) for _, total in sums),
        detectable_difference(sums),
    )


def detectable_difference(clusters: Sequence[tuple[float, float]]) -> float | None:
    """Returns the smallest true difference that a comparison of this size would probably show.

    It is found significant (two-sided, at 5%, as a single test) with a probability of 80%: the
    standard error of the difference, over clusters, times 1.96 + 0.84.

    Source: H. S. Bloom, "Minimum detectable effects: A simple way to report the statistical power
    of experimental designs", Evaluation Review 19 (1995) 547-556; for paired evaluations of models
    E. Miller, "Adding error bars to evals", arXiv:2411.00640 (2024).

    Args:
        clusters: One (number of questions, sum of the differences) per cluster.

    Returns:
        The difference, above 0; None if there is no telling, as all clusters differ alike.
    """
    error = cluster_standard_error(clusters) if len(clusters) > 1 else 0.0
    return (Z95 + _Z80) * error or None


def mcnemar_clustered(differences: Iterable[int]) -> float:
    """Returns the two-sided p-value of McNemar's test for questions in clusters.

    If the two are equally good, they could be exchanged in any cluster: the sum over clusters is
    compared with the sums that all such exchanges give. Where every cluster has one question this
    is McNemar's exact test.

    Source: E. J. G. Pitman, "Significance tests which may be applied to samples from any
    populations", Supplement to the Journal of the Royal Statistical Society 4 (1937) 119-130. For
    more than 10,000 differing answers the sum is taken as normal, as V. L. Durkalski et al.,
    "Analysis of clustered matched-pair data", Statistics in Medicine 22 (2003) 2417-2428, do.

    Args:
        differences: For each cluster, the number of questions that only the first passed less the
            number that only the second did.

    Returns:
        The p-value, in [0, 1]; 1 where no cluster differs.
    """
    totals = [*differences]
    sizes = Counter(abs(total) for total in totals if total)
    if not sizes.keys() - {1}:
        return mcnemar_exact(totals.count(1), totals.count(-1))
    if sum(size * number for size, number in sizes.items()) > _MOST_EXACT:
        squares = sum(size * size * number for size, number in sizes.items())
        return math.erfc(abs(sum(totals)) / math.sqrt(2 * squares))
    return _share_as_far(sizes, abs(sum(totals)))


def _share_as_far(sizes: Mapping[int, int], distance: int) -> float:
    """Returns the share of all choices of signs whose sum is at least so far from 0."""
    import numpy

    shares = numpy.ones(1)  # by the sum of what has a plus
    for size, number in sizes.items():
        logarithms = (
            math.lgamma(number + 1) - math.lgamma(plus + 1) - math.lgamma(number - plus + 1)
            for plus in range(number + 1)
        )
        spread = numpy.zeros(size * number + 1)
        spread[::size] = [math.exp(each - number * math.log(2)) for each in logarithms]
        shares = numpy.convolve(shares, spread)
    sums = 2 * numpy.arange(len(shares)) - (len(shares) - 1)
    return min(1.0, float(shares[abs(sums) >= distance].sum()))


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Returns the two-sided p-value of McNemar's test in its exact form.

    If the methods are equally good, each question that only one of them passed is equally likely to
    be passed by either: a binomial distribution with share 1/2.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated
    proportions or percentages", Psychometrika 12 (1947) 153-157; the exact conditional form as in
    M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary matched-pairs data",
    BMC Medical Research Methodology 13:91 (2013).

    Args:
        only_first: Number of questions that only the first method passed, at least 0.
        only_second: Number of questions that only the second method passed, at least 0.

    Returns:
        The p-value, in [0, 1]; 1 where there is no such question.
    """
    n, ways, tail = only_first + only_second, 1, 0
    for passed in range(min(only_first, only_second) + 1):
        tail += ways
        ways = ways * (n - passed) // (passed + 1)  # of choosing one question more
    return min(1.0, 2 * tail / (1 << n))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values for their number, by Holm's step-down method.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6 (1979) 65-70.

    Args:
        p_values: Of all tests of one family, in [0, 1].

    Returns:
        The adjusted p-values, in the same order: rejecting those of at most 5% keeps the chance of
        a single wrong rejection at 5% or less.
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
