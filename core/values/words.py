"""The words of a text, for comparing names: without accents, case, signs and number formats."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from anyascii import anyascii

_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)*(?![^\W_])|[^\W_]+|&")
# Letters that have no accent to lose, and typographic signs.
_PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th",
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    **{sign: f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    "\N{EN DASH}": "-", "\N{EM DASH}": " - ", "\N{NON-BREAKING HYPHEN}": "-",
})  # fmt: skip
LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sk", "sv", "da", "nb", "fi",
    "hu", "ro", "bg", "el", "tr", "ar", "he", "fa", "hi", "bn", "ja", "zh", "ko", "vi", "th", "id",
    "hr", "sr", "sl", "ca",
)  # fmt: skip
MOST = 5000  # of a text's numbers, dates, names or words that are looked at
CARDINALS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
)
# A single I or X is more likely a pronoun or a letter.
_ROMAN = {2: "ii", 3: "iii", 4: "iv", 5: "v", 6: "vi", 7: "vii", 8: "viii", 9: "ix", 11: "xi"}
_SAME = {"&": "and", "saint": "st", "mount": "mt"} | {name: str(n) for n, name in _ROMAN.items()}
_SAME |= {word: str(number) for number, word in enumerate(CARDINALS.split(), start=1)}
_SAME |= {word: f"{number}th" for number, word in enumerate(_ORDINALS.split(), start=1)}
_SAME |= {"first": "1st", "second": "2nd", "third": "3rd"}
_SIGNS = re.compile(r"[^a-z0-9,&.]")

Span = tuple[int, int]  # start and end of a part of a text


class Word(NamedTuple):
    """A word in the form that is compared, and where it stands in the plain text."""

    text: str
    start: int
    end: int


def plain(text: str) -> str:
    """Removes accents and typographic signs from a text; case and other scripts stay.

    Args:
        text: Any text.

    Returns:
        The text in NFKD form without combining marks, "ß" as "ss" and so on.
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    if decomposed.isascii():
        return decomposed
    return "".join([letter for letter in decomposed if not unicodedata.combining(letter)])


def in_original(text: str, span: Span) -> Span:
    """Returns where a part of a plain text stands in the text as it was.

    Args:
        text: The text as it was.
        span: Start and end in `plain(text)`.
    """
    if text.isascii():
        return span
    letters = (one if one.isascii() else plain(one) for one in text)
    positions = [at for at, letter in enumerate(letters) for _ in letter]
    return positions[span[0]], positions[span[1] - 1] + 1


def words(lowered: str) -> list[Word]:
    """Splits a plain text in lower case into its words.

    Args:
        lowered: A text in lower case, without accents (see `plain`).

    Returns:
        The words in order, in Latin letters; numbers without their thousands separators, "two"
        and "II" as "2", "second" as "2nd", "&" as "and".
    """
    split = [
        Word(_SAME.get(word := match[0]) or word.replace(",", ""), *match.span())
        for match in _WORD.finditer(lowered)
    ]
    return split if lowered.isascii() else list(filter(None, map(_romanised, split)))


def _romanised(word: Word) -> Word | None:
    """Returns a word in Latin letters; None if nothing is left of it."""
    text = word.text if word.text.isascii() else _SIGNS.sub("", anyascii(word.text).lower())
    return word._replace(text=_SAME.get(text, text)) if text else None
