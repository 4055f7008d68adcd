"""Text of a database on a terminal: shown as it is, and never obeyed."""

from __future__ import annotations

from typing import Any

from rich.text import Text

LONGEST = 80


def printable(text: str) -> str:
    """Escapes what a terminal would act on: control characters, and marks of text direction."""
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "surrogatepass").decode()
        for character in text
    )


def plain(text: str) -> Text:
    """Returns a text for rich that has no markup, whatever brackets it has."""
    return Text(printable(text))


def value(content: Any) -> str:
    """Returns a value of the database as one short text, quoted if it is text."""
    if content is None:
        return "NULL"
    text = repr(content) if isinstance(content, str) else printable(str(content))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
