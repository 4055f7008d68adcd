"""Two models on the same questions, for every task that both have answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ...core.errors import InputError
from ...core.suites.erbench import ROBUST
from ..scored_answers import ScoredAnswer
from ..statistics.intervals import Estimate
from ..statistics.paired import Comparison, compare, holm
from .answer_tables import CONSISTENT, asked_several_ways
from .best import LEVEL
from .grid import Column, Figure, Row, Table
from .runs import Model, read_models

COMPARED = {
    "difference": "Difference",
    "only_one": "Only 1st / only 2nd",
    "p": "p",
    "p_holm": "p (Holm)",
    "detectable": "Detectable",
}
_MEASURES: Mapping[str, Callable[[ScoredAnswer], bool | None]] = {
    "answer_accuracy": lambda answer: answer.right,
    "answer_rationale_accuracy": lambda answer: answer.supported,
    "hallucination_rate": lambda answer: answer.hallucinated,
    "missing_rate": lambda answer: answer.missing,
    "unreadable_rate": lambda answer: answer.unreadable,
}
_SHOWN = {
    "A": ("answer_accuracy", "A"),
    "AR": ("answer_rationale_accuracy", "AR"),
    "consistent": (CONSISTENT, "Consistent accuracy"),
}
_ONE_SIDED = (
    "Who says yes to everything is right about every basic question: consistent accuracy counts "
    "the negated one as well.",
)


class ModelComparison(NamedTuple):
    """Two models on the questions of one task that both were asked.

    Attributes:
        task: The task; two for consistent accuracy, as `erbench_movie_bn_yes +
            erbench_movie_bn_no`.
        condition: What sets the runs apart from others of the task, as `8-shot`.
        reading: How the responses were read.
        first: One model.
        second: The other.
        found: The difference of the first less the second, and the test.
        p_holm: The p-value adjusted for all comparisons that were made together.
    """

    task: str
    condition: str
    reading: str
    first: str
    second: str
    found: Comparison
    p_holm: float


def compare_runs(
    folders: Sequence[Path], measure: str = "answer_accuracy", reading: str = ROBUST
) -> list[ModelComparison]:
    """Compares models on the same questions of ERBench, by pairs and tasks.

    Args:
        folders: Output folders of `lm_eval --log_samples`, of two or more models.
        measure: `answer_accuracy|answer_rationale_accuracy|hallucination_rate|missing_rate|
            unreadable_rate`, or `consistent_accuracy`: basic and negated question, or all wordings
            of a multiple-choice question, answered right.
        reading: `robust|paper`: how responses are read.

    Returns:
        A comparison of each two models for every task and condition in which they answered the
        same questions; the intervals and the tests are clustered by entity.

    Raises:
        InputError: A folder is missing or malformed, or there is no such measure.
    """
    check_measure(measure)
    return compare_models(read_models(folders, reading), measure)


def check_measure(measure: str) -> None:
    """Checks that models can be compared by a measure.

    Raises:
        InputError: There is no such measure.
    """
    if measure not in (known := (*_MEASURES, CONSISTENT)):
        raise InputError(f"measure {measure!r}: expected one of {', '.join(known)}")


def compare_models(models: Sequence[Model], measure: str) -> list[ModelComparison]:
    """Compares models as `compare_runs` does, whose runs have been read."""
    return _compared(combinations(_answered(models, measure), 2))


def compare_each(
    first: Sequence[Model], second: Sequence[Model], measure: str
) -> list[ModelComparison]:
    """Compares each of some models with each of others, as `compare_models` does."""
    return _compared(product(_answered(first, measure), _answered(second, measure)))


def _answered(models: Sequence[Model], measure: str) -> list[_Answered]:
    return [(model.label, list(_passed(model, measure))) for model in models]


def _compared(pairs: Iterable[tuple[_Answered, ...]]) -> list[ModelComparison]:
    made: list[ModelComparison] = []
    for (first, ones), (second, others) in pairs:
        for one in ones:
            for other in others:
                found = None if one.about != other.about else one.compared_with(other)
                if found is not None:
                    made.append(ModelComparison(*one.about, first, second, found, found.p))
    adjusted = holm([each.found.p for each in made])
    return [each._replace(p_holm=p) for each, p in zip(made, adjusted, strict=True)]


class _Passed(NamedTuple):
    """Which questions of a task a model passed, and what each of them is about."""

    about: tuple[str, str, str]  # task, condition and reading
    questions: dict[str, bool]
    entities: dict[str, str]

    def compared_with(self, other: _Passed) -> Comparison | None:
        return compare(self.questions, other.questions, self.entities)


_Answered: TypeAlias = tuple[str, list[_Passed]]  # a model's label, and its tasks


def _passed(model: Model, measure: str) -> Iterator[_Passed]:
    if measure == CONSISTENT:
        for each in asked_several_ways(model):
            about = (each.task, each.condition, each.reading)
            consistent = {asked.items: asked.consistent for asked in each.asked}
            yield _Passed(about, consistent, {asked.items: asked.entity for asked in each.asked})
        return
    for run in model.runs:
        values = {each.item: _MEASURES[measure](each) for each in run.tally.answers}
        questions = {item: value for item, value in values.items() if value is not None}
        entities = {each.item: each.entity for each in run.tally.answers}
        yield _Passed((run.task, run.condition, run.reading), questions, entities)


def comparison_tables(models: Sequence[Model]) -> tuple[list[Table], list[str]]:
    """Makes a table for each measure by which models are compared.

    Args:
        models: The models with their runs.

    Returns:
        The tables, and one line for each that is left out; neither for a single model.
    """
    if len({model.name for model in models}) < 2:
        return [], []
    tables = [_table(models, name, *measure) for name, measure in _SHOWN.items()]
    made = [table for table in tables if table.rows]
    why = "no two models answered the same questions, read in the same way"
    return made, [f"{table.title}: left out, {why}." for table in tables if not table.rows]


def _table(models: Sequence[Model], name: str, measure: str, title: str) -> Table:
    pairs = compare_models(models, measure)
    rows = [
        Row(
            f"{pair.first} vs. {pair.second}",
            f"{pair.task} ({pair.condition})" if pair.condition else pair.task,
            tuple(
                comparison_figures(
                    pair.found, pair.p_holm, pair.task, pair.condition, measure, pair.reading
                )
            ),
        )
        for pair in pairs
    ]
    notes = (
        f"{title} of the first model less that of the second, in percentage points, with the 95% "
        "interval over entities (Bonett and Price's); over the questions that both were asked.",
        *comparison_notes(
            len(pairs), "Where an entity has several questions, all are exchanged together. "
        ),
        *(_ONE_SIDED if measure != CONSISTENT else ()),
    )
    columns = tuple(Column(title, label, "", kind) for kind, label in COMPARED.items())
    full = f"ERBench comparisons {name}: Two models on the same questions"
    return Table(full, notes, columns, tuple(rows), "Task", True)


def comparison_notes(comparisons: int, test: str = "") -> tuple[str, ...]:
    """Explains the columns of a table of comparisons.

    Args:
        comparisons: Their number.
        test: What else there is to say about the test.
    """
    family = f"the {comparisons} comparison{'s' * (comparisons != 1)} of this table"
    return (
        "p: McNemar's exact test, two-sided, on the questions that only one of the two passed. "
        f"{test}p (Holm): adjusted for {family}. Bold: it is at most .05.",
        "Detectable: the smallest true difference, in percentage points, that a sample like this "
        "shows to be significant with a probability of 80% (as a single test at 5%).",
    )


def comparison_figures(
    found: Comparison,
    p_holm: float,
    task: str,
    condition: str,
    measure: str,
    reading: str = "",
    unjudged: int = 0,
    over: str = "entities",
) -> list[tuple[Figure, ...]]:
    """Returns the cells of a comparison.

    Args:
        found: What it found.
        p_holm: The adjusted p-value.
        task: What was asked.
        condition: Under which condition.
        measure: By what the two were compared.
        reading: How responses were read, where that matters.
        unjudged: Number of questions that both were asked and that could not be judged.
        over: What the interval is over.

    Returns:
        A cell for each of `COMPARED`.
    """
    n = found.difference.n

    def figure(name: str, value: Estimate | None, form: str) -> Figure:
        metric = f"{measure}_{name}"
        return Figure(task, condition, metric, value, n, form, unjudged, over, reading)

    def number(name: str, value: float | None, form: str) -> Figure:
        known = None if value is None else Estimate(value, None, None, n, found.difference.entities)
        return figure(name, known, form)

    difference = figure("difference", found.difference, "points")
    return [
        (replace(difference, best=p_holm <= LEVEL),),
        (
            number("only_first", found.only_first, "count"),
            number("only_second", found.only_second, "count"),
        ),
        (number("mcnemar_p", found.p, "p"),),
        (number("mcnemar_p_holm", p_holm, "p"),),
        (number("detectable", found.detectable, "percent"),),
    ]
