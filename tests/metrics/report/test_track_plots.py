"""TRACK's plots: each part of a bar and each point is a figure, and nothing is off an axis."""

import pytest
from track_runs import answer, full, injected, probe, study

from erbench_track.metrics.report import track_figures
from erbench_track.metrics.report.report import make_report
from erbench_track.metrics.report.track_plots import track_plots

CONFIDENCE, FAILURES, PASSES = (
    f"{name}_wiki" for name in ("knowledge_confidence", "failure_modes", "holistic_pass")
)


def drawn(folder):
    """Makes a report of the runs in a folder; returns its models, and its plots by name."""
    models = make_report([folder / "out"]).models
    return models, {plot.name: plot for plot in track_plots(models)}


def test_each_scenario_has_the_papers_plots(tmp_path):
    full(tmp_path)
    study(tmp_path, "closed_book", 0, [answer(i, scenario="math") for i in range(3)], "math")
    _, plots = drawn(tmp_path)
    assert [plot.title for plot in plots.values()] == [
        "Knowledge confidence, WIKI",
        "Failure modes, WIKI",
        "Holistic Pass by KAS, WIKI",
        "Failure modes, MATH",
    ]


def test_bars_are_the_tables_figures_and_sum_to_one(tmp_path):
    full(tmp_path)
    (model,), plots = drawn(tmp_path)
    modes = {
        (run.kas, of): figure
        for run in model.track
        if run.method == "append"
        for of, figure in track_figures.modes(run).items()
    }
    bars = {}
    for part in plots[FAILURES].records:
        bars.setdefault(part["bar"], {})[part["part"]] = part
    assert len(bars) == 5
    for bar in bars.values():
        assert sum(part["share"] for part in bar.values()) == pytest.approx(1)
    figure = modes[10, track_figures.PROPAGATED]
    shown = bars["Append, KAS=10"]["Error propagation"]
    assert shown["share"] == figure.estimate.value
    assert shown["said"] == f"{figure.value}% {figure.interval}, n = 24, 12 questions"


def test_the_histogram_has_a_share_of_all_facts_with_its_interval(tmp_path):
    full(tmp_path)
    _, plots = drawn(tmp_path)
    parts = {(part["bar"], part["part"]): part for part in plots[CONFIDENCE].records}
    assert all(part["share"] for part in parts.values())  # what is not there has no mark
    assert sum(part["share"] for part in parts.values()) == pytest.approx(1)
    # Of 30 facts 2 are known with a KConf of .1.
    assert parts[".1", "known"]["said"].startswith("6.7% [")
    assert parts[".1", "known"]["said"].endswith("n = 30, 30 facts")


def test_each_method_starts_at_closed_book_and_every_interval_is_on_the_axis(tmp_path):
    full(tmp_path)
    _, plots = drawn(tmp_path)
    points = plots[PASSES].records
    assert [(point["panel"], point["x"]) for point in points] == [
        (panel, kas) for panel in ("Append", "FT-CK") for kas in ("none", "1", "10")
    ]
    assert len({point["y"] for point in points if point["x"] == "none"}) == 1
    for point in points:
        assert 0 <= point["y_low"] <= point["y"] <= point["y_high"] <= 1
    x = plots[PASSES].spec["spec"]["layer"][0]["encoding"]["x"]
    assert x["sort"] == ["none", "1", "10"]  # one step each: no point lies beside the axis


def test_several_models_share_a_plot_in_which_each_has_its_colour(tmp_path):
    for model in ("b", "a" * 60):
        samples = [answer(i, i % 2 == 0, model=model) for i in range(6)]
        study(tmp_path, "closed_book", 0, samples, model=model)
        study(tmp_path, "probe", 0, [probe(i, i > 2, 0.5) for i in range(6)], model=model)
    models, plots = drawn(tmp_path)
    assert len(models) == 2
    for name in (CONFIDENCE, FAILURES):
        assert {part["model"] for part in plots[name].records} == {"b", "a" * 60}
        panels = {part["panel"].replace("\n", "") for part in plots[name].records}
        assert panels == {"b", "a" * 60}  # wrapped, and never cut
    assert PASSES not in plots


def test_a_run_of_which_nothing_was_judged_is_named(tmp_path):
    full(tmp_path)
    unjudged = [injected(i, None, (None, None), kas=1) for i in range(4)]
    study(tmp_path, "mello", 1, unjudged)
    _, plots = drawn(tmp_path)
    for name in (FAILURES, PASSES):
        assert plots[name].notes[-1] == "Left out, as a figure is n/a: m, MeLLo, KAS=1."
