"""Cutting the thinking of a model away: what remains is what it says."""

from __future__ import annotations

import re
from typing import NamedTuple

# How reasoning blocks end: Qwen, DeepSeek and others; Mistral; Seed; models prompted to think.
_END = re.compile(r"</think(?:ing)?>|\[/THINK\]|</seed:think>|</reasoning>", re.IGNORECASE)
_START = re.compile(r"\s*(?:<think(?:ing)?>|\[THINK\]|<seed:think>|<reasoning>)", re.IGNORECASE)


class Visible(NamedTuple):
    """What a response says besides its thinking.

    Attributes:
        text: The visible text, stripped; empty if the thinking never ends.
        cut: Whether the response ends inside its thinking.
    """

    text: str
    cut: bool


def visible(response: str) -> Visible:
    """Cuts the thinking of a response away.

    Args:
        response: What the model wrote.
    """
    ends = list(_END.finditer(response))
    if ends:
        return Visible(response[ends[-1].end() :].strip(), False)
    if _START.match(response):
        return Visible("", True)
    return Visible(response.strip(), False)
