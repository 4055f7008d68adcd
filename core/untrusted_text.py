"""Text of unknown origin: read from a file, and made harmless for a terminal, page or Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import InputError, file_problem

if TYPE_CHECKING:
    from rich.text import Text


def read_text(path: Path, remedy: str = "") -> str:
    """Reads a text file that a user named; a byte order mark at its start is left out.

    Args:
        path: The file.
        remedy: What errors say at their end, such as what to give instead.

    Raises:
        InputError: It cannot be read, or is not UTF-8.
    """
    check_regular(path, remedy)
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({file_problem(error)}){remedy}") from error


def check_regular(path: Path, remedy: str = "") -> None:
    """Refuses a path at which reading may never end, as that of a pipe or a device.

    A path at which nothing is passes.

    Args:
        path: The path.
        remedy: What the error says at its end.

    Raises:
        InputError: Something else than a file is there.
    """
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: not a regular file{remedy}")


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
