"""Which libraries a program imports: a process that has loaded fewer of them is sooner there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

_LIGHT = ("numpy", "pandas")
_IMPORT = re.compile(r"^[ \t]*(from|import)[ \t]+([^\n#;]*)", re.MULTILINE)


def levels(preload: Sequence[str]) -> list[list[str]]:
    """Returns the libraries that are loaded in each process on top of the one before it."""
    parts = [[n for n in preload if (n in _LIGHT) is light] for light in (True, False)]
    return [part for part in parts if part]


def level(source: str, preload: Sequence[Sequence[str]]) -> int:
    """Returns how many levels of libraries a program had best find loaded.

    Args:
        source: Its source. What this function fails to see is imported by the program itself.
        preload: As `levels` returns it.
    """
    known = {n.partition(".")[0]: i for i, part in enumerate(preload, 1) for n in part}
    names = set(_imported(source)) - sys.stdlib_module_names
    return max((known.get(name, len(preload)) for name in names), default=0)


def _imported(source: str) -> Iterator[str]:
    for kind, rest in _IMPORT.findall(source):
        for part in rest.split(",") if kind == "import" else [rest]:
            yield part.strip().partition(" ")[0].partition(".")[0]
