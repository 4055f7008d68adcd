"""Whether a model answers alike what is asked in several ways.

A question and its negation, or a question in several wordings, ask for the same knowledge. A model
that says "yes" to everything is right about every basic question and consistent about none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .scored_answers import ScoredAnswer
from .statistics.intervals import Estimate, share_by_cluster

_NO_OPTION = {"unsure", "unparseable"}


class Asked(NamedTuple):
    """What became of one question that was asked in several ways.

    Attributes:
        items: The ids of the questions, which tell it from others.
        entity: What it is about.
        consistent: Whether every answer is right.
        contradictory: Whether two answers contradict each other; None if the answers were not
            recorded.
    """

    items: str
    entity: str
    consistent: bool
    contradictory: bool | None


def across_negation(basic: Iterable[ScoredAnswer], negated: Iterable[ScoredAnswer]) -> list[Asked]:
    """Looks at basic and negated questions together.

    Args:
        basic: The answers to the basic questions.
        negated: The answers to the negated ones.

    Returns:
        For each question that was asked both ways: consistent if both answers are right,
        contradictory if both are "yes" or both are "no". What is no answer contradicts nothing.
    """
    one, other = _by_question(basic, by_wording=True), _by_question(negated, by_wording=True)
    pairs = [[*answers, *other[question]] for question, answers in one.items() if question in other]
    return [_asked(pair, {first.answer for first in pair} in ({"yes"}, {"no"})) for pair in pairs]


def across_wordings(answers: Iterable[ScoredAnswer]) -> list[Asked]:
    """Looks at the wordings of a multiple-choice question together.

    Args:
        answers: The answers to all wordings.

    Returns:
        For each question that was asked in two wordings or more: consistent if all answers are
        right, contradictory if they name different options. What is no answer contradicts nothing.
    """
    found = _by_question(answers, by_wording=False).values()
    return [_asked(some, len(_named(some)) > 1) for some in found if len(some) > 1]


def consistent_accuracy(asked: Iterable[Asked]) -> Estimate | None:
    """Returns the share of the questions all of whose answers are right.

    Args:
        asked: What became of each question.

    Returns:
        The share, with its 95% interval over entities; None without questions.
    """
    return share_by_cluster((each.entity, each.consistent) for each in asked)


def contradiction_rate(asked: Sequence[Asked]) -> Estimate | None:
    """Returns the share of the questions with contradictory answers.

    Args:
        asked: What became of each question.

    Returns:
        The share, of all questions, whether they were answered or not, with its 95% interval over
        entities; None without questions, or if answers were not recorded.
    """
    if any(each.contradictory is None for each in asked):
        return None
    return share_by_cluster((each.entity, bool(each.contradictory)) for each in asked)


def _by_question(
    answers: Iterable[ScoredAnswer], *, by_wording: bool
) -> dict[tuple[str, str, int, int], list[ScoredAnswer]]:
    """Puts together what is asked about the same fact, of several such questions in their order."""
    found: dict[tuple[str, str, int, int], list[ScoredAnswer]] = {}
    times: Counter[tuple[str, str, int]] = Counter()
    for each in answers:
        question = (each.entity, each.fd, each.wording)
        key = (each.entity, each.fd, each.wording if by_wording else 0, times[question])
        times[question] += 1
        found.setdefault(key, []).append(each)
    return found


def _asked(answers: Sequence[ScoredAnswer], contradictory: bool) -> Asked:
    recorded = all(each.answer for each in answers)
    return Asked(
        " ".join(each.item for each in answers),
        answers[0].entity,
        all(each.right for each in answers),
        contradictory if recorded else None,
    )


def _named(answers: Iterable[ScoredAnswer]) -> set[str]:
    """Returns the options that are named; the right one may have another number elsewhere."""
    return {"right" if each.right else each.answer for each in answers} - _NO_OPTION
