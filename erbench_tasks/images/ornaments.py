"""Ornaments of title cards: shapes without words, drawn finely and then reduced."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image, ImageDraw

from .colours import Colour
from .variation import Variation

FINE = 2  # ornaments are drawn so many times larger, which smooths their edges
INK = 255  # an ornament is a mask
Ornament = Callable[[ImageDraw.ImageDraw, tuple[int, int], Variation], None]


def drawn(image: Image.Image, ornament: Ornament, colour: Colour, vary: Variation) -> None:
    """Draws an ornament over all of a picture.

    Args:
        image: Mode RGB.
        ornament: What to draw.
        colour: In which colour.
        vary: Chooses its details.
    """
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
