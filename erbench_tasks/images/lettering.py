"""Lines of text as masks, in faces that are made from the one font that Pillow brings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from ..errors import InputError
from .glyphs import Glyph, glyphs
from .marks import MARKS

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
