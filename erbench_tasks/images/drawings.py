"""Pictures that are drawn from the data: title cards and crests, and the text on them.

The font is DejaVu Sans, which has the Latin, Greek, Cyrillic, Armenian and Georgian letters with
their accents. It lies in `fonts/` with its free licence, so that a picture is the same on every
machine. A text with a character that it lacks, or with letters that are written from right to left,
is refused.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont

from .normalise import NotAnImage, png_bytes

Box = tuple[int, int, int, int]  # left, top, right, bottom
Colour = tuple[int, ...]

_CARD = (640, 960)  # width and height
# Lightness of the ground, of the shapes on it, and of the letters, which are read on both.
_LIGHTNESS = ((16, 25, 96), (88, 78, 10))
_TITLES = (72, 88, 104, 124, 148)
_CREST = (640, 720)  # width and height
_SIDE = 960  # of a shield, which is drawn twice as large as it is shown: that smooths its edges
_CORNERS = ((True,) * 4, (False, False, True, True))  # which of them are round
_RIM = "#222222"
_FONT = Path(__file__).with_name("fonts") / "DejaVuSans.ttf"
_SMALLEST = 14  # pixels of the font; smaller is not read
_LONGEST = 400  # characters; more fit no picture, which need not be found out by trying
_LONG_WORD = re.compile(r"(\S{24})(?=\S)")  # is broken there, so that it need not be small
_NOBODYS = "\U0010ffff"  # a character that no font has
_RIGHT_TO_LEFT = {"R", "AL", "AN"}  # classes of Unicode's bidirectional algorithm
_INVISIBLE = {"Cf", "Cc"}  # soft hyphens, directions, joiners


def title_card(title: str, year: str) -> bytes:
    """Draws a title and a year as a PNG file, which is the same for the same texts.

    Colours, sizes and the shapes behind the texts vary with both.

    Raises:
        NotAnImage: A text is empty, far too long, or has characters that the built-in font lacks.
    """
    vary = random.Random(f"title card\x1f{title}\x1f{year}")  # noqa: S311 -- no secret
    ground, shape, ink = colours(vary)
    width, height = _CARD
    image = Image.new("RGB", _CARD, ground)
    draw = ImageDraw.Draw(image)
    for _ in range(vary.randint(2, 5)):
        circle = (vary.randrange(width), vary.randrange(height), vary.randint(80, 360))
        draw.regular_polygon(circle, vary.randint(3, 9), vary.randrange(360), shape)
    draw.rectangle((24, 24, width - 25, height - 25), outline=ink, width=vary.randint(1, 9))
    draw_text(draw, (62, 70, width - 62, 780), title, vary.choice(_TITLES), ink)
    draw_text(draw, (62, 810, width - 62, 900), year, vary.choice((40, 48, 58)), ink)
    return png_bytes(image)


def colours(vary: random.Random) -> tuple[str, str, str]:
    """Draws the colours of the ground, of the shapes on it, and of the letters, as CSS has them."""
    hue, lightness = vary.randrange(360), vary.choice(_LIGHTNESS)
    ground, shape, ink = (f"hsl({hue}, 60%, {share}%)" for share in lightness)
    return ground, shape, ink


def crest(club: str, colours: Sequence[str]) -> bytes:
    """Draws a shield with a club's name below; its shape and stripes vary with the name.

    The main colour comes first; they are names of CSS or numbers (`#c8102e`). What is missing of
    two is derived: from the first, or from the name. The same texts give the same PNG file.

    Raises:
        NotAnImage: A colour is none, or the name is as for `title_card`.
    """
    vary = random.Random(f"crest\x1f{club}")  # noqa: S311 -- no secret
    field = _field(_colours(colours, vary), vary)
    width, height = _CREST
    image = Image.new("RGB", (2 * width, 2 * height), "white")
    left, top = width - _SIDE // 2, 80
    radius, corners = _SIDE * vary.choice((25, 38, 49)) // 100, vary.choice(_CORNERS)
    for inset, content in ((0, _RIM), (20, field)):
        mask, end = Image.new("L", field.size), _SIDE - 1 - inset
        box = (inset, inset, end, end)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius - inset, 255, corners=corners)
        image.paste(content, (left, top), mask)
    image = image.reduce(2)
    draw_text(ImageDraw.Draw(image), (30, 550, width - 30, height - 20), club, 84, _RIM)
    return png_bytes(image)


def _colours(given: Sequence[str], vary: random.Random) -> list[Colour]:
    """Returns two colours or more, all of them different."""
    colours = list(dict.fromkeys(_parsed(colour) for colour in given if colour.strip()))
    colours = colours or [_parsed(f"hsl({vary.randrange(360)}, 60%, 35%)")]
    if not colours[1:]:
        colours.append(_parsed("white" if sum(colours[0]) < 3 * 128 else "black"))
    return colours


def _parsed(text: str) -> Colour:
    try:
        return ImageColor.getrgb(text.strip())[:3]
    except ValueError as error:
        known = "a name of CSS or a number such as #c8102e"
        raise NotAnImage(f"{text!r} is not a colour; expected {known}") from error


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


def draw_text(draw: ImageDraw.ImageDraw, box: Box, text: str, largest: int, ink: str) -> None:
    """Draws a text in the middle of a box, in the largest size in pixels that fits.

    Raises:
        NotAnImage: It is empty, too long for the box, or has characters that the font lacks.
    """
    left, top, right, bottom = box
    centre = ((left + right) / 2, (top + bottom) / 2)
    words = _LONG_WORD.sub(r"\1- ", drawable(text)).split(" ")
    for size in range(largest, _SMALLEST - 1, -2):
        font, leading = _font(size), size // 4
        lines = _wrapped(words, font, right - left)
        drawn = draw.multiline_textbbox(centre, lines, font, "mm", leading, "center")
        if left <= drawn[0] and top <= drawn[1] and drawn[2] <= right and drawn[3] <= bottom:
            draw.multiline_text(centre, lines, ink, font, "mm", leading, "center")
            return
    raise NotAnImage(f"the text is too long for a picture ({len(text)} characters)")


def drawable(text: str) -> str:
    """Returns the characters of a text to draw; a letter and its mark are one where Unicode can.

    Raises:
        NotAnImage: There are none, too many, or some that cannot be drawn; it names them all.
    """
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    shown = "".join(one for one in composed if unicodedata.category(one) not in _INVISIBLE).strip()
    if not shown:
        raise NotAnImage("there is no text to draw")
    if len(shown) > _LONGEST:
        raise NotAnImage(f"the text is too long for a picture ({len(shown)} characters)")
    missing = [one for one in dict.fromkeys(shown) if one != " " and not _is_drawable(one)]
    if missing:
        named = ", ".join(map(repr, missing))
        raise NotAnImage(f"the built-in font has no {named}; give an image of your own")
    return shown


def _wrapped(words: list[str], font: ImageFont.FreeTypeFont, width: int) -> str:
    """Returns lines of at most a width in pixels, if no word is wider."""
    lines = words[:1]
    for word in words[1:]:
        joined = f"{lines[-1]} {word}"
        lines[-1:] = [joined] if font.getlength(joined) <= width else [lines[-1], word]
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _is_drawable(character: str) -> bool:
    mask, missing = _font(40).getmask(character), _font(40).getmask(_NOBODYS)
    is_shown = mask.getbbox() is not None and bytes(mask) != bytes(missing)
    return is_shown and unicodedata.bidirectional(character) not in _RIGHT_TO_LEFT


@lru_cache(maxsize=128)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout places letters alike whether or not Pillow has Raqm.
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)
