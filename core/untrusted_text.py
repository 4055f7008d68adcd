"""Text of unknown origin, made harmless for a terminal, a page or Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text


def visible(text: str, encoding: str = "utf-8", keep: str = "") -> str:
    """Returns a text with an escape for each character that cannot be seen.

    Args:
        text: Any text, such as a value of a database.
        encoding: Where it is shown; what this lacks becomes an escape too.
        keep: Further characters to keep, such as line breaks.
    """
    shown = "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def printable(text: str) -> str:
    """Returns a text on one line, without the characters that cannot be seen."""
    seen = (char for char in text if char.isprintable() or char.isspace())
    return " ".join("".join(seen).split())


def one_line(text: str, limit: int = 100) -> str:
    """Returns a text on one line, cut after `limit` characters, with escapes for invisible ones."""
    words = " ".join(text.split())
    return visible(words[:limit]) + ("…" if len(words) > limit else "")


def inert(text: object, limit: int = 100) -> str:
    """Returns one line of Markdown that shows a text as it is, in a sentence, heading or table.

    Whatever could be markup, or be taken for a link, is written as an HTML character reference,
    which Markdown never reads as structure.

    Args:
        text: Any text.
        limit: Number of characters after which it is cut.
    """
    shown = one_line(str(text), limit)
    return re.sub(r"[!-/:-@\[-^`{-~]|(?<![^\W_])_|_(?![^\W_])", _reference, shown)


def fenced(text: str, limit: int = 2000) -> str:
    """Returns a code block that shows a text of any number of lines as it is.

    Args:
        text: Any text.
        limit: Number of characters after which it is cut.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = visible(lines[:limit], keep="\n") + ("…" if len(lines) > limit else "")
    fence = "`" * (max([2, *map(len, re.findall("`+", shown))]) + 1)
    return f"{fence}text\n{shown}\n{fence}"


def _reference(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


LONGEST = 80


def plain(text: str) -> Text:
    """Returns a text without markup for rich, whatever brackets it has."""
    from rich.text import Text

    return Text(visible(text))


def value(content: Any) -> str:
    """Returns a value of the database as one short text, quoted if it is text."""
    if content is None:
        return "NULL"
    text = repr(content) if isinstance(content, str) else visible(str(content))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
