"""The three kinds of plots: points in planes, lines over steps, and stacked bars.

Each is a grid of panels, as wide as a phone, with room for as many models as there are. A
specification has no colours of its own (`palette.config` has them), and leaves out the models that
its parameter `hidden` names.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import altair

_WIDTH = 340  # pixels, of everything
_AXIS = 58  # left of the panels
_BAR_LABELS = 118
_GAP = 12
_LETTER = 6.5  # width of a letter of a heading
_LOWEST, _LOW = 92, 66  # heights of a panel of lines, and of one of bars
_BAR = 20
_DATA, _DIAGONAL = "shown", "diagonal"
_QUARTERS = [0, 0.25, 0.5, 0.75, 1]
_LABEL = "datum.value % 0.5 ? '' : format(datum.value, '.1~f')"


class Number(NamedTuple):
    """A number with its interval, and both in words."""

    value: float
    low: float | None
    high: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a model, in the panel of a row and a column.

    Attributes:
        model: The model.
        row: Heading of the panel.
        column: Heading of the panel's column; empty if there is only one.
        x: Its place on the horizontal axis: a share, or the name of a step.
        y: A share.
        route: Link to the responses that it is about; may be empty.
    """

    model: str
    row: str
    column: str
    x: Number | str
    y: Number
    route: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a stacked bar: a share of the whole.

    Attributes:
        model: The model, whose bars have a panel of their own.
        bar: The name of the bar.
        part: What it is a part of; it has one colour.
        share: In [0, 1].
        text: The share in words.
        route: Link to the responses that it is about; may be empty.
    """

    model: str
    bar: str
    part: str
    share: float
    text: str
    route: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: Name of its file.
        title: What it shows.
        notes: What its reader must know.
        spec: Vega-Lite, without title and configuration.
        parts: Of stacked bars: the number of each part's colour.
    """

    name: str
    title: str
    notes: tuple[str, ...]
    spec: dict[str, Any]
    parts: dict[str, int] = field(default_factory=dict)

    @property
    def without_legend(self) -> dict[str, Any]:
        """The specification for a page that has a legend of its own."""
        body = deepcopy(self.spec["spec"])
        for layer in body["layer"]:
            for channel in layer["encoding"].values():
                if "legend" in channel:
                    channel["legend"] = None
        return {**self.spec, "spec": body}

    @property
    def records(self) -> list[dict[str, Any]]:
        """The data of its points or parts."""
        records: list[dict[str, Any]] = self.spec["datasets"][_DATA]
        return records


def scatter(
    points: Sequence[Point], models: Sequence[str], x_title: str, y_title: str, diagonal: bool
) -> dict[str, Any]:
    """Draws points with the intervals of both of their coordinates.

    Args:
        points: The points, in the order of panels.
        models: All models of the report, which decides their colours.
        x_title: Title of the horizontal axis.
        y_title: Title of the vertical axis.
        diagonal: Whether the line is drawn on which both are equal.

    Returns:
        A specification.
    """
    import altair as alt

    def x(field: str) -> altair.X:
        return alt.X(field, type="quantitative", scale=_shares(), axis=_halves(), title=x_title)

    def y(field: str) -> altair.Y:
        return alt.Y(field, type="quantitative", scale=_shares(), axis=_halves(), title=y_title)

    side = min(_panel_width(points), 200)
    line = alt.Chart().mark_line(strokeWidth=0.7, strokeDash=[3, 3], color="gray")
    marks = _of_models(points, models, x_title, y_title)
    layers = [
        *([_layer(line.encode(x("x"), y("y")), _DIAGONAL)] if diagonal else []),
        _layer(marks.mark_rule().encode(x("x_low"), y("y"), x2="x_high")),
        _layer(marks.mark_rule().encode(x("x"), y("y_low"), y2="y_high")),
        _layer(marks.mark_point().encode(x("x"), y("y"), _shape(points, models))),
    ]
    return _grid(layers, points, side, side)


