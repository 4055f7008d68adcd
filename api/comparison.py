"""Two runs on the same questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError
from ..core.suites.task_metadata import ErbenchMetadata
from ..metrics.report.comparisons import ModelComparison, check_measure, compare_each
from ..metrics.report.runs import Model, Run, read_models
from ..metrics.report.tally import Tally
from .frames import Row, rows_of
from .verdicts import ReadingName

if TYPE_CHECKING:
    from pandas import DataFrame

_SCORED = ("id", "entity_id", "domain", "question_type", "answer_accuracy")


def compare(
    run_a: Any, run_b: Any, metric: str = "answer_accuracy", reading: ReadingName = "robust"
) -> DataFrame:
    """Compares two runs on the questions that both were asked, as `erbench-track report` does.

    Args:
        run_a: lm_eval's `--output_path` (with `--log_samples`), or a table that `score` or
            `read_run` returned.
        run_b: The same of the other run.
        metric: `answer_accuracy`, `answer_rationale_accuracy`, `hallucination_rate`,
            `missing_rate`, `unreadable_rate`; or `consistent_accuracy`: basic and negated
            question, or all wordings of a multiple-choice question, answered right.
        reading: How the responses in a folder are read: `robust` or `paper`. A table is what it is.

    Returns:
        A row for each task, condition and pair of models that answered the same questions:
        `difference` (of the first less the second, in [-1, 1]) with its 95% interval `low` and
        `high` over entities, the number of questions `n`, how many of them `only_first` and
        `only_second` passed, `p` (McNemar's exact test; whole entities are exchanged) and `p_holm`
        (adjusted for all rows), and `detectable`: the smallest difference that such a sample would
        probably show.

    Raises:
        InputError: A folder or a table is malformed, there is no such metric, or the two have no
            question in common.

    Examples:
        >>> from erbench_track.api import compare, load_items, score
        >>> items = load_items("movie", "bn_yes").head(40)
        >>> one, other = (score(items.assign(response=said)) for said in ("Yes.", "No."))
        >>> compare(one, other)[["task", "difference", "n", "only_first"]].values.tolist()
        [['erbench_movie_bn_yes', 1.0, 40, 40]]
    """
    from pandas import DataFrame

    check_measure(metric)
    first, second = (
        list(_models(run, name, reading)) for run, name in ((run_a, "run_a"), (run_b, "run_b"))
    )
    found = compare_each(first, second, metric)
    if not found:
        raise InputError(f"{metric}: the two runs have no task with the same questions in common")
    return DataFrame(list(map(_row, found)))


def _row(pair: ModelComparison) -> Row:
    found, difference = pair.found, pair.found.difference
    return {
        "task": pair.task,
        "condition": pair.condition,
        "reading": pair.reading,
        "first": pair.first,
        "second": pair.second,
        "difference": difference.value,
        "low": difference.low,
        "high": difference.high,
        "n": difference.n,
        "entities": difference.entities,
        "only_first": found.only_first,
        "only_second": found.only_second,
        "p": found.p,
        "p_holm": pair.p_holm,
        "detectable": found.detectable,
    }


def _models(run: Any, name: str, reading: ReadingName) -> Iterable[Model]:
    if isinstance(run, str | Path):
        models = read_models([Path(run)], reading)
        if not any(model.runs for model in models):
            raise _of_track(name)
        return models
    rows = rows_of(run)
    if rows and all(row.get("scenario") for row in rows):
        raise _of_track(name)
    return _of_table(rows, name)


def _of_track(name: str) -> InputError:
    return InputError(
        f"{name}: has responses of TRACK only; `erbench-track report RUN_A RUN_B -o FOLDER` "
        "compares those"
    )


def _of_table(rows: list[Row], name: str) -> Iterator[Model]:
    """Yields the models of a table of scored responses; one without names is one model."""
    lacking = [column for column in _SCORED if rows and column not in rows[0]]
    if lacking or not rows:
        what = f"lacks the columns {', '.join(lacking)}" if lacking else "has no rows"
        raise InputError(f"{name}: this table {what}; give one that `score` returned")
    for model, own in _grouped(rows, lambda row: (str(row.get("model") or name),)):
        runs = [_run(asked, some) for asked, some in _grouped(own, _asked)]
        yield Model("".join(model), runs=runs)


def _asked(row: Row) -> tuple[str, ...]:
    """Returns what tells the runs of a model apart: domain, question type, task and condition."""
    plain = ErbenchMetadata(str(row["domain"]), str(row["question_type"]))
    task = row.get("task") or plain.name
    return plain.domain, plain.question_type, str(task), str(row.get("condition") or "")


def _run(asked: tuple[str, ...], rows: list[Row]) -> Run:
    domain, question_type, task, condition = asked
    tally = Tally()
    for row in rows:
        tally.add({**row, "doc": row, "filter": row.get("reading")}, row.get("answer_read"))
    shots = int(condition.removesuffix("-shot")) if condition.endswith("-shot") else 0
    return Run(task, domain, question_type, False, shots, None, Path(), tally)


def _grouped(rows: list[Row], key: Any) -> Iterator[tuple[tuple[str, ...], list[Row]]]:
    for found, some in groupby(sorted(rows, key=key), key):
        yield found, list(some)
