"""Finding the keywords that a functional dependency says a rationale must mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.folding import FoldedText


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


def contains_values(text: str, rationale: Sequence[Mapping[str, Any]]) -> bool:
    """Tells whether a text contains all values that a rationale must mention.

    Args:
        text: A text, such as a passage before the question.
        rationale: The item's rationale elements.

    Returns:
        False if there is nothing to mention.
    """
    found = zip(rationale, mentioned_values(text, rationale), strict=True)
    return bool(rationale) and all(mentioned_share(of, values) == 1 for of, values in found)


def mentioned_share(element: Mapping[str, Any], mentioned: Sequence[Any]) -> float:
    """Tells how much of an element is mentioned.

    Args:
        element: The rationale element.
        mentioned: Those of its values that were found.

    Returns:
        For `any`, 1.0 if one was found, else 0.0. For `all`, the share of its values that were
        found, in [0, 1]; 0.0 if it has none.
    """
    if element["match"] == "any":
        return float(bool(mentioned))
    return len(mentioned) / len(element["values"]) if element["values"] else 0.0
