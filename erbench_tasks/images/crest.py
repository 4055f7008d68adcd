"""Crests: a shield in a club's colours with its name, where there is no logo that may be shared."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PIL import Image, ImageColor, ImageDraw

from .lettering import draw_text
from .normalise import NotAnImage, png_bytes

Colour = tuple[int, ...]

WIDTH, HEIGHT = 640, 720
_SIDE = 960  # of a shield, which is drawn twice as large as it is shown: that smooths its edges
_CORNERS = ((True,) * 4, (False, False, True, True))  # which of them are round
_RIM = "#222222"


def crest(club: str, colours: Sequence[str]) -> bytes:
    """Draws a shield with a club's name below; its shape and stripes vary with the name.

    Args:
        club: The name.
        colours: The club's colours, the main one first: names of CSS or numbers (`#c8102e`).
            What is missing of two is derived: from the first, or from the name.

    Returns:
        A PNG file of 640 x 720 pixels, the same for the same texts.

    Raises:
        NotAnImage: A colour is none, or the name is empty, far too long, or has characters that
            the built-in font lacks.
    """
    vary = random.Random(f"crest\x1f{club}")  # noqa: S311 -- no secret
    field = _field(_colours(colours, vary), vary)
    image = Image.new("RGB", (2 * WIDTH, 2 * HEIGHT), "white")
    left, top = WIDTH - _SIDE // 2, 80
    radius, corners = _SIDE * vary.choice((25, 38, 49)) // 100, vary.choice(_CORNERS)
    for inset, content in ((0, _RIM), (20, field)):
        mask, end = Image.new("L", field.size), _SIDE - 1 - inset
        ImageDraw.Draw(mask).rounded_rectangle(
            (inset, inset, end, end), radius - inset, 255, corners=corners
        )
        image.paste(content, (left, top), mask)
    image = image.reduce(2)
    draw_text(ImageDraw.Draw(image), (30, 550, WIDTH - 30, HEIGHT - 20), club, 84, _RIM)
    return png_bytes(image)


def _colours(given: Sequence[str], vary: random.Random) -> list[Colour]:
    """Returns two colours or more, all of them different."""
    colours = list(dict.fromkeys(_parsed(colour) for colour in given if colour.strip()))
    if not colours:
        colours = [_parsed(f"hsl({vary.randrange(360)}, 60%, 35%)")]
    if len(colours) == 1:
        dark = sum(colours[0]) < 3 * 128
        colours.append(_parsed("white" if dark else "black"))
    return colours


def _parsed(text: str) -> Colour:
    try:
        return ImageColor.getrgb(text.strip())[:3]
    except ValueError as error:
        raise NotAnImage(
            f"{text!r} is not a colour; expected a name of CSS or a number such as #c8102e"
        ) from error


def _field(colours: list[Colour], vary: random.Random) -> Image.Image:
    """Returns a square with stripes in one of four directions, and a figure on most of them."""
    first, second, *others = colours
    field = Image.new("RGB", (2 * _SIDE, 2 * _SIDE), first)
    draw, stripe = ImageDraw.Draw(field), _SIDE // vary.choice((2, 3, 5, 7))
    middle = vary.choice((0, stripe // 2))  # of the square: where two stripes meet, or in one
    for x in range((_SIDE - middle) % (2 * stripe) - 2 * stripe, 2 * _SIDE, 2 * stripe):
        draw.rectangle((x, 0, x + stripe - 1, 2 * _SIDE), second)
    field = field.rotate(vary.choice((0, 45, 90, 135)), Image.Resampling.BICUBIC)
    edge = _SIDE // 2
    field = field.crop((edge, edge, edge + _SIDE, edge + _SIDE))
    sides = vary.choice((0, 4, 5, 6, 40))
    if sides:
        circle = (_SIDE // 2, _SIDE * 9 // 20, _SIDE * vary.choice((18, 24, 30)) // 100)
        figure, rim = (others or [second])[0], first if others else _RIM
        draw = ImageDraw.Draw(field)
        draw.regular_polygon(circle, sides, fill=figure, outline=rim, width=16)
    return field
