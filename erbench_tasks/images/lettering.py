"""Text in a box: wrapped into lines, as large as fits, in faces that are made from one font.

The font is DejaVu Sans, which has the Latin, Greek, Cyrillic, Armenian and Georgian letters with
their accents. It lies in `fonts/` with its free licence, so that a picture is the same on every
machine. A text with a character that it lacks, or with letters that are written from right to left,
is refused.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from ...core.errors import InputError
from .colours import Colour
from .normalise import NotAnImage

FONT = Path(__file__).with_name("fonts") / "DejaVuSans.ttf"
_SMALLEST = 14  # pixels of the font; smaller is not read
_LONGEST = 400  # characters; more fit no picture, which need not be found out by trying
_LEADING = 0.86  # from line to line, in units of a line's height: most of it is room for accents
_FINE = 2  # lines are drawn this many times larger, and then reduced
_NOBODYS = "\U0010ffff"  # a character that no font has
_RIGHT_TO_LEFT = {"R", "AL", "AN"}  # classes of Unicode's bidirectional algorithm


class UndrawableText(NotAnImage):
    """A text has characters that the built-in font cannot show."""


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


@dataclass(frozen=True)
class Box:
    """A part of a picture in pixels.

    Attributes:
        left: Its left edge.
        top: Its upper edge.
        width: Its width.
        height: Its height.
    """

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class TextBlock:
    """A text that was fitted into a box.

    Attributes:
        lines: What each line says.
        size: Of the font in pixels.
        face: How it looks.
    """

    lines: tuple[str, ...]
    size: int
    face: Face

    @property
    def height(self) -> int:
        """Height in pixels."""
        return _height(len(self.lines), self.size)

    def draw(
        self,
        image: Image.Image,
        box: Box,
        colour: Colour,
        align: Literal["left", "centre", "right"] = "centre",
        vertical: Literal["top", "middle", "bottom"] = "middle",
    ) -> None:
        """Draws the text into the box.

        Args:
            image: Mode RGB.
            box: Where, at least as large as the block.
            colour: Of the letters.
            align: Where lines begin.
            vertical: Where in the box the block stands.
        """
        spare = box.height - self.height
        top = box.top + {"top": 0, "middle": spare // 2, "bottom": spare}[vertical]
        for number, line in enumerate(self.lines):
            mask = line_mask(line, self.size, self.face)
            rest = box.width - mask.width
            left = box.left + {"left": 0, "centre": rest // 2, "right": rest}[align]
            y = top + round(number * line_height(self.size) * _LEADING)
            image.paste(colour, (left, y), mask)


def fitted(text: str, box: Box, face: Face, largest: int) -> TextBlock:
    """Wraps a text and finds the largest size that fits.

    Args:
        text: The text; its white space is where lines can end.
        box: What it has to fit in.
        face: How it looks.
        largest: Of the sizes, in pixels.

    Raises:
        NotAnImage: It is empty, too long for the box, or has characters that the font lacks.
    """
    words = text.split()
    if not words:
        raise NotAnImage("there is no text to draw")
    if len(text) > _LONGEST:
        raise NotAnImage(f"the text is too long for a picture ({len(text)} characters)")
    # Words are only broken where nothing of a readable size fits otherwise.
    for breaking in (False, True):
        size = largest
        while size >= (_SMALLEST if breaking else max(_SMALLEST, largest // 3)):
            lines = _wrapped(words, size, face, box.width, breaking)
            if lines is not None and _height(len(lines), size) <= box.height:
                return TextBlock(tuple(lines), size, face)
            size = min(size - 1, size * 15 // 16)
    raise NotAnImage(f"the text is too long for a picture ({len(text)} characters)")


def _height(lines: int, size: int) -> int:
    return round(line_height(size) * (1 + (lines - 1) * _LEADING))


def _wrapped(
    words: list[str], size: int, face: Face, width: int, breaking: bool
) -> list[str] | None:
    """Returns lines of at most a width in pixels; None if a word is wider and must not break."""
    lines: list[str] = []
    for word in words:
        joined = f"{lines[-1]} {word}" if lines else word
        if line_width(joined, size, face) <= width:
            lines[-1:] = [joined]
        elif line_width(word, size, face) <= width:
            lines.append(word)
        elif breaking:
            lines.extend(_broken(word, size, face, width))
        else:
            return None
    return lines


def _broken(word: str, size: int, face: Face, width: int) -> list[str]:
    parts = [""]
    for character in word:
        if parts[-1] and line_width(parts[-1] + character, size, face) > width:
            parts.append("")
        parts[-1] += character
    return parts


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
    return round(size * 1.5)


def characters(text: str) -> list[str]:
    """Returns the characters to draw, each with its combining marks; runs of space are one space.

    Args:
        text: Text of one line.

    Raises:
        UndrawableText: A character cannot be drawn; it names them all.
    """
    found: list[str] = []
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        if unicodedata.category(character) in {"Cf", "Cc"}:
            continue  # invisible: soft hyphens, directions, joiners
        if found and found[-1] != " " and unicodedata.category(character) == "Mn":
            found[-1] += character
        else:
            found.append(character)
    missing = [one for one in dict.fromkeys("".join(found)) if not _is_drawable(one)]
    if missing:
        shown = ", ".join(f"{one!r}" for one in missing)
        raise UndrawableText(f"the built-in font has no {shown}; give an image of your own")
    return found


@lru_cache(maxsize=4096)
def _is_drawable(character: str) -> bool:
    if unicodedata.bidirectional(character) in _RIGHT_TO_LEFT:
        return False
    return _image_of(character) != _image_of(_NOBODYS)


def _image_of(character: str) -> tuple[tuple[int, int], bytes]:
    mask = _font(40).getmask(character)
    return mask.size, bytes(mask)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    try:
        # The basic layout places letters alike whether or not Pillow has Raqm.
        return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)
    except ImportError as error:
        raise InputError(
            "drawing images needs a Pillow with FreeType: pip install --upgrade pillow"
        ) from error


class _Line:
    """A line of characters; lengths are in fine pixels."""

    def __init__(self, text: str, size: int, face: Face) -> None:
        self.face = face
        self.size = size * _FINE
        self.font = _font(self.size)
        self.characters = characters(face.cased(text))
        self.bold = round(face.weight * self.size)
        self.height = line_height(size) * _FINE
        self.baseline = round(self.size * 1.15)
        self.lean = round(face.slant * self.baseline)

    @property
    def width(self) -> int:
        return max(1, round(self._full_width() * self.face.width / _FINE))

    def mask(self) -> Image.Image:
        image = Image.new("L", (self._full_width(), self.height), 0)
        draw = ImageDraw.Draw(image)
        x = float(self._margin())
        for character in self.characters:
            at = (round(x), self.baseline)
            draw.text(at, character, 255, self.font, "ls", stroke_width=self.bold)
            x += self._advance(character)
        if self.face.slant:
            shear = (1, self.face.slant, -self.face.slant * self.baseline, 0, 1, 0)
            image = image.transform(
                image.size, Image.Transform.AFFINE, shear, Image.Resampling.BILINEAR
            )
        return image.resize((self.width, self.height // _FINE), Image.Resampling.BOX)

    def _margin(self) -> int:
        return self.bold + self.size // 6

    def _full_width(self) -> int:
        # What hangs below the baseline leans to the left, which the margin covers.
        return round(sum(map(self._advance, self.characters))) + 2 * self._margin() + self.lean

    def _advance(self, character: str) -> float:
        return self.font.getlength(character) + self.face.spacing * self.size + self.bold
