"""Plots as inline SVG, of points and of stacked bars; colours are the page's CSS classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from markupsafe import Markup

from ..statistics.intervals import decimal
from .grid import Figure

MARKERS = {"BN(Y)": "circle", "BN(N)": "triangle", "MC": "square"}
_COLORS = 8
_WIDTH, _LEFT, _TOP = 440, 52, 34  # of the drawing, left and above the plane
_HEIGHT = 220  # of the plane; a legend of any length comes below it
_LEGEND_LEFT, _LEGEND_TOP, _LINE = 14, _TOP + _HEIGHT + 62, 20
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_LONGEST = 54  # characters of a legend's entry
_HEADING = 44  # characters of a heading
_REMARK = 66  # characters of the line below it
_LABELS, _ROW = 140, 26  # of lying bars: width of the labels, height of a row
_RECT = Markup('<rect class="c{} seam" x="{}" y="{}" width="{}" height="{}">{}</rect>')


@dataclass(frozen=True, slots=True)
class Point:
    """A point, both of whose coordinates are shares in [0, 1] unless the axis has ticks."""

    x: float
    y: float
    text: str
    marker: str = "circle"
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one colour, joined by a line if `line` is `solid` or `dashed`."""

    name: str
    color: int
    points: tuple[Point, ...]
    line: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """What is drawn; `ticks` are the labelled places of the horizontal axis.

    A `remark` stands below the title.
    """

    title: str
    description: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    ticks: tuple[tuple[float, str], ...] = tuple((tick, decimal(tick)) for tick in _TICKS)
    shapes: bool = False
    remark: str = ""


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
    remark: str = ""


def points_of(name: str, figures: Iterable[tuple[float, Figure]]) -> Iterable[Point]:
    """Yields a point with its interval for each figure that has a value, with its place."""
    for x, figure in figures:
        found = figure.estimate
        if found is not None:
            text = f"{name}: {figure.value} {figure.interval}, n = {found.n}"
            yield Point(x, found.value, text, low=found.low, high=found.high)


def draw(plot: Plot | BarPlot, element_id: str) -> Markup:
    """Draws a plot.

    Args:
        plot: What to draw.
        element_id: Prefix of the ids of its title and description; must be unique on the page.

    Returns:
        An SVG element.
    """
    drawn = _points(plot) if isinstance(plot, Plot) else _bars(plot)
    heading, below = plot.title, ""
    if plot.remark:  # the line below has room for what the title ends with
        heading, _, of = plot.title.partition(": ")
        below = "; ".join(filter(None, [of, plot.remark]))
    bottom = drawn.legend_top + _LINE * len(drawn.legend)
    head = Markup(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="{id}-title {id}-desc">'
        '<title id="{id}-title">{}</title><desc id="{id}-desc">{}</desc>'
        '<text class="heading" x="8" y="{}">{}</text>'
    ).format(
        _WIDTH,
        bottom,
        plot.title,
        plot.description,
        11 if plot.remark else 18,
        _cut(heading, _HEADING),
        id=element_id,
    )
    remark = Markup('<text class="tick" x="8" y="25">{}</text>').format(_cut(below, _REMARK))
    remarks = [remark] if below else []
    return Markup("\n").join([head, *remarks, *drawn.parts, *drawn.legend, Markup("</svg>")])


class _Drawn(NamedTuple):
    """What lies in and around the plane, and the lines of the legend below it."""

    parts: Iterable[Markup]
    legend: Sequence[Markup]
    legend_top: float


def _points(plot: Plot) -> _Drawn:
    marks = chain.from_iterable(_marks(series, plot) for series in plot.series)
    parts = [*_grid(plot), *_axis_names(plot.x_label, plot.y_label), *marks]
    return _Drawn(parts, _legend(plot), _LEGEND_TOP)


