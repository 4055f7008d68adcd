"""Crests: a shield in a club's colours with its name, where there is no logo that may be shared."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from .colours import BLACK, WHITE, Colour, contrast, mixed, parsed, readable_on
from .lettering import Face
from .normalise import png_bytes
from .shields import FINE, PATTERNS, SHAPES
from .text_block import Box, fitted
from .variation import Variation

WIDTH, HEIGHT = 640, 720
_PAPER: Colour = (250, 250, 247)
_SHIELD = Box(90, 36, 460, 520)
_RIBBON = Box(20, 516, 600, 150)
_DISTINCT = 60  # difference of some channel, of 255, at which two colours are told apart
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
    """Returns two colours or more; the second can be told from the first."""
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
