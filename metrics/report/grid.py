"""Tables of figures: one row per model and measure, one column per kind of run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import NamedTuple

from ..statistics.intervals import Estimate, decimal, estimate
from ..statistics.paired import Sums
from .explorer.routes import EVERY, route_of_measure
from .runs import Model, Run
from .tally import PRIOR, Measures

FEWEST_CASES = 4  # of a conditional probability (Appendix B.8)
_EACH_HOP = "answer_rationale_accuracy_hop"
OVERALL = "All domains"
_EM, _SMALL = 0.7, 0.8  # the width of a letter, of small ones in times that

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
        run: The name of the run whose responses it counts; empty if they are of several.
        whose: Over which entities, as `explorer.routes` has it.
        sums: Its values by entity or question, for a paired test; None if there are none.
        best: Whether it is significantly better than what stands beside it.
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
    run: str = ""
    whose: str = EVERY
    sums: Sums | None = field(default=None, compare=False, repr=False)
    best: bool = False

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

    def route(self, model: str) -> str:
        """Returns the link to a model's responses that it counts; empty if there is none."""
        if not self.run or self.estimate is None or self.form == "count":
            return ""
        return route_of_measure(model, self.run, "", self.metric, self.whose)


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


class Group(NamedTuple):
    """Rows that a reader compares: of one measure by model, or of one model by method.

    Attributes:
        heading: What they have in common; empty if nothing need be said.
        rows: Each with its name.
    """

    heading: str
    rows: tuple[tuple[str, Row], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        title: Its title; what comes before the colon names its files.
        notes: What its reader must know.
        columns: The columns.
        rows: The rows, those of a model together.
        heading: What stands above the labels of rows.
        by_model: Whether the rows of one model are to be compared, not the models.
        folded: Whether a page shows its title alone until it is opened.
        unlike: The datasets and kinds of which the models were asked different questions.
    """

    title: str
    notes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = "Metric"
    by_model: bool = False
    folded: bool = False
    unlike: frozenset[tuple[str, ...]] = frozenset()

    @property
    def key(self) -> str:
        """The name of its file: `table2`."""
        return self.title.partition(":")[0].replace(" ", "").lower()

    @property
    def groups(self) -> list[Group]:
        """The rows in the order in which they are compared.

        Those of one measure stand together, a row per model, or (`by_model`) those of a model.
        """
        models = {row.model for row in self.rows}
        if len(models) == 1 and not self.by_model:
            return [Group("", tuple((row.label, row) for row in self.rows))]
        found: dict[str, list[tuple[str, Row]]] = {}
        for row in self.rows:
            heading, name = (row.model, row.label)[:: 1 if self.by_model else -1]
            found.setdefault(heading, []).append((name, row))
        return [Group(heading, tuple(rows)) for heading, rows in found.items()]

    @property
    def first_heading(self) -> str:
        """What stands above the names of `groups`."""
        several = len({row.model for row in self.rows}) > 1
        return "Model" if several and not self.by_model else self.heading

    @property
    def is_sortable(self) -> bool:
        """Whether there are rows that a reader may want in another order."""
        return self.by_model or len({row.model for row in self.rows}) > 1

    @property
    def unlike_columns(self) -> bool:
        """Whether there are columns in which the models were asked different questions."""
        return any(map(self.is_unlike, self.columns))

    @property
    def has_best(self) -> bool:
        """Whether a figure is marked as the best."""
        return any(figure.best for row in self.rows for cell in row.cells for figure in cell)

    @property
    def unjudged(self) -> int:
        """The largest number of questions of one figure that could not be judged."""
        figures = (figure for row in self.rows for cell in row.cells for figure in cell)
        return max((figure.unjudged for figure in figures), default=0)

    @property
    def ems(self) -> float:
        """About how wide it is, in times the size of its letters."""
        widths = {column.group: 0.0 for column in self.columns}
        for place, column in enumerate(self.columns):
            figures = [figure for row in self.rows for figure in row.cells[place]]
            said = [_SMALL * len(f.interval) for f in figures] + [len(f.value) for f in figures]
            label = max(map(len, (column.label + " questions" * self.is_unlike(column)).split()))
            widths[column.group] += _EM * max([label, *said]) + 0.6
        heads = {group: _EM * max(map(len, group.split() or [""])) for group in widths}
        return round(15 + sum(max(width, heads[group]) for group, width in widths.items()), 1)

    def is_unlike(self, column: Column) -> bool:
        """Whether models were asked different questions in a column."""
        if column.group == OVERALL:
            return any(kind == column.kind for _, kind in self.unlike)
        return not {(column.dataset, column.kind), (column.dataset, "")}.isdisjoint(self.unlike)

    def headings(self) -> dict[str, int]:
        """Returns over how many columns each of the upper headings stands."""
        return Counter(column.group for column in self.columns)


class Scoped(NamedTuple):
    """Over which entities a run is measured.

    Attributes:
        entities: The entities.
        fewest: How many of them it needs.
        whose: Which they are, as `explorer.routes` has it.
    """

    entities: Iterable[str]
    fewest: int = 1
    whose: str = EVERY


Scope = Callable[[Model, Run], "Scoped | None"]  # None: no entities are known


def grid(
    models: Sequence[Model],
    title: str,
    notes: tuple[str, ...],
    columns: Sequence[Column],
    lines: Mapping[str, str],
    scope: Scope,
    few_shot: bool = False,
    overall: bool = False,
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
        overall: Whether to begin with columns of all datasets together, if there are several.

    Returns:
        The table; without rows if there are no runs for it.
    """
    several = overall and len({column.dataset for column in columns}) > 1
    shared = {column.kind: column.label for column in columns} if several else {}
    rows = []
    for model in models:
        found = [_find(model, column, few_shot) for column in columns]
        for label, measure in lines.items():
            cells = [_cell(model, run, measure, scope) for run in found]
            of_kind = {
                kind: [c for c, column in zip(cells, columns, strict=True) if column.kind == kind]
                for kind in shared
            }
            together = [_overall(some) for some in of_kind.values()]
            rows.append(Row(model.label, label, (*together, *cells)))
    first = [Column(OVERALL, label, "", kind) for kind, label in shared.items()]
    return without_blanks(Table(title, notes, (*first, *columns), tuple(rows)))


def _overall(cells: Sequence[tuple[Figure, ...]]) -> tuple[Figure, ...]:
    """Puts the questions of all datasets together; blank if one of them was not run."""
    figures = [figure for cell in cells for figure in cell]
    if len(figures) < len(cells):
        return ()
    task = " + ".join(figure.task for figure in figures)
    values: dict[str, Sequence[float]] = {}
    asked: dict[str, int] = {}
    for number, sums in enumerate(figure.sums for figure in figures if figure.sums):
        values |= {f"{number} {entity}": of for entity, of in sums.values.items()}
        asked |= {f"{number} {entity}": of for entity, of in sums.asked.items()}
    is_known = all(figure.estimate for figure in figures)
    found = estimate([(n, total) for n, total in values.values()]) if is_known else None
    n = found.n if found else None
    pooled = replace(figures[0], task=task, estimate=found, n=n, run="", sums=Sums(values, asked))
    return (pooled,)


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
    if measure == PRIOR and PRIOR not in run.tally.measures:
        return ()  # only options can be guessed
    entities = run.entities & set(chosen.entities)
    if len(entities) < chosen.fewest:
        name = measure.removesuffix("_hop*")
        return (Figure(run.task, run.condition, name, None, None, reading=run.reading),)
    names = _names(run, measure)
    return tuple(run_figure(run, name, entities, chosen.whose) for name in names)


def run_figure(
    run: Run,
    name: str,
    entities: Collection[str] | None = None,
    whose: str = EVERY,
    of: Measures | None = None,
) -> Figure:
    """Returns a measure of a run.

    Args:
        run: The run.
        name: The measure.
        entities: Over which entities; None: over all.
        whose: Which they are, as `explorer.routes` has it.
        of: The measures, if not those of the run.
    """
    sums = (run.tally.measures if of is None else of).get(name, {})
    chosen = sorted(sums if entities is None else sums.keys() & set(entities))
    values = {entity: sums[entity] for entity in chosen}
    found = estimate([(n, total) for n, total in values.values()])
    n = found.n if found else 0
    enough = n >= (FEWEST_CASES if name.startswith("rationale_given") else 1)
    return Figure(
        run.task,
        run.condition,
        name,
        found if enough else None,
        n,
        reading=run.reading,
        run=run.name,
        whose=whose,
        sums=Sums(values, run.tally.questions),
    )


def _names(run: Run, measure: str) -> list[str]:
    """Replaces `*` by each hop; only from the second is a hop conditional on another."""
    if not measure.endswith("*"):
        return [measure]
    measures = [name for name in run.tally.measures if name.startswith(_EACH_HOP)]
    hops = sorted(name.removeprefix(_EACH_HOP) for name in measures)
    first = 1 if measure.startswith("rationale_given") else 0
    return [measure.replace("*", hop) for hop in hops[first:]]
