"""Reading what `lm_eval --output_path OUT --log_samples` wrote: folders, results and samples.

The report, `score`, `known`, `gaps` and a study all read through here, so that each takes plain and
compressed files alike and refuses the same lines with the same words. Nothing in a file is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import InputError
from ...core.json_files import read_json_lines, read_json_object
from ...core.json_text import read_extraction
from ...core.model_identity import read_model_arguments
from ...core.suites.erbench import READINGS
from ...core.suites.task_metadata import TaskMetadata, metadata_of

_DATE = r"\d{4}-\d{2}-\d{2}T[\d.\-]+"
_SAMPLES = re.compile(rf"(?:samples_)?(?P<task>.+?)(?:_(?P<date>{_DATE}))?\.jsonl(?:\.gz)?")
_RESULTS = re.compile(rf"results(?:_(?P<date>{_DATE}))?\.json")
_ANY_SAMPLES = "samples_*.jsonl*"
_DRAWN = re.compile("[a-z0-9]{8}")
_NAMING = {"peft", "delta", "pretrained", "model", "path", "engine"}
_DEEPEST = 4  # folders of models in a folder of studies: STUDY/STAGE/results/MODEL


@dataclass(frozen=True, slots=True)
class Sample:
    """One recorded document, with the model's responses and their evaluation.

    Attributes:
        doc: The document.
        record: The whole line of the file, the measures among it.
        path: The file.
        line: The number of its line, from 1.
    """

    doc: dict[str, Any]
    record: dict[str, Any]
    path: Path
    line: int

    @property
    def filter(self) -> str:
        """The name of lm_eval's filter that evaluated it; empty if it was not recorded."""
        return _text(self.record.get("filter"))

    @property
    def responses(self) -> list[str]:
        """The model's responses to its request, at least one.

        Raises:
            InputError: None is recorded, or they are not texts.
        """
        recorded = self.record.get("resps")
        if not isinstance(recorded, list):
            raise self.refused("field 'resps' is missing or not a list")
        responses = recorded[0] if recorded else []
        if not isinstance(responses, list) or not responses:
            raise self.refused("field 'resps' has no response; expected [[\"...\"]]")
        if not all(isinstance(response, str) for response in responses):
            raise self.refused(
                "field 'resps' holds something other than text: not a generation task?"
            )
        return responses

    @property
    def prompt(self) -> Any:
        """The prompt, a text or the messages of a chat; None if it was not recorded."""
        arguments = self.record.get("arguments")
        if isinstance(arguments, dict):  # {"gen_args_0": {"arg_0": prompt, "arg_1": settings}}
            first = next(iter(arguments.values()), None)
            return next(iter(first.values()), None) if isinstance(first, dict) else first
        while isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
            arguments = arguments[0]  # [[prompt, settings]], as lm_eval has them in memory
        if isinstance(arguments, list) and arguments and isinstance(arguments[0], str):
            return arguments[0]
        return arguments

    @property
    def extracted(self) -> dict[str, Any]:
        """What the task's filter found, by name; empty if it found something else."""
        found = self.record.get("filtered_resps")
        while isinstance(found, list) and found:  # one list more if there were repeats
            found = found[0]
        try:
            return found if isinstance(found, dict) else read_extraction(found)
        except ValueError:
            return {}

    def refused(self, reason: object) -> InputError:
        """Returns an error that names the file and the line."""
        return InputError(f"{self.path}, line {self.line}: {reason}")


class SamplesFile(NamedTuple):
    """The samples of one task.

    Attributes:
        date: When lm_eval wrote it, as its name says; empty if it does not.
        path: The file.
        task: Name of the task, as the file's name says.
        results: What lm_eval's results file of the same date holds; empty if there is none.
    """

    date: str
    path: Path
    task: str
    results: dict[str, Any]

    def setting(self, *keys: str) -> Any:
        """Looks a value up in the results; None if it is not there."""
        content: Any = self.results
        for key in keys:
            content = content.get(key) if isinstance(content, dict) else None
        return content

    @property
    def asks(self) -> TaskMetadata | None:
        """What the task asks; None if it is not one of ours."""
        return metadata_of(self.task, self.setting("configs", self.task, "metadata"))


class ModelFolder(NamedTuple):
    """A folder with the files of one model.

    Attributes:
        path: The folder.
        model: Name of the model in the newest results, else that of the folder; the kind of model
            if its arguments name none.
        versions: The versions of lm_eval in the results.
        files: The samples files, oldest first.
        others: Files that look like samples, but have another name than lm_eval gives.
    """

    path: Path
    model: str
    versions: set[str]
    files: list[SamplesFile]
    others: list[Path]


def model_folders(folders: Sequence[Path]) -> list[ModelFolder]:
    """Finds the folders that have samples in them.

    Args:
        folders: Output folders of lm_eval, folders of one model in them, or a folder of such
            output folders (such as a study's).

    Returns:
        The folders, each once, in the order given.

    Raises:
        InputError: A folder is missing or has no samples, or a results file is malformed.
    """
    found: dict[Path, Path] = {}
    for given in folders:
        inside = list(_with_samples(given))
        if not inside:
            raise InputError(
                f"{given}: no samples_*.jsonl in there; run lm_eval with --log_samples"
            )
        for path in inside:
            found.setdefault(path.resolve(), path)
    return [read_model_folder(path) for path in found.values()]


