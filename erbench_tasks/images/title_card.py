"""Title cards: a movie's title and year as a picture, where no poster may be shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from .colours import Colour, mixed, readable_on
from .lettering import Face
from .normalise import png_bytes
from .ornaments import ORNAMENTS, drawn
from .text_block import Box, fitted
from .variation import Variation

WIDTH, HEIGHT = 640, 960
_EDGE = 62  # pixels that stay free on each side of the text

# Ground, letters, second colour: letters are read on the ground.
PALETTES: tuple[tuple[str, str, str], ...] = (
    ("#14213d", "#ffffff", "#fca311"), ("#f4f1de", "#22223b", "#e07a5f"),
    ("#6a040f", "#ffe8d6", "#ffba08"), ("#0b3d2e", "#f1faee", "#95d5b2"),
    ("#f2cc8f", "#3d1f0d", "#bc4b32"), ("#111111", "#f5f5f5", "#d00000"),
    ("#e8edf2", "#102a43", "#2c7da0"), ("#3c096c", "#f8edff", "#ff9e00"),
    ("#fefae0", "#283618", "#a3b18a"), ("#012a4a", "#e0fbfc", "#61a5c2"),
    ("#ffd6e0", "#4a0e2c", "#ef476f"), ("#2b2d42", "#edf2f4", "#8d99ae"),
    ("#ffe66d", "#1a1423", "#ff6b6b"), ("#432818", "#ffe6a7", "#bb9457"),
    ("#dff5e1", "#073b3a", "#0b6e4f"), ("#1b263b", "#ffd166", "#778da9"),
)  # fmt: skip
_WEIGHTS = (0.0, 0.012, 0.024, 0.036)
_WIDTHS = (0.72, 0.86, 1.0, 1.14)
_SPACINGS = (0.0, 0.0, 0.03, 0.09)
_LARGEST = (72, 88, 104, 124, 148)


@dataclass(frozen=True)
class _Layout:
    """Where things are.

    Attributes:
        title: Share of the height where the title's box begins and ends.
        year: The same for the year's.
        align: Where lines begin.
        vertical: Where in its box the title stands.
        panel: Whether a plain panel lies under the title.
    """

    title: tuple[float, float]
    year: tuple[float, float]
    align: Literal["left", "centre", "right"]
    vertical: Literal["top", "middle", "bottom"]
    panel: bool = False


_LAYOUTS = (
    _Layout((0.08, 0.78), (0.84, 0.94), "centre", "middle"),
    _Layout((0.20, 0.76), (0.82, 0.93), "centre", "middle", panel=True),
    _Layout((0.07, 0.66), (0.85, 0.95), "left", "top"),
    _Layout((0.30, 0.82), (0.84, 0.94), "left", "bottom"),
    _Layout((0.22, 0.92), (0.06, 0.16), "right", "bottom"),
    _Layout((0.20, 0.90), (0.07, 0.17), "centre", "middle"),
    _Layout((0.16, 0.60), (0.62, 0.72), "centre", "bottom"),
    _Layout((0.24, 0.80), (0.08, 0.19), "left", "middle", panel=True),
)


def title_card(title: str, year: str) -> bytes:
    """Draws a title and a year; face, colours, layout and ornament vary with both.

    Args:
        title: The title, of any length that can be read on a picture.
        year: The year.

    Returns:
        A PNG file of 640 x 960 pixels, the same for the same texts.

    Raises:
        NotAnImage: A text is empty, far too long, or has characters that the built-in font lacks.
    """
    vary = Variation("title card", title, year)
    ground, ink, second = (_hex(colour) for colour in vary.choice(PALETTES))
    layout = vary.choice(_LAYOUTS)
    image = Image.new("RGB", (WIDTH, HEIGHT), ground)
    drawn(image, vary.choice(ORNAMENTS), _faint(ground, second, ink), vary)
    if layout.panel:
        _draw_panel(image, layout, ground, second)
    face = _face(vary)
    box = _box(layout.title)
    block = fitted(title, box, face, vary.choice(_LARGEST))
    block.draw(image, box, ink, layout.align, layout.vertical)
    _draw_year(image, layout, year, (ground, ink, second), vary)
    return png_bytes(image)


def _face(vary: Variation) -> Face:
    return Face(
        weight=vary.choice(_WEIGHTS),
        slant=vary.choice((0.0, 0.0, 0.2)),
        width=vary.choice(_WIDTHS),
        spacing=vary.choice(_SPACINGS),
        capitals=vary.choice((False, True)),
    )


def _faint(ground: Colour, second: Colour, ink: Colour) -> Colour:
    """Returns the strongest mixture that letters are still read on."""
    for share in (0.4, 0.3, 0.2, 0.1):
        colour = mixed(ground, second, share)
        if readable_on(colour, [ink]) == ink:
            return colour
    return ground


def _draw_panel(image: Image.Image, layout: _Layout, ground: Colour, second: Colour) -> None:
    top, bottom = (round(HEIGHT * share) for share in layout.title)
    ImageDraw.Draw(image).rectangle(
        (_EDGE - 26, top - 26, WIDTH - _EDGE + 26, bottom + 26), ground, second, 4
    )


def _draw_year(
    image: Image.Image,
    layout: _Layout,
    year: str,
    colours: tuple[Colour, Colour, Colour],
    vary: Variation,
) -> None:
    ground, ink, second = colours
    box = _box(layout.year)
    face = Face(weight=vary.choice(_WEIGHTS), spacing=vary.choice((0.0, 0.06, 0.2)))
    block = fitted(year, box, face, vary.choice((40, 48, 58)))
    if vary.choice((True, False)):
        top = box.top + (box.height - block.height) // 2
        ImageDraw.Draw(image).rectangle((0, top, WIDTH, top + block.height), second)
        ink = readable_on(second, [ground, ink])
    block.draw(image, box, ink, layout.align)


def _box(shares: tuple[float, float]) -> Box:
    top, bottom = (round(HEIGHT * share) for share in shares)
    return Box(_EDGE, top, WIDTH - 2 * _EDGE, bottom - top)


def _hex(colour: str) -> Colour:
    number = int(colour[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255
