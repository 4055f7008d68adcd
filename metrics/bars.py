"""Plots of stacked bars as inline SVG: upright for a distribution, lying where labels are long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from .drawing import (
    HEIGHT,
    LEFT,
    LEGEND_TOP,
    TOP,
    WIDTH,
    frame,
    legend_entry,
    shares_axis,
    svg,
    tick_text,
    y_place,
)
from .intervals import decimal

_LABELS, _ROW = 140, 26  # of lying bars: width of the labels, height of a row
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_RECT = Markup('<rect class="c{} seam" x="{}" y="{}" width="{}" height="{}">{}</rect>')


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar: a share in [0, 1], and the number of its colour."""

    share: float
    color: int
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar; its segments are stacked."""

    label: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class BarPlot:
    """What is drawn; `legend` has the meaning and the colour of each kind of segment."""

    title: str
    description: str
    axis: str
    bars: tuple[Bar, ...]
    legend: tuple[tuple[str, int], ...]
    bars_are: str = ""
    lying: bool = False


def draw_bars(plot: BarPlot, element_id: str) -> Markup:
    """Draws a plot.

    Args:
        plot: What to draw.
        element_id: Prefix of the ids of its title and description; must be unique on the page.

    Returns:
        An SVG element.
    """
    top = TOP + _ROW * len(plot.bars) + 62 if plot.lying else LEGEND_TOP
    legend = [
        legend_entry(place, name, f"c{color}", "", "square", top)
        for place, (name, color) in enumerate(plot.legend)
    ]
    parts = _lying(plot) if plot.lying else _upright(plot)
    return svg(plot.title, plot.description, parts, legend, element_id, top)


def _upright(plot: BarPlot) -> Iterable[Markup]:
    yield from shares_axis()
    step = (WIDTH - LEFT - 24) / len(plot.bars)
    for place, bar in enumerate(plot.bars):
        x, base = LEFT + 6 + place * step, 0.0
        for part in bar.segments:
            y, height = y_place(base + part.share), round(part.share * HEIGHT, 1)
            yield _rect(part, round(x + step * 0.1, 1), y, round(step * 0.8, 1), height)
            base += part.share
        yield tick_text("middle", round(x + step / 2, 1), TOP + HEIGHT + 20, bar.label)
    yield from frame(plot.bars_are, plot.axis)


def _lying(plot: BarPlot) -> Iterable[Markup]:
    bottom, width = TOP + _ROW * len(plot.bars), WIDTH - _LABELS - 20
    for tick in _TICKS:
        x = round(_LABELS + tick * width, 1)
        line = Markup('<line class="grid" x1="{0}" y1="{1}" x2="{0}" y2="{2}"/>')
        yield line.format(x, TOP, bottom)
        yield tick_text("middle", x, bottom + 18, decimal(tick))
    yield tick_text("middle label", _LABELS + width / 2, bottom + 38, plot.axis)
    for place, bar in enumerate(plot.bars):
        y, base = TOP + 4 + place * _ROW, 0.0
        yield tick_text("end", _LABELS - 8, y + 14, bar.label)
        for part in bar.segments:
            x = round(_LABELS + base * width, 1)
            yield _rect(part, x, y, round(part.share * width, 1), _ROW - 8)
            base += part.share


def _rect(part: Segment, x: float, y: float, width: float, height: float) -> Markup:
    if not part.share:
        return Markup("")
    title = Markup("<title>{}</title>").format(part.text)
    return _RECT.format(part.color, x, y, width, height, title)
