"""Lines of text as masks, in faces that are made from one font.

The one font that Pillow brings, Aileron in a cut with few characters, has no accented letters. They
are taken apart (Unicode's canonical decomposition) into a letter and marks, so that `é` is an e
with an accent; a few others have a usual spelling (`æ` is ae). What is still not there is refused.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from ...core.errors import InputError
from .normalise import NotAnImage

Point = tuple[float, float]
Place = Literal["above", "below", "over", "bare"]


@dataclass(frozen=True)
class Mark:
    """A mark.

    Attributes:
        place: Above the letter, below the baseline, across it; `bare` draws nothing, and only
            takes the dot from an i.
        strokes: Points to join by lines, one alone is a dot; x from the letter's middle, y upwards
            from the mark's lower edge (above), the baseline (below) or the letter's middle (over).
    """

    place: Place
    strokes: tuple[tuple[Point, ...], ...]


def _arc(radius: float, start: float, end: float, middle: Point) -> tuple[Point, ...]:
    angles = (math.radians(start + (end - start) * step / 12) for step in range(13))
    return tuple(
        (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        for angle in angles
    )


_WAVE = tuple(
    (step / 12 * 0.3 - 0.15, 0.06 + 0.045 * math.sin(step / 12 * 2 * math.pi)) for step in range(13)
)
_ACUTE = ((-0.05, 0.0), (0.07, 0.13))
MARKS = {
    "\u0300": Mark("above", (((0.05, 0.0), (-0.07, 0.13)),)),
    "\u0301": Mark("above", (_ACUTE,)),
    "\u0302": Mark("above", (((-0.12, 0.0), (0.0, 0.12), (0.12, 0.0)),)),
    "\u0303": Mark("above", (_WAVE,)),
    "\u0304": Mark("above", (((-0.13, 0.06), (0.13, 0.06)),)),
    "\u0306": Mark("above", (_arc(0.12, 200, 340, (0.0, 0.12)),)),
    "\u0307": Mark("above", (((0.0, 0.06),),)),
    "\u0308": Mark("above", (((-0.11, 0.06),), ((0.11, 0.06),))),
    "\u0309": Mark("above", (_arc(0.06, 180, -60, (0.0, 0.1)),)),
    "\u030a": Mark("above", (_arc(0.075, 0, 360, (0.0, 0.075)),)),
    "\u030b": Mark("above", (((-0.12, 0.0), (-0.03, 0.13)), ((0.04, 0.0), (0.13, 0.13)))),
    "\u030c": Mark("above", (((-0.12, 0.12), (0.0, 0.0), (0.12, 0.12)),)),
    "\u031b": Mark("above", (((0.17, -0.1), (0.26, -0.02), (0.24, 0.06)),)),
    "\u0323": Mark("below", (((0.0, -0.14),),)),
    "\u0326": Mark("below", (((0.02, -0.1), (-0.04, -0.22)),)),
    "\u0327": Mark(
        "below", (((0.0, 0.0), (0.0, -0.08), (0.08, -0.13), (0.03, -0.2), (-0.08, -0.19)),)
    ),
    "\u0328": Mark("below", (((0.1, 0.0), (0.03, -0.08), (0.05, -0.17), (0.14, -0.18)),)),
    "\u0335": Mark("over", (((-0.02, 0.2), (0.28, 0.2)),)),
    "\u0336": Mark("over", (((-0.38, 0.0), (-0.06, 0.0)),)),
    "\u0337": Mark("over", (((-0.14, -0.08), (0.14, 0.08)),)),
    "\u0338": Mark("over", (((-0.26, -0.33), (0.26, 0.33)),)),
    "\x00": Mark("bare", ()),
}


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


_FINE = 2  # lines are drawn so many times larger, and then reduced
_STEM = 0.075  # thickness of a stroke of the font, in units of its size
_GAP = 0.075  # between a letter and a mark above it
_STACK = 0.19  # from one mark above a letter to the next


@dataclass(frozen=True)
class Face:
    """How letters look.

    Attributes:
        weight: What is added around each stroke, in units of the size, from 0 to 0.04.
        slant: How far the top leans to the right, in units of the height, from 0 to 0.3.
        width: Width of a letter, 1 for the font's own.
        spacing: Space between letters in units of the size.
        capitals: Whether all letters are capitals.
    """

    weight: float = 0.0
    slant: float = 0.0
    width: float = 1.0
    spacing: float = 0.0
    capitals: bool = False

    def cased(self, text: str) -> str:
        """Returns a text as the face writes it."""
        return text.upper() if self.capitals else text


def line_width(text: str, size: int, face: Face) -> int:
    """Returns the width of a line's mask in pixels.

    Args:
        text: One line.
        size: Size of the font in pixels.
        face: How it looks.

    Raises:
        UndrawableText: The font lacks a character.
    """
    return _Line(text, size, face).width


def line_mask(text: str, size: int, face: Face) -> Image.Image:
    """Draws a line.

    Args:
        text: One line.
        size: Size of the font in pixels.
        face: How it looks.

    Returns:
        Mode L, white letters on black; `line_height(size)` high.

    Raises:
        UndrawableText: The font lacks a character.
    """
    return _Line(text, size, face).mask()


def line_height(size: int) -> int:
    """Returns the height of a line's mask in pixels, with room for two marks on a capital."""
    return round(size * 1.45)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size=float(size))
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise InputError(
            "drawing images needs a Pillow with FreeType: pip install --upgrade pillow"
        )
    # The basic layout places letters alike whether or not Pillow has Raqm.
    return font.font_variant(layout_engine=ImageFont.Layout.BASIC)


