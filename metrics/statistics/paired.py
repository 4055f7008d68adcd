"""Two models, or two methods, on the same questions: McNemar's test, and how their rates differ.

Questions may come in clusters, such as the wordings of one question about an entity, whose answers
are not independent: the variance is over clusters, and whole clusters are exchanged in the test. Or
they may share facts: then both are about as many questions as would say as much, if they were
independent (`shared_facts`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .intervals import Z95, Cluster, Estimate, residuals, sums_by_cluster
from .shared_facts import Facts, design_effect, standard_error

_Z80 = 0.8416212335729143  # the 80% point of the standard normal distribution
_PARTS = 12  # of a value that is no whole number, such as a share of two or three hops
_MOST_EXACT = 10_000  # differing answers in clusters; the distribution of more is as good as normal


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two did on the questions that both were asked.

    Attributes:
        difference: Rate of the first less rate of the second, in [-1, 1]; without an interval
            for a single cluster.
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
    facts: Mapping[str, Collection[str]] | None = None,
) -> Comparison | None:
    """Compares two on the questions that both were asked.

    Args:
        first: By question, whether the first passed; only questions that were judged.
        second: By question, whether the second passed.
        clusters: By question, what it is about, such as its entity; by default each question
            stands for itself.
        facts: By question, the facts that it needs, if questions share facts and not entities.

    Returns:
        The comparison; None if there is no such question.
    """
    shared = sorted(first.keys() & second.keys())
    differences = [
        (clusters[each] if clusters else each, first[each] - second[each]) for each in shared
    ]
    sums = sums_by_cluster(differences)
    if not sums:
        return None
    needed = [facts[each] for each in shared] if facts else ()
    effect = design_effect(residuals(sums), needed)
    only_first = sum(value > 0 for _, value in differences)
    only_second = sum(value < 0 for _, value in differences)
    return Comparison(
        difference_estimate(sums, effect),
        only_first,
        only_second,
        mcnemar_effective(only_first, only_second, effect)
        if facts
        else mcnemar_clustered(int(total) for _, total in sums),
        detectable_difference(sums, needed),
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """What one of two did, summed by cluster.

    Attributes:
        values: By cluster, the number of its questions and the sum of their values in [0, 1].
        asked: By cluster, a number that is another one for other questions; where it is missing,
            clusters of one name are taken to be about the same questions.
        facts: By cluster, the facts that it needs, if questions share facts; each value is 0 or 1.
    """

    values: Mapping[str, Sequence[float]]
    asked: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Collection[str]] | None = None


def compare_sums(first: Sums, second: Sums) -> tuple[float, float] | None:
    """Compares two where both were asked the same questions, as `compare` does.

    Args:
        first: One of them.
        second: The other.

    Returns:
        The sum of the differences, first less second, and the p-value, two-sided, in [0, 1]; a
        value that is no whole number counts in twelfths. None if no cluster is shared.
    """
    shared = [
        each
        for each, (count, _) in first.values.items()
        if each in second.values
        and second.values[each][0] == count
        and first.asked.get(each) == second.asked.get(each)
    ]
    if not shared:
        return None
    differences = [first.values[each][1] - second.values[each][1] for each in shared]
    if first.facts is not None:
        needed = [first.facts[each] for each in shared]
        effect = design_effect(residuals([(1, each) for each in differences]), needed)
        signs = (sum(d > 0 for d in differences), sum(d < 0 for d in differences))
        return sum(differences), mcnemar_effective(*signs, effect)
    parts = [round(_PARTS * each) for each in differences]
    unit = math.gcd(*parts) or 1
    return sum(differences), mcnemar_clustered(each // unit for each in parts)


def difference_estimate(clusters: Sequence[Cluster], effect: float = 1.0) -> Estimate:
    """Estimates the mean of differences in [-1, 1], with a 95% interval.

    One question more in each direction is added, of as many as would say as much if they were
    independent: so there is an interval, neither empty nor too short, where few or none differ.

    Source: D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of
    binomial proportions based on paired data", Journal of Educational and Behavioral Statistics 37
    (2012) 479-488.

    Args:
        clusters: One (number of questions, sum of the differences) per cluster, at least one.
        effect: The design effect of the facts that they share, at least 1.

    Returns:
        The estimate, without an interval for a single cluster.
    """
    n, total = (sum(column) for column in zip(*clusters, strict=True))
    found = total / n
    if len(clusters) == 1:
        return Estimate(found, None, None, int(n), 1)
    size = n / len(clusters)
    middle = total / (n + 2 * effect * size)
    squares = math.fsum((part - count * middle) ** 2 for count, part in clusters)
    squares += effect * size * size * ((1 - middle) ** 2 + (1 + middle) ** 2)
    half = Z95 * math.sqrt(effect * squares) / (n + 2 * effect * size)
    low, high = min(found, max(-1.0, middle - half)), max(found, min(1.0, middle + half))
    return Estimate(found, low, high, int(n), len(clusters))


def detectable_difference(clusters: Sequence[Cluster], facts: Facts = ()) -> float | None:
    """Returns the smallest true difference that a comparison of this size would probably show.

    It is found significant (two-sided, at 5%, as a single test) with a probability of 80%: the
    standard error of the difference, over clusters, times 1.96 + 0.84.

    Source: H. S. Bloom, "Minimum detectable effects: A simple way to report the statistical power
    of experimental designs", Evaluation Review 19 (1995) 547-556; for paired evaluations of models
    E. Miller, "Adding error bars to evals", arXiv:2411.00640 (2024).

    Args:
        clusters: One (number of questions, sum of the differences) per cluster.
        facts: The facts of each, if they share some.

    Returns:
        The difference, above 0; None if there is no telling, as all clusters differ alike.
    """
    return (Z95 + _Z80) * standard_error(clusters, facts) or None


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


def mcnemar_effective(only_first: int, only_second: int, effect: float) -> float:
    """Returns the two-sided p-value of McNemar's test for questions that share facts.

    The exact test for the effective numbers of questions, whose binomial sum is a beta function
    that is defined between whole numbers, too.

    Source: J. N. K. Rao and A. J. Scott, "A simple method for the analysis of clustered binary
    data", Biometrics 48 (1992) 577-585, who divide numbers and successes by the design effect.

    Args:
        only_first: Number of questions that only the first method passed, at least 0.
        only_second: Number of questions that only the second method passed, at least 0.
        effect: The design effect of the facts that they share, at least 1.

    Returns:
        The p-value, in [0, 1]; with an effect of 1 that of `mcnemar_exact`.
    """
    from scipy.special import betainc

    if effect == 1 or not only_first + only_second:
        return mcnemar_exact(only_first, only_second)
    fewer, more = sorted((only_first / effect, only_second / effect))
    return min(1.0, 2 * float(betainc(more, fewer + 1, 0.5)))


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
