"""Accents and other marks on letters, as strokes; lengths are in units of the font's size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Place = Literal["above", "below", "over", "bare"]


@dataclass(frozen=True)
class Mark:
    """A mark.

    Attributes:
        place: Above the letter, below the baseline, across it; `bare` draws nothing, and only
            takes the dot from an i.
        strokes: Points to join by lines, one alone is a dot; x from the letter's middle, y upwards
            from the mark's lower edge (above), the baseline (below) or the letter's middle (over).
    """

    place: Place
    strokes: tuple[tuple[Point, ...], ...]


def _arc(radius: float, start: float, end: float, middle: Point) -> tuple[Point, ...]:
    angles = (math.radians(start + (end - start) * step / 12) for step in range(13))
    return tuple(
        (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        for angle in angles
    )


_WAVE = tuple(
    (step / 12 * 0.3 - 0.15, 0.06 + 0.045 * math.sin(step / 12 * 2 * math.pi)) for step in range(13)
)
_ACUTE = ((-0.05, 0.0), (0.07, 0.13))
MARKS = {
    "\u0300": Mark("above", (((0.05, 0.0), (-0.07, 0.13)),)),
    "\u0301": Mark("above", (_ACUTE,)),
    "\u0302": Mark("above", (((-0.12, 0.0), (0.0, 0.12), (0.12, 0.0)),)),
    "\u0303": Mark("above", (_WAVE,)),
    "\u0304": Mark("above", (((-0.13, 0.06), (0.13, 0.06)),)),
    "\u0306": Mark("above", (_arc(0.12, 200, 340, (0.0, 0.12)),)),
    "\u0307": Mark("above", (((0.0, 0.06),),)),
    "\u0308": Mark("above", (((-0.11, 0.06),), ((0.11, 0.06),))),
    "\u0309": Mark("above", (_arc(0.06, 180, -60, (0.0, 0.1)),)),
    "\u030a": Mark("above", (_arc(0.075, 0, 360, (0.0, 0.075)),)),
    "\u030b": Mark("above", (((-0.12, 0.0), (-0.03, 0.13)), ((0.04, 0.0), (0.13, 0.13)))),
    "\u030c": Mark("above", (((-0.12, 0.12), (0.0, 0.0), (0.12, 0.12)),)),
    "\u031b": Mark("above", (((0.17, -0.1), (0.26, -0.02), (0.24, 0.06)),)),
    "\u0323": Mark("below", (((0.0, -0.14),),)),
    "\u0326": Mark("below", (((0.02, -0.1), (-0.04, -0.22)),)),
    "\u0327": Mark(
        "below", (((0.0, 0.0), (0.0, -0.08), (0.08, -0.13), (0.03, -0.2), (-0.08, -0.19)),)
    ),
    "\u0328": Mark("below", (((0.1, 0.0), (0.03, -0.08), (0.05, -0.17), (0.14, -0.18)),)),
    "\u0335": Mark("over", (((-0.02, 0.2), (0.28, 0.2)),)),
    "\u0336": Mark("over", (((-0.38, 0.0), (-0.06, 0.0)),)),
    "\u0337": Mark("over", (((-0.14, -0.08), (0.14, 0.08)),)),
    "\u0338": Mark("over", (((-0.26, -0.33), (0.26, 0.33)),)),
    "\x00": Mark("bare", ()),
}
