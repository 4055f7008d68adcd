"""What a model attempts, and how often it is right where it does.

A model that answers less is right less often, and wrong less often. These figures tell one that
knows more from one that only guesses more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .scored_answers import ScoredAnswer
from .statistics.intervals import Estimate, estimate, share_by_cluster, sums_by_cluster


def accuracy(answers: Iterable[ScoredAnswer]) -> Estimate | None:
    """Returns the share of the responses that are right (A)."""
    return share_by_cluster((each.entity, each.right) for each in answers)


def correct_given_attempted(answers: Iterable[ScoredAnswer]) -> Estimate | None:
    """Returns the share of the given answers that are right: A / (A + H).

    Source: J. Wei et al., "Measuring short-form factuality in large language models" (SimpleQA),
    arXiv:2411.04368 (2024).

    Args:
        answers: The responses.

    Returns:
        The share, with its 95% interval over entities; None if nothing was attempted.
    """
    return share_by_cluster((each.entity, each.right) for each in answers if each.attempted)


def f_score(answers: Iterable[ScoredAnswer]) -> Estimate | None:
    """Returns the harmonic mean of A and of the share of the given answers that are right.

    With c right answers, a given ones and n responses it is 2 / (n / c + a / c) = 2 c / (n + a): a
    ratio of two sums, so that its interval is that of a ratio.

    Source: as `correct_given_attempted`.

    Args:
        answers: The responses.

    Returns:
        The score in [0, 1], with its 95% interval over entities; None without responses.
    """
    responses = [*answers]
    attempts: dict[str, tuple[float, float]] = {}
    for each in responses:
        total, right = attempts.get(each.entity, (0, 0))
        attempts[each.entity] = (total + 1 + each.attempted, right + 2 * each.right)
    found = estimate(attempts.values())
    return found and replace(found, n=len(responses))


def net_score(answers: Iterable[ScoredAnswer]) -> Estimate | None:
    """Returns A - H: a wrong answer costs as much as a right one gains, and none costs nothing.

    Source: D. Jackson et al., "AA-Omniscience: Evaluating cross-domain knowledge reliability in
    large language models", arXiv:2511.13029 (2025), whose index is 100 times this.

    Args:
        answers: The responses.

    Returns:
        The score in [-1, 1], with its 95% interval over entities; None without responses.
    """
    scores = [(each.entity, (1 + each.right - each.hallucinated) / 2) for each in answers]
    found = estimate(sums_by_cluster(scores))  # of what is in [0, 1]
    if found is None:
        return None
    ends = [None if end is None else 2 * end - 1 for end in (found.low, found.high)]
    return replace(found, value=2 * found.value - 1, low=ends[0], high=ends[1])


def abstention_rate(answers: Iterable[ScoredAnswer]) -> Estimate | None:
    """Returns the share of the responses without an answer, admitted (M) or unreadable."""
    return share_by_cluster((each.entity, each.abstained) for each in answers)
