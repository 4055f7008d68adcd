"""Reading lm_eval's samples files: recorded responses with the documents that they answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.json_lines import read_json_lines


@dataclass(frozen=True, slots=True)
class Sample:
    """One recorded document.

    Attributes:
        doc: The document.
        responses: The model's responses to its request, at least one.
        recorded: The whole line of the file.
    """

    doc: dict[str, Any]
    responses: list[str]
    recorded: dict[str, Any]

    @property
    def prompt(self) -> str:
        """The prompt that was recorded, or an empty text."""
        arguments = self.recorded.get("arguments")
        if not isinstance(arguments, dict):
            return ""
        first = next(iter(arguments.values()), None)  # {"gen_args_0": {"arg_0": prompt}}
        prompt = next(iter(first.values()), "") if isinstance(first, dict) else ""
        return prompt if isinstance(prompt, str) else ""


def read_samples(path: Path, check_doc: Callable[[dict[str, Any]], None]) -> list[Sample]:
    """Reads a samples file.

    lm_eval writes a document once per filter; the repetitions are passed over.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.
        check_doc: Raises `InputError` for a document that the task cannot score.

    Returns:
        The samples, in the order of the file.

    Raises:
        InputError: The file cannot be read, has no sample, or a line of it is wrong.
    """
    first_filter: dict[Any, Any] = {}
    samples = []
    for line, recorded in read_json_lines(path):
        try:
            sample = _sample(recorded)
            check_doc(sample.doc)
        except InputError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
        doc_id, filter_name = recorded.get("doc_id", line), recorded.get("filter")
        if doc_id not in first_filter:
            first_filter[doc_id] = filter_name
            samples.append(sample)
        elif filter_name == first_filter[doc_id]:
            raise InputError(f"{path}, line {line}: doc_id {doc_id!r} is there a second time")
    if not samples:
        raise InputError(f"{path}: no samples in this file")
    return samples


def only_entities(samples: list[Sample], entities: Collection[str], path: Path) -> list[Sample]:
    """Keeps the samples about some entities.

    Raises:
        InputError: None of them is.
    """
    kept = [sample for sample in samples if str(sample.doc.get("entity_id")) in entities]
    if not kept:
        raise InputError(f"{path}: no sample is about one of the {len(entities)} entities given")
    return kept


def _sample(recorded: Any) -> Sample:
    if not isinstance(recorded, dict):
        raise InputError("expected a JSON object")
    for field, kind in (("doc", dict), ("resps", list)):
        if not isinstance(recorded.get(field), kind):
            raise InputError(f"field {field!r} is missing or no {kind.__name__}")
    responses = recorded["resps"][0] if recorded["resps"] else []
    if not isinstance(responses, list) or not responses:
        raise InputError("field 'resps' has no response; expected [[\"...\"]]")
    if not all(isinstance(response, str) for response in responses):
        raise InputError("field 'resps' holds something other than text: not a generation task?")
    return Sample(recorded["doc"], responses, recorded)
