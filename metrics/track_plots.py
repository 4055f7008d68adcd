"""TRACK's plots: the distribution of KConf (Figure 3), failure modes (Figure 4), HP against KAS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from . import track_figures as figures
from .bars import Bar, BarPlot, Segment
from .drawing import Plot, Series
from .failure_modes import DIRECT, DIRECT_KNOWN, DIRECT_UNKNOWN, ENTAILED, MODES, PROPAGATED
from .intervals import decimal
from .plots import points_of
from .runs import Model
from .track_runs import CLOSED_BOOK, METHODS, PROBE, SCENARIOS, TrackRun

Colors = Mapping[str, int]  # by model, the same in every plot

_TENTHS = 10
_KNOWN = (("known", 2), ("unknown", 1))
_MODE_COLORS = {ENTAILED: 2, DIRECT_KNOWN: 0, DIRECT_UNKNOWN: 1, DIRECT: 7, PROPAGATED: 5}
_STROKES = ("solid", "dashed")


def track_plots(models: Sequence[Model], colors: Colors) -> list[Plot | BarPlot]:
    """Makes the plots that there are runs for.

    Args:
        models: The models with their runs.
        colors: The number of each model's colour, by the model's label.

    Returns:
        The plots.
    """
    plots: list[Plot | BarPlot] = []
    for model in models:
        plots += [_confidence(model, run) for run in model.track if _has_verdicts(run)]
    for model in models:
        plots += _failures(model)
    return plots + _by_kas(models, colors)


def _has_verdicts(run: TrackRun) -> bool:
    return any(p.known is not None and p.confidence is not None for p in run.probes)


def _confidence(model: Model, run: TrackRun) -> BarPlot:
    """Draws a bar for each tenth of KConf, of known and unknown facts."""
    pairs = [(p.known, p.confidence) for p in run.probes if p.known is not None]
    judged = [(known, value) for known, value in pairs if value is not None]
    counts = Counter((known, round(value * _TENTHS)) for known, value in judged)
    bars = []
    for tenth in range(_TENTHS + 1):
        label, segments = decimal(tenth / _TENTHS).removesuffix("0"), []
        for name, color in _KNOWN:
            count = counts[name == "known", tenth]
            text = f"KConf {tenth / _TENTHS:.1f}: {count} of {len(judged)} facts, {name}"
            segments.append(Segment(count / len(judged), color, text))
        bars.append(Bar({0: "0", _TENTHS: "1"}.get(tenth, label), tuple(segments)))
    return BarPlot(
        f"Knowledge confidence: {model.label}, {SCENARIOS[run.scenario]}",
        f"Share of {len(judged)} facts by KConf, the share of right responses, to the tenth.",
        "Share of facts",
        tuple(bars),
        tuple((f"{name} facts", color) for name, color in _KNOWN),
        "Knowledge confidence (KConf)",
    )


def _failures(model: Model) -> Iterable[BarPlot]:
    for scenario, title in SCENARIOS.items():
        runs = [run for run in model.track if run.scenario == scenario and run.method != PROBE]
        found = [(_label(run), figures.modes(run)) for run in runs]
        bars = []
        for label, modes in found:
            segments = [
                Segment(
                    figure.estimate.value,
                    _MODE_COLORS[mode],
                    f"{label}, {MODES[mode]}: {figure.value}% {figure.interval}, {figure.cases}",
                )
                for mode, figure in modes.items()
                if figure.estimate
            ]
            if segments:
                bars.append(Bar(label, tuple(segments)))
        shown = {mode for _, modes in found for mode in modes}
        if bars:
            yield BarPlot(
                f"Failure modes: {model.label}, {title}",
                "Share of facts that the reasoning entails, by method; and how it fails on others.",
                "Share of facts",
                tuple(bars),
                tuple((label, _MODE_COLORS[m]) for m, label in MODES.items() if m in shown),
                lying=True,
            )


def _label(run: TrackRun) -> str:
    return f"{METHODS[run.method]}, KAS={run.kas}" if run.kas else METHODS[run.method]


def _by_kas(models: Sequence[Model], colors: Colors) -> list[Plot]:
    """Draws a line per model and method, over the KAS in equal steps."""
    plots = []
    for scenario, title in SCENARIOS.items():
        runs = [(model, run) for model in models for run in model.track if run.scenario == scenario]
        scopes = sorted({run.kas for _, run in runs if run.method != PROBE})
        series = [
            made
            for model in models
            for method in METHODS
            if (made := _line(model, method, scenario, scopes, colors)).points
        ]
        if any(scopes) and series:
            ticks = tuple((i, str(kas) if kas else "none") for i, kas in enumerate(scopes))
            text = "Holistic Pass by the number of questions whose gaps are injected together."
            label = "Knowledge aggregation scope (KAS)"
            heading = f"Holistic Pass by KAS: {title}"
            plots.append(Plot(heading, text, label, "Holistic Pass (HP)", tuple(series), ticks))
    return plots


def _line(
    model: Model, method: str, scenario: str, scopes: Sequence[int], colors: Colors
) -> Series:
    """Makes the line of a method; its colour tells methods apart if there is one model only."""
    place = list(METHODS).index(method)
    runs = [run for run in model.track if (run.scenario, run.method) == (scenario, method)]
    name = f"{model.label}, {METHODS[method]}"
    some = [(scopes.index(run.kas), figures.rate(run, "holistic_pass")) for run in runs]
    color = place if len(colors) == 1 else colors[model.label]
    stroke = "" if method == CLOSED_BOOK else _STROKES[place % 2 == 0]
    return Series(name, color, tuple(points_of(name, some)), stroke)
