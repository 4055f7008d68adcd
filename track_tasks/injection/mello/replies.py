"""Reading what a model wrote in a step of MeLLo: a subquestion, or its answer.

A model may repeat labels, number them, write text before and after what it was asked for, or write
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ....core.untrusted_text import printable
from ....filters.text.reasoning import without_thinking
from ....filters.text.words import plain, words

FINISHED = "none"
"""What the prompt asks a model to write as the subquestion once it needs no more."""

_MOST_READ = 20_000  # characters; more than any step may generate
_MOST_KEPT = 500  # characters of a subquestion or an answer
_LABEL = re.compile(
    r"[\W\d_]*(sub[- ]?question|tentative answer|(?:final )?answer|contradict(?:ed|s)|fact)"
    r"\s?\d*[*`\s]*:[*`]*(.*)",
    re.IGNORECASE,
)


class Asked(NamedTuple):
    """What a model asks next.

    Attributes:
        question: The subquestion; empty if there is none.
        tentative: What the model believes the answer to be; empty if it does not say.
        is_finished: Whether the model said that it needs no more.
    """

    question: str
    tentative: str
    is_finished: bool


class Answered(NamedTuple):
    """What a model says about a subquestion.

    Attributes:
        contradicted: Whether it says that the fact contradicts the tentative answer; None if it
            does not say, or there was no fact.
        answer: The answer; empty if there is none.
    """

    contradicted: bool | None
    answer: str


def same_form(text: str) -> str:
    """Returns the form in which subquestions are compared; empty if there is no word."""
    return " ".join(word.text for word in words(plain(text).lower()))


def read_question(text: str) -> Asked:
    """Reads a subquestion and its tentative answer.

    Only what comes before the first answer counts: what comes after it is made up.

    Args:
        text: What a model wrote after "Subquestion:".
    """
    labelled: list[str] = []
    spoken: list[str] = []
    tentative = ""
    for label, value in _lines(text):
        if label in ("tentative answer", "answer"):
            tentative = value if label == "tentative answer" else ""
            break
        if label == "subquestion" and value:
            labelled.append(value)
        elif not label and not value.endswith(":"):
            spoken.append(value)
    spoken.sort(key=lambda line: "?" not in line)
    question = next(iter([*labelled, *spoken]), "")
    form = same_form(question)
    if form in ("", FINISHED):
        return Asked("", "", bool(form))
    return Asked(_kept(question), _kept(tentative), False)


def read_answer(text: str, has_fact: bool) -> Answered:
    """Reads the answer to a subquestion.

    Args:
        text: What a model wrote after "Contradicted:", or after "Answer:" where there is no fact.
        has_fact: Whether there is one.
    """
    verdicts: list[bool] = []
    labelled: list[str] = []
    spoken: list[str] = []
    for label, value in _lines(text):
        verdict = _verdict(value) if has_fact and label in ("", "contradicted") else None
        if verdict is not None and not verdicts:
            verdicts.append(verdict)
        elif label == "answer" and value:
            labelled.append(value)
        elif not label:
            spoken.append(value)
    answer = labelled[-1] if labelled else next(iter(spoken), "")
    return Answered(verdicts[0] if verdicts else None, _kept(answer) if same_form(answer) else "")


def _verdict(value: str) -> bool | None:
    first = same_form(value).partition(" ")[0]
    return {"yes": True, "no": False}.get(first)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yields each line's label, empty if it has none, and its content.

    A label that stands alone belongs to the line after it.
    """
    waiting = ""
    for line in without_thinking(text[:_MOST_READ]).splitlines():
        if not line.strip():
            continue
        found = _LABEL.match(line)
        label, value = (_name(found[1]), found[2].strip()) if found else (waiting, line.strip())
        waiting = "" if value else label
        if value:
            yield label, value.strip("*` ")


def _name(label: str) -> str:
    lowered = label.lower()
    if lowered.startswith("sub"):
        return "subquestion"
    if lowered.startswith("contradict"):
        return "contradicted"
    return "answer" if lowered == "final answer" else lowered


def _kept(text: str) -> str:
    """Returns one line without control characters and lone surrogates."""
    return printable(text)[:_MOST_KEPT]
