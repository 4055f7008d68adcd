"""Rates corrected by labels of people: prediction-powered inference for a stratified sample.

A scorer says of every response whether it passes; people say so of a sample. The corrected rate is

    lambda * (mean of what the scorer says of all) + (mean over all of [people - lambda * scorer]),

where the second mean is estimated from the sample, each response weighted by how many it stands
for. Whatever the scorer does, the expected value is the rate that people would find; a good scorer
makes the interval narrow. Lambda is tuned: 1 trusts the scorer, 0 is the labels alone.

The interval has two parts. That of the sample is the variance of the second mean: within strata,
linearised, with the finite population's correction. The labels show few of a scorer's errors, or
none, and the estimated variance of rare errors is too small whenever they happen not to be drawn;
so that `UNSEEN_ERRORS` further errors are counted, at a response that stands for as many others as
is usual. That of the responses is the variance over entities (and shared facts) of the rate itself,
as for all rates of the report.

Sources: A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan and T. Zrnic, "Prediction-powered
inference", Science 382 (2023) 669-674; A. N. Angelopoulos, J. C. Duchi and T. Zrnic, "PPI++:
Efficient prediction-powered inference", arXiv:2311.01453 (2023), Section 6 (power tuning); A. Fisch
et al., "Stratified prediction-powered inference for hybrid language model evaluation", NeurIPS
2024. It is the difference estimator of survey sampling: C.-E. Saerndal, B. Swensson and J. Wretman,
"Model assisted survey sampling", Springer 1992, chapter 6, with the variance of its Section 5.5.
That pseudo-errors repair the intervals of rare events: A. Agresti and B. A. Coull, "Approximate is
better than 'exact' for interval estimation of binomial proportions", The American Statistician 52
(1998) 119-126. `benchmarks/audit_coverage.py` measures how often the intervals hold the truth.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..statistics.intervals import Z95, Cluster
from ..statistics.shared_facts import standard_error

_ROUNDING = 1e-12
UNSEEN_ERRORS = 2.0
"""Errors that are counted besides those that the labels show."""


class Labelled(NamedTuple):
    """A response that was drawn and labelled.

    Attributes:
        weight: How many responses it stands for, at least 1.
        stratum: Where it was drawn.
        drawn: How many labelled responses its stratum has, also beyond those that are looked at.
        label: What people say, in [0, 1]; of several cases, such as facts, the sum.
        predicted: The same of the scorer.
        cases: How many cases it has.
    """

    weight: float
    stratum: str
    drawn: int
    label: float
    predicted: float = 0.0
    cases: int = 1


class Corrected(NamedTuple):
    """A rate, with two 95% intervals.

    Attributes:
        value: The rate, in [0, 1].
        error: Its standard error over the samples that might have been drawn of these responses.
        total_error: The same over other responses of the kind, too.
        trust: Lambda, in [0, 1]: how far the scorer is relied on.
        labels: Number of labelled responses.
    """

    value: float
    error: float
    total_error: float
    trust: float
    labels: int

    @property
    def interval(self) -> tuple[float, float]:
        """Of the rate of such responses: what the report's other intervals are of."""
        return within(self.value, self.total_error)

    @property
    def interval_here(self) -> tuple[float, float]:
        """Of the rate of these responses, had people labelled all of them."""
        return within(self.value, self.error)


def corrected(
    predicted: Sequence[Cluster],
    labelled: Sequence[Labelled],
    facts: Sequence[Collection[str]] = (),
    trust: float | None = None,
) -> Corrected:
    """Estimates a rate from what a scorer says of all responses, and people of some.

    Args:
        predicted: One (number of responses, sum of what the scorer says) per entity.
        labelled: The responses that people labelled, at least two, drawn from these.
        facts: The facts of each entity, if entities share any.
        trust: Lambda, in [0, 1]; by default it is tuned. 0 leaves the labels alone.
    """
    slope = _tuned(labelled)
    trust = slope if trust is None else trust
    mean = sum(total for _, total in predicted) / sum(count for count, _ in predicted)
    wrong, variance = weighted_mean(labelled, [of.label - trust * of.predicted for of in labelled])
    value = min(1.0, max(0.0, trust * mean + wrong))
    total = variance + _variance_of_entities(predicted, facts, value, slope)
    return Corrected(value, math.sqrt(variance), math.sqrt(total), trust, len(labelled))


