"""What a response answers, whichever reading found it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from ...core.folding import fold
from ...core.values.words import Span
from ..text.thinking import Visible

NONE_OF_THE_ABOVE = "none of the above"

Unreadable: TypeAlias = Literal[
    "", "empty", "cut inside thinking", "cut off", "no answer", "contradictory"
]
"""Why no answer can be read; empty if one can."""


class Answer(NamedTuple):
    """What a response answers.

    Attributes:
        label: `yes`, `no`, `unsure`, `option N`, `none of the above` or `unparseable`.
        missing: Whether it counts as admitting that it cannot answer (metric M).
        rationale: The part of the response that a rationale is looked for in.
        unreadable: Why no answer can be read.
        span: Start and end of what states the answer in the visible text; None if nothing does.
    """

    label: str
    missing: bool
    rationale: str
    unreadable: Unreadable = ""
    span: Span | None = None


def invisible(seen: Visible) -> Unreadable:
    """Tells why nothing of a response is visible; empty if something is."""
    if seen.text:
        return ""
    return "cut inside thinking" if seen.cut else "empty"


def option_label(number: int, options: Sequence[str]) -> str:
    """Names an option by its number.

    Args:
        number: From 1; 0 for none of them.
        options: Texts of the options, in order.

    Returns:
        `option N`; *none of the above* for 0, and for an option that says so.
    """
    says_none = 1 <= number <= len(options) and (
        fold(options[number - 1]).strip(" .") == NONE_OF_THE_ABOVE
    )
    return NONE_OF_THE_ABOVE if says_none or number == 0 else f"option {number}"
