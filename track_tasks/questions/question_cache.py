"""A cache on disk of the questions over embedded sources: some take seconds to be made.

It lies beside that of ERBench's items. `ERBENCH_TRACK_ITEM_CACHE` names another folder, or is 0 for
no cache.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ...core.build_cache import cached, fingerprint, optional_cache_folder
from ...core.suites.track import SCENARIOS
from ...erbench_tasks import item_cache
from .question import Question

FOLDERS = (*item_cache.FOLDERS, "track_tasks")


def cached_questions(
    scenario: str, parameters: tuple[Any, ...], build: Callable[[], Sequence[Question]]
) -> list[Question]:
    """Returns questions over an embedded source, from the cache if they are there.

    Args:
        scenario: Name of the scenario.
        parameters: What else the questions depend on, besides our code and data.
        build: Makes the questions.

    Returns:
        The questions.
    """
    folder = optional_cache_folder("items", item_cache.VARIABLE)
    packages = ("jinja2", *SCENARIOS[scenario].libraries)
    name = f"track-{scenario}-{fingerprint(FOLDERS, packages, parameters)}.jsonl"
    return cached(folder and folder / name, lambda: list(build()), read=_read, write=_written)


def _read(content: bytes) -> list[Question]:
    return [Question.from_row(json.loads(line)) for line in content.decode().split("\n")]


def _written(questions: Sequence[Question]) -> bytes:
    return "\n".join(json.dumps(question.to_row()) for question in questions).encode()
