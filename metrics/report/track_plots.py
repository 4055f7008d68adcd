"""TRACK's plots: the distribution of KConf (Figure 3), failure modes (Figure 4), HP against KAS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.suites.track import PROBE
from ..statistics.intervals import decimal
from . import track_figures as figures
from .erbench_plots import left_out, number
from .explorer.routes import route
from .plots.charts import Part, Plot, Point, bars, steps
from .runs import Model
from .track_figures import DIRECT, DIRECT_KNOWN, DIRECT_UNKNOWN, ENTAILED, MODES, PROPAGATED
from .track_runs import METHOD_TITLES, SCENARIO_TITLES, TrackRun

_KNOWN = {"known": 0, "unknown": 1}
_MODE_COLORS = {ENTAILED: 0, DIRECT_UNKNOWN: 1, DIRECT_KNOWN: 2, DIRECT: 3, PROPAGATED: 4}
_CLOSED = "none"


def track_plots(models: Sequence[Model]) -> list[Plot]:
    """Makes the plots that there are runs for, of each scenario.

    Args:
        models: The models with their runs.

    Returns:
        The plots.
    """
    labels = [model.label for model in models]
    return [
        plot
        for scenario, title in SCENARIO_TITLES.items()
        for plot in (
            _confidence(models, scenario, title),
            _failures(models, scenario, title),
            _by_kas(models, labels, scenario, title),
        )
        if plot is not None
    ]


Runs = list[tuple[Model, TrackRun]]


def _confidence(models: Sequence[Model], scenario: str, title: str) -> Plot | None:
    """Draws a bar for each tenth of KConf, of known and unknown facts (Figure 3)."""
    parts = [
        Part(model.label, _tenth(tenth), name, found.value, found.text)
        for model, run in _runs(models, scenario, {PROBE})
        for (name, tenth), figure in figures.confidences(run).items()
        if (found := number(figure))
    ]
    if not parts:
        return None
    return Plot(
        f"knowledge_confidence_{scenario}",
        f"Knowledge confidence, {title}",
        ("Share of the facts by KConf, the share of right responses, to the tenth.",),
        bars(parts, _KNOWN, "Share of facts", "Knowledge confidence (KConf)", upright=True),
        _KNOWN,
    )


def _tenth(number: int) -> str:
    return {0: "0", figures.TENTHS: "1"}.get(number, decimal(number / figures.TENTHS)[:2])


def _failures(models: Sequence[Model], scenario: str, title: str) -> Plot | None:
    """Draws a bar per method and KAS, of what became of the facts (Figure 4)."""
    runs = [
        (model, run, figures.modes(run)) for model, run in _runs(models, scenario, METHOD_TITLES)
    ]
    parts = [
        Part(
            model.label,
            _bar(run),
            MODES[mode],
            found.value,
            found.text,
            route(model.label, run.name),
        )
        for model, run, modes in runs
        for mode, figure in modes.items()
        if (found := number(figure))
    ]
    if not parts:
        return None
    shown = {part.part for part in parts}
    missing = left_out(
        f"{model.label}, {_bar(run)}"
        for model, run, modes in runs
        if not any(figure.estimate for figure in modes.values())
    )
    colors = {MODES[mode]: color for mode, color in _MODE_COLORS.items()}
    return Plot(
        f"failure_modes_{scenario}",
        f"Failure modes, {title}",
        (
            "Share of the facts that the reasoning entails, and how it fails on the others.",
            *missing,
        ),
        bars(parts, colors, "Share of facts", "Method", upright=False),
        {label: colors[label] for label in MODES.values() if label in shown},
    )


def _bar(run: TrackRun) -> str:
    title = METHOD_TITLES[run.method]
    return f"{title}, KAS={run.kas}" if run.kas else title


def _by_kas(
    models: Sequence[Model], labels: Sequence[str], scenario: str, title: str
) -> Plot | None:
    """Draws a panel per method: a line per model, from closed book on."""
    rated = [
        (run, model.label, number(figures.rate(run, "holistic_pass")))
        for model, run in _runs(models, scenario, METHOD_TITLES)
    ]
    found = [(run, label, passed) for run, label, passed in rated if passed]
    missing = left_out(f"{label}, {_bar(run)}" for run, label, passed in rated if not passed)
    methods = {run.method: METHOD_TITLES[run.method] for run, *_ in found if run.kas}
    points = [
        Point(label, name, "", str(run.kas or _CLOSED), passed, route(label, run.name))
        for method, name in methods.items()
        for run, label, passed in found
        if run.method == method or not run.kas
    ]
    order = [str(kas or _CLOSED) for kas in sorted({run.kas for run, *_ in found})]
    if not points:
        return None
    return Plot(
        f"holistic_pass_{scenario}",
        f"Holistic Pass by KAS, {title}",
        (
            "By the number of questions whose gaps are injected together. "
            f"{_CLOSED}: closed book, the same in every panel.",
            *missing,
        ),
        steps(points, labels, order, "Knowledge aggregation scope (KAS)", "Holistic Pass (HP)"),
    )


def _runs(models: Sequence[Model], scenario: str, methods: Iterable[str]) -> Runs:
    """Returns the runs of a scenario, with their models, in the order of methods and KAS."""
    return [
        (model, run)
        for model in models
        for method in methods
        for run in sorted(model.track, key=lambda run: run.kas)
        if (run.scenario, run.method) == (scenario, method)
    ]
