"""Reads a judge's reply: the last label that it states for each statement, or no verdict at all.

A judge that mentions a label does not state it ("No movie is named, so yes" states *yes*). A
label is stated as the value of `verdict` in JSON, after a word such as `Verdict:`, after `so` or
`therefore`, or where it opens the reply, a line or a sentence and is followed by punctuation or
its reason. Of several labels, the last one counts; if it is not one of those that were offered,
there is no verdict: an earlier one is never taken instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from ...core.json_text import json_values
from ...core.untrusted_text import printable
from ..text.thinking import visible
from .protocol import Verdict

MOST_CHARACTERS = 1000  # of an explanation
_MOST_READ = 200_000  # characters of a reply, from its end
NAMES = ("verdict", "label", "answer", "correctness", "judgment", "judgement", "conclusion")
_REASONS = ("explanation", "reason", "rationale", "reasoning")
# Markup around a label; each character becomes one space, so that positions stay.
MARKUP = str.maketrans({**dict.fromkeys('*`"#“”«»', " "), "|": ":"})
_QUOTE = re.compile(r"(?<!\w)['\u2019]|['\u2019](?!\w)")
_NAMED = (
    r"\b(?:" + "|".join(NAMES) + r")\s*(?:[:=>]|\bis\b:?)[\s(\[{_]{0,20}|\bboxed\{\s?"
    r"|\b(?:so|therefore|thus|hence)[\s,:]+|(?<=[A-Za-z]):\s+"
)
_OPENING = r"(?:\A|\n|[.!?;]\s)[\s(\[{>_-]{0,20}"
_CLOSED = r"(?=\s*(?:\Z|\n|[.,;:!()\[\]{}<\u2013\u2014]|_+(?:\W|\Z)|\s-|because\b|since\b|as\b))"
_FIELD = re.compile(
    r"(?:\A|\n|[.!?;]\s)[^\w\n]{0,20}(?:(?:final|my|the)\s)*"
    r"(?:verdict|label|answer|correctness|judge?ment)\s?[:=]([^\n]*)",
    re.IGNORECASE,
)
_BROKEN = re.compile(r"[`\s]*(?:json)?\s*\{\s*\"(?:explanation|verdict)", re.IGNORECASE)
_VERDICT_FIELD = re.compile(r"\"verdict\"\s*:\s*\"([^\"\n]{1,40})\"", re.IGNORECASE)


class Labels(tuple[str, ...]):
    """The labels that a judge is offered, none of them empty; the last one says that it fails."""

    __slots__ = ()
    holds = property(itemgetter(0), doc="The first label.")
    fails = property(itemgetter(-1), doc="The last label.")

    def meaning(self, text: object) -> bool | None:
        """Tells whether a text is another label than the last; None if it is no label."""
        meanings = {_plain_label(label): label != self.fails for label in self}
        return meanings.get(_plain_label(text)) if isinstance(text, str) else None


YES_NO = Labels(("yes", "no"))
ENTAILMENT = Labels(("entailment", "not entailment"))


class Stated(NamedTuple):
    """A label in a reply, of the offered ones or not (`holds` is None)."""

    position: int
    holds: bool | None
    text: str
    explanation: str


def read_verdict(reply: str, labels: Labels) -> Verdict:
    """Reads a reply about one statement.

    Args:
        reply: What the judge said, JSON or prose.
        labels: The labels that it was offered.

    Returns:
        What the last label that it states means; unjudged, with the reason, if it states none or
        one that was not offered.
    """
    text = visible(reply[-_MOST_READ:]).text
    if not text:
        return unjudged("the reply is empty")
    if _BROKEN.match(text) and not json_values(text):
        stated = list(_in_broken_json(text, labels))
    else:
        stated = [*_in_json(text, labels), *stated_in_prose(text, labels)]
    if not stated:
        return unjudged(f"the reply states no verdict: {shown(text)}")
    last = max(stated, key=lambda found: found.position)
    if last.holds is None:
        return unjudged(f"the reply states {shown(last.text)}, not {' or '.join(labels)}")
    answer = _plain_label(last.text) if len(labels) > 2 else ""
    return Verdict(last.holds, last.explanation[:MOST_CHARACTERS], answer)


def unjudged(reason: str) -> Verdict:
    """Returns a missing verdict, with its reason."""
    return Verdict(None, reason[:MOST_CHARACTERS])


def shown(text: str, most: int = 120) -> str:
    """Returns the beginning of a text in one printable line, in quotation marks."""
    line = printable(text)
    return repr(line if len(line) <= most else line[: most - 1] + "…")


def _plain_label(text: str) -> str:
    return " ".join(
        re.sub(r"[\s_-]+", " ", text.translate(MARKUP)).strip(" .,;:!'").split()
    ).lower()


def _in_json(text: str, labels: Labels) -> Iterator[Stated]:
    for start, _, value in json_values(text):
        field = field_of(value, NAMES) if isinstance(value, dict) else None
        if field is not None:
            yield Stated(start, labels.meaning(field), str(field), explanation_of(value))


def _in_broken_json(text: str, labels: Labels) -> Iterator[Stated]:
    """Reads a truncated object: its explanation does not state anything."""
    for found in _VERDICT_FIELD.finditer(text):
        yield Stated(found.start(), labels.meaning(found[1]), found[1], "")


def field_of(value: Mapping[str, Any], names: Sequence[str]) -> Any:
    """Returns the first of some fields that an object has, in any case; None if it has none."""
    lower = {str(name).lower(): content for name, content in value.items()}
    return next((lower[name] for name in names if name in lower), None)


def explanation_of(value: Mapping[str, Any]) -> str:
    """Returns the reason that an object gives, or an empty text."""
    reason = field_of(value, _REASONS)
    return reason if isinstance(reason, str) else ""


def stated_in_prose(text: str, labels: Labels) -> Iterator[Stated]:
    """Yields the labels that a text states outside JSON."""
    plain = _QUOTE.sub(" ", _without_json(text).translate(MARKUP))
    for field in _FIELD.finditer(plain):
        # A label within it is stated further on, and wins; otherwise this is what the reply states.
        yield Stated(field.start(1), None, field[1], "")
    for found in _stated_label(labels).finditer(plain):
        label = found["label"]
        yield Stated(found.start("label") + 1, labels.meaning(label), label, text)


def _without_json(text: str) -> str:
    """Blanks out JSON objects: their texts are explanations, which state no label."""
    for start, end, value in json_values(text):
        if isinstance(value, dict):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


@lru_cache(maxsize=16)
def _stated_label(labels: Labels) -> re.Pattern[str]:
    ordered = sorted(labels, key=len, reverse=True)  # "not entailment" before "entailment"
    each = "|".join(r"[\s_-]+".join(map(re.escape, label.split())) for label in ordered)
    other = rf"(?!\s*(?:[,/]|\bor\b|\band\b)[\s,]*(?:or\s+|and\s+)?(?:{each})\b)"
    stated = rf"(?:{_OPENING}|{_NAMED})(?P<label>{each})(?![A-Za-z0-9]){_CLOSED}{other}"
    return re.compile(stated, re.IGNORECASE)


_NUMBERS = ("number", "statement", "id", "index")
_ITEM = re.compile(
    r"(?:\A|\n)[^\w\n]*(?:(?:statement|fact|claim|number|no\.?)\s?)?#?"
    r"(\d{1,4})\s?[.):\]=-]+(?=[\s_A-Za-z(\[{])[ \t]*",
    re.IGNORECASE,
)


def read_verdicts(reply: str, count: int, labels: Labels) -> tuple[Verdict, ...]:
    """Reads a reply about several numbered statements.

    Args:
        reply: JSON, or a numbered list with one label each.
        count: How many statements it was asked about, numbered from 1.
        labels: The labels that it was offered.

    Returns:
        One verdict each. A statement whose number is missing or comes twice is unjudged. So are all
        of them if there is a number that was not asked for: the judge counted differently.
    """
    text = visible(reply[-_MOST_READ:]).text
    if not text:
        return (unjudged("the reply is empty"),) * count
    found = _numbered_json(text, count, labels)
    if found is None:
        found = _numbered_lines(text, labels)
    if not found:
        return (unjudged(f"the reply states no verdicts: {shown(text)}"),) * count
    strange = [number for number, _ in found if not 1 <= number <= count]
    if strange:
        reason = f"the reply numbers a statement {strange[0]}, they are 1 to {count}"
        return (unjudged(reason),) * count
    return tuple(_only(number, found) for number in range(1, count + 1))


def _numbered_json(text: str, count: int, labels: Labels) -> list[tuple[int, Verdict]] | None:
    """Reads the last list of verdicts in JSON, or one object per line; None if there is none."""
    values = [value for _, _, value in json_values(text)]
    if len(values) > 1 and (found := _items(values, count, labels)):
        return found
    for value in reversed(values):
        items = (
            field_of(value, ("verdicts", "labels", "answers")) if isinstance(value, dict) else value
        )
        found = _items(value if items is None else items, count, labels)
        if found:
            return found
    return None


def _items(items: Any, count: int, labels: Labels) -> list[tuple[int, Verdict]] | None:
    if isinstance(items, dict):
        items = [{"number": number, "verdict": label} for number, label in items.items()]
    if not isinstance(items, list):
        return None
    if len(items) == count and all(isinstance(item, str) for item in items):
        items = [{"number": n, "verdict": label} for n, label in enumerate(items, start=1)]
    numbered = []
    for item in items:
        number = _number(field_of(item, _NUMBERS)) if isinstance(item, dict) else None
        if number is None:
            return None
        numbered.append((number, _labelled(item, labels)))
    return numbered


def _number(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\d{1,4}", value.strip(), re.ASCII):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _labelled(item: Mapping[str, Any], labels: Labels) -> Verdict:
    label = field_of(item, NAMES)
    if isinstance(label, dict):  # {"1": {"verdict": "yes"}}
        item, label = label, field_of(label, NAMES)
    holds = labels.meaning(label)
    if holds is None:
        return unjudged(f"the reply states {shown(str(label))}, not {' or '.join(labels)}")
    return Verdict(holds, explanation_of(item)[:MOST_CHARACTERS])


def _numbered_lines(text: str, labels: Labels) -> list[tuple[int, Verdict]]:
    """Reads each numbered passage that states a label; the others are thoughts about it."""
    plain = text.translate(MARKUP)
    starts = list(_ITEM.finditer(plain))
    ends = [*(start.start() for start in starts[1:]), len(plain)] if starts else []
    passages = [
        (int(start[1]), text[start.end() : end].strip())
        for start, end in zip(starts, ends, strict=True)
    ]
    return [
        (number, read_verdict(passage, labels))
        for number, passage in passages
        if any(True for _ in stated_in_prose(passage, labels))
    ]


def _only(number: int, found: Sequence[tuple[int, Verdict]]) -> Verdict:
    verdicts = [verdict for candidate, verdict in found if candidate == number]
    if len(verdicts) == 1:
        return verdicts[0]
    problem = "states more than one verdict" if verdicts else "states no verdict"
    return unjudged(f"the reply {problem} on statement {number}")
