"""JSON as text: in a prompt, in what a model replies, and in lm_eval's samples files."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

_DECODER = json.JSONDecoder()
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_OPENER = re.compile(r"[{\[]\s*[\"{\[\]}\d]")
_MOST_TRIED = 200  # positions: a text of a million brackets takes no longer


def as_data(value: Any) -> str:
    """Returns JSON for a prompt: no text in it can begin a line and look like the data's end."""
    return json.dumps(value, ensure_ascii=False, indent=1)


class JsonValue(NamedTuple):
    """An object or a list, and its position in the text."""

    start: int
    end: int
    value: Any


def json_values(text: str) -> list[JsonValue]:
    """Returns the outermost JSON objects and lists of a text, in order.

    Args:
        text: Any text.

    Returns:
        What is malformed or too deeply nested is left out.
    """
    found: list[JsonValue] = []
    for opener in list(_OPENER.finditer(text))[-_MOST_TRIED:]:
        start = opener.start()
        if found and start < found[-1].end:
            continue
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        found.append(JsonValue(start, end, value))
    return found


def write_extraction(**found: Any) -> str:
    """Returns what a filter found as JSON."""
    return _ENCODER.encode(found)


def read_extraction(recorded: Any) -> dict[str, Any]:
    """Reads what a filter found.

    Args:
        recorded: What it returned, or the field `filtered_resps` of a sample, which has it in a
            list.

    Returns:
        What it found, by name.

    Raises:
        ValueError: It is something else.
    """
    first = recorded[0] if isinstance(recorded, list) and recorded else recorded
    try:
        found = json.loads(first)
    except (TypeError, RecursionError) as error:
        raise ValueError("no JSON text") from error
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found


def whole_characters(text: str) -> str:
    """Replaces halves of characters, which models write and no file can hold, in a JSON text."""
    if "\\ud" not in text.lower():
        return text
    plain = json.dumps(json.loads(text), ensure_ascii=False)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
