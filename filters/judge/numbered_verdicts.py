"""Reading a judge's reply about several numbered statements: each has one verdict, or none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .json_values import json_values
from .protocol import Verdict
from .verdicts import (
    MARKUP,
    MOST_CHARACTERS,
    NAMES,
    Labels,
    explanation_of,
    field_of,
    read_verdict,
    shown,
    stated_in_prose,
    unjudged,
    without_thinking,
)

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
        One verdict each. A statement is unjudged whose number is missing or comes twice, and all
        are if there is a number that was not asked: the judge counted otherwise than we do.
    """
    text = without_thinking(reply)
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
