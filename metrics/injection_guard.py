"""Refuses open-book runs into which the facts did not get: their rates would be closed-book ones.

The facts go into the prompt with Append and Append-T only; FT-CK trains them into the weights, and
MeLLo retrieves them (Section 6.1).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from .track_runs import Answer
from .track_samples import Record, injected_facts

_IN_PROMPT = ("append", "append_t")


def check_injected(answers: Sequence[Answer]) -> None:
    """Checks that an open-book run injected something, if there was something to inject.

    Raises:
        ValueError: It did not.
    """
    unknown = sum(flag is False for answer in answers for flag in answer.known)
    if unknown and not any(answer.injected for answer in answers):
        raise ValueError(f"injected nothing though {unknown} facts are unknown")


def check_prompt(record: Record, method: str) -> None:
    """Checks that a recorded prompt holds every fact that was to be injected.

    Runs of white space count as one space, because a prompt may lay the facts out in lines.

    Args:
        record: The sample.
        method: How the facts are injected.

    Raises:
        ValueError: A fact is missing from the prompt.
    """
    if method in _IN_PROMPT:
        missing = missing_fact(_prompt(record.get("arguments")), injected_facts(record))
        if missing is not None:
            raise ValueError(f"the prompt does not hold the injected fact {missing[:80]!r}")


def missing_fact(prompt: Any, facts: Sequence[str]) -> str | None:
    """Returns the first fact that a prompt does not hold.

    Args:
        prompt: A text, or the messages of a chat, as they are or as JSON; without any text
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


def _prompt(arguments: Any) -> Any:
    """Finds the prompt in what lm_eval recorded of a request: not its generation settings."""
    if isinstance(arguments, dict):
        first = arguments.get("gen_args_0")
        return first.get("arg_0") if isinstance(first, dict) else first
    while isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        arguments = arguments[0]
    return arguments[:1] if isinstance(arguments, list) else arguments


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
