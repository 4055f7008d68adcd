"""Plots as inline SVG, drawn from the tables' figures; colours are the page's CSS classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from markupsafe import Markup

from .grid import Column, Figure, Row, Table
from .intervals import decimal

Place = tuple[float, float]
Colors = Mapping[str, int]  # by model, the same in every plot

_COLORS = 8
_WIDTH, _LEFT, _TOP = 440, 52, 34  # of the drawing, left and above the plane
_HEIGHT = 220  # of the plane; a legend of any length comes below it
_LEGEND_TOP, _LINE = _TOP + _HEIGHT + 62, 20
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_MARKERS = {"BN(Y)": "circle", "BN(N)": "triangle", "MC": "square"}
_LONGEST = 46  # characters of a legend's entry


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
    """Points of one colour, joined by a line (or a dashed one) if wished."""

    name: str
    color: int
    points: tuple[Point, ...]
    line: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """What is drawn; `ticks` are the labelled places of the horizontal axis."""

    title: str
    description: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    ticks: tuple[tuple[float, str], ...] = tuple((tick, decimal(tick)) for tick in _TICKS)
    shapes: bool = False


def draw_all(tables: Sequence[Table]) -> list[Markup]:
    """Draws the plots that there are figures for.

    Args:
        tables: The tables.

    Returns:
        SVG elements, each with a title and a description.
    """
    by_key = {table.key: table for table in tables}
    single_hop = by_key.get("table2") or by_key.get("table18")
    models = dict.fromkeys(row.model for table in tables for row in table.rows)
    colors = {model: number for number, model in enumerate(models)}
    plots = _scatters(single_hop, colors) if single_hop else []
    if "table4" in by_key:
        plots += _by_hop(by_key["table4"], colors)
    if "figure2" in by_key:
        plots += _by_nota(by_key["figure2"], colors)
    return [draw(plot, f"plot{number}") for number, plot in enumerate(plots) if plot.series]


def draw(plot: Plot, element_id: str) -> Markup:
    """Draws a plot.

    Args:
        plot: What to draw.
        element_id: Prefix of the ids of its title and description; must be unique on the page.

    Returns:
        An SVG element.
    """
    legend = _legend(plot)
    height = _LEGEND_TOP + _LINE * len(legend)
    head = Markup(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="{id}-title {id}-desc">'
        '<title id="{id}-title">{}</title><desc id="{id}-desc">{}</desc>'
        '<text class="heading" x="{}" y="18">{}</text>'
    ).format(_WIDTH, height, plot.title, plot.description, 8, plot.title, id=element_id)
    marks = chain.from_iterable(_marks(series, plot) for series in plot.series)
    return Markup("\n").join([head, *_axes(plot), *marks, *legend, Markup("</svg>")])


def _x(value: float, plot: Plot) -> float:
    places = [place for place, _ in plot.ticks]
    low, high = min(places), max(places)
    share = (value - low) / (high - low) if high > low else 0.5
    return round(_LEFT + 12 + share * (_WIDTH - _LEFT - 36), 1)


def _y(value: float) -> float:
    return round(_TOP + (1 - value) * _HEIGHT, 1)


def _axes(plot: Plot) -> Iterable[Markup]:
    left, right, bottom = _LEFT, _WIDTH - 12, _TOP + _HEIGHT
    line = Markup('<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    text = Markup('<text class="tick {}" x="{}" y="{}">{}</text>')
    for tick in _TICKS:
        yield line.format(left, _y(tick), right, _y(tick))
        yield text.format("end", left - 6, _y(tick) + 4, decimal(tick))
    for place, label in plot.ticks:
        yield line.format(_x(place, plot), _TOP, _x(place, plot), bottom)
        yield text.format("middle", _x(place, plot), bottom + 20, label)
    middle = _TOP + _HEIGHT / 2
    yield text.format("middle label", (left + right) / 2, bottom + 40, plot.x_label)
    yield Markup(
        '<text class="tick middle label" x="14" y="{0}" transform="rotate(-90 14 {0})">{1}</text>'
    ).format(middle, plot.y_label)


def _marks(series: Series, plot: Plot) -> Iterable[Markup]:
    color = f"c{series.color % _COLORS}"
    places = [(_x(point.x, plot), _y(point.y)) for point in series.points]
    if series.line and len(places) > 1:
        path = " ".join(f"{x},{y}" for x, y in places)
        yield Markup('<polyline class="{} {}" points="{}"/>').format(color, series.line, path)
    for point, (x, y) in zip(series.points, places, strict=True):
        if point.low is not None and point.high is not None:
            bar = Markup('<line class="{} bar" x1="{}" y1="{}" x2="{}" y2="{}"/>')
            yield bar.format(color, x, _y(point.low), x, _y(point.high))
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
    drawn = [
        _entry(i, name, color, line, "circle") for i, (name, color, line) in enumerate(entries)
    ]
    shapes = _MARKERS if plot.shapes else {}
    for label, shape in shapes.items():
        drawn.append(_entry(len(drawn), label, "neutral", "", shape))
    return drawn


def _entry(place: int, name: str, color: str, line: str, shape: str) -> Markup:
    y = _LEGEND_TOP + _LINE * place
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    stroke = Markup('<line class="{} {}" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    sample = stroke.format(color, line, _LEFT, y, _LEFT + 28, y) if line else Markup("")
    text = Markup('<text class="tick" x="{}" y="{}">{}</text>').format(_LEFT + 38, y + 4, short)
    return sample + _marker(shape, color, _LEFT + 14, y, "") + text


def _scatters(table: Table, colors: Colors) -> list[Plot]:
    whose = "entities that the model knows" if table.key == "table2" else "all entities"
    known = f"One point per model and task, over {whose}."
    rationale = _scatter(table, colors, lambda rates: (rates["A"], rates["R"]))
    missing = _scatter(
        table, colors, lambda rates: (1 - rates["A"] - rates["H (↓)"], rates["H (↓)"])
    )
    return [
        Plot(
            "Right answer against right rationale",
            f"{known} Below the diagonal, answers are right more often than rationales.",
            "Answer accuracy (A)",
            "Rationale accuracy (R)",
            rationale,
            shapes=True,
        ),
        Plot(
            "Hallucination against missing answers",
            f"{known} To the right the model admits more often that it does not know.",
            "Missing rate (M)",
            "Hallucination rate (H)",
            missing,
            shapes=True,
        ),
    ]


def _scatter(
    table: Table, colors: Colors, place: Callable[[Mapping[str, float]], Place]
) -> tuple[Series, ...]:
    series = []
    for model, rows in _by_model(table).items():
        points = tuple(
            Point(x, y, f"{model}, {column.group} {column.label}", _MARKERS[column.label])
            for column, rates in _rates(table.columns, rows)
            for x, y in [place(rates)]
        )
        series.append(Series(model, colors[model], points))
    return tuple(series)


def _by_model(table: Table) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        rows.setdefault(row.model, []).append(row)
    return rows


def _rates(
    columns: Sequence[Column], rows: Sequence[Row]
) -> Iterable[tuple[Column, dict[str, float]]]:
    """Yields the columns in which a model has every rate, with the rates."""
    for place, column in enumerate(columns):
        cells = {row.label: row.cells[place] for row in rows}
        found = {
            label: figure.estimate.value
            for label, figures in cells.items()
            for figure in figures
            if figure.estimate is not None
        }
        if len(found) == len(rows):
            yield column, found


def _by_hop(table: Table, colors: Colors) -> list[Plot]:
    """One plot per dataset and polarity; without chain of thought the line is dashed."""
    plots = []
    for dataset, kind in dict.fromkeys((c.dataset, c.kind) for c in table.columns):
        columns = [c for c in table.columns if (c.dataset, c.kind) == (dataset, kind)]
        series = tuple(_hop_series(table, columns, colors))
        hops = sorted({point.x for some in series for point in some.points})
        title = f"Right so far, by hop: {columns[0].group.rpartition(',')[0]} {columns[0].label}"
        text = "Share of responses with the right answer and this hop right, by model."
        ticks = tuple((hop, f"hop {hop:.0f}") for hop in hops)
        plots.append(Plot(title, text, "Hop of the rationale", "AR-ext", series, ticks))
    return plots


def _hop_series(table: Table, columns: Sequence[Column], colors: Colors) -> Iterable[Series]:
    for row in table.rows:
        if row.label != "AR-ext":
            continue
        for column in columns:
            name = f"{row.model}, {column.group.rpartition(', ')[2]}"
            figures = row.cells[table.columns.index(column)]
            points = tuple(_points(name, enumerate(figures, start=1)))
            if points:
                line = "solid" if column.cot else "dashed"
                yield Series(name, colors[row.model], points, line)


def _by_nota(table: Table, colors: Colors) -> list[Plot]:
    plots = []
    for dataset in dict.fromkeys(column.dataset for column in table.columns):
        places = [i for i, column in enumerate(table.columns) if column.dataset == dataset]
        series = []
        for row in table.rows:
            some = [
                (table.columns[i].nota or 0.0, figure) for i in places for figure in row.cells[i]
            ]
            if points := tuple(_points(row.model, some)):
                series.append(Series(row.model, colors[row.model], points, "solid"))
        group = table.columns[places[0]].group
        title = f"With the option None of the above: {group}"
        text = "Answer accuracy by the share of questions whose answer is None of the above."
        ticks = tuple((table.columns[i].nota or 0.0, table.columns[i].label) for i in places)
        label = "Share of None of the above"
        plots.append(Plot(title, text, label, "Answer accuracy (A)", tuple(series), ticks))
    return plots


def _points(name: str, figures: Iterable[tuple[float, Figure]]) -> Iterable[Point]:
    for x, figure in figures:
        found = figure.estimate
        if found is not None:
            text = f"{name}: {figure.value} {figure.interval}, n = {found.n}"
            yield Point(x, found.value, text, low=found.low, high=found.high)
