"""Colours and shapes of plots: each model has one of each, the same in every plot.

The colours were searched for: between any two, also as people with protanopia, deuteranopia or
tritanopia see them, the distance in CIELAB is about as large as it gets for eight hues that have
names (a test measures it, and the contrast with the page). From the ninth model on, colours come
again with other shapes.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Theme(NamedTuple):
    """Colours, as CSS has them.

    Attributes:
        models: One per model.
        parts: One per part of a stacked bar.
        text: Titles and labels.
        line: Axes and grids.
        page: What lies behind.
    """

    models: tuple[str, ...]
    parts: tuple[str, ...]
    text: str
    line: str
    page: str


_PARTS = (2, 1, 0, 4, 3)  # of bars: the colours of models, what is right in green


def _theme(models: tuple[str, ...], text: str, line: str, page: str) -> Theme:
    return Theme(models, tuple(models[place] for place in _PARTS), text, line, page)


LIGHT = _theme(
    ("#0b62b8", "#d95f02", "#03aa66", "#821356", "#754604", "#0a90f5", "#f33149", "#352baa"),
    "#1c2024", "#c3c7cd", "#ffffff",
)  # fmt: skip
DARK = _theme(
    ("#5aa9ff", "#ff9a4d", "#c2f5b1", "#a06a98", "#fde54e", "#6be6ff", "#dd5661", "#7a6af7"),
    "#eceef1", "#4a4f58", "#15171a",
)  # fmt: skip
# In the page: CSS variables, so that one drawing serves light, dark and print.
PAGE = _theme(
    tuple(f"var(--m{place})" for place in range(len(LIGHT.models))),
    "var(--plot-text)", "var(--plot-line)", "var(--plot-page)",
)  # fmt: skip

# Outlines between -1 and 1, for Vega and for the page's legend.
SHAPES = {
    "circle": "M.9,0A.9,.9,0,1,1,-.9,0A.9,.9,0,1,1,.9,0Z",
    "square": "M-.8,-.8H.8V.8H-.8Z",
    "triangle": "M0,-.95L1,.8H-1Z",
    "diamond": "M0,-1.1L.95,0L0,1.1L-.95,0Z",
    "plus": "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
    "triangle_down": "M0,.95L1,-.8H-1Z",
    "cross": "M-.95,-.5L-.5,-.95L0,-.45L.5,-.95L.95,-.5L.45,0L.95,.5L.5,.95L0,.45L-.5,.95"
    "L-.95,.5L-.45,0Z",
    "hourglass": "M-.9,-.95H.9L.3,0L.9,.95H-.9L-.3,0Z",
}
_MOST_LOOKS = len(SHAPES) * len(LIGHT.models)


def shape(place: int) -> str:
    """Returns the outline of a model's points.

    Args:
        place: The model's number, from 0.
    """
    outlines = tuple(SHAPES.values())
    return outlines[(place + place // len(LIGHT.models)) % len(outlines)]


def css(theme: Theme) -> str:
    """Returns the declarations of the variables that `PAGE` uses.

    Args:
        theme: `LIGHT` or `DARK`.
    """
    models = (f"--m{place}: {color};" for place, color in enumerate(theme.models))
    parts = (f"--p{place}: {color};" for place, color in enumerate(theme.parts))
    rest = f"--plot-text: {theme.text}; --plot-line: {theme.line}; --plot-page: {theme.page};"
    return " ".join([*models, *parts, rest])


def config(theme: Theme) -> dict[str, Any]:
    """Returns Vega-Lite's configuration: colours, shapes and sizes.

    Args:
        theme: The colours.
    """
    font = {"labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal"}
    colors = {"labelColor": theme.text, "titleColor": theme.text}
    return {
        "aria": False,  # the page says it in words
        "background": None if theme is PAGE else theme.page,
        "font": "Arial, 'Liberation Sans', Helvetica, sans-serif",  # as wide as what we measure
        "lineBreak": "\n",
        "view": {"stroke": theme.line},
        "axis": {
            **font, **colors, "gridColor": theme.line, "gridOpacity": 0.6, "domain": False,
            "tickColor": theme.line, "labelLimit": 0,
        },
        "axisY": {"minExtent": 32},  # room between labels and title, if a font is wider after all
        "header": {**colors, "labelFontSize": 11, "labelPadding": 5, "labelLimit": 0},
        "legend": {
            **font, **colors, "orient": "bottom", "direction": "vertical",
            "columns": 1, "labelLimit": 0, "symbolSize": 64, "title": None,
        },
        "title": {
            "color": theme.text, "fontSize": 13, "subtitleColor": theme.text,
            "subtitleFontSize": 11, "anchor": "start", "frame": "bounds",
            "offset": 10, "subtitlePadding": 4, "limit": 0,
        },
        "point": {
            "filled": True, "opacity": 1, "size": 64, "stroke": theme.page, "strokeWidth": 0.5,
        },
        "rule": {"strokeWidth": 1.3},
        "line": {"strokeWidth": 1.5},
        "bar": {"stroke": theme.page, "strokeWidth": 0.7},
        "range": {
            "category": list(theme.models),
            "ordinal": list(theme.parts),
            "symbol": [shape(place) for place in range(_MOST_LOOKS)],
        },
    }  # fmt: skip