def steps(
    points: Sequence[Point],
    models: Sequence[str],
    order: Sequence[str],
    x_title: str,
    y_title: str,
) -> dict[str, Any]:
    """Draws points with their intervals over steps of equal width, joined by a line per model.

    Args:
        points: The points, in the order of panels; their `x` is the name of a step.
        models: All models of the report, which decides their colours.
        order: The names of the steps.
        x_title: Title of the horizontal axis.
        y_title: Title of the vertical axis.

    Returns:
        A specification.
    """
    import altair as alt

    def y(field: str) -> altair.Y:
        return alt.Y(field, type="quantitative", scale=_shares(), axis=_halves(), title=y_title)

    shown = _in_plot(points, models)
    x = alt.X(
        "x:N",
        sort=[*order],
        axis=alt.Axis(labelAngle=0, title=x_title),
        scale=alt.Scale(paddingInner=0.5, paddingOuter=0.25),
    )
    aside = alt.XOffset("model:N", scale=alt.Scale(domain=shown, paddingOuter=1))
    marks = _of_models(points, models, x_title, y_title).encode(x, aside)
    layers = [
        _layer(marks.mark_line().encode(y("y"), order="place:Q")),
        _layer(marks.mark_rule().encode(y("y_low"), y2="y_high")),
        _layer(marks.mark_point().encode(y("y"), _shape(points, models))),
    ]
    return _grid(layers, points, _panel_width(points), _LOWEST)


def bars(
    parts: Sequence[Part], colors: Mapping[str, int], title: str, bars_are: str, upright: bool
) -> dict[str, Any]:
    """Draws stacked bars, a panel per model.

    Args:
        parts: The parts of the bars, in the order in which they are stacked.
        colors: All kinds of parts, with the numbers of their colours.
        title: Title of the axis along the bars.
        bars_are: What the bars stand for.
        upright: Whether bars stand above their names; else they lie beside them.

    Returns:
        A specification.
    """
    import altair as alt

    names = list(dict.fromkeys(as_text(part.bar) for part in parts))
    order = sorted(colors, key=colors.__getitem__)
    shown = list(dict.fromkeys(part.part for part in parts))
    across: dict[str, Any] = {"field": "bar", "type": "nominal"}
    across["scale"] = alt.Scale(domain=names)
    along: dict[str, Any] = {"field": "share", "type": "quantitative", "stack": "zero"}
    along["axis"] = alt.Axis(format="%", values=_QUARTERS, title=title)
    tips = [_tip("model", "Model"), _tip("bar", bars_are), _tip("part", "Facts")]
    color = alt.Color(
        "part:N", scale=alt.Scale(domain=order, range="ordinal"), legend=alt.Legend(values=shown)
    )
    marks: altair.Chart = alt.Chart().mark_bar()
    marks = marks.encode(color=color, order="place:Q", tooltip=[*tips, _tip("said", title)])
    records = [_of_part(place, part) for place, part in enumerate(parts) if part.share]
    if upright:
        x = alt.X(**across, axis=alt.Axis(labelAngle=0, title=bars_are))
        return _panels([_layer(marks.encode(x, alt.Y(**along)))], records, _WIDTH - _AXIS, _LOW)
    whole = alt.X(**along, scale=alt.Scale(domain=[0, 1]))
    lying = _layer(marks.encode(whole, alt.Y(**across, axis=alt.Axis(title=None))))
    return _panels([lying], records, _WIDTH - _BAR_LABELS, {"step": _BAR})


def with_title(plot: Plot) -> dict[str, Any]:
    """Returns the specification of a plot that stands alone."""
    lines = [line for note in plot.notes for line in textwrap.wrap(note, 62)]
    return {**plot.spec, "title": {"text": textwrap.wrap(plot.title, 48), "subtitle": lines}}


def _of_models(
    points: Sequence[Point], models: Sequence[str], x_title: str, y_title: str
) -> altair.Chart:
    """Begins a layer: the colours of models, and what is said of a point under the pointer."""
    import altair as alt

    color = alt.Color(
        "model:N",
        scale=alt.Scale(domain=[*map(as_text, models)]),
        legend=alt.Legend(values=_in_plot(points, models)),
    )
    tips = [_tip("model", "Model"), _tip("panel", "Panel")]
    tips += [_tip("x_said", x_title), _tip("y_said", y_title)]
    marks: altair.Chart = alt.Chart().encode(color=color, tooltip=tips)
    return marks


