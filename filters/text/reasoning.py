"""Splitting a response of TRACK into its reasoning and its final answer (Appendix A.2).

A thinking model's reasoning block counts as reasoning; the answer is what follows it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .final_answers import final_answer

# How reasoning blocks end: Qwen, DeepSeek and others; Mistral; Seed; models prompted to think.
_END = re.compile(r"</think(?:ing)?>|\[/THINK\]|</seed:think>|</reasoning>", re.IGNORECASE)
_START = re.compile(r"\s*(?:<think(?:ing)?>|\[THINK\]|<seed:think>|<reasoning>)", re.IGNORECASE)


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
    spoken = without_thinking(response)
    text = _END.sub("\n", _START.sub("", response, count=1)).strip()
    return Reasoning(text, final_answer(spoken) if spoken else "")


def without_thinking(response: str) -> str:
    """Returns what follows a response's reasoning block.

    Args:
        response: What the model wrote.

    Returns:
        The rest, stripped; all of it where there is no block, nothing where it never ends.
    """
    ends = list(_END.finditer(response))
    if ends:
        return response[ends[-1].end() :].strip()
    return "" if _START.match(response) else response.strip()
