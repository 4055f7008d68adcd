"""Splitting a response of TRACK into its reasoning and its final answer (Appendix A.2).

The answer is what follows a thinking model's reasoning block. That block counts as reasoning only
on request: the paper's numbers do not count it.
"""

from __future__ import annotations

from typing import NamedTuple

from .final_answers import final_answer
from .thinking import visible, without_marks

_MOST_READ = 200_000  # characters, from the end


class Reasoning(NamedTuple):
    """The parts of a response.

    Attributes:
        text: What counts as reasoning: what the model said, with its thinking on request.
        answer: Its final answer; empty if its reasoning block never ends.
    """

    text: str
    answer: str


def split_response(response: str, thinking_is_reasoning: bool = False) -> Reasoning:
    """Splits a response.

    Args:
        response: What the model wrote.
        thinking_is_reasoning: Whether its reasoning block counts, without its marks.

    Returns:
        The reasoning, and the final answer: what follows the last *Answer:* or *answer
        is* after the reasoning block, else the last line.
    """
    spoken = visible(response).text[-_MOST_READ:]
    text = without_marks(response)[-_MOST_READ:] if thinking_is_reasoning else spoken
    return Reasoning(text, final_answer(spoken) if spoken else "")
