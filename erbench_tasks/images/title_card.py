"""Title cards: a movie's title and year as a picture, where no poster may be shared."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw

from .lettering import draw_text
from .normalise import png_bytes

WIDTH, HEIGHT = 640, 960
# Lightness of the ground, of the shapes on it, and of the letters, which are read on both.
_LIGHTNESS = ((16, 25, 96), (88, 78, 10))
_LARGEST = (72, 88, 104, 124, 148)


def title_card(title: str, year: str) -> bytes:
    """Draws a title and a year; colours, sizes and the shapes behind them vary with both.

    Args:
        title: The title, of any length that can be read on a picture.
        year: The year.

    Returns:
        A PNG file of 640 x 960 pixels, the same for the same texts.

    Raises:
        NotAnImage: A text is empty, far too long, or has characters that the built-in font lacks.
    """
    vary = random.Random(f"title card\x1f{title}\x1f{year}")  # noqa: S311 -- no secret
    ground, shape, ink = colours(vary)
    image = Image.new("RGB", (WIDTH, HEIGHT), ground)
    draw = ImageDraw.Draw(image)
    for _ in range(vary.randint(2, 5)):
        circle = (vary.randrange(WIDTH), vary.randrange(HEIGHT), vary.randint(80, 360))
        draw.regular_polygon(circle, vary.randint(3, 9), vary.randrange(360), shape)
    draw.rectangle((24, 24, WIDTH - 25, HEIGHT - 25), outline=ink, width=vary.randint(1, 9))
    draw_text(draw, (62, 70, WIDTH - 62, 780), title, vary.choice(_LARGEST), ink)
    draw_text(draw, (62, 810, WIDTH - 62, 900), year, vary.choice((40, 48, 58)), ink)
    return png_bytes(image)


def colours(vary: random.Random) -> tuple[str, str, str]:
    """Draws the colours of the ground, of the shapes on it, and of the letters, as CSS has them."""
    hue, lightness = vary.randrange(360), vary.choice(_LIGHTNESS)
    ground, shape, ink = (f"hsl({hue}, 60%, {share}%)" for share in lightness)
    return ground, shape, ink
