"""TRACK's plots: the distribution of KConf (Figure 3), failure modes (Figure 4), HP against KAS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.suites.track import PROBE
from ..statistics.intervals import decimal
from . import track_figures as figures
from .drawing import Bar, BarPlot, Plot, Point, Segment, Series, points_of
from .how_made import A_RULE
from .runs import Model
from .track_figures import DIRECT, DIRECT_KNOWN, DIRECT_UNKNOWN, ENTAILED, MODES, PROPAGATED
from .track_runs import METHOD_TITLES, SCENARIO_TITLES, TrackRun

_TENTHS = 10
_KNOWN = (("known", 2), ("unknown", 1))
_MODE_COLORS = {ENTAILED: 2, DIRECT_KNOWN: 0, DIRECT_UNKNOWN: 1, DIRECT: 7, PROPAGATED: 5}
_ASIDE = 0.05  # of a step between two KAS


def track_plots(models: Sequence[Model]) -> list[Plot | BarPlot]:
    """Makes the plots that there are runs for.

    Of several models (or scenarios) KConf is drawn in one plane, as in Figure 3, of a single one
    as bars; the others are each of one model and scenario.

    Args:
        models: The models with their runs.

    Returns:
        The plots.
    """
    probed = [(model, run) for model in models for run in model.track if _has_verdicts(run)]
    if len(probed) == 1:
        plots: list[Plot | BarPlot] = [_confidence(*each) for each in probed]
    else:
        plots = [*_models_overlaid(probed), *_scenarios_overlaid(probed)]
    for model in models:
        plots += _failures(model)
        plots += _by_kas(model)
    return [replace(plot, remark=_remark(models)) for plot in plots]


def _remark(models: Sequence[Model]) -> str:
    """Says of which models no judge judged the responses."""
    ruled = [model for model in models if model.is_judged_by_rule]
    if len(ruled) < len([model for model in models if model.track]):
        return "; ".join(f"{model.short_label}: {A_RULE}" for model in ruled)
    return A_RULE if ruled else ""


def _has_verdicts(run: TrackRun) -> bool:
    is_probe = run.method == PROBE
    return is_probe and any(p.known is not None and p.confidence is not None for p in run.probes)


Probed = Sequence[tuple[Model, TrackRun]]


def _models_overlaid(probed: Probed) -> Iterable[Plot]:
    """Draws each scenario with a line per model (Figure 3b)."""
    for scenario, title in SCENARIO_TITLES.items():
        runs = {model.short_label: run for model, run in probed if run.scenario == scenario}
        if len(runs) > 1:
            yield _overlaid(f"Knowledge confidence, {title}: by model", runs)


def _scenarios_overlaid(probed: Probed) -> Iterable[Plot | BarPlot]:
    """Draws each model with a line per scenario (Figure 3a)."""
    models = {model.short_label: model for model, _ in probed}
    for label, model in models.items():
        runs = {SCENARIO_TITLES[run.scenario]: run for of, run in probed if of is model}
        if len(runs) > 1:
            yield _overlaid(f"Knowledge confidence, by scenario: {label}", runs)


def _overlaid(title: str, runs: Mapping[str, TrackRun]) -> Plot:
    """Draws two lines per run, of known and of unknown facts, which add up to all facts."""
    series = []
    for color, (label, run) in enumerate(runs.items()):
        counts, total = _tenths(run)
        for name, _ in _KNOWN:
            points = [
                Point(
                    tenth / _TENTHS,
                    counts[name == "known", tenth] / total,
                    f"{label}, KConf {tenth / _TENTHS:.1f}: {counts[name == 'known', tenth]} of "
                    f"{total} facts, {name}",
                )
                for tenth in range(_TENTHS + 1)
            ]
            line = "solid" if name == "known" else "dashed"
            series.append(Series(f"{name}: {label}", color, tuple(points), line))
    return Plot(
        title,
        "Share of the facts by KConf, the share of right responses, to the tenth; a solid line for "
        "known facts, a dashed one for unknown facts.",
        "Knowledge confidence (KConf)",
        "Share of facts",
        tuple(series),
    )


def _tenths(run: TrackRun) -> tuple[Counter[tuple[bool, int]], int]:
    """Counts facts by whether they are known and by KConf to the tenth; and all of them."""
    counts = Counter(
        (probe.known, round(probe.confidence * _TENTHS))
        for probe in run.probes
        if probe.known is not None and probe.confidence is not None
    )
    return counts, counts.total()


def _confidence(model: Model, run: TrackRun) -> BarPlot:
    """Draws a bar for each tenth of KConf, of known and unknown facts."""
    counts, total = _tenths(run)
    bars = []
    for tenth in range(_TENTHS + 1):
        label, segments = decimal(tenth / _TENTHS).removesuffix("0"), []
        for name, color in _KNOWN:
            count = counts[name == "known", tenth]
            text = f"KConf {tenth / _TENTHS:.1f}: {count} of {total} facts, {name}"
            segments.append(Segment(count / total, color, text))
        bars.append(Bar({0: "0", _TENTHS: "1"}.get(tenth, label), tuple(segments)))
    return BarPlot(
        f"Knowledge confidence, {SCENARIO_TITLES[run.scenario]}: {model.short_label}",
        f"Share of {total} facts by KConf, the share of right responses, to the tenth.",
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
                f"Failure modes, {title}: {model.short_label}",
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
                f"Holistic Pass by KAS, {title}: {model.short_label}",
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
