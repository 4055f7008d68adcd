"""Which figures are bold: those that are better than all beside them, and not by chance."""

import random

import pytest

from erbench_track.metrics.report.best import with_best
from erbench_track.metrics.report.grid import Column, Figure, Row, Table
from erbench_track.metrics.statistics.intervals import estimate
from erbench_track.metrics.statistics.paired import Sums


def figure(values, metric="answer_accuracy", asked=None, facts=None):
    """A figure of a response to each of several questions, each about an entity of its own."""
    sums = {str(number): (1, float(value)) for number, value in enumerate(values)}
    found = estimate([*sums.values()])
    questions = asked or dict.fromkeys(sums, 1)
    return Figure("task", "", metric, found, found.n, sums=Sums(sums, questions, facts))


def table(rows, label="A", by_model=False):
    """A table with a cell for each figure; rows are models, or methods of one model."""
    columns = tuple(Column("Movie", f"c{n}", "movie", f"c{n}") for n in range(len(rows[0])))
    names = [("m", f"way {n}") if by_model else (f"m{n}", label) for n in range(len(rows))]
    made = tuple(
        Row(*name, tuple((each,) for each in row)) for name, row in zip(names, rows, strict=True)
    )
    return Table("Table 1: One", (), columns, made, by_model=by_model)


def bold(found):
    return [[figure.best for cell in row.cells for figure in cell] for row in found.rows]


def right(count, of=100):
    return [1] * count + [0] * (of - count)


def test_the_best_is_bold_only_if_it_is_significantly_better_than_each_of_the_others():
    found = with_best(table([[figure(right(n))] for n in (50, 80, 60)]))
    assert bold(found) == [[False], [True], [False]]
    close = with_best(table([[figure(right(n))] for n in (50, 80, 78)]))
    assert bold(close) == [[False], [False], [False]]


def test_of_hallucinations_the_fewest_are_the_best_and_of_admissions_none():
    fewest = [[figure(right(n), "hallucination_rate")] for n in (20, 60)]
    assert bold(with_best(table(fewest))) == [[True], [False]]
    admitted = [[figure(right(n), "missing_rate")] for n in (20, 60)]
    assert bold(with_best(table(admitted))) == [[False], [False]]


def test_models_that_were_asked_different_questions_are_not_ranked():
    other = {str(number): 2 for number in range(100)}
    found = with_best(table([[figure(right(90))], [figure(right(10), asked=other)]]))
    assert bold(found) == [[False], [False]]


def test_models_that_share_some_questions_are_compared_on_these():
    """Where both were asked the same, the one that looks worse is better."""
    asked = {str(number): 1 if number < 40 else 2 for number in range(100)}
    first, second = [0] * 40 + [1] * 60, [1] * 40 + [0] * 60
    found = with_best(table([[figure(first)], [figure(second, asked=asked)]]))
    assert bold(found) == [[False], [False]]


def test_methods_are_compared_within_a_model():
    facts = {str(number): (str(number),) for number in range(60)}
    rows = [[figure(right(n, 60), "holistic_pass", facts=facts)] for n in (10, 45)]
    assert bold(with_best(table(rows, by_model=True))) == [[False], [True]]


def test_shares_of_hops_are_compared_too():
    rows = [[figure([0.5] * n + [0.0] * (60 - n), "rationale_accuracy")] for n in (5, 50)]
    assert bold(with_best(table(rows))) == [[False], [True]]


@pytest.mark.parametrize("models", [2, 4])
def test_at_most_one_table_of_twenty_has_a_figure_that_is_bold_by_chance(models):
    """All models are equally good, in all of ten columns."""
    chance = random.Random(3)  # noqa: S311 -- a simulation
    tables = 150
    wrong = 0
    for _ in range(tables):
        rows = [
            [figure([chance.random() < 0.5 for _ in range(60)]) for _ in range(10)]
            for _ in range(models)
        ]
        wrong += any(map(any, bold(with_best(table(rows)))))
    assert wrong / tables <= 0.05 + 2 * (0.05 * 0.95 / tables) ** 0.5
