"""What the built-in font can draw of a text: letters of ASCII, and marks that we draw on them.

The one font that Pillow brings, Aileron in a cut with few characters, has no accented letters. They
are taken apart (Unicode's canonical decomposition) into a letter and marks, so that `é` is an e
with an accent; a few others have a usual spelling (`æ` is ae). What is still not there is refused.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .marks import MARKS
from .normalise import NotAnImage

_PLAIN = frozenset(map(chr, range(0x21, 0x7F))) | frozenset("©«°±´·»‘’“”…‹›⁄™")  # noqa: RUF001
# Letters that have a mark which Unicode does not take apart.
_WITH_MARK = {
    "ø": "o\u0338", "Ø": "O\u0338", "ł": "l\u0337", "Ł": "L\u0337", "đ": "d\u0335", "Đ": "D\u0336",
    "ħ": "h\u0335", "Ħ": "H\u0335", "ð": "d\u0335", "Ð": "D\u0336", "ı": "i\u0000",  # noqa: RUF001
}  # fmt: skip
_SPELT = {
    "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "Th",
    "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "×": "x", "‚": ",", "„": '"', "′": "'",  # noqa: RUF001
    "ʻ": "‘", "ʼ": "’", "ʿ": "‘", "ʾ": "’", "•": "·", "∙": "·", "ŋ": "ng", "Ŋ": "Ng",  # noqa: RUF001
}  # fmt: skip
_TURNED = {"¡": "!", "¿": "?"}


@dataclass(frozen=True)
class Glyph:
    """A drawn character.

    Attributes:
        base: Character of the font.
        marks: Keys of `MARKS`, inner ones first.
        turned: Whether it stands on its head.
    """

    base: str
    marks: str = ""
    turned: bool = False


class UndrawableText(NotAnImage):
    """A text has characters that the built-in font cannot show."""


def glyphs(text: str) -> list[Glyph]:
    """Returns the glyphs of a line; a run of white space is one space.

    Args:
        text: Text of one line, left to right.

    Raises:
        UndrawableText: A character cannot be drawn; it names them all.
    """
    drawn: list[Glyph] = []
    missing: list[str] = []
    for character in re.sub(r"\s+", " ", text).strip():
        if unicodedata.category(character) in {"Cf", "Cc"}:
            continue  # invisible: soft hyphens, directions, joiners
        parts = _glyphs_of(character, drawn)
        if parts is None:
            missing.append(character)
        else:
            drawn.extend(parts)
    if missing:
        shown = ", ".join(f"{one!r}" for one in dict.fromkeys(missing))
        raise UndrawableText(f"the built-in font has no {shown}; give an image of your own")
    return drawn


def _glyphs_of(character: str, before: list[Glyph]) -> list[Glyph] | None:
    """Returns the glyphs of a character, None if it has none; a mark joins the last one before."""
    if character == " " or character in _PLAIN:
        return [Glyph(character)]
    if character in _TURNED:
        return [Glyph(_TURNED[character], turned=True)]
    spelt = _SPELT.get(character) or _WITH_MARK.get(character)
    parts = spelt or unicodedata.normalize("NFKD", character)
    if character in MARKS and before and before[-1].base != " ":
        last = before.pop()
        return [Glyph(last.base, last.marks + character, last.turned)]
    if parts == character:
        return None
    # A fraction after a number stays one: 8½ is not 81/2.
    apart = "\u2044" in parts and bool(before) and before[-1].base.isdigit()
    result = [Glyph(" ")] if apart else []
    for part in parts:
        more = _glyphs_of(part, result)
        if more is None:
            return None
        result.extend(more)
    return result
