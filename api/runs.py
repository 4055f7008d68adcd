"""The responses of recorded runs as one table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.suites.erbench import READINGS
from ..metrics.report.explorer.outcomes import outcome_of
from ..metrics.report.run_files import Sample, read_samples
from ..metrics.report.runs import Model, Run, read_models
from ..metrics.report.track_runs import TrackRun
from .verdicts import ReadingName

if TYPE_CHECKING:
    from pandas import DataFrame


def read_run(folder: str | Path, reading: ReadingName = "robust") -> DataFrame:
    """Reads the responses that `lm_eval --log_samples` recorded, of all models in a folder.

    Args:
        folder: lm_eval's `--output_path`, a model's folder in it, or a study's.
        reading: How ERBench's responses are read: `robust` or `paper`.

    Returns:
        A row for each response: `model`, `task`, `condition` (such as `8-shot`), `reading`, the
        columns of the item, `response` (the first, if there are several), `answer_read`, `outcome`
        and the metrics. Of each model's task the newest run counts, as in `erbench-track report`.

    Raises:
        InputError: The folder is missing, or has no samples of one of our tasks.

    Examples:
        >>> from erbench_track.api import read_run
        >>> run = read_run("results")  # doctest: +SKIP
        >>> run.groupby(["model", "task"])["answer_accuracy"].mean()  # doctest: +SKIP
    """
    from pandas import DataFrame

    rows = [
        _row(model.label, run, sample)
        for model in read_models([Path(folder)], reading)
        for run in _runs(model)
        for sample in _samples(run, reading)
    ]
    return DataFrame(rows)


def _runs(model: Model) -> list[Run | TrackRun]:
    return [*model.runs, *model.track]


def _samples(run: Run | TrackRun, reading: str) -> Iterator[Sample]:
    return read_samples(run.path, reading if isinstance(run, Run) else "")


def _row(model: str, run: Run | TrackRun, sample: Sample) -> dict[str, Any]:
    metrics = sample.record.get("metrics")
    names = map(str, metrics) if isinstance(metrics, list) else ()
    return {
        "model": model,
        "task": run.task,
        "condition": run.condition,
        "reading": sample.filter if sample.filter in READINGS else "",
        **sample.doc,
        "response": sample.responses[0],
        "answer_read": sample.extracted.get("answer"),
        "outcome": outcome_of(sample.record),
        **{name: sample.record.get(name) for name in names},
    }
