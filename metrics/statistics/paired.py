"""Two methods on the same questions: McNemar's exact test, and the difference of their rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bootstrap import mean_estimate
from .intervals import Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two methods did on the questions that both answered.

    Attributes:
        difference: Rate of the first less rate of the second, in [-1, 1]; without an interval
            where all questions have the same difference.
        only_first: Number of questions that only the first passed.
        only_second: Number of questions that only the second passed.
        p: Of McNemar's exact test, two-sided, in [0, 1].
    """

    difference: Estimate
    only_first: int
    only_second: int
    p: float


def compare(first: Mapping[str, bool], second: Mapping[str, bool]) -> Comparison | None:
    """Compares two methods.

    Args:
        first: By question, whether the first method passed; only questions that were judged.
        second: By question, whether the second method passed.

    Returns:
        The comparison over the questions that are in both; None if there are none.
    """
    shared = sorted(first.keys() & second.keys())
    difference = mean_estimate([first[each] - second[each] for each in shared])
    if difference is None:
        return None
    only_first = sum(first[each] and not second[each] for each in shared)
    only_second = sum(second[each] and not first[each] for each in shared)
    return Comparison(difference, only_first, only_second, mcnemar_exact(only_first, only_second))


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
