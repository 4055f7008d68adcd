"""Crests: a shield in a club's colours with its name, where there is no logo that may be shared."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from .colours import BLACK, WHITE, Colour, contrast, mixed, parsed, readable_on
from .lettering import Box, Face, fitted
from .normalise import png_bytes
from .variation import Variation

FINE = 2  # shields are drawn this many times larger, which smooths their edges
Size = tuple[int, int]
Colours = tuple[Colour, Colour, Colour]
Shape = Callable[[Size, float], list[tuple[float, float]]]
Pattern = Callable[[ImageDraw.ImageDraw, Size, Colours, Variation], None]

WIDTH, HEIGHT = 640, 720
_PAPER: Colour = (250, 250, 247)
_SHIELD = Box(90, 36, 460, 520)
_RIBBON = Box(20, 516, 600, 150)
_DISTINCT = 60  # difference of some channel, of 255, at which two colours look different
_SPARE = ("#1d3557", "#9b2226", "#0b6e4f", "#e9b44c", "#5a189a", "#f1faee")


def crest(club: str, colours: Sequence[str]) -> bytes:
    """Draws a shield with a ribbon that has a club's name; the pattern varies with the name.

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
    vary = Variation("crest", club)
    first, second, *others = _colours(colours, vary)
    third = others[0] if others else readable_on(first, [second])
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    _draw_shield(image, (first, second, third), vary)
    _draw_ribbon(image, club, (first, second), vary)
    return png_bytes(image)


def _colours(given: Sequence[str], vary: Variation) -> list[Colour]:
    """Returns two colours or more; the second looks different from the first."""
    colours = [parsed(colour) for colour in given if colour.strip()]
    if not colours:
        colours = [parsed(vary.choice(_SPARE))]
    first = colours[0]
    others = [colour for colour in colours[1:] if _difference(first, colour) >= _DISTINCT]
    return [first, *(others or [readable_on(first, [WHITE, BLACK])])]


def _difference(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _draw_shield(
    image: Image.Image, colours: tuple[Colour, Colour, Colour], vary: Variation
) -> None:
    """Draws at a finer scale, which smooths the edges."""
    size = (_SHIELD.width * FINE, _SHIELD.height * FINE)
    shape, pattern = vary.choice(SHAPES), vary.choice(PATTERNS)
    field = Image.new("RGB", size, colours[0])
    pattern(ImageDraw.Draw(field), size, colours, vary)
    outline = Image.new("L", size, 0)
    ImageDraw.Draw(outline).polygon(shape(size, 0.0), 255)
    inside = Image.new("L", size, 0)
    ImageDraw.Draw(inside).polygon(shape(size, 0.03), 255)
    rim = mixed(min(colours, key=lambda one: contrast(one, BLACK)), BLACK, 0.35)
    whole = Image.new("RGB", size, rim)
    whole.paste(field, (0, 0), inside)
    at = (_SHIELD.left, _SHIELD.top)
    image.paste(whole.reduce(FINE), at, outline.reduce(FINE))


def _draw_ribbon(
    image: Image.Image, club: str, colours: tuple[Colour, Colour], vary: Variation
) -> None:
    first, second = colours
    # The name is read best on the colour that leaves it the most contrast.
    ground = max(colours, key=lambda one: contrast(one, readable_on(one)))
    ink = readable_on(ground, [second if ground == first else first])
    left, top = _RIBBON.left, _RIBBON.top
    right, bottom = left + _RIBBON.width, top + _RIBBON.height
    draw = ImageDraw.Draw(image)
    edge = mixed(ink, ground, 0.2)
    draw.rounded_rectangle((left, top, right, bottom), 16, ground, edge, 5)
    face = Face(
        weight=vary.choice((0.012, 0.024, 0.032)),
        width=vary.choice((0.86, 1.0)),
        spacing=vary.choice((0.0, 0.03)),
        capitals=vary.choice((True, False)),
    )
    box = Box(left + 22, top + 6, _RIBBON.width - 44, _RIBBON.height - 12)
    fitted(club, box, face, 84).draw(image, box, ink)


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
