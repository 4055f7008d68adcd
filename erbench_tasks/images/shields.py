"""Outlines of shields, and the patterns that fill them."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import ImageDraw

from .colours import Colour
from .variation import Variation

FINE = 2  # shields are drawn so many times larger, which smooths their edges
Size = tuple[int, int]
Colours = tuple[Colour, Colour, Colour]
Shape = Callable[[Size, float], list[tuple[float, float]]]
Pattern = Callable[[ImageDraw.ImageDraw, Size, Colours, Variation], None]


def heater(size: Size, inset: float) -> list[tuple[float, float]]:
    """A shield with a straight top and a point."""
    return _placed(size, inset, [(-1.0, -1.0), (1.0, -1.0), *_side(0.1), *_mirrored(_side(0.1))])


def arched(size: Size, inset: float) -> list[tuple[float, float]]:
    """A shield with a top that is arched between the corners."""
    top = [(x / 10, -0.88 - 0.12 * (1 - (x / 10) ** 2)) for x in range(-10, 11)]
    return _placed(size, inset, [*top, *_side(0.25), *_mirrored(_side(0.25))])


def roundel(size: Size, inset: float) -> list[tuple[float, float]]:
    """A disc."""
    return _placed(
        size,
        inset,
        [(math.cos(math.pi * at / 60), math.sin(math.pi * at / 60)) for at in range(120)],
    )


def pointed(size: Size, inset: float) -> list[tuple[float, float]]:
    """A shield with a top that rises to the middle."""
    return _placed(
        size, inset, [(-1.0, -0.82), (0.0, -1.0), (1.0, -0.82), *_side(0.0), *_mirrored(_side(0.0))]
    )


def plain(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """One colour with a disc of another."""
    width, height = size
    x, y, radius = width / 2, height * 0.42, width * vary.choice((0.18, 0.24, 0.3))
    draw.ellipse(
        (x - radius, y - radius, x + radius, y + radius), colours[1], colours[2], width // 50
    )


def halves(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """Two halves, side by side or one above the other."""
    width, height = size
    upright = vary.choice((True, False))
    draw.rectangle(
        (width // 2 if upright else 0, 0 if upright else height // 2, width, height), colours[1]
    )


def stripes(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """Upright stripes."""
    width, height = size
    count = vary.choice((5, 7, 9))
    for stripe in range(1, count, 2):
        draw.rectangle(
            (width * stripe // count, 0, width * (stripe + 1) // count, height), colours[1]
        )


def hoops(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """Level stripes."""
    width, height = size
    count = vary.choice((5, 7, 9))
    for hoop in range(1, count, 2):
        draw.rectangle((0, height * hoop // count, width, height * (hoop + 1) // count), colours[1])


def sash(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """A band from corner to corner, with a narrow one on it."""
    width, height = size
    start, end = vary.choice(((0, width), (width, 0)))
    draw.line((start, 0, end, height), colours[1], width // 4)
    draw.line((start, 0, end, height), colours[2], width // 16)


def quarters(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """Four fields, two of each colour."""
    width, height = size
    middle = height * vary.choice((40, 46)) // 100
    draw.rectangle((width // 2, 0, width, middle), colours[1])
    draw.rectangle((0, middle, width // 2, height), colours[1])


def chevron(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """Angles that point upwards."""
    width, height = size
    for angle in range(vary.choice((1, 2, 3))):
        y = height * (0.5 + 0.2 * angle)
        points = [(-width * 0.1, y), (width / 2, y - height * 0.28), (width * 1.1, y)]
        draw.line(points, colours[1 + angle % 2], height // 10, joint="curve")


def cross(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """A cross, its arms above the middle."""
    width, height = size
    arm, y = width * vary.choice((7, 10, 13)) // 100, height * 40 // 100
    draw.rectangle((width // 2 - arm, 0, width // 2 + arm, height), colours[1])
    draw.rectangle((0, y - arm, width, y + arm), colours[1])


def chief(draw: ImageDraw.ImageDraw, size: Size, colours: Colours, vary: Variation) -> None:
    """A broad band at the top with balls, and a diamond below."""
    width, height = size
    edge = height * 30 // 100
    draw.rectangle((0, 0, width, edge), colours[1])
    balls = vary.choice((1, 2, 3))
    for ball in range(balls):
        x, y, radius = width * (ball + 1) / (balls + 1), edge * 0.55, width * 0.06
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colours[0])
    x, y, reach = width / 2, height * 0.6, width * 0.2
    draw.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], colours[1])


def _side(straight: float) -> list[tuple[float, float]]:
    """Returns the right side of a shield from the end of its straight part to its point."""
    quarter = (math.radians(angle) for angle in range(0, 91, 5))
    return [(math.cos(angle), straight + (1 - straight) * math.sin(angle)) for angle in quarter]


def _mirrored(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(-x, y) for x, y in reversed(points)]


def _placed(
    size: Size, inset: float, points: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Scales points from -1 to 1 to a picture; `inset` is a share of the width on each side."""
    width, height = size
    edge = inset * width
    return [
        (width / 2 + x * (width / 2 - 1 - edge), height / 2 + y * (height / 2 - 1 - edge))
        for x, y in points
    ]


SHAPES: tuple[Shape, ...] = (heater, arched, roundel, pointed)
PATTERNS: tuple[Pattern, ...] = (
    plain, halves, stripes, hoops, sash, quarters, chevron, cross, chief
)  # fmt: skip
