"""Reading a model's reply, which is not trusted: a JSON object with given keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from ..json_text import whole_characters

MOST_CHARACTERS = 400  # of a text
_MOST_REPLY = 100_000  # characters
_MOST_SHOWN = 60
_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL | re.IGNORECASE)


class Refused(ValueError):  # noqa: N818 -- the model's fault, and no error of ours
    """A reply, or a text of it, cannot be used; the message says why."""


def read_reply(reply: str, names: Iterable[str]) -> dict[str, Any]:
    """Reads a reply: a JSON object with the given keys, which may stand in a Markdown fence.

    Args:
        reply: What the model replied.
        names: The keys.

    Raises:
        Refused: It is anything else.
    """
    fenced = _FENCED.fullmatch(reply.strip())
    found = read_object(fenced.group(1) if fenced else reply)
    expected = set(names)
    for name in sorted(found.keys() ^ expected):
        problem = "lacks the block" if name in expected else "has another block,"
        raise Refused(f"the reply {problem} {name[:_MOST_SHOWN]!r}")
    return found


def read_object(text: str, most: int = _MOST_REPLY) -> dict[str, Any]:
    """Reads a JSON object of at most so many characters.

    Raises:
        Refused: It is anything else.
    """
    try:
        if len(text) > most:
            raise Refused(f"the reply is longer than {most} characters")
        json.loads(text, object_pairs_hook=_without_repetition)
        found = json.loads(whole_characters(text))
    except Refused:
        raise
    except (ValueError, RecursionError) as error:
        raise Refused("the reply is not JSON") from error
    if not isinstance(found, dict):
        raise Refused("the reply is no JSON object")
    return found


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("the reply has a block twice")
    return found
