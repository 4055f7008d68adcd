"""Specifications: valid Vega-Lite whatever models are called, with room for many of them."""

import altair

from erbench_track.metrics.report.plots.charts import (
    Number,
    Part,
    Plot,
    Point,
    bars,
    scatter,
    steps,
    with_title,
)

LONG = [f"organisation/a-model-whose-name-has-sixty-characters-number-{n:03d}" for n in range(8)]
HALF = Number(0.5, 0.4, 0.6, ".50 [.40, .60], n = 30")


def of_models(models):
    """Makes a plot of each kind."""
    points = [Point(model, "Movie", kind, HALF, HALF) for model in models for kind in ("Y", "N")]
    over = [Point(model, "Append", "", kas, HALF) for model in models for kas in ("none", "1")]
    parts = [Part(model, "Append", name, 0.5, "50%") for model in models for name in ("in", "out")]
    colors = {"in": 0, "out": 1}
    return [
        Plot("a", "A title", ("A note.",), scatter(points, models, "A", "R", diagonal=True)),
        Plot("b", "B", (), steps(over, models, ["none", "1"], "KAS", "HP")),
        Plot("c", "C", (), bars(parts, colors, "Share", "Method", upright=False), colors),
        Plot("d", "D", (), bars(parts, colors, "Share", "KConf", upright=True), colors),
    ]


def test_specifications_are_valid_vega_lite():
    for plot in of_models(["m", " ", "'\"\\", "\n{{ 7*7 }}", "datum.model", "\ud800"]):
        altair.FacetChart.from_dict(plot.without_legend)  # raises, if it is not
        altair.FacetChart.from_dict(with_title(plot))


def test_nothing_of_a_long_name_or_title_is_cut():
    title = (
        "A title of more words than there is room for in one line of a small plot, and then more"
    )
    for plot in of_models(LONG):
        spec = with_title(Plot(plot.name, title, (title,), plot.spec))
        assert " ".join(spec["title"]["text"]) == " ".join(spec["title"]["subtitle"]) == title
        assert {record["model"] for record in plot.records} == set(LONG)
    panels = {record["panel"] for record in of_models(LONG)[2].records}
    assert {panel.replace("\n", "") for panel in panels} == set(LONG)


def test_a_point_without_an_interval_stands_for_itself():
    alone = Number(0.5, None, None, ".50, n = 1")
    (record,) = Plot(
        "a", "A", (), steps([Point("m", "A", "", "1", alone)], ["m"], ["1"], "x", "y")
    ).records
    assert (record["y_low"], record["y"], record["y_high"]) == (0.5, 0.5, 0.5)


def test_what_is_hidden_is_a_parameter_that_every_layer_obeys():
    for plot in of_models(["a"]):
        assert plot.spec["params"] == [{"name": "hidden", "value": []}]
        assert "indexof(hidden, datum.model)" in plot.spec["transform"][0]["filter"]
        data = [layer.get("data") for layer in plot.spec["spec"]["layer"]]
        assert set(map(str, data)) <= {"None", "{'name': 'diagonal'}"}


def test_a_legend_is_in_files_and_not_in_the_page():
    for plot in of_models(["a", "b"]):
        assert plot.without_legend["spec"]["layer"][-1]["encoding"]["color"]["legend"] is None
        assert with_title(plot)["spec"]["layer"][-1]["encoding"]["color"]["legend"]["values"]
