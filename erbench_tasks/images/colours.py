"""Colours of drawn pictures: mixing them, and whether text can be read on them."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import ImageColor

from .normalise import NotAnImage

Colour = tuple[int, int, int]
BLACK: Colour = (0, 0, 0)  # one of black and white can be read on any colour
WHITE: Colour = (255, 255, 255)
READABLE = 4.5  # contrast of text that most people can read (WCAG 2.2, level AA)


def parsed(text: str) -> Colour:
    """Returns the colour that a CSS name or hexadecimal number says.

    Raises:
        NotAnImage: It is neither.
    """
    try:
        red, green, blue = ImageColor.getrgb(text.strip())[:3]
    except ValueError as error:
        raise NotAnImage(
            f"{text!r} is not a colour; expected a name of CSS or a number such as #c8102e"
        ) from error
    return red, green, blue


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Returns a mixture.

    Args:
        one: A colour.
        other: Another.
        share: How much of the other, from 0 to 1.
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Returns the contrast of two colours as WCAG defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(ground: Colour, wanted: Iterable[Colour] = ()) -> Colour:
    """Returns the first colour of some that can be read on a ground, else black or white."""
    for colour in wanted:
        if contrast(colour, ground) >= READABLE:
            return colour
    return max((BLACK, WHITE), key=lambda colour: contrast(colour, ground))


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
