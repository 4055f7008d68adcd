"""Names of schemas as words, and the words of a list that they have."""

from __future__ import annotations

import re
from functools import lru_cache

from ...core.folding import fold

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_GAP = re.compile(r"[\W_]+")
# Whose names and numbers are written in one word: `custname`, `EMPNO`, `Kundennummer`.
_TOGETHER = re.compile(
    r"(cust|customer|emp|employee|kunden|mitarbeiter|pat|patient|patienten|student|user|usr)"
    r"(id|key|name|no|nr|num|number|nummer|mast|master|stamm|daten|data)"
)
_PLURAL = re.compile(r"(?<=ss)es$|(?<=[^sui])s$")
Words = tuple[str, ...]


@lru_cache(maxsize=65536)
def name_words(name: str) -> Words:
    """Returns the words of a name without accents and digits behind them, in lower case."""
    found: list[str] = []
    for word in _GAP.split(_CAMEL.sub(" ", name)):
        plain = fold(word.rstrip("0123456789").replace("ß", "ss")).strip()
        together = _TOGETHER.fullmatch(plain)
        found += together.groups() if together else filter(None, [plain])
    return tuple(found)


def first_of(parts: Words, text: str) -> Words | None:
    """Returns what a name has of a list of words, the longest and then the first.

    Words side by side are compared as one, and in the singular: `e-mail` has what `EMAILS` has.

    Args:
        parts: The words of the name.
        text: The list, with `_` between the words of one phrase.
    """
    known = _known(text)
    for length in (3, 2, 1):
        for start in range(len(parts) - length + 1):
            if _singular("".join(parts[start : start + length])) in known:
                return parts[start : start + length]
    return None


def has_any(parts: Words, text: str) -> bool:
    """Tells whether a name has any of a list of words (see `first_of`)."""
    return first_of(parts, text) is not None


@lru_cache(maxsize=256)
def _known(text: str) -> frozenset[str]:
    return frozenset(_singular(fold(phrase.replace("_", ""))) for phrase in text.split())


def _singular(word: str) -> str:
    return _PLURAL.sub("", word.removesuffix("ies") + "y" if word.endswith("ies") else word)
