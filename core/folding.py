"""Comparing text as the paper does: without accents, case and special characters.

"We perform entity resolution based on heuristics including conventional string matching"
(ERBench, Section 3.2). A value is found if the text contains it after accents and case are
folded, or after special characters are removed as well. There are no word boundaries.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

_SPECIAL = re.compile(r"[^a-z0-9\s]")
_WITHOUT_SPECIAL = {code: None for code in range(128) if _SPECIAL.match(chr(code))}


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Folds accents and case; text that has no Latin form keeps its own letters.

    Args:
        text: Any text.

    Returns:
        The NFKD form in ASCII and lower case. If none of it is ASCII ("千と千尋"), the
        case-folded NFKC form, since an empty string would be contained in everything.
    """
    if text.isascii():
        return text.lower()
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return ascii_only if ascii_only.strip() else unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=65536)
def without_special_characters(folded: str) -> str:
    """Removes everything but letters, digits and single spaces from folded text."""
    return " ".join(_SPECIAL.sub("", folded).split())


@dataclass(frozen=True)
class FoldedText:
    """A text in the three forms that values are looked for in."""

    plain: str
    folded: str

    @classmethod
    def of(cls, text: str) -> FoldedText:
        """Folds a text once, for any number of values."""
        plain = text.casefold()
        return cls(plain, plain if text.isascii() else _fold_response(text))

    @cached_property
    def bare(self) -> str:
        """The folded text, which is ASCII, without special characters."""
        return " ".join(self.folded.translate(_WITHOUT_SPECIAL).split())

    def contains(self, value: str) -> bool:
        """Tells whether the text mentions a value; an empty value is never mentioned."""
        folded = fold(value).strip()
        if not folded:
            return False
        if folded in self.folded or (not folded.isascii() and folded in self.plain):
            return True
        bare = without_special_characters(folded)
        return bool(bare) and bare in self.bare


def _fold_response(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