def weighted_mean(sample: Sequence[Labelled], values: Sequence[float]) -> tuple[float, float]:
    """Estimates a mean over all responses from a stratified sample of them.

    Args:
        sample: At least two responses.
        values: Of each response its value, or the sum of those of its cases.

    Returns:
        The mean per case, and its variance, which is above 0 unless all responses were drawn.
    """
    total = sum(of.weight * of.cases for of in sample)
    shares = [of.weight / total for of in sample]
    mean = sum(share * value for share, value in zip(shares, values, strict=True))
    residuals = [value - mean * of.cases for of, value in zip(sample, values, strict=True)]
    parts = _contributions(sample, shares)
    scaled = [part * residual for part, residual in zip(parts, residuals, strict=True)]
    usual = sum(s * p * p for s, p in zip(shares, parts, strict=True)) / sum(shares)
    return mean, _within_strata(sample, scaled, scaled) + UNSEEN_ERRORS * usual


def within(value: float, error: float) -> tuple[float, float]:
    """Returns the 95% interval of a rate with a standard error."""
    return max(0.0, value - Z95 * error), min(1.0, value + Z95 * error)


def _contributions(sample: Sequence[Labelled], shares: Sequence[float]) -> list[float]:
    """Returns what a unit of each response adds to the standard error of the mean."""
    return [
        share * math.sqrt(max(0.0, 1 - 1 / of.weight))
        for of, share in zip(sample, shares, strict=True)
    ]


def _within_strata(
    sample: Sequence[Labelled], first: Sequence[float], second: Sequence[float]
) -> float:
    """Returns the (co)variance of sums over a stratified sample; of one response its square."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for of, one, other in zip(sample, first, second, strict=True):
        for place, value in enumerate((one * other, one, other)):
            sums[of.stratum][place] += value
    drawn = {of.stratum: of.drawn for of in sample}
    return math.fsum(
        products if drawn[name] < 2 else (products - one * other / n) * n / (n - 1)
        for name, (products, one, other) in sums.items()
        for n in (drawn[name],)
    )


def _tuned(sample: Sequence[Labelled]) -> float:
    """Returns the lambda for which the interval is narrowest: a regression within the strata."""
    total = sum(of.weight * of.cases for of in sample)
    parts = _contributions(sample, [of.weight / total for of in sample])
    labels = [part * of.label for part, of in zip(parts, sample, strict=True)]
    predicted = [part * of.predicted for part, of in zip(parts, sample, strict=True)]
    spread = _within_strata(sample, predicted, predicted)
    if spread <= _ROUNDING:
        return 1.0
    return min(1.0, max(0.0, _within_strata(sample, labels, predicted) / spread))


def _variance_of_entities(
    predicted: Sequence[Cluster], facts: Sequence[Collection[str]], rate: float, slope: float
) -> float:
    """Returns the variance of the rate over entities.

    Two responses about one entity are alike in what people say of them, and less so in what a
    scorer says, because its errors are not: their covariance is divided by the square of the slope
    of the scorer on people (the correction for attenuation: C. Spearman, "The proof and measurement
    of association between two things", American Journal of Psychology 15 (1904) 72-101). At most
    they are all the same.

    Args:
        predicted: As in `corrected`.
        facts: As in `corrected`.
        rate: The corrected rate; where it is 0 or 1, as if two more responses were each way.
        slope: That of people on the scorer, in [0, 1].
    """
    count = sum(n for n, _ in predicted)
    mean = sum(total for _, total in predicted) / count
    shrunk = (rate * count + 2) / (count + 4)
    alone, of_people = mean * (1 - mean) / count, shrunk * (1 - shrunk) / count
    effect = standard_error(predicted, facts) ** 2 / alone if alone > _ROUNDING else 1.0
    of_scorer = slope * alone / of_people  # on people
    most = max(count / len(predicted), effect)
    excess = max(0.0, effect - 1) * alone / max(of_scorer**2 * of_people, _ROUNDING)
    return of_people * min(most, 1 + excess)
