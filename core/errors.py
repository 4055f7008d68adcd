"""Errors that a user can fix, in one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_NEAR = 0.78  # of difflib's ratio: `jugde` is near `judge`, `max_images` is not near `images`


class InputError(Exception):
    """The user's input is wrong: the message names the file, line or field, and the fix.

    The command line prints it without a traceback and exits with code 2.
    """


def file_problem(error: BaseException) -> str:
    """Returns why a file cannot be read or written, for a message that names the file already.

    Args:
        error: What reading or writing raised: an `OSError`, or the error of a decoder, which has
            no number.
    """
    return getattr(error, "strerror", None) or first_line(error)


def first_line(error: BaseException, message: object = None) -> str:
    """Returns the line of an exception that a user needs, to be part of an `InputError`.

    Args:
        error: The exception of a library.
        message: Its message, if `str(error)` has more than that.

    Returns:
        The first line that is not blank, and the next one too if it is a heading
        ("All failures were:"). Without such a line, the name of the exception's class, so that it
        is never empty.
    """
    if message is None:
        # The text of a KeyError is the representation of its message.
        message = error.args[0] if isinstance(error, KeyError) and error.args else error
    lines = [line.strip() for line in str(message).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return " ".join(lines[: 2 if lines[0].endswith(":") else 1])


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns the known name that a name was probably meant to be; empty if none is near.

    Args:
        name: What the user wrote.
        known: The right names.
    """
    folded = name.lower().replace("-", "_")
    return next(iter(difflib.get_close_matches(folded, known, n=1, cutoff=_NEAR)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns the end of a message about an unknown name: the nearest one, or all of them.

    Args:
        name: What the user wrote.
        known: The right names.
    """
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near!r}?" if near else f"known: {', '.join(names)}"
