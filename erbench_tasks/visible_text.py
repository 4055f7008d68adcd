"""Text of unknown origin, made so that a terminal or a page obeys no part of it."""

from __future__ import annotations


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
