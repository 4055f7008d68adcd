"""What a model's answers are worth: do they agree with each other, and what does it not answer?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from ...core.suites.erbench import MULTI_HOP, PAPER, QUESTION_TYPES, ROBUST, SINGLE_HOP, TITLES
from .. import attempts
from ..consistency import (
    Asked,
    across_negation,
    across_wordings,
    consistent_accuracy,
    contradiction_rate,
)
from ..scored_answers import ScoredAnswer
from ..statistics.intervals import Estimate, estimate, sums_of_clusters
from ..statistics.paired import Sums
from .erbench_tables import in_order, title_of
from .grid import Column, Figure, Row, Table, run_figure, without_blanks
from .runs import Model, Run

_ALTERED = "bn_altered"
LABELS = {kind: TITLES[kind] for kind in (*SINGLE_HOP, *MULTI_HOP)}
_PREMISES = {
    "A": "answer_accuracy",
    "R": "rationale_accuracy",
    "M (↓)": "missing_rate",
    "H (↓)": "hallucination_rate",
}
_NEGATIONS = {"bn_yes": "bn_no", "mh_yes": "mh_no"}
CONSISTENT = "consistent_accuracy"
CONTRADICTORY = "contradiction_rate"
_CONSISTENCY: dict[str, tuple[str, Callable[[Sequence[Asked]], Estimate | None]]] = {
    "Consistent": (CONSISTENT, consistent_accuracy),
    "Contradictory (↓)": (CONTRADICTORY, contradiction_rate),
}
_ATTEMPTS: dict[str, tuple[str, Callable[[Iterable[ScoredAnswer]], Estimate | None]]] = {
    "A": ("answer_accuracy", attempts.accuracy),
    "A/(A+H)": ("correct_given_attempted", attempts.correct_given_attempted),
    "F": ("f_score", attempts.f_score),
    "A-H": ("net_score", attempts.net_score),
    "No answer": ("abstention_rate", attempts.abstention_rate),
}
_NO_ANSWER = {
    "M": "missing_rate",
    "Unreadable": "unreadable_rate",
    "Cut off": "truncated_rate",
}


_BY_BOTH = {
    "A": "answer_accuracy",
    "R": "rationale_accuracy",
    "AR": "answer_rationale_accuracy",
    "H (↓)": "hallucination_rate",
    "M (↓)": "missing_rate",
}
_OTHER = {ROBUST: PAPER, PAPER: ROBUST}


class AskedSeveralWays(NamedTuple):
    """Runs of a model that ask the same questions in several ways.

    Attributes:
        column: Where a table shows them.
        runs: One run in several wordings, or one of basic and one of negated questions.
        asked: What became of each question.
    """

    column: Column
    runs: tuple[Run, ...]
    asked: list[Asked]

    @property
    def task(self) -> str:
        """The names of the tasks."""
        return " + ".join(run.task for run in self.runs)

    @property
    def condition(self) -> str:
        """What sets the runs apart from others of their tasks."""
        return self.runs[0].condition

    @property
    def reading(self) -> str:
        """How the responses were read."""
        return self.runs[0].reading


def answer_tables(models: Sequence[Model]) -> tuple[list[Table], list[str]]:
    """Makes the tables of consistency and of what is not answered.

    Args:
        models: The models with their runs.

    Returns:
        The tables that there are runs for, and one line for each that is left out.
    """
    wanted = [
        (_consistency_table(models), "no model was asked anything in two ways"),
        (_attempts_table(models), "there are no runs for it"),
    ]
    unmissed = [_premises_table(models), _readings_table(models)]  # who did not ask for them
    made = [table for table in (wanted[0][0], *unmissed, wanted[1][0]) if table.rows]
    return made, [f"{table.title}: left out, {why}." for table, why in wanted if not table.rows]


def asked_several_ways(model: Model) -> Iterator[AskedSeveralWays]:
    """Yields what a model was asked in several ways: negated, or in several wordings."""
    for run in model.runs:
        if run.kind == "mc":
            asked = across_wordings(run.tally.answers)
            yield AskedSeveralWays(column_of(run, "3 wordings"), (run,), asked)
        negation = _negation(model, run)
        if negation is not None:
            asked = across_negation(run.tally.answers, negation.tally.answers)
            yield AskedSeveralWays(column_of(run, "BN(Y)+BN(N)"), (run, negation), asked)


def _negation(model: Model, basic: Run) -> Run | None:
    """Finds the run that asked the negated questions under the same condition."""
    wanted = (basic.dataset, _NEGATIONS.get(basic.kind), basic.cot, basic.condition, basic.reading)
    return next(
        (r for r in model.runs if (r.dataset, r.kind, r.cot, r.condition, r.reading) == wanted),
        None,
    )


def column_of(run: Run, label: str) -> Column:
    """Returns where a table shows a run: by its dataset and condition, under a label."""
    conditions = ["images"] * run.multimodal + ["w/ CoT"] * run.cot + [run.condition]
    group = ", ".join(filter(None, [title_of(run.dataset), *conditions]))
    return Column(group, label, run.dataset, run.kind, run.cot, run.nota, run.variant)


def in_reading_order(columns: Iterable[Column]) -> tuple[Column, ...]:
    """Sorts by the paper's order of datasets, then by condition and question type."""
    every = set(columns)
    order = in_order(column.dataset for column in every)

    def place(column: Column) -> tuple[int, str, int]:
        kind = QUESTION_TYPES.index(column.kind)
        return order.index(column.dataset), column.group, kind

    return tuple(sorted(every, key=place))


