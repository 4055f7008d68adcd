"""The paper's reading of an answer: at the start of a response (ERBench, Sections 3.1 and 3.2).

A binary answer is `yes`, `no` or `unsure`, as the paper's system prompt asks for. The paper
counts a response that begins with none of them as one that does not answer; here it is called
`unparseable`. A multiple-choice response that names no option either admits that it cannot answer,
or is `unparseable` and counts as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.folding import fold
from .answer import NONE_OF_THE_ABOVE, Answer

_MARKUP = r"[\s*_\"'`#>]*"
_ECHOED_INSTRUCTION = re.compile(_MARKUP + r"yes(?:/| or )no:", re.IGNORECASE)
_HEDGED = re.compile(_MARKUP + r"(?:yes|no)/unsure\b", re.IGNORECASE)
_BINARY = re.compile(_MARKUP + r"(yes|no|unsure)\b", re.IGNORECASE)
_OPTION = re.compile(r"\boption\b(?: is)?[\s:*_\"'`]*(\d+)", re.IGNORECASE)
_NONE = re.compile(
    _MARKUP
    + r"(?:none of (?:the )?above|there (?:is|are) no (?:false|inaccurate|wrong) options?)\b",
    re.IGNORECASE,
)
_LEADING_NUMBER = re.compile(_MARKUP + r"(\d+)\b")
_DECLINES = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|unable|not able|not sure|unsure|not possible|impossible"
    r"|do not know|don't know|do not have|don't have|no information|not enough|insufficient"
    r"|not familiar|not aware|unknown|i'm sorry)\b",
    re.IGNORECASE,
)


def binary_answer(response: str) -> Answer:
    """Reads a response to a yes/no question.

    Args:
        response: The model's text.

    Returns:
        `yes`, `no`, `unsure` or `unparseable`; the last two count as missing. The rationale is
        what follows the answer word, or all of an unparseable response.
    """
    echoed = _ECHOED_INSTRUCTION.match(response)
    start = echoed.end() if echoed else 0
    hedged = _HEDGED.match(response, start)
    if hedged:
        return Answer("unsure", True, response[hedged.end() :], "", hedged.span())
    stated = _BINARY.match(response, start)
    if stated is None:
        return Answer("unparseable", True, response)
    label = stated[1].lower()
    return Answer(label, label == "unsure", response[stated.end() :], "", stated.span(1))


def option_answer(response: str, options: Sequence[str]) -> Answer:
    """Reads a response to a multiple-choice question.

    Args:
        response: The model's text.
        options: Texts of the options, in order.

    Returns:
        *None of the above* if it begins so; else the first option that is named by its number,
        else the one whose text the first line repeats; `unsure` (missing) if it declines, else
        `unparseable` (not missing). The rationale is the whole response.
    """
    if _NONE.match(response):
        return Answer(NONE_OF_THE_ABOVE, False, response)
    number = _OPTION.search(response) or _LEADING_NUMBER.match(response)
    if number:
        return Answer(_label(int(number[1]), options), False, response, "", number.span())
    repeated = _repeated_option(response, options)
    if repeated:
        return Answer(_label(repeated, options), False, response)
    if _DECLINES.search(response.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")):
        return Answer("unsure", True, response)
    return Answer("unparseable", False, response)


def paper_answer(response: str, options: Sequence[str]) -> Answer:
    """Reads a response to a question that has these options, or to a yes/no question if none."""
    return option_answer(response, options) if options else binary_answer(response)


def _label(number: int, options: Sequence[str]) -> str:
    """Names an option by its number, except one that says *none of the above*."""
    if 1 <= number <= len(options) and fold(options[number - 1]).strip(" .") == NONE_OF_THE_ABOVE:
        return NONE_OF_THE_ABOVE
    return f"option {number}"


def _repeated_option(response: str, options: Sequence[str]) -> int | None:
    """Returns the number of the only option whose text the first line repeats."""
    first_line = fold(response.strip().partition("\n")[0])
    found = [
        number
        for number, option in enumerate(options, start=1)
        if (text := fold(option).strip(" .")) and text in first_line
    ]
    return found[0] if len(found) == 1 else None
