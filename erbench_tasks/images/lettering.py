"""Text in a box: wrapped into lines, as large as fits.

The font is DejaVu Sans, which has the Latin, Greek, Cyrillic, Armenian and Georgian letters with
their accents. It lies in `fonts/` with its free licence, so that a picture is the same on every
machine. A text with a character that it lacks, or with letters that are written from right to left,
is refused.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

from .normalise import NotAnImage

_FONT = Path(__file__).with_name("fonts") / "DejaVuSans.ttf"
_SMALLEST = 14  # pixels of the font; smaller is not read
_LONGEST = 400  # characters; more fit no picture, which need not be found out by trying
_LONG_WORD = re.compile(r"(\S{24})(?=\S)")  # is broken there, so that it need not be small
_NOBODYS = "\U0010ffff"  # a character that no font has
_RIGHT_TO_LEFT = {"R", "AL", "AN"}  # classes of Unicode's bidirectional algorithm
_INVISIBLE = {"Cf", "Cc"}  # soft hyphens, directions, joiners
Box = tuple[int, int, int, int]  # left, top, right, bottom


def draw_text(draw: ImageDraw.ImageDraw, box: Box, text: str, largest: int, ink: str) -> None:
    """Draws a text in the middle of a box, in the largest size that fits.

    Args:
        draw: Draws on the picture.
        box: Where the text has to fit.
        text: The text; its white space is where lines can end.
        largest: Of the sizes, in pixels.
        ink: Colour of the letters.

    Raises:
        NotAnImage: It is empty, too long for the box, or has characters that the font lacks.
    """
    left, top, right, bottom = box
    centre = ((left + right) / 2, (top + bottom) / 2)
    words = _LONG_WORD.sub(r"\1- ", drawable(text)).split(" ")
    for size in range(largest, _SMALLEST - 1, -2):
        font, leading = _font(size), size // 4
        lines = _wrapped(words, font, right - left)
        drawn = draw.multiline_textbbox(centre, lines, font, "mm", leading, "center")
        if left <= drawn[0] and top <= drawn[1] and drawn[2] <= right and drawn[3] <= bottom:
            draw.multiline_text(centre, lines, ink, font, "mm", leading, "center")
            return
    raise NotAnImage(f"the text is too long for a picture ({len(text)} characters)")


def drawable(text: str) -> str:
    """Returns the characters of a text to draw; a letter and its mark are one where Unicode can.

    Raises:
        NotAnImage: There are none, too many, or some that cannot be drawn; it names them all.
    """
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = "".join(one for one in composed if unicodedata.category(one) not in _INVISIBLE).strip()
    if not shown:
        raise NotAnImage("there is no text to draw")
    if len(shown) > _LONGEST:
        raise NotAnImage(f"the text is too long for a picture ({len(shown)} characters)")
    missing = [one for one in dict.fromkeys(shown) if one != " " and not _is_drawable(one)]
    if missing:
        named = ", ".join(map(repr, missing))
        raise NotAnImage(f"the built-in font has no {named}; give an image of your own")
    return shown


def _wrapped(words: list[str], font: ImageFont.FreeTypeFont, width: int) -> str:
    """Returns lines of at most a width in pixels, if no word is wider."""
    lines = words[:1]
    for word in words[1:]:
        joined = f"{lines[-1]} {word}"
        if font.getlength(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _is_drawable(character: str) -> bool:
    mask, missing = _font(40).getmask(character), _font(40).getmask(_NOBODYS)
    is_shown = mask.getbbox() is not None and bytes(mask) != bytes(missing)
    return is_shown and unicodedata.bidirectional(character) not in _RIGHT_TO_LEFT


@lru_cache(maxsize=128)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout places letters alike whether or not Pillow has Raqm.
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)
