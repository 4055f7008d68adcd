"""Tables of figures: one row per model and measure, one column per kind of run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from ..statistics.intervals import Estimate, decimal, estimate
from .runs import Model, Run
from .tally import PRIOR

FEWEST_CASES = 4  # of a conditional probability (Appendix B.8)
_EACH_HOP = "answer_rationale_accuracy_hop"


# How a number is written, by the form of its figure.
_FORMS: dict[str, Callable[[float], str]] = {
    "share": decimal,
    "percent": lambda value: f"{100 * value:.1f}",
    "points": lambda value: f"{100 * value:+.1f}" if abs(value) >= 0.0005 else "0.0",
    "count": lambda value: f"{value:,.0f}",
    "mean": lambda value: f"{value:.2f}",
    "p": lambda value: f"{value:.3f}".removeprefix("0") if value >= 0.001 else "< .001",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; without an estimate it is "n/a".

    Attributes:
        task: The task.
        condition: What sets the run apart from others of its task.
        metric: What is measured.
        estimate: The number.
        n: Number of cases; None if it is unknown. A count is out of `n`.
        form: How it is written: `share|percent|points|count|mean|p`.
        unjudged: Number of questions that could not be judged.
        over: What its interval is over.
        reading: How responses were read, where that matters: one of `READINGS`.
    """

    task: str
    condition: str
    metric: str
    estimate: Estimate | None
    n: int | None
    form: str = "share"
    unjudged: int = 0
    over: str = "entities"
    reading: str = ""

    @property
    def value(self) -> str:
        """The number alone: `.85`, `12.4`, `1,352`, `n/a`."""
        return "n/a" if self.estimate is None else _FORMS[self.form](self.estimate.value)

    @property
    def interval(self) -> str:
        """The interval: `[.83, .87]`, or nothing."""
        found = self.estimate
        if found is None or found.low is None or found.high is None:
            return ""
        return f"[{_FORMS[self.form](found.low)}, {_FORMS[self.form](found.high)}]"

    @property
    def cases(self) -> str:
        """The number of cases, where it is informative: `n 1352`, `n 495, 5 unjudged`."""
        if self.form in {"count", "p"} or (self.estimate is None and not self.unjudged):
            return ""
        return f"n {self.n}" + (f", {self.unjudged} unjudged" if self.unjudged else "")

    @property
    def basis(self) -> str:
        """The number of cases and clusters in full: `n = 1,352, 1,352 entities`."""
        parts = ["n = not known" if self.n is None else f"n = {self.n:,}"]
        if self.estimate and self.form not in {"count", "p"}:
            parts.append(f"{self.estimate.entities:,} {self.over}")
        return ", ".join(parts + ([f"{self.unjudged:,} unjudged"] if self.unjudged else []))


@dataclass(frozen=True, slots=True)
class Column:
    """A column: which runs it shows, and under which two headings."""

    group: str
    label: str
    dataset: str
    kind: str
    cot: bool = False
    nota: float | None = None
    variant: str = ""

    def shows(self, run: Run, few_shot: bool) -> bool:
        """Returns whether a run belongs here (chain of thought comes with demonstrations)."""
        same = (run.dataset, run.kind, run.cot, run.nota, run.variant)
        wanted = (self.dataset, self.kind, self.cot, self.nota, self.variant)
        return same == wanted and (run.cot or run.nota is not None or (run.shots > 0) == few_shot)


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a model and a measure: one cell per column; an empty one was not run."""

    model: str
    label: str
    cells: tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `notes` are what its reader must know, `heading` is above the labels of rows."""

    title: str
    notes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = "Metric"

    @property
    def key(self) -> str:
        """The name of its file: `table2`."""
        return self.title.partition(":")[0].replace(" ", "").lower()


# The entities that a run is measured over, and how many of them it needs; None: none are known.
Scope = Callable[[Model, Run], "tuple[Iterable[str], int] | None"]


def grid(
    models: Sequence[Model],
    title: str,
    notes: tuple[str, ...],
    columns: Sequence[Column],
    lines: Mapping[str, str],
    scope: Scope,
    few_shot: bool = False,
) -> Table:
    """Makes a table.

    Args:
        models: The models.
        title: The title; what comes before its colon names the file.
        notes: What the reader must know.
        columns: The columns; those without a figure are left out.
        lines: For each model, the labels of its rows and their measures; `*` stands for a hop.
        scope: The entities to measure a run over.
        few_shot: Whether to show the runs with demonstrations.

    Returns:
        The table; without rows if there are no runs for it.
    """
    rows = []
    for model in models:
        found = [_find(model, column, few_shot) for column in columns]
        for label, measure in lines.items():
            cells = tuple(_cell(model, run, measure, scope) for run in found)
            rows.append(Row(model.label, label, cells))
    return without_blanks(Table(title, notes, tuple(columns), tuple(rows)))


def without_blanks(table: Table) -> Table:
    """Returns a table without the rows and columns that have no figure."""
    used = [any(row.cells[i] for row in table.rows) for i in range(len(table.columns))]
    kept = tuple(compress(table.columns, used))
    rows = [replace(row, cells=tuple(compress(row.cells, used))) for row in table.rows]
    return replace(table, columns=kept, rows=tuple(row for row in rows if any(row.cells)))


def _find(model: Model, column: Column, few_shot: bool) -> Run | None:
    return next((run for run in model.runs if column.shows(run, few_shot)), None)


def _cell(model: Model, run: Run | None, measure: str, scope: Scope) -> tuple[Figure, ...]:
    chosen = None if run is None else scope(model, run)
    if run is None or chosen is None:
        return ()
    entities, minimum = run.entities & set(chosen[0]), chosen[1]
    names = _names(run, measure)
    if measure == PRIOR and PRIOR not in run.tally.measures:
        return ()  # only options can be guessed
    if len(entities) < minimum:
        name = measure.removesuffix("_hop*")
        return (Figure(run.task, run.condition, name, None, None, reading=run.reading),)
    return tuple(_figure(run, name, entities) for name in names)


def _figure(run: Run, name: str, entities: Iterable[str]) -> Figure:
    found = estimate(run.clusters(name, entities))
    n = found.n if found else 0
    enough = n >= (FEWEST_CASES if name.startswith("rationale_given") else 1)
    estimated = found if enough else None
    return Figure(run.task, run.condition, name, estimated, n, reading=run.reading)


def _names(run: Run, measure: str) -> list[str]:
    """Replaces `*` by each hop; only from the second is a hop conditional on another."""
    if not measure.endswith("*"):
        return [measure]
    measures = [name for name in run.tally.measures if name.startswith(_EACH_HOP)]
    hops = sorted(name.removeprefix(_EACH_HOP) for name in measures)
    first = 1 if measure.startswith("rationale_given") else 0
    return [measure.replace("*", hop) for hop in hops[first:]]