def samples_of(
    folders: Sequence[Path], is_wanted: Callable[[TaskMetadata | None], bool], missing: str
) -> list[SamplesFile]:
    """Finds the samples of some tasks.

    Args:
        folders: As for `model_folders`.
        is_wanted: Returns whether a task that asks this is one of them.
        missing: What to say if there are none.

    Returns:
        The files, oldest first.

    Raises:
        InputError: There are none, a folder is missing, or a results file is malformed.
    """
    inside = {path.resolve(): path for given in folders for path in _with_samples(given)}
    files = [file for path in inside.values() for file in read_model_folder(path).files]
    wanted = [file for file in files if is_wanted(file.asks)]
    if not wanted:
        raise InputError(f"{folders[0]}: {missing}")
    return oldest_first(wanted)


def read_model_folder(folder: Path) -> ModelFolder:
    """Reads the names of the files of a folder, and its results.

    Args:
        folder: A folder; what lies deeper in it is not looked at.

    Raises:
        InputError: A results file is malformed.
    """
    results = read_results(folder)
    newest = results[max(results)] if results else {}
    model = _model_name(newest) or folder.resolve().name
    paths = sorted(folder.glob(_ANY_SAMPLES))
    named = [(path, samples_file(path, results)) for path in paths]
    return ModelFolder(
        folder,
        model,
        {_text(some.get("lm_eval_version")) for some in results.values()} - {""},
        oldest_first(file for _, file in named if file is not None),
        [path for path, file in named if file is None],
    )


def _model_name(results: Mapping[str, Any]) -> str:
    """Returns what lm_eval calls a model; without an argument that names it that is drawn anew.

    It takes one of `_NAMING`, and eight random characters where there is none.
    """
    name, config = _text(results.get("model_name")), results.get("config")
    recorded = config if isinstance(config, dict) else {}
    kind = _text(recorded.get("model"))
    named = read_model_arguments(recorded.get("model_args")).keys() & _NAMING
    return kind if kind and not named and _DRAWN.fullmatch(name) else name


def samples_file(path: Path, results: dict[str, dict[str, Any]]) -> SamplesFile | None:
    """Reads a file's task and date from its name, `samples_TASK_DATE.jsonl` or `TASK.jsonl`.

    Args:
        path: The file, which may be compressed (`.jsonl.gz`).
        results: The results of its folder, by date.

    Returns:
        None if it has another name.
    """
    match = _SAMPLES.fullmatch(path.name)
    if match is None:
        return None
    date = match["date"] or ""
    return SamplesFile(date, path, match["task"], results.get(date, {}))


def oldest_first(files: Iterable[SamplesFile]) -> list[SamplesFile]:
    """Sorts samples files by date."""
    return sorted(files, key=lambda file: (file.date, str(file.path)))


def read_results(folder: Path) -> dict[str, dict[str, Any]]:
    """Reads the results files of a folder, by date.

    Raises:
        InputError: One of them is malformed.
    """
    matches = ((path, _RESULTS.fullmatch(path.name)) for path in folder.glob("results*.json"))
    return {match["date"] or "": read_json_object(path) for path, match in matches if match}


def read_samples(
    path: Path, reading: str = "", beside: Callable[[Sample], None] | None = None
) -> Iterator[Sample]:
    """Yields the samples of a file, each document once.

    lm_eval writes a document once for every filter. The responses are the same, only what was made
    of them differs.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.
        reading: One of `READINGS`: of a file with these filters only its records are yielded. Of
            every other file, and by default, each document's first record is.
        beside: Takes the records of the other of `READINGS`.

    Raises:
        InputError: The file cannot be read or is empty, a line is not a sample, or a document is
            there twice.
    """
    first_filters: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    wanted = ""
    for sample in every_sample(path):
        doc_id = repr(sample.record.get("doc_id", f"line {sample.line}"))
        if (doc_id, sample.filter) in seen:
            raise sample.refused(f"doc_id {doc_id} is there a second time")
        if not seen and sample.filter in READINGS:
            wanted = reading
        seen.add((doc_id, sample.filter))
        if sample.filter == (wanted or first_filters.setdefault(doc_id, sample.filter)):
            yield sample
        elif beside is not None and sample.filter in READINGS:
            beside(sample)
    if not seen:
        raise InputError(f"{path}: no samples in this file; remove it, or run its task again")


def every_sample(path: Path) -> Iterator[Sample]:
    """Yields every line of a samples file: each document once for every filter.

    Raises:
        InputError: The file cannot be read, or a line is not a sample.
    """
    for line, record in read_json_lines(path, whole=True):
        yield _sample(record, path, line)


def _sample(record: Any, path: Path, line: int) -> Sample:
    if not isinstance(record, dict):
        raise InputError(f"{path}, line {line}: expected a JSON object; is this lm_eval's file?")
    doc = record.get("doc")
    if not isinstance(doc, dict):
        raise InputError(f"{path}, line {line}: field 'doc' is missing or not a JSON object")
    if not isinstance(record.get("doc_id", 0), int | str):
        raise InputError(f"{path}, line {line}: field 'doc_id' is neither a number nor a text")
    if not isinstance(record.get("arguments"), dict | list | str | None):
        raise InputError(f"{path}, line {line}: field 'arguments' is no prompt")
    return Sample(doc, record, path, line)


def _with_samples(given: Path) -> Iterator[Path]:
    """Yields a folder and those in it that have samples, the outer ones first."""
    if not given.is_dir():
        problem = "not a folder" if given.exists() else "no such folder"
        raise InputError(f"{given}: {problem}; give lm_eval's --output_path")
    level = [given]
    for _ in range(_DEEPEST + 1):
        yield from (folder for folder in level if any(folder.glob(_ANY_SAMPLES)))
        inside = (sorted(folder.iterdir()) for folder in level)
        level = [path for paths in inside for path in paths if _may_hold_samples(path)]


def _may_hold_samples(path: Path) -> bool:
    """Tells whether to look into a folder: what a run is about to write, or left, is hidden."""
    return path.is_dir() and not path.name.startswith(".")


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
