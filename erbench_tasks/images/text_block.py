"""Text in a box: wrapped into lines, as large as fits, every character drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image

from .colours import Colour
from .lettering import Face, line_height, line_mask, line_width
from .normalise import NotAnImage

_SMALLEST = 14  # pixels of the font; smaller is not read
_LONGEST = 400  # characters; more fit no picture, which need not be found out by trying
_LEADING = 0.86  # from line to line, in units of a line's height: most of it is room for accents


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
