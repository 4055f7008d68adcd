"""What a filter found, in a form that lm_eval's samples files keep readable."""

from __future__ import annotations

import json
from typing import Any


class Extraction(dict[str, Any]):
    """A dictionary that prints as JSON.

    lm_eval writes what filters return as text; this way the text can be read again.
    """

    def __str__(self) -> str:
        """Returns it as JSON."""
        return json.dumps(self, ensure_ascii=False)


def read_extraction(recorded: Any) -> dict[str, Any]:
    """Reads what a filter found from the field `filtered_resps` of a sample.

    Args:
        recorded: The field's value.

    Returns:
        What the filter returned.

    Raises:
        ValueError: It is something else.
    """
    first = recorded[0] if isinstance(recorded, list) and recorded else recorded
    found = json.loads(first) if isinstance(first, str) else first
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found
