"""Plots as pictures: drawn by the page itself, once by us in the page, and as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....core.build_cache import cached, fingerprint, optional_cache_folder
from ....core.errors import InputError
from ....core.files import write_bytes
from ....core.jinja import environment
from ....core.page_scripts import data_block
from .charts import Plot, as_text, with_title
from .palette import DARK, LIGHT, PAGE, config, css, shape

if TYPE_CHECKING:
    from markupsafe import Markup

FORMATS = ("png", "svg")
_SCALE = 3  # pixels of a PNG per unit: some 300 dots per inch in a column of a paper
_SNIPPET = "window.vegaEmbed = vegaEmbed;"
_END = "/* vega-embed ends here */"


def check_formats(text: str) -> tuple[str, ...]:
    """Reads the formats that files are wanted in.

    Args:
        text: Names from `FORMATS`, with commas between them; empty for none.

    Raises:
        InputError: There is no such format.
    """
    names = tuple(dict.fromkeys(name.strip().lower() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in FORMATS:
            raise InputError(f"--plots {text}: {name!r} is not one of {', '.join(FORMATS)}")
    return names


class PagePlots(NamedTuple):
    """What the page's template asks for.

    Attributes:
        all: The plots.
        labels: The models of the report, in the order of their colours.
    """

    all: Sequence[Plot]
    labels: Sequence[str]

    @property
    def models(self) -> list[tuple[str, int]]:
        """The models that are in any plot, with their numbers."""
        shown = {record["model"] for plot in self.all for record in plot.records}
        return [
            (model, place)
            for place, model in enumerate(map(as_text, self.labels))
            if model in shown
        ]

    @property
    def data(self) -> Markup:
        """The block of data from which the page's script draws."""
        specs = {plot.name: plot.without_legend for plot in self.all}
        return data_block("plots-data", {"config": config(PAGE), "specs": specs})

    @property
    def scripts(self) -> list[str]:
        """The scripts that the page needs for them."""
        own = environment(autoescape=False).get_template("report/plots.js.jinja")
        return [runtime(), own.render()] if self.all else []

    def drawn(self, plot: Plot) -> Markup:
        """Draws a plot as an SVG element whose colours are CSS variables."""
        import vl_convert
        from markupsafe import Markup

        svg = vl_convert.vegalite_to_svg({**plot.without_legend, "config": config(PAGE)})
        return Markup(svg)  # noqa: S704 -- Vega escapes texts

    def mark(self, place: int) -> dict[str, Any]:
        """Returns the number of a model's colour, and the outline of its points."""
        return {"color": place % len(LIGHT.models), "outline": shape(place)}

    @property
    def colors(self) -> dict[str, str]:
        """Declarations of CSS variables, for light and for dark."""
        return {"light": css(LIGHT), "dark": css(DARK)}


def write_plots(plots: Iterable[Plot], formats: Sequence[str], folder: Path) -> None:
    """Writes `NAME.png` or `NAME.svg` of each plot, with title, legend and light colours.

    Args:
        plots: The plots.
        formats: Some of `FORMATS`.
        folder: The folder, which is made.

    Raises:
        InputError: A file cannot be written.
    """
    import vl_convert

    for plot in plots if formats else ():
        spec = {**with_title(plot), "config": config(LIGHT)}
        if "svg" in formats:
            svg = vl_convert.vegalite_to_svg(spec)
            write_bytes(folder / f"{plot.name}.svg", svg.encode())
        if "png" in formats:
            png = vl_convert.vegalite_to_png(spec, scale=_SCALE)
            write_bytes(folder / f"{plot.name}.png", png)


@lru_cache(maxsize=1)
def runtime() -> str:
    """Returns the script that draws Vega-Lite in a browser; made once, and kept on disk."""
    import vl_convert

    folder = optional_cache_folder("plots", "ERBENCH_TRACK_PLOT_CACHE")
    name = fingerprint((), ("vl-convert-python",), (_SNIPPET, _END))
    return cached(
        folder and folder / f"{name}.js",
        lambda: f"{vl_convert.javascript_bundle(_SNIPPET)}\n{_END}\n",
        read=_whole,
        write=str.encode,
    )


def _whole(content: bytes) -> str | None:
    text = content.decode()
    return text if text.rstrip().endswith(_END) else None
