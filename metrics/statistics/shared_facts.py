"""Intervals of rates over questions that share facts, and so are not independent.

An interval says how far a figure may move with other questions and other facts of the same kind:
which facts a model knows is drawn per fact, and what else happens is drawn per question. A fact
that the model lacks fails all questions that need it. So the variance of a mean over questions has
two parts, as with all samples that are crossed in two ways: one of the questions as if they were
independent, and one of the pairs that share facts.

Two questions with n and n' facts, j of them the same, are taken to be correlated by
r * j / sqrt(n * n'). For r = 1 this is what their failures have in common if single facts make them
fail; with r = 0 facts do not matter. r is estimated from the products of the deviations of all
pairs that share a fact, each fact counting as often as it is used (the analysis of variance), where
a deviation is from the mean of the questions with a similar number of facts: longer questions fail
more often, whatever they share. A few failures tell little about r, so that its highest value
counts as two more of them.

The design effect is the variance relative to that of independent questions; it is at least 1. As
many independent questions as there are, divided by it, would say as much (the effective sample
size), and a share has Wilson's interval for so many.

Sources: L. Kish, "Survey Sampling", Wiley 1965, chapter 8 (design effects); A. Donner, "A review of
inference procedures for the intraclass correlation coefficient in the one-way random effects
model", International Statistical Review 54 (1986) 67-82; A. B. Owen, "The pigeonhole bootstrap",
Annals of Applied Statistics 1 (2007) 386-411 (variances of samples that are crossed in two ways);
E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of
positive counts estimated from survey data", Survey Methodology 24 (1998) 193-201 (intervals of the
effective sample size). `benchmarks/coverage.py` measures how often the intervals hold the truth.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .intervals import (
    Z95,
    Cluster,
    Estimate,
    cluster_interval,
    cluster_standard_error,
    estimate,
    residuals,
)
from .quantiles import quarters

if TYPE_CHECKING:
    from numpy.typing import NDArray

Facts = Sequence[Collection[str]]
"""The facts of each question."""

_PRIOR = 2  # questions that say that all failures come from facts
_HIGHEST = 2.0  # an estimate of 1 at most would be too low on average, where it is near 1
_ROUNDING = 1e-12


def rate_estimate(clusters: Sequence[Cluster], facts: Facts = ()) -> Estimate | None:
    """Estimates a share, with a 95% interval: Wilson's for the effective number of questions.

    Args:
        clusters: One (number of cases, sum of their values in [0, 1]) per question; those without
            cases are passed over.
        facts: The facts of each question; without any, questions are independent.

    Returns:
        The estimate, without an interval for a single question; None without cases.
    """
    kept = [each for each, cluster in zip(facts, clusters, strict=bool(facts)) if cluster[0]]

    def interval(filled: Collection[Cluster], mean: float) -> tuple[float, float]:
        return cluster_interval(filled, mean, design_effect(residuals(filled), kept))

    return estimate(clusters, interval)


def mean_estimate(clusters: Sequence[Cluster], facts: Facts = ()) -> Estimate | None:
    """Estimates a mean of any range, with the normal 95% interval.

    Args:
        clusters: One (number of cases, at least 1; sum of their values) per question.
        facts: The facts of each question; without any, questions are independent.

    Returns:
        The estimate, without an interval where the mean of all questions is the same; None without
        questions.
    """
    if not clusters:
        return None
    n = int(sum(count for count, _ in clusters))
    mean = sum(total for _, total in clusters) / n
    half = Z95 * standard_error(clusters, facts)
    low, high = (mean - half, mean + half) if half else (None, None)
    return Estimate(mean, low, high, n, len(clusters))


def standard_error(clusters: Sequence[Cluster], facts: Facts = ()) -> float:
    """Returns the standard error of a mean over the cases of questions that share facts.

    Args:
        clusters: One (number of cases, at least 1; sum of their values) per question.
        facts: The facts of each question; without any, questions are independent.

    Returns:
        The standard error; 0 for a single question, and where all have the same mean.
    """
    if len(clusters) == 1:
        return 0.0
    effect = design_effect(residuals(clusters), facts)
    return cluster_standard_error(clusters) * math.sqrt(effect)


def design_effect(values: Sequence[float], facts: Facts) -> float:
    """Returns by how much shared facts multiply the variance of a mean over questions.

    Args:
        values: One per question; of a ratio of two sums, its residuals.
        facts: The facts of each question; without any, questions are independent.

    Returns:
        The factor, at least 1; 1 if no two questions share a fact.
    """
    return _sharing(tuple(map(frozenset, facts))).design_effect(values) if facts else 1.0


@lru_cache(maxsize=64)  # a report asks about many measures of the same questions
def _sharing(facts: tuple[frozenset[str], ...]) -> _Sharing:
    return _Sharing(facts)


class _Sharing:
    """Which questions share facts, and what the moments of a given correlation would be."""

    def __init__(self, facts: tuple[frozenset[str], ...]) -> None:
        import numpy
        from scipy import sparse

        used = [(place, fact) for place, each in enumerate(facts) for fact in sorted(each)]
        columns = {fact: column for column, fact in enumerate(dict.fromkeys(f for _, f in used))}
        places = ([place for place, _ in used], [columns[fact] for _, fact in used])
        shape = (len(facts), len(columns))
        uses = sparse.csr_array((numpy.ones(len(used)), places), shape=shape)
        sizes, times = uses.sum(axis=1), uses.sum(axis=0)
        self._alike = _pairs(uses.multiply(1 / numpy.sqrt(numpy.maximum(sizes, 1))[:, None]))
        self._weights = _pairs(uses.multiply(1 / numpy.sqrt(numpy.maximum(times - 1, 1))))
        ranges = [each for each in quarters(sizes) if each]
        self._groups = numpy.array([(low <= sizes) & (sizes <= high) for low, high in ranges]).T
        self._set_moments()

    def _set_moments(self) -> None:
        """Sets what projections on the means of the groups take from sums of products."""
        counts = self._groups.sum(axis=0)
        self._freedom = counts.clip(2) - 1
        self._basis = basis = self._groups / counts**0.5
        weighted, alike = self._weights @ basis, self._alike @ basis
        self._independent = -(basis * weighted).sum()
        self._own = (basis * alike).sum()
        both = (basis.T @ weighted) * (basis.T @ alike).T
        self._dependent = (
            self._weights.multiply(self._alike).sum() - 2 * (weighted * alike).sum() + both.sum()
        )

    def design_effect(self, values: Sequence[float]) -> float:
        """Returns `design_effect` of a value per question."""
        import numpy

        if not self._alike.nnz:
            return 1.0
        n = len(values)
        centred = numpy.asarray(values, dtype=float) - math.fsum(values) / n
        largest = float(abs(centred).max())
        if largest <= _ROUNDING:
            return 1 + float(self._alike.sum()) / n
        centred /= largest
        deviations = centred - self._basis @ (self._basis.T @ centred)
        scales = self._groups @ numpy.sqrt(self._groups.T @ deviations**2 / self._freedom)
        scales[scales < _ROUNDING] = 0
        scaled = numpy.divide(deviations, scales, out=numpy.zeros(n), where=scales > 0)
        squares = float(centred @ centred)
        few = squares**2 / float((centred**4).sum())  # of few failures it is their number
        correlation = (few * self._correlation(scaled) + _PRIOR) / (few + _PRIOR)
        shared = correlation * float(scales @ (self._alike @ scales))
        return 1 + shared * (n - 1) / (n * squares)

    def _correlation(self, scaled: NDArray[Any]) -> float:
        """Estimates the correlation of questions with the same facts; 1 if it is unknown."""
        squares = float(scaled @ scaled)
        found = float(scaled @ (self._weights @ scaled)) / squares if squares else 0.0
        freedom = len(scaled) - self._basis.shape[1]
        expected = float(self._dependent + found * self._own)
        if expected <= _ROUNDING:
            return 1.0
        return float(min(_HIGHEST, max(0.0, (found * freedom - self._independent) / expected)))


def _pairs(uses: Any) -> Any:
    """Returns the products of every two rows of a sparse matrix, without those of one by itself."""
    rows = uses.tocsr()
    products = (rows @ rows.T).tocsr()
    products.setdiag(0)
    products.eliminate_zeros()
    return products
