"""Text of unknown origin in a Markdown page: what a database holds is shown, and does nothing."""

from __future__ import annotations

import re

from .visible_text import visible


def one_line(text: str, limit: int = 100) -> str:
    """Returns a text on one line, without invisible characters, cut after `limit` characters."""
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
