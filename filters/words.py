"""The words of a text as names are compared: without accents, case, signs and ways of counting."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)*(?![^\W_])|[^\W_]+|&")
# Letters that have no accent to lose, and typographic signs.
_PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{EN DASH}": "-", "\N{EM DASH}": " - ", "\N{NON-BREAKING HYPHEN}": "-",
})  # fmt: skip
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
).split()
# A single I or X is rather a pronoun or a letter.
_ROMAN = {2: "ii", 3: "iii", 4: "iv", 5: "v", 6: "vi", 7: "vii", 8: "viii", 9: "ix", 11: "xi"}
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_SAME = (
    {"&": "and"}
    | {word: str(number) for number, word in enumerate(_NUMBERS, start=1)}
    | {word: str(number) for number, word in _ROMAN.items()}
    | {word: f"{n}{_SUFFIXES.get(n, 'th')}" for n, word in enumerate(_ORDINALS, start=1)}
)


class Word(NamedTuple):
    """A word in the form that is compared, and where it stands in the plain text."""

    text: str
    start: int
    end: int


def plain(text: str) -> str:
    """Takes the accents and typographic signs off a text; case and other scripts stay.

    Args:
        text: Any text.

    Returns:
        The text in NFKD form without combining marks, "ß" as "ss" and so on.
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words(lowered: str) -> list[Word]:
    """Splits a plain text in lower case into its words.

    Args:
        lowered: A text in lower case, of which `plain` took off the accents.

    Returns:
        The words in order; numbers without their thousands separators, "two" and "II" as "2",
        "second" as "2nd", "&" as "and".
    """
    return [
        Word(_compared(match[0]), match.start(), match.end()) for match in _WORD.finditer(lowered)
    ]


def _compared(word: str) -> str:
    return _SAME.get(word) or (word.replace(",", "") if "," in word else word)
