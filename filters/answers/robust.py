"""The robust reading of an answer: what a careful person takes for the final one."""

from __future__ import annotations

from collections.abc import Sequence

from .answer import Answer
from .paper import paper_answer


def robust_answer(response: str, options: Sequence[str]) -> Answer:
    """Reads the final answer of a response.

    Args:
        response: The visible text of a response.
        options: Texts of the options, in order; none for a yes/no question.
    """
    return paper_answer(response, options)
