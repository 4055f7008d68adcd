"""Makes the pictures of the documentation, from the report of recorded responses.

    python benchmarks/gallery.py scored/gemini scored/gpt35 -o docs/pictures

Give output folders of `lm_eval --log_samples` or `erbench-track score`, of two models or more. The
pictures in this repository are of GPT-3.5's and Gemini Pro's responses, which the authors of
ERBench recorded. The browser is Debian's Chromium, driven by playwright.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.report.report import make_report, write_report
from erbench_track.metrics.responses.collection import explore

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = "/usr/bin/chromium"


class Picture(NamedTuple):
    """A part of the report's page.

    Attributes:
        name: The file's name.
        route: What follows `#` in the address.
        width: Of the window, in pixels.
        height: Of the window, in pixels.
        scheme: `light` or `dark`.
        part: The element to show, as a CSS selector; empty for what the window shows.
    """

    name: str
    route: str = ""
    width: int = 1200
    height: int = 800
    scheme: str = "light"
    part: str = ""


PICTURES = (
    Picture("outcomes", part="#outcomes"),
    Picture("responses", "#/erbench_movie_bn_no/wrong_names_value"),
    Picture("responses_phone", "#//right_wrong_reason", 390, 844, "dark"),
    Picture("table", part="#table18"),
    Picture("plots", part="#plots"),
)


def main() -> None:
    """Makes the report in a temporary folder, and the pictures of its page."""
    arguments = _arguments()
    report = make_report(arguments.runs)
    arguments.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        write_report(report, Path(folder), explore(report.models, said))
        _take(Path(folder) / "report.html", arguments.output, arguments.chromium)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN_DIR")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--chromium", default=CHROMIUM, help="Where the browser is.")
    return parser.parse_args()


def _take(page: Path, output: Path, chromium: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for picture in PICTURES:
            path = output / f"{picture.name}.png"
            _shoot(browser, page.resolve().as_uri() + picture.route, picture, path)
            sys.stdout.write(f"{path}: {path.stat().st_size // 1000} kB\n")
        browser.close()


def _shoot(browser: Browser, address: str, picture: Picture, path: Path) -> None:
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme="dark" if picture.scheme == "dark" else "light",
    )
    page.goto(address)
    page.wait_for_function("document.readyState === 'complete'")
    page.wait_for_timeout(2000)  # plots and responses are drawn after that
    if picture.part:
        page.locator(picture.part).screenshot(path=path)
    else:
        page.screenshot(path=path)
    page.close()


if __name__ == "__main__":
    main()
