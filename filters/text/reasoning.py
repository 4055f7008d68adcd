"""Splitting a response of TRACK into its reasoning and its final answer (Appendix A.2).

A thinking model's reasoning block counts as reasoning; the answer is what follows it.
"""

from __future__ import annotations

from typing import NamedTuple

from .final_answers import final_answer
from .thinking import visible, without_marks


class Reasoning(NamedTuple):
    """The parts of a response.

    Attributes:
        text: Everything that the model wrote, without the marks of its reasoning block.
        answer: Its final answer; empty if its reasoning block never ends.
    """

    text: str
    answer: str


def split_response(response: str) -> Reasoning:
    """Splits a response.

    Args:
        response: What the model wrote.

    Returns:
        The whole as reasoning, and the final answer: what follows the last *Answer:* or *answer
        is* after the reasoning block, else the last line.
    """
    spoken = visible(response).text
    return Reasoning(without_marks(response), final_answer(spoken) if spoken else "")
