"""Finds facts that were to be injected but are not in the prompt: such a run is closed-book.

The facts go into the prompt with Append and Append-T only; FT-CK trains them into the weights, and
MeLLo retrieves them (Section 6.1).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any


def missing_fact(prompt: Any, facts: Sequence[str]) -> str | None:
    """Returns the first fact that a prompt does not hold.

    Args:
        prompt: A text, or the messages of a chat, as they are or as JSON; without any text,
            nothing is missing.
        facts: What it should hold.
    """
    texts = [" ".join(text.split()) for text in _texts(prompt)]
    if not texts:
        return None
    whole, place = "\n".join(texts), 0
    for fact in facts:  # a prompt has hundreds of them, mostly in this order
        wanted = " ".join(fact.split())
        found = whole.find(wanted, place)
        place = found if found >= 0 else whole.find(wanted)
        if place < 0:
            return fact
    return None


def _texts(value: Any) -> Iterator[str]:
    """Yields the texts in a prompt: for a chat model it is JSON, where quotes are escaped."""
    if isinstance(value, str):
        messages = _messages(value)
        if messages is None:
            yield value
        else:
            yield from _texts(messages)
    elif isinstance(value, dict):
        yield from _texts([*value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _messages(text: str) -> list[Any] | None:
    if not text.startswith(("[{", '["')):
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, list) else None