def _shape(points: Sequence[Point], models: Sequence[str]) -> altair.Shape:
    import altair as alt

    return alt.Shape(
        "model:N",
        scale=alt.Scale(domain=[*map(as_text, models)]),
        legend=alt.Legend(values=_in_plot(points, models)),
    )


def _tip(name: str, title: str) -> altair.Tooltip:
    import altair as alt

    return alt.Tooltip(name, type="nominal", title=title.replace("\n", " "))


def _in_plot(points: Sequence[Point], models: Sequence[str]) -> list[str]:
    there = {point.model for point in points}
    return [as_text(model) for model in models if model in there]


def _shares() -> altair.Scale:
    import altair as alt

    return alt.Scale(domain=[0, 1], nice=False)


def _halves() -> altair.Axis:
    import altair as alt

    return alt.Axis(values=_QUARTERS, labelExpr=_LABEL)


def _panel_width(points: Sequence[Point]) -> int:
    columns = len({point.column for point in points})
    return (_WIDTH - _AXIS - _GAP * (columns - 1)) // columns


def _grid(
    layers: Sequence[dict[str, Any]], points: Sequence[Point], width: int, height: int
) -> dict[str, Any]:
    columns = len({point.column for point in points})
    records = [_of_point(place, point) for place, point in enumerate(points)]
    return _panels(layers, records, width, height, columns)


def _layer(chart: altair.Chart, data: str = "") -> dict[str, Any]:
    """Returns a layer; of the data that is shown, or of other data of that name."""
    made = chart.to_dict(validate=False)  # a test does
    named = {"data": {"name": data}} if data else {}
    return {**named, "mark": made["mark"], "encoding": made["encoding"]}


def _panels(
    layers: Sequence[dict[str, Any]],
    records: list[dict[str, Any]],
    width: int,
    height: Any,
    columns: int = 1,
) -> dict[str, Any]:
    """Puts layers into panels with headings above them.

    A grid with a name per row and per column would be shorter, but Vega-Lite puts headings above
    other panels where one of the grid is missing.
    """
    for record in records:
        record["panel"] = "\n".join(textwrap.wrap(record["panel"], int(width / _LETTER)))
    names = list(dict.fromkeys(record["panel"] for record in records))
    header = {"labelAnchor": "start", "labelFontWeight": "bold"}
    facet = {"field": "panel", "type": "nominal", "sort": names, "title": None, "header": header}
    return {
        "params": [{"name": "hidden", "value": []}],
        "transform": [{"filter": "indexof(hidden, datum.model) < 0"}],
        "data": {"name": _DATA},
        "facet": facet,
        "columns": columns,
        "spacing": _GAP,
        "spec": {"width": width, "height": height, "layer": [*layers]},
        "datasets": {_DATA: records, _DIAGONAL: [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
    }


def _of_point(place: int, point: Point) -> dict[str, Any]:
    made = {
        "place": place, "model": as_text(point.model), **_coordinate("y", point.y),
        "route": point.route, "panel": as_text(f"{point.row} {point.column}".strip()),
    }  # fmt: skip
    if isinstance(point.x, str):
        return made | {"x": as_text(point.x), "x_said": as_text(point.x)}
    return made | _coordinate("x", point.x)


def _of_part(place: int, part: Part) -> dict[str, Any]:
    model = as_text(part.model)
    return {
        "place": place, "model": model, "panel": model, "bar": as_text(part.bar), "part": part.part,
        "share": part.share, "said": part.text, "route": part.route,
    }  # fmt: skip


def as_text(text: str) -> str:
    """Returns a text as it can be written in UTF-8."""
    return text.encode("utf-8", "replace").decode()


def _coordinate(name: str, number: Number) -> dict[str, Any]:
    low, high = (number.value if end is None else end for end in number[1:3])
    return {
        name: number.value,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_said": number.text,
    }
