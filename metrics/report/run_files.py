"""Finding what `lm_eval --output_path OUT --log_samples` left: folders, samples, results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import InputError
from ...core.json_lines import read_json_lines
from ...core.suites.task_metadata import TaskMetadata, metadata_of

_DATE = r"\d{4}-\d{2}-\d{2}T[\d.\-]+"
_SAMPLES = re.compile(rf"samples_(?P<task>.+?)(?:_(?P<date>{_DATE}))?\.jsonl(?:\.gz)?")
_RESULTS = re.compile(rf"results(?:_(?P<date>{_DATE}))?\.json")


class SamplesFile(NamedTuple):
    """A samples file; `results` is what lm_eval's results file of the same date holds."""

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
        """What the task asks; None if it is none of ours."""
        return metadata_of(self.task, self.setting("configs", self.task, "metadata"))


class ModelFolder(NamedTuple):
    """A folder with the files of one model.

    Attributes:
        path: The folder.
        model: Name of the model in the newest results, else that of the folder.
        versions: The versions of lm_eval in the results.
        files: The samples files, in the order of their names.
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
            output folders (as a study leaves them).

    Returns:
        The folders, each once, in the order given.

    Raises:
        InputError: A folder is missing or has no samples, or a results file is malformed.
    """
    found: dict[Path, Path] = {}
    for path in (path for given in folders for path in _inside(given)):
        found.setdefault(path.resolve(), path)
    return [_look_into(path) for path in found.values()]


def records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the line number and the record of each sample; a further filter's are passed over.

    Args:
        path: A samples file, which may be compressed.

    Raises:
        InputError: The file cannot be read, or a line is no JSON object.
    """
    filters: dict[str, Any] = {}
    for line, record in read_json_lines(path):
        if not isinstance(record, dict):
            raise InputError(
                f"{path}, line {line}: expected a JSON object; is this lm_eval's file?"
            )
        key = str(record.get("doc_id", f"line {line}"))
        if filters.setdefault(key, record.get("filter")) == record.get("filter"):
            yield line, record  # lm_eval repeats a document for each further filter


def read_object(path: Path) -> dict[str, Any]:
    """Reads a JSON object; raises `InputError` if the file is missing or holds another thing."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as JSON ({error})") from error
    if not isinstance(content, dict):
        raise InputError(f"{path}: expected a JSON object")
    return content


def _inside(given: Path) -> list[Path]:
    if not given.is_dir():
        problem = "not a folder" if given.exists() else "no such folder"
        raise InputError(f"{given}: {problem}; give lm_eval's --output_path")
    models = _folders_in(given)
    candidates = [given, *models, *(path for model in models for path in _folders_in(model))]
    folders = [path for path in candidates if any(path.glob("samples_*.jsonl*"))]
    if not folders:
        raise InputError(f"{given}: no samples_*.jsonl in there; run lm_eval with --log_samples")
    return folders


def _folders_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir())


def _look_into(folder: Path) -> ModelFolder:
    results = _results(folder)
    newest = results[max(results)] if results else {}
    files, others = [], []
    for path in sorted(folder.glob("samples_*.jsonl*")):
        match = _SAMPLES.fullmatch(path.name)
        if match is None:
            others.append(path)
        else:
            date = match["date"] or ""
            files.append(SamplesFile(date, path, match["task"], results.get(date, {})))
    name = _text(newest.get("model_name")) or folder.resolve().name
    versions = {_text(some.get("lm_eval_version")) for some in results.values()} - {""}
    return ModelFolder(folder, name, versions, files, others)


def _results(folder: Path) -> dict[str, dict[str, Any]]:
    """Reads the results files of a folder, by date."""
    found = {}
    for path in folder.glob("results*.json"):
        match = _RESULTS.fullmatch(path.name)
        if match is not None:
            found[match["date"] or ""] = read_object(path)
    return found


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
