"""Recorded responses, as a language model that repeats them for lm_eval to score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lm_eval.api.instance import Instance
from lm_eval.api.model import LM

from ...core.errors import InputError
from ...core.suites.track import MODEL_CLASSES
from ...metrics.report.run_files import (
    Sample,
    SamplesFile,
    model_folders,
    read_results,
    read_samples,
    samples_file,
)
from ...track_tasks.injection.memory import announce


def files_by_task(samples: Sequence[Path], tasks: Sequence[str]) -> dict[str, SamplesFile]:
    """Finds the samples of some tasks.

    Args:
        samples: lm_eval's samples files, or folders with those of one model. A single file may have
            any name if there is a single task.
        tasks: Names of the tasks.

    Returns:
        The newest file of each task, in the order of the tasks; tasks without a file are missing.

    Raises:
        InputError: There are none, or a file's name is not that of a task.
    """
    for given in samples:
        if not given.exists():
            raise InputError(f"{given}: no such file; give lm_eval's samples or their folder")
    files = [file for given in samples for file in _files(given)]
    if len(tasks) == 1 and len(files) == 1:
        return {tasks[0]: files[0]}
    for file in files:
        if file.path in samples and file.task not in tasks:
            raise InputError(f"{file.path}: its name is not that of samples of {', '.join(tasks)}")
    newest = {file.task: file for file in sorted(files, key=lambda file: file.date)}
    chosen = {task: newest[task] for task in tasks if task in newest}
    if not chosen:
        raise InputError(f"{samples[0]}: no samples of {', '.join(tasks)}")
    return chosen


def _files(given: Path) -> list[SamplesFile]:
    if given.is_dir():
        models = model_folders([given])
        if len(models) > 1:
            names = ", ".join(str(model.path) for model in models)
            raise InputError(f"{given}: has the samples of several models; give one: {names}")
        return models[0].files
    results = read_results(given.parent)
    return [samples_file(given, results) or SamplesFile("", given, given.name, {})]


def read_recorded(path: Path, check_doc: Callable[[dict[str, Any]], None]) -> list[Sample]:
    """Reads samples that are to be scored.

    Args:
        path: The file.
        check_doc: Raises `InputError` for a document that the task cannot score.

    Returns:
        The samples, in the order of the file; each has a response.

    Raises:
        InputError: The file cannot be read, has no sample, or a line of it is wrong.
    """
    samples = []
    for sample in read_samples(path):
        try:
            check_doc(sample.doc)
        except InputError as error:
            raise sample.refused(error) from error
        samples.append(sample)
    return samples


def recorded_shots(file: SamplesFile, task: str) -> int:
    """Returns how many demonstrations a run showed, as lm_eval's results beside its samples say.

    Raises:
        InputError: A results file is malformed.
    """
    results = read_results(file.path.parent)
    for date in (file.date, *sorted(results, reverse=True)):
        shots = file._replace(results=results.get(date, {})).setting("n-shot", task)
        if isinstance(shots, int):
            return shots
    return 0


class RecordedLM(LM):  # type: ignore[misc]
    """Gives each document's recorded responses, in their order."""

    def __init__(self, samples: Mapping[str, Sequence[Sample]]) -> None:
        """Takes the recordings.

        Args:
            samples: Task name to its samples; a document's id is its index among them.
        """
        super().__init__()
        self._samples = samples
        for method in MODEL_CLASSES:  # the responses show whether the facts reached the model
            announce(method)

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Returns the recorded responses."""
        given: Counter[tuple[str, int]] = Counter()
        responses = []
        for request in requests:
            key = (request.task_name, request.doc_id)
            responses.append(self._samples[request.task_name][request.doc_id].responses[given[key]])
            given[key] += 1
        return responses

    def loglikelihood(self, requests: Any) -> Any:
        """Not supported: likelihoods are not recorded."""
        raise NotImplementedError("only generated text is recorded")

    def loglikelihood_rolling(self, requests: Any) -> Any:
        """Not supported: likelihoods are not recorded."""
        raise NotImplementedError("only generated text is recorded")


class RecordedDocs(list[dict[str, Any]]):
    """Recorded documents, unchanged, with the attribute that lm_eval needs of a dataset."""

    @property
    def features(self) -> dict[str, None]:
        """Names of the columns."""
        return dict.fromkeys(self[0])
