"""TRACK's plots: the distribution of KConf (Figure 3), failure modes (Figure 4), HP against KAS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..statistics.intervals import decimal
from . import track_figures as figures
from .drawing import Bar, BarPlot, Plot, Segment, Series, points_of
from .runs import Model
from .track_figures import DIRECT, DIRECT_KNOWN, DIRECT_UNKNOWN, ENTAILED, MODES, PROPAGATED
from .track_runs import METHOD_TITLES, SCENARIO_TITLES, TrackRun

_TENTHS = 10
_KNOWN = (("known", 2), ("unknown", 1))
_MODE_COLORS = {ENTAILED: 2, DIRECT_KNOWN: 0, DIRECT_UNKNOWN: 1, DIRECT: 7, PROPAGATED: 5}
_ASIDE = 0.05  # of a step between two KAS


def track_plots(models: Sequence[Model]) -> list[Plot | BarPlot]:
    """Makes the plots that there are runs for, each of one model and scenario.

    Args:
        models: The models with their runs.

    Returns:
        The plots.
    """
    plots: list[Plot | BarPlot] = []
    for model in models:
        plots += [_confidence(model, run) for run in model.track if _has_verdicts(run)]
        plots += _failures(model)
        plots += _by_kas(model)
    return plots


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
        f"Knowledge confidence, {SCENARIO_TITLES[run.scenario]}: {model.label}",
        f"Share of {len(judged)} facts by KConf, the share of right responses, to the tenth.",
        "Share of facts",
        tuple(bars),
        tuple((f"{name} facts", color) for name, color in _KNOWN),
        "Knowledge confidence (KConf)",
    )


def _failures(model: Model) -> Iterable[BarPlot]:
    for scenario, title in SCENARIO_TITLES.items():
        runs = [r for r in model.track if r.scenario == scenario and r.method in METHOD_TITLES]
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
                f"Failure modes, {title}: {model.label}",
                "Share of facts that the reasoning entails, by method; and how it fails on others.",
                "Share of facts",
                tuple(bars),
                tuple((label, _MODE_COLORS[m]) for m, label in MODES.items() if m in shown),
                lying=True,
            )


def _label(run: TrackRun) -> str:
    title = METHOD_TITLES[run.method]
    return f"{title}, KAS={run.kas}" if run.kas else title


def _by_kas(model: Model) -> Iterable[Plot]:
    """Draws a line per method, over the KAS in equal steps; closed book is a point."""
    for scenario, title in SCENARIO_TITLES.items():
        runs = [r for r in model.track if r.scenario == scenario and r.method in METHOD_TITLES]
        scopes = sorted({run.kas for run in runs})
        series = [_line(runs, method, scopes) for method in METHOD_TITLES]
        if any(scopes) and any(each.points for each in series):
            yield Plot(
                f"Holistic Pass by KAS, {title}: {model.label}",
                "Holistic Pass by the number of questions whose gaps are injected together.",
                "Knowledge aggregation scope (KAS)",
                "Holistic Pass (HP)",
                tuple(each for each in series if each.points),
                tuple((place, str(kas or "none")) for place, kas in enumerate(scopes)),
            )


def _line(runs: Sequence[TrackRun], method: str, scopes: Sequence[int]) -> Series:
    """Makes the line of a method, shifted a little so that intervals do not overlap."""
    place, name = list(METHOD_TITLES).index(method), METHOD_TITLES[method]
    aside = (place - len(METHOD_TITLES) // 2) * _ASIDE
    found = [
        (scopes.index(run.kas) + aside, figures.rate(run, "holistic_pass"))
        for run in runs
        if run.method == method
    ]
    return Series(name, place, tuple(points_of(name, found)), "solid")
