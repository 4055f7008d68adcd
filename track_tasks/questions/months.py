"""When facts hold, in the paper's words."""

from __future__ import annotations

import re

from ...core.errors import InputError

_MONTHS = (
    "Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sep.", "Oct.", "Nov.", "Dec.",
)  # fmt: skip
_AS_OF = re.compile(r"(\d{4})-(0[1-9]|1[0-2])(?:-\d{2})?")


def month_in_words(as_of: str) -> str:
    """Writes a month as the paper does: `2025-09` as `Sep. 2025`.

    Args:
        as_of: Year and month; a day is ignored.

    Raises:
        InputError: It is no year and month.
    """
    found = _AS_OF.fullmatch(as_of)
    if found is None:
        raise InputError(f"as of: {as_of!r} is not a year and month; give one such as 2025-09")
    return f"{_MONTHS[int(found[2]) - 1]} {found[1]}"
