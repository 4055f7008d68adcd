"""Text of a database on a terminal: shown as it is, and never obeyed."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from ..erbench_tasks.visible_text import visible

LONGEST = 80


def plain(text: str) -> Text:
    """Returns a text for rich that has no markup, whatever brackets it has."""
    return Text(visible(text))


def value(content: Any) -> str:
    """Returns a value of the database as one short text, quoted if it is text."""
    if content is None:
        return "NULL"
    text = repr(content) if isinstance(content, str) else visible(str(content))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
