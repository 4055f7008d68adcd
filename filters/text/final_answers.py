"""The reasoning and the final answer of a response of TRACK (Appendix A.2), and comparing answers.

The answer is what follows a thinking model's reasoning block. That block counts as reasoning only
on request: the paper's numbers do not count it.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import NamedTuple

from ...core.folding import fold, without_special_characters
from .formulas import same_formula
from .sentences import NEGATIONS, content, is_negative, sentences
from .thinking import visible, without_marks

_ANSWER = re.compile(r"\banswer(?:\s+is|\s*:)[:\s*_]*(?P<rest>[^\n]+)", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+|\s*/\s*0*[1-9]\d*)?%?")
_LATEX = re.compile(r"\\(?:left|right|,|;|!|text|mathrm|quad)|[${}\s]")
_ALIKE = 92.0  # of 100: one or two letters of a name differ
_MOST_READ = 400  # characters of an answer
_MOST_REASONING = 200_000  # characters, from the end
_LONG_WORD = re.compile(r"(?<![\\\w])[A-Za-z]{2,}")  # not a command of LaTeX
_FEWEST_WORDS = 4
_MOST_POWER = 1_000_000
_NESTED = re.compile(r"\^\s*\{[^{}]*[\^!({\\]|\^\s*\(|\d{4,}\W*!|!\W*!")


class Reasoning(NamedTuple):
    """The parts of a response.

    Attributes:
        text: What counts as reasoning: what the model said, with its thinking on request.
        answer: Its final answer; empty if its reasoning block never ends.
    """

    text: str
    answer: str


def split_response(response: str, thinking_is_reasoning: bool = False) -> Reasoning:
    """Splits a response into its reasoning and its final answer.

    Args:
        response: What the model wrote.
        thinking_is_reasoning: Whether its reasoning block counts, without its marks.
    """
    spoken = visible(response).text[-_MOST_REASONING:]
    text = without_marks(response)[-_MOST_REASONING:] if thinking_is_reasoning else spoken
    return Reasoning(text, final_answer(spoken))


def final_answer(response: str) -> str:
    """Returns the part of a response that gives its answer.

    Args:
        response: The model's text.

    Returns:
        What is in the last box, else what follows the last *answer is* or *answer:* in its line,
        else the last line.
    """
    response = _FENCE.sub("", response)  # its content answers
    boxed = _BOXED.findall(response)
    if boxed:
        return str(boxed[-1]).strip()
    stated = list(_ANSWER.finditer(response))
    lines = [line for line in response.splitlines() if line.strip()]
    return (stated[-1]["rest"] if stated else lines[-1] if lines else "").strip(" *_`\"'")


def same_entity(response: str, reference: str) -> bool:
    """Tells whether a response answers with an entity or a value.

    Its final answer has to contain the reference's words in order, without a denial right before
    and without *or*; or it has to be the reference except for a letter or two.
    """
    from rapidfuzz import fuzz

    answer, wanted = _bare(final_answer(response)), _bare(reference)
    if not answer or not wanted:
        return False
    if re.search(r"\b(?:or|either)\b", answer) and not re.search(r"\b(?:or|either)\b", wanted):
        return False
    before, found, _ = f" {answer} ".partition(f" {wanted} ")
    if found:
        return NEGATIONS.isdisjoint(before.split()[-3:])
    # A number with a different digit is a different number.
    has_digits = re.search(r"\d", answer + wanted)
    return not has_digits and fuzz.ratio(answer, wanted) >= _ALIKE


def same_value(response: str, reference: str) -> bool:
    """Tells whether a response arrives at the reference's value.

    Plain numbers and equal notation are compared as they are, everything else with math-verify
    where it is installed. If the reference is a sentence, all its words and numbers must occur.
    """
    if is_sentence(reference):
        said = content(reference) <= content(response)
        return said and is_negative(reference) == is_negative(response)
    answer = final_answer(response)
    plain = [_plain(text) for text in (answer, *sentences(answer)[-1:])]
    wanted = _plain(reference)
    if wanted in plain:
        return True
    number = _value(wanted)
    found = [_value(text) for text in plain]
    if number is not None and None not in found:
        return number in found
    numbers = _NUMBER.findall(_FRACTION.sub(r"\1/\2", answer))
    if number is not None and numbers and _value(_plain(numbers[-1])) == number:
        return True
    return _verified(answer, reference)


def is_sentence(text: str) -> bool:
    """Tells whether a text is a sentence rather than a number or an expression."""
    words = len(_LONG_WORD.findall(text))
    return words >= _FEWEST_WORDS or (words > 1 and text.rstrip().endswith("."))


def _bare(text: str) -> str:
    folded = fold(text[:_MOST_READ].replace("-", " "))
    return without_special_characters(folded) or " ".join(folded.split())


def _plain(text: str) -> str:
    text = _FRACTION.sub(r"\1/\2", text[:_MOST_READ]).replace("\\%", "%")
    text = _LATEX.sub("", text).lower().rstrip(".")
    return re.sub(r"^[a-z]\w*\s*=", "", text)


def _value(text: str) -> Fraction | None:
    if not _NUMBER.fullmatch(text):
        return None
    number = text.replace(",", "").removesuffix("%")
    return Fraction(number) / (100 if text.endswith("%") else 1)


def _verified(answer: str, reference: str) -> bool:
    if is_sentence(answer):  # it would be read letter by letter
        return False
    texts = [_as_latex(text[:_MOST_READ]) for text in (reference, answer)]
    return not any(map(_is_huge, texts)) and same_formula(texts[0], texts[1])


def _as_latex(text: str) -> str:
    if "$" in text:
        return text
    formula = re.split(r"\bis\b|\bequals\b", text)[-1]
    return f"${formula.strip().rstrip('.')}$"


def _is_huge(text: str) -> bool:
    """Tells whether a power or a factorial is too large to be worth the time that it may take."""
    exponents = [int(digits) for digits in re.findall(r"\^\W*(\d{1,9})", text)]
    return math.prod(exponents) > _MOST_POWER or bool(_NESTED.search(text))
