"""Tables of paired comparisons: two methods of a model on the same questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from .grid import Column, Figure, Row, Table, without_blanks
from .intervals import Estimate
from .paired import Comparison, compare, holm
from .runs import Model
from .track_runs import CLOSED_BOOK, MEASURES, METHODS, SCENARIOS, TrackRun

_LABELS = {
    "difference": "Difference",
    "only_one": "Only 1st / only 2nd",
    "p": "p",
    "p_holm": "p (Holm)",
}


class _Pair(NamedTuple):
    """Two runs of one model and scenario, and what the comparison found."""

    model: str
    label: str
    first: TrackRun
    second: TrackRun
    found: Comparison


def comparison_tables(models: Sequence[Model]) -> list[Table]:
    """Makes one table each for HP, AP and FKE.

    Args:
        models: The models with their runs.

    Returns:
        The tables; without rows if no model has two methods on the same questions.
    """
    return [_comparison_table(models, measure, short) for measure, short in MEASURES.items()]


def _comparison_table(models: Sequence[Model], measure: str, short: str) -> Table:
    pairs = [pair for model in models for pair in _pairs(model, measure)]
    adjusted = holm([pair.found.p for pair in pairs])
    rows: dict[tuple[str, str], dict[str, list[tuple[Figure, ...]]]] = {}
    for pair, p in zip(pairs, adjusted, strict=True):
        cells = _cells(pair, measure, p)
        rows.setdefault((pair.model, pair.label), {})[pair.first.scenario] = cells
    blank: list[tuple[Figure, ...]] = [() for _ in _LABELS]
    made = [
        Row(model, label, tuple(cell for s in SCENARIOS for cell in found.get(s, blank)))
        for (model, label), found in rows.items()
    ]
    columns = tuple(
        Column(g, label, s, k) for s, g in SCENARIOS.items() for k, label in _LABELS.items()
    )
    title = f"TRACK comparisons {short}: Two methods on the same questions"
    return without_blanks(Table(title, _notes(short, len(pairs)), columns, tuple(made), "Methods"))


def _notes(short: str, comparisons: int) -> tuple[str, ...]:
    return (
        f"{short} of the first method less that of the second, in percentage points, with the 95% "
        "interval of 10,000 bootstrap resamples over questions (none where all differ alike); "
        "over the questions that both answered and that were judged in both.",
        "p: McNemar's exact test, two-sided, on the questions that only one of the two passed. "
        f"p (Holm): adjusted for the {comparisons} comparisons of this table.",
    )


def _pairs(model: Model, measure: str) -> Iterable[_Pair]:
    for first, second in _runs(model):
        passed = [{a.question: a.passes(measure) for a in run.judged} for run in (first, second)]
        found = compare(*passed)
        if found is not None:
            label = f"{METHODS[first.method]} vs. {METHODS[second.method]}, KAS={first.kas}"
            yield _Pair(model.label, label, first, second, found)


def _runs(model: Model) -> Iterable[tuple[TrackRun, TrackRun]]:
    """Yields open book against closed book, then open-book methods at the same KAS."""
    answered = [run for run in model.track if run.method in METHODS]
    closed = {run.scenario: run for run in answered if run.method == CLOSED_BOOK}
    opened = [run for run in answered if run.method != CLOSED_BOOK]
    for run in opened:
        if run.scenario in closed:
            yield run, closed[run.scenario]
    for first, second in combinations(opened, 2):
        if (first.scenario, first.kas) == (second.scenario, second.kas):
            yield second, first


def _cells(pair: _Pair, measure: str, adjusted: float) -> list[tuple[Figure, ...]]:
    found = pair.found
    n = found.difference.n
    task = f"{pair.first.task} - {pair.second.task}"
    both = {a.question for a in pair.first.answers} & {a.question for a in pair.second.answers}
    unjudged = len(both) - n

    def figure(name: str, value: Estimate, form: str) -> Figure:
        metric = f"{measure}_{name}"
        return Figure(task, pair.first.condition, metric, value, n, form, unjudged, "questions")

    def number(name: str, value: float, form: str) -> Figure:
        return figure(name, Estimate(value, None, None, n, n), form)

    return [
        (figure("difference", found.difference, "points"),),
        (
            number("only_first", found.only_first, "count"),
            number("only_second", found.only_second, "count"),
        ),
        (number("mcnemar_p", found.p, "p"),),
        (number("mcnemar_p_holm", adjusted, "p"),),
    ]
