"""Finding the keywords that a functional dependency says a rationale must mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .folding import FoldedText


def mentioned_values(text: str, rationale: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Finds the accepted values that a text mentions.

    Args:
        text: The part of a response that holds its rationale.
        rationale: The item's rationale elements, one per hop.

    Returns:
        For each element, those of its values that are mentioned.
    """
    folded = FoldedText.of(text)
    return [
        [value for value in element["values"] if folded.contains(value)] for element in rationale
    ]


def is_satisfied(element: Mapping[str, Any], mentioned: Sequence[str]) -> bool:
    """Tells whether enough of an element's values are mentioned.

    Args:
        element: The rationale element.
        mentioned: Those of its values that were found.

    Returns:
        For `any`, whether one was found; for `all`, whether there are values and all were.
    """
    if element["match"] == "all":
        return bool(element["values"]) and len(mentioned) == len(element["values"])
    return bool(mentioned)
