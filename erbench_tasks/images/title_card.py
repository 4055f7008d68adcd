"""Title cards: a movie's title and year as a picture, where no poster may be shared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from .colours import Colour, mixed, readable_on
from .lettering import Box, Face, fitted
from .normalise import png_bytes
from .variation import Variation

FINE = 2  # ornaments are drawn this many times larger, which smooths their edges
INK = 255  # an ornament is a mask
Ornament = Callable[[ImageDraw.ImageDraw, tuple[int, int], Variation], None]

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
    _draw_ornament(image, vary.choice(ORNAMENTS), _faint(ground, second, ink), vary)
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


def _draw_ornament(image: Image.Image, ornament: Ornament, colour: Colour, vary: Variation) -> None:
    size = (image.width * FINE, image.height * FINE)
    mask = Image.new("L", size, 0)
    ornament(ImageDraw.Draw(mask), size, vary)
    image.paste(colour, (0, 0), mask.reduce(FINE))


def sunburst(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Rays from one point."""
    width, height = size
    x, y = width * vary.choice((0.0, 0.5, 1.0)), height * vary.choice((0.2, 0.5, 1.0))
    rays, far = vary.choice((16, 24, 36)), 2 * height
    for ray in range(0, 2 * rays, 2):
        ends = [math.pi * (ray + side) / rays for side in (0, 1)]
        draw.polygon(
            [(x, y), *((x + far * math.cos(end), y + far * math.sin(end)) for end in ends)],
            INK,
        )


def rings(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Circles around one point."""
    width, height = size
    x, y = width * vary.choice((0.15, 0.5, 0.85)), height * vary.choice((0.25, 0.5, 0.8))
    step = width * vary.choice((6, 8, 11)) // 100
    for radius in range(step, 2 * height, 2 * step):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), None, INK, step // 2)


def stripes(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Parallel bands, upright or leaning."""
    width, height = size
    step, lean = width * vary.choice((4, 7, 12)) // 100, height * vary.choice((-1, 0, 1))
    for x in range(-height, width + height, 2 * step):
        draw.polygon([(x, 0), (x + step, 0), (x + step + lean, height), (x + lean, height)], INK)


def dots(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """A screen of dots that grow downwards or upwards."""
    width, height = size
    step, up = width // vary.choice((14, 20, 26)), vary.choice((True, False))
    for row, y in enumerate(range(0, height + step, step)):
        share = 1 - y / height if up else y / height
        radius = step * 0.5 * max(0.06, share)
        for x in range(step // 2 * (row % 2), width + step, step):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), INK)


def waves(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Waves over the lower or the upper part."""
    width, height = size
    length, first = width / vary.choice((1.5, 2.5, 4)), vary.choice((0, 55))
    for y in range(height * first // 100, height * (first + 45) // 100, height // 28):
        line = [
            (x, y + height * 0.011 * math.sin(2 * math.pi * x / length + y))
            for x in range(-20, width + 40, 20)
        ]
        draw.line(line, INK, width // 90, joint="curve")


def mountains(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """A ridge under a disc."""
    width, height = size
    peaks = vary.choice((3, 4, 5))
    for peak in range(peaks + 1):
        x = width * peak / peaks
        y = height * (60 + vary.number(26)) / 100
        draw.polygon([(x, y), (x - width * 0.4, height), (x + width * 0.4, height)], INK)
    x, radius = width * (20 + vary.number(60)) / 100, width * (8 + vary.number(8)) / 100
    draw.ellipse((x - radius, height * 0.08, x + radius, height * 0.08 + 2 * radius), INK)


def skyline(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Houses along the lower edge."""
    width, height = size
    x = 0
    while x < width:
        across = width * (5 + vary.number(9)) // 100
        draw.rectangle((x, height * (62 + vary.number(28)) // 100, x + across, height), INK)
        x += across + width // 90


def film(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Perforations of a film along both sides."""
    width, height = size
    hole, step = width // 28, height // vary.choice((18, 24, 30))
    for y in range(step // 4, height, step):
        for x in (width // 60, width - width // 60 - hole):
            draw.rounded_rectangle((x, y, x + hole, y + step * 5 // 9), hole // 4, INK)


def frame(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """Two lines around everything."""
    width, height = size
    for inset, line in (
        (width // 34, width // vary.choice((80, 120))),
        (width // 19, width // 260),
    ):
        draw.rectangle((inset, inset, width - inset, height - inset), None, INK, line)


def corners(draw: ImageDraw.ImageDraw, size: tuple[int, int], vary: Variation) -> None:
    """A wedge in two corners."""
    width, height = size
    reach = width * vary.choice((30, 45, 65)) // 100
    flip = vary.choice((True, False))
    for left, top in ((not flip, True), (flip, False)):
        x, y = (0 if left else width), (0 if top else height)
        draw.polygon(
            [(x, y), (x + (reach if left else -reach), y), (x, y + (reach if top else -reach))], INK
        )


ORNAMENTS: tuple[Ornament, ...] = (
    sunburst, rings, stripes, dots, waves, mountains, skyline, film, frame, corners
)  # fmt: skip
