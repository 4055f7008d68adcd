"""Plots as files and in a page: complete, inert, and drawn once."""

import re
import struct
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import pytest
from browser import Visit
from report_page import sample
from track_runs import write

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.report.plots import rendering
from erbench_track.metrics.report.plots.charts import Number, Plot, Point, scatter
from erbench_track.metrics.report.plots.palette import LIGHT
from erbench_track.metrics.report.plots.rendering import PagePlots, check_formats, write_plots
from erbench_track.metrics.report.report import make_report, write_report
from erbench_track.metrics.responses.collection import explore

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


# In a browser

HOSTILE_PAIR = ("<img src=x onerror=alert(1)>\"'&amp;</script>{{ 7*7 }}", "m" * 60)


@pytest.fixture(scope="module")
def visit(tmp_path_factory, browser):
    """The page of two models, opened in Chromium on a phone."""
    folder = tmp_path_factory.mktemp("page")
    for number, model in enumerate(HOSTILE_PAIR):
        for kind in ("bn_yes", "mc"):
            some = [sample(i, float(i < 20 - 9 * number), float(i % 2)) for i in range(30)]
            place = folder / "out" / str(number)
            write(place, f"erbench_movie_{kind}", some, model_name=model)
    report = make_report([folder / "out"])
    write_report(report, folder, explore(report.models, said))
    visit = Visit(browser, folder / "report.html", width=390)
    for plot in visit.page.locator("figure.plot").all():
        plot.scroll_into_view_if_needed()
        plot.locator(".live svg").wait_for(state="visible")
    return visit


def marks(page):
    """Returns how many points the drawn plots have."""
    return page.locator(".live .mark-symbol.role-mark path").count()


def test_every_plot_is_drawn_when_it_comes_into_view_without_complaint(visit):
    page = visit.page
    plots = page.locator("figure.plot")
    assert plots.count() == 3
    assert not page.locator(".still:visible").count()
    assert marks(page) == 3 * 2 * 2  # plots, models, tasks
    assert visit.complaints == visit.hosts == []
    assert not visit.is_wider_than_its_window()


def test_a_click_on_a_model_hides_it_in_all_plots_and_another_shows_it_again(visit):
    page = visit.page
    button = page.locator("#plots button", has_text="mmmm")
    for pressed, expected in (("false", 6), ("true", 12)):
        button.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.live .mark-symbol.role-mark path').length == n",
            arg=expected,
        )
        assert button.get_attribute("aria-pressed") == pressed


def test_the_pointer_shows_numbers_interval_and_n_and_names_are_never_markup(visit):
    page = visit.page
    page.locator(".live .mark-symbol.role-mark path").first.hover()
    tooltip = page.locator("#vg-tooltip-element")
    tooltip.wait_for(state="visible")
    assert HOSTILE_PAIR[0] in tooltip.inner_text()
    assert ".67 [.49, .81], n = 30, 30 entities" in tooltip.inner_text()
    assert page.locator("img").count() == 0
    assert visit.complaints == visit.hosts == []


def test_paper_has_the_plots_with_all_models(visit):
    page = visit.page
    page.emulate_media(media="print")
    assert page.locator(".still svg").first.is_visible()
    assert not page.locator(".live svg").first.is_visible()
    page.emulate_media(media="screen")


def test_a_click_on_a_point_opens_the_responses_that_it_is_about(visit):
    page = visit.page
    page.locator(".live .mark-symbol.role-mark path").first.click()
    page.locator("#explorer .card").first.wait_for(state="visible")
    route = page.evaluate("location.hash")
    assert unquote(route) == f"#{HOSTILE_PAIR[0]}/erbench_movie_bn_yes/"
    assert visit.complaints == visit.hosts == []
    page.go_back()
    page.locator("figure.plot").first.wait_for(state="visible")