def _consistency_table(models: Sequence[Model]) -> Table:
    found = {
        model.label: {each.column: each for each in asked_several_ways(model) if each.asked}
        for model in models
    }
    columns = in_reading_order(column for each in found.values() for column in each)
    rows = [
        Row(name, label, tuple(_consistency(mine.get(column), label) for column in columns))
        for name, mine in found.items()
        for label in _CONSISTENCY
    ]
    notes = (
        "Over all questions that were asked in several ways. BN(Y)+BN(N): the basic and the "
        "negated question. Consistent: both answers are right. Contradictory: both are yes, or "
        "both are no. A model that says yes to everything has 0 and 1.",
        "3 wordings: those of a multiple-choice question. Consistent: all answers are right. "
        "Contradictory: they name different options. Admitting not to know contradicts nothing.",
        *_not_recorded(found),
    )
    title = "ERBench consistency: The same question, asked in several ways"
    return without_blanks(Table(title, notes, columns, tuple(rows)))


def _premises_table(models: Sequence[Model]) -> Table:
    """Shows what is said of false premises beside what is said of true ones."""
    found = {
        model.label: {column: runs for run in model.runs for column, runs in _beside(model, run)}
        for model in models
    }
    columns = tuple(dict.fromkeys(column for mine in found.values() for column in mine))
    rows = [
        Row(name, label, tuple(_premise(mine.get(column, ()), metric) for column in columns))
        for name, mine in found.items()
        for label, metric in _PREMISES.items()
    ]
    notes = (
        "Not in the paper. Over all entities. BN(F): the basic question with a value replaced, so "
        "that the right answer is no. BN(Y)+BN(F): both, over the entities that both ask about. A "
        "model that says yes to everything has A = .5 there.",
        "R, where the rest of the question determines the value that was replaced: it is named.",
    )
    title = "ERBench false premises: What is said of what there is not"
    return without_blanks(Table(title, notes, columns, tuple(rows)))


def _beside(model: Model, altered: Run) -> Iterator[tuple[Column, tuple[Run, ...]]]:
    """Yields the columns of a run of altered questions: basic ones, these, and both."""
    if altered.kind != _ALTERED:
        return
    wanted = (altered.dataset, altered.condition, altered.reading)
    basic = [
        run
        for run in model.runs
        if run.kind == "bn_yes" and (run.dataset, run.condition, run.reading) == wanted
    ]
    yield from ((column_of(run, LABELS[run.kind]), (run,)) for run in basic)
    yield column_of(altered, "BN(F)"), (altered,)
    if basic:
        yield column_of(altered, "BN(Y)+BN(F)"), (basic[0], altered)