def _grid(plot: Plot) -> Iterable[Markup]:
    yield from _shares_axis()
    line = Markup('<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    for place, label in plot.ticks:
        x = _x(place, plot)
        yield line.format(x, _TOP, x, _TOP + _HEIGHT)
        yield _tick_text("middle", x, _TOP + _HEIGHT + 20, label)


def _marks(series: Series, plot: Plot) -> Iterable[Markup]:
    color = f"c{series.color % _COLORS}"
    places = [(_x(point.x, plot), _y_place(point.y)) for point in series.points]
    if series.line and len(places) > 1:
        path = " ".join(f"{x},{y}" for x, y in places)
        yield Markup('<polyline class="{} {}" points="{}"/>').format(color, series.line, path)
    for point, (x, y) in zip(series.points, places, strict=True):
        if point.low is not None and point.high is not None:
            bar = Markup('<line class="{} bar" x1="{}" y1="{}" x2="{}" y2="{}"/>')
            yield bar.format(color, x, _y_place(point.low), x, _y_place(point.high))
        yield _marker(point.marker, color, x, y, point.text)


def _marker(shape: str, color: str, x: float, y: float, text: str) -> Markup:
    title = Markup("<title>{}</title>").format(text) if text else Markup("")
    if shape == "square":
        return Markup('<rect class="{}" x="{}" y="{}" width="9" height="9">{}</rect>').format(
            color, round(x - 4.5, 1), round(y - 4.5, 1), title
        )
    if shape == "triangle":
        corners = f"{x:.1f},{y - 5.5:.1f} {x - 5.5:.1f},{y + 4.5:.1f} {x + 5.5:.1f},{y + 4.5:.1f}"
        return Markup('<polygon class="{}" points="{}">{}</polygon>').format(color, corners, title)
    return Markup('<circle class="{}" cx="{}" cy="{}" r="5">{}</circle>').format(color, x, y, title)


def _legend(plot: Plot) -> list[Markup]:
    entries = [(series.name, f"c{series.color % _COLORS}", series.line) for series in plot.series]
    drawn = [_legend_entry(place, *entry, "circle") for place, entry in enumerate(entries)]
    shapes = MARKERS if plot.shapes else {}
    for label, shape in shapes.items():
        drawn.append(_legend_entry(len(drawn), label, "neutral", "", shape))
    return drawn


def _bars(plot: BarPlot) -> _Drawn:
    top = _TOP + _ROW * len(plot.bars) + 62 if plot.lying else _LEGEND_TOP
    legend = [
        _legend_entry(place, name, f"c{color}", "", "square", top)
        for place, (name, color) in enumerate(plot.legend)
    ]
    return _Drawn(_lying(plot) if plot.lying else _upright(plot), legend, top)


def _upright(plot: BarPlot) -> Iterable[Markup]:
    yield from _shares_axis()
    step = (_WIDTH - _LEFT - 24) / len(plot.bars)
    for place, bar in enumerate(plot.bars):
        x, base = _LEFT + 6 + place * step, 0.0
        for part in bar.segments:
            y, height = _y_place(base + part.share), round(part.share * _HEIGHT, 1)
            yield _rect(part, round(x + step * 0.1, 1), y, round(step * 0.8, 1), height)
            base += part.share
        yield _tick_text("middle", round(x + step / 2, 1), _TOP + _HEIGHT + 20, bar.label)
    yield from _axis_names(plot.bars_are, plot.axis)


def _lying(plot: BarPlot) -> Iterable[Markup]:
    bottom, width = _TOP + _ROW * len(plot.bars), _WIDTH - _LABELS - 20
    for tick in _TICKS:
        x = round(_LABELS + tick * width, 1)
        line = Markup('<line class="grid" x1="{0}" y1="{1}" x2="{0}" y2="{2}"/>')
        yield line.format(x, _TOP, bottom)
        yield _tick_text("middle", x, bottom + 18, decimal(tick))
    yield _tick_text("middle label", _LABELS + width / 2, bottom + 38, plot.axis)
    for place, bar in enumerate(plot.bars):
        y, base = _TOP + 4 + place * _ROW, 0.0
        yield _tick_text("end", _LABELS - 8, y + 14, bar.label)
        for part in bar.segments:
            x = round(_LABELS + base * width, 1)
            yield _rect(part, x, y, round(part.share * width, 1), _ROW - 8)
            base += part.share


def _rect(part: Segment, x: float, y: float, width: float, height: float) -> Markup:
    if not part.share:
        return Markup("")
    title = Markup("<title>{}</title>").format(part.text)
    return _RECT.format(part.color, x, y, width, height, title)


def _axis_names(x_label: str, y_label: str) -> Iterable[Markup]:
    """Draws the titles of the axes."""
    bottom, middle = _TOP + _HEIGHT, _TOP + _HEIGHT / 2
    yield _tick_text("middle label", (_LEFT + _WIDTH - 12) / 2, bottom + 40, x_label)
    yield Markup(
        '<text class="tick middle label" x="14" y="{0}" transform="rotate(-90 14 {0})">{1}</text>'
    ).format(middle, y_label)


def _legend_entry(
    place: int, name: str, color: str, line: str, shape: str, top: float = _LEGEND_TOP
) -> Markup:
    """Draws a line of the legend.

    Args:
        place: Its number, from 0.
        name: What the sign means; a long one is cut.
        color: Class of its colour.
        line: Class of a line through the sign; empty for none.
        shape: `circle|square|triangle`.
        top: Where the legend begins.
    """
    x, y = _LEGEND_LEFT, top + _LINE * place
    short = _cut(name, _LONGEST)
    stroke = Markup('<line class="{} {}" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    sample = stroke.format(color, line, x, y, x + 28, y) if line else Markup("")
    text = Markup('<text class="tick" x="{}" y="{}">{}</text>').format(x + 38, y + 4, short)
    return sample + _marker(shape, color, x + 14, y, "") + text


def _shares_axis() -> Iterable[Markup]:
    """Draws the lines and labels of a vertical axis of shares."""
    line = Markup('<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    for tick in _TICKS:
        yield line.format(_LEFT, _y_place(tick), _WIDTH - 12, _y_place(tick))
        yield _tick_text("end", _LEFT - 6, _y_place(tick) + 4, decimal(tick))


def _tick_text(anchor: str, x: float, y: float, text: str) -> Markup:
    """Draws a label; `anchor` is `end` or `middle`."""
    return Markup('<text class="tick {}" x="{}" y="{}">{}</text>').format(anchor, x, y, text)


def _x(value: float, plot: Plot) -> float:
    places = [place for place, _ in plot.ticks]
    low, high = min(places), max(places)
    share = (value - low) / (high - low) if high > low else 0.5
    return round(_LEFT + 12 + share * (_WIDTH - _LEFT - 36), 1)


def _y_place(value: float) -> float:
    """Returns where a share in [0, 1] lies on the vertical axis."""
    return round(_TOP + (1 - value) * _HEIGHT, 1)


def _cut(text: str, longest: int) -> str:
    """Shortens a text in its middle, as its end may say that a model is simulated."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"
