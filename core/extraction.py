"""What a filter found, as JSON text: lm_eval's samples files keep text as it is.

Anything else they write as Python prints it, and for some models lm_eval rebuilds dictionaries
before it writes them.
"""

from __future__ import annotations

import json
from typing import Any


def write_extraction(**found: Any) -> str:
    """Returns what a filter found as JSON."""
    return json.dumps(found, ensure_ascii=False)


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
