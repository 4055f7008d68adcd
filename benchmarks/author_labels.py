"""Reading the labels that TRACK's authors published, in their own files' shape.

`annotation_results.json` has, per judge, domain and task, a list of labels by position;
`human_annotations.json` has items, each with the label of one judge and of a person. Their domain
`grow` is the paper's WIKI, and -1 means that a judge failed. A label is about one probing question
(factuality), or about all facts of a question (necessity); only its position says which one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from erbench_track.core.errors import InputError
from erbench_track.core.json_files import read_json
from erbench_track.track_tasks.quality.annotations import Annotation

JUDGES_FILE = "annotation_results.json"
HUMAN_FILE = "human_annotations.json"
_SCENARIOS = {"grow": "wiki"}


def read_judges(path: Path) -> list[Annotation]:
    """Reads the labels of the judges.

    Args:
        path: `annotation_results.json`.

    Raises:
        InputError: It cannot be read, or has another shape.
    """
    content = read_json(path)
    try:
        return [_annotation(*each) for each in _listed(content)]
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"{path}: not labels per judge, domain and task ({error})") from error


def read_human(path: Path) -> list[Annotation]:
    """Reads the labels of the person, each of which is compared with that of the judge it checks.

    Args:
        path: `human_annotations.json`.

    Raises:
        InputError: It cannot be read, or has another shape.
    """
    rows = read_json(path)
    try:
        return [
            _annotation(
                "human", row["domain"], row["task"], row["index"], row["human_label"], row["model"]
            )
            for row in rows
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path}: not a list of labels of people ({error})") from error


def _listed(content: Mapping[str, Any]) -> Iterator[tuple[str, str, str, int, Any]]:
    for judge, domains in content.items():
        for domain, tasks in domains.items():
            for task, labels in tasks.items():
                for index, label in enumerate(labels):
                    yield judge, domain, task, index, label


def _annotation(
    judge: str, domain: str, task: str, index: int, label: Any, checks: str = ""
) -> Annotation:
    scenario = _SCENARIOS.get(domain, domain)
    return Annotation.from_row(
        {
            "question_id": f"{scenario}/{index}",
            "fact_id": "",
            "task": task,
            "judge": judge,
            "label": label,
            "scenario": scenario,
            "checks": checks,
        }
    )