class _Line:
    """A line of glyphs; lengths are in fine pixels."""

    def __init__(self, text: str, size: int, face: Face) -> None:
        self.face = face
        self.size = size * _FINE
        self.font = _font(self.size)
        self.glyphs = glyphs(face.cased(text))
        self.bold = round(face.weight * self.size)
        self.height = line_height(size) * _FINE
        self.baseline = round(self.size * 1.1)
        self.lean = round(face.slant * self.baseline)

    @property
    def width(self) -> int:
        return max(1, round(self._full_width() * self.face.width / _FINE))

    def mask(self) -> Image.Image:
        image = Image.new("L", (self._full_width(), self.height), 0)
        x = float(self._margin())
        for glyph in self.glyphs:
            self._draw(image, glyph, x)
            x += self._advance(glyph)
        if self.face.slant:
            shear = (1, self.face.slant, -self.face.slant * self.baseline, 0, 1, 0)
            image = image.transform(
                image.size, Image.Transform.AFFINE, shear, Image.Resampling.BILINEAR
            )
        return image.resize((self.width, self.height // _FINE), Image.Resampling.BOX)

    def _margin(self) -> int:
        return self.bold + self.size // 12

    def _full_width(self) -> int:
        # What hangs below the baseline leans to the left, which the margin covers.
        return round(sum(map(self._advance, self.glyphs))) + 2 * self._margin() + self.lean

    def _advance(self, glyph: Glyph) -> float:
        return self.font.getlength(glyph.base) + self.face.spacing * self.size + self.bold

    def _draw(self, image: Image.Image, glyph: Glyph, x: float) -> None:
        if glyph.base == " ":
            return
        left, top, right, bottom = map(float, self.font.getbbox(glyph.base, anchor="ls"))
        at = (round(x), self.baseline)
        if glyph.turned:
            self._draw_turned(image, glyph, at)
            return
        draw = ImageDraw.Draw(image)
        draw.text(at, glyph.base, 255, self.font, "ls", stroke_width=self.bold)
        if glyph.base in "ij" and any(
            MARKS[mark].place in {"above", "bare"} for mark in glyph.marks
        ):
            top = self.font.getbbox("x", anchor="ls")[1]  # what is above it is the dot
            edge = self.baseline + round(top) - self.bold - 1
            draw.rectangle((at[0] + left - self.bold, 0, at[0] + right + self.bold, edge), 0)
        self._draw_marks(draw, glyph, (at[0] + (left + right) / 2, top, bottom))

    def _draw_turned(self, image: Image.Image, glyph: Glyph, at: tuple[int, int]) -> None:
        """Draws a question or exclamation mark on its head, hanging from the height of an x."""
        box = self.font.getbbox(glyph.base, anchor="ls")
        left, top, right, bottom = (round(edge) for edge in box)
        edge = self.bold
        size = (right - left + 2 * edge, bottom - top + 2 * edge)
        small = Image.new("L", size, 0)
        ImageDraw.Draw(small).text(
            (edge - left, edge - top), glyph.base, 255, self.font, "ls", stroke_width=self.bold
        )
        x_height = round(self.font.getbbox("x", anchor="ls")[1])
        where = (at[0] + left - edge, self.baseline + x_height - edge)
        image.paste(255, where, small.transpose(Image.Transpose.ROTATE_180))

    def _draw_marks(
        self, draw: ImageDraw.ImageDraw, glyph: Glyph, box: tuple[float, float, float]
    ) -> None:
        middle, top, bottom = box
        above = 0
        for key in glyph.marks:
            mark = MARKS[key]
            origin = {
                "above": top - self.bold - (_GAP + above * _STACK) * self.size,
                "below": 0.0,
                "over": (top + bottom) / 2,
                "bare": 0.0,
            }[mark.place]
            above += mark.place == "above"
            for stroke in mark.strokes:
                self._stroke(
                    draw,
                    [
                        (middle + x * self.size, self.baseline + origin - y * self.size)
                        for x, y in stroke
                    ],
                )

    def _stroke(self, draw: ImageDraw.ImageDraw, points: list[tuple[float, float]]) -> None:
        thick = _STEM * self.size + self.bold * 1.2
        if len(points) == 1:
            thick *= 1.35
        draw.line(points, 255, round(thick), joint="curve")
        for x, y in (points[0], points[-1]):
            half = thick / 2
            draw.ellipse((x - half, y - half, x + half, y + half), 255)
