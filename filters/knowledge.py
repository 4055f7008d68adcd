"""Whether a model knows a fact, from several responses to its probing question (Appendix A.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Group(NamedTuple):
    """Identical responses.

    Attributes:
        text: The response.
        count: How often it was given, at least 1.
        equivalent: Whether it is the right answer; None if no verdict could be had.
    """

    text: str
    count: int
    equivalent: bool | None


class Knowledge(NamedTuple):
    """What the responses say of the model.

    Attributes:
        known: Whether it knows the fact; None if that depends on a missing verdict.
        confidence: Share of right responses, in [0, 1]; None if a verdict is missing.
    """

    known: bool | None
    confidence: float | None


def knowledge_of(groups: Sequence[Group]) -> Knowledge:
    """Tells whether a fact is known.

    The right groups are merged; the fact is known if and only if they are at least as many
    responses as every other group, so that a tie goes to the right answer. One right response
    among ten different ones is enough: the rule is the paper's, and lenient.

    Args:
        groups: The distinct responses, at least one.

    Returns:
        Whether it is known, and how confidently. Where verdicts are missing, `known` is told only
        if it is the same whatever they would have been.
    """
    right = sum(group.count for group in groups if group.equivalent)
    open_ = [group.count for group in groups if group.equivalent is None]
    wrong = max((group.count for group in groups if group.equivalent is False), default=0)
    if not open_:
        return Knowledge(_is_known(right, wrong), right / sum(group.count for group in groups))
    if _is_known(right, max(wrong, *open_)):
        return Knowledge(True, None)
    return Knowledge(None if _is_known(right + sum(open_), wrong) else False, None)


def _is_known(right: int, wrong: int) -> bool:
    return right > 0 and right >= wrong