def _premise(runs: Sequence[Run], metric: str) -> tuple[Figure, ...]:
    """Returns a measure over the entities that every run asks about."""
    if not runs or not all(run.tally.measures.get(metric) for run in runs):
        return ()
    entities = frozenset.intersection(*(frozenset(run.entities) for run in runs))
    each = zip(*(run.clusters(metric, entities) for run in runs), strict=False)
    value = estimate([(sum(n for n, _ in one), sum(total for _, total in one)) for one in each])
    task = " + ".join(run.task for run in runs)
    n = value.n if value else 0
    return (Figure(task, runs[0].condition, metric, value, n, reading=runs[0].reading),)


def _consistency(found: AskedSeveralWays | None, label: str) -> tuple[Figure, ...]:
    if found is None:
        return ()
    metric, figure = _CONSISTENCY[label]
    value, n = figure(found.asked), len(found.asked)
    flag = attrgetter("consistent" if metric == CONSISTENT else "contradictory")
    values = sums_of_clusters((each.entity, bool(flag(each))) for each in found.asked)
    asked = found.runs[0].tally.questions
    of = (found.task, found.condition, metric, value, n)
    return (Figure(*of, reading=found.reading, sums=Sums(values, asked)),)


def _not_recorded(found: dict[str, dict[Column, AskedSeveralWays]]) -> Iterator[str]:
    for name, mine in found.items():
        if any(contradiction_rate(each.asked) is None for each in mine.values()):
            yield (
                f"n/a: {name} was scored before there were two readings, and its files do not "
                "hold the answers that were read: run `erbench-track score` again."
            )


def _attempts_table(models: Sequence[Model]) -> Table:
    found = {
        model.label: {
            column_of(run, LABELS[run.kind]): run for run in model.runs if run.kind in LABELS
        }
        for model in models
    }
    columns = in_reading_order(column for each in found.values() for column in each)
    rows = [
        Row(name, label, tuple(_attempt(mine.get(column), label) for column in columns))
        for name, mine in found.items()
        for label in (*_ATTEMPTS, *_NO_ANSWER)
    ]
    notes = (
        "Over all entities. A/(A+H): how many of the given answers are right (SimpleQA's correct "
        "given attempted). F: the harmonic mean of this and A. A-H: right less wrong answers, from "
        "-1 to 1 (AA-Omniscience's index).",
        "No answer: M, it admits that it cannot answer, or it is unreadable, of which cut off. By "
        "the robust reading what is unreadable is neither right nor wrong; by the paper's formula "
        "it is M or H as well.",
    )
    title = "ERBench attempts: What is answered, and what is not"
    return without_blanks(Table(title, notes, columns, tuple(rows)))


def _readings_table(models: Sequence[Model]) -> Table:
    """Shows what each of the two readings makes of the same responses."""
    found = {
        model.label: {
            column_of(run, LABELS[run.kind]): run
            for run in model.runs
            if run.kind in LABELS and run.otherwise
        }
        for model in models
        if not model.beside
    }
    columns = in_reading_order(column for each in found.values() for column in each)
    rows = [
        Row(name, label, tuple(_by_both(mine.get(column), metric) for column in columns))
        for name, mine in found.items()
        for label, metric in _BY_BOTH.items()
    ]
    notes = (
        "Over all entities. In each cell first the robust reading, which takes what a careful "
        "person reads, then the paper's rules to the letter. The other tables "
        "show one of the two.",
    )
    title = "ERBench readings: The same responses, by the robust and by the paper's reading"
    return without_blanks(Table(title, notes, columns, tuple(rows)))


def _by_both(run: Run | None, metric: str) -> tuple[Figure, ...]:
    if run is None:
        return ()
    own = run_figure(run, metric)
    other = replace(run_figure(run, metric, of=run.otherwise), reading=_OTHER[run.reading], run="")
    figures = (own, other) if run.reading == ROBUST else (other, own)
    return () if any(figure.estimate is None for figure in figures) else figures


def _attempt(run: Run | None, label: str) -> tuple[Figure, ...]:
    if run is None:
        return ()
    if (measured := _NO_ANSWER.get(label)) is not None:
        found = run_figure(run, measured)
        return () if found.estimate is None else (found,)  # an older run does not have it
    metric, figure = _ATTEMPTS[label]
    value = figure(run.tally.answers)
    of = (run.task, run.condition, metric, value, value.n if value else 0)
    return (Figure(*of, reading=run.reading, run=run.name),)
