"""Plots as files and in a page: complete, inert, and drawn once."""

import re
import struct
import xml.etree.ElementTree as ET

import pytest

from erbench_track.core.errors import InputError
from erbench_track.metrics.report.plots import rendering
from erbench_track.metrics.report.plots.charts import Number, Plot, Point, scatter
from erbench_track.metrics.report.plots.palette import LIGHT
from erbench_track.metrics.report.plots.rendering import PagePlots, check_formats, write_plots

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&\ud800\x07{{ 7*7 }}"
HALF = Number(0.5, 0.4, 0.6, ".50 [.40, .60], n = 30")


def plot_of(*models, name="answers"):
    points = [Point(model, "Movie", "MC", HALF, HALF) for model in models]
    return Plot(name, "Right answers", (), scatter(points, models, "A", "R", False))


@pytest.mark.parametrize(
    ("text", "expected"), [("", ()), ("png", ("png",)), ("SVG, png,svg", ("svg", "png"))]
)
def test_formats_are_a_list_of_names(text, expected):
    assert check_formats(text) == expected


@pytest.mark.parametrize("text", ["pdf", "png,,jpg", "../x"])
def test_a_format_that_there_is_not_is_refused(text):
    with pytest.raises(InputError, match="is not one of png, svg"):
        check_formats(text)


def test_files_have_title_legend_and_colours_of_their_own(tmp_path):
    models = ["a" * 60, "b"]
    write_plots([plot_of(*models)], ("png", "svg"), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"answers.png", "answers.svg"}
    content = (tmp_path / "answers.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert width > 900
    assert height > 300
    svg = (tmp_path / "answers.svg").read_text()
    shown = [*ET.fromstring(svg).itertext()]  # noqa: S314
    assert {"Right answers", *models} <= set(shown)
    assert LIGHT.models[0] in svg
    assert "var(" not in svg


def test_no_format_writes_nothing(tmp_path):
    write_plots([plot_of("a")], (), tmp_path / "plots")
    assert not (tmp_path / "plots").exists()


def test_names_of_models_are_never_markup():
    plot = plot_of(HOSTILE, "b")
    page = PagePlots([plot], [HOSTILE, "b"])
    for markup in (str(page.drawn(plot)), str(page.data)):
        assert "<img" not in markup
        assert markup.count("</script") == markup.count("<script")
    ET.fromstring(page.drawn(plot).replace("\x07", ""))  # noqa: S314
    assert page.models[0] == (HOSTILE.replace("\ud800", "?"), 0)


def test_the_page_has_the_colours_of_the_readers_scheme():
    page = PagePlots([plot_of("a")], ["a"])
    svg = str(page.drawn(page.all[0]))
    assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) == set()
    assert "var(--m0)" in svg


def test_the_runtime_is_made_once_and_kept(tmp_path, monkeypatch):
    import vl_convert

    made = []
    monkeypatch.setenv("ERBENCH_TRACK_PLOT_CACHE", str(tmp_path))
    monkeypatch.setattr(
        vl_convert, "javascript_bundle", lambda snippet: made.append(snippet) or "let a = 1;"
    )
    for _ in range(2):
        rendering.runtime.cache_clear()
        assert rendering.runtime().startswith("let a = 1;")
    assert len(made) == 1
    (entry,) = tmp_path.iterdir()
    entry.write_text("let a")  # cut off
    rendering.runtime.cache_clear()
    assert rendering.runtime().startswith("let a = 1;")
    rendering.runtime.cache_clear()


def test_a_report_without_plots_has_no_scripts():
    assert PagePlots([], ["a"]).scripts == []
