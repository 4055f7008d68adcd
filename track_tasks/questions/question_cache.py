"""A cache on disk of the questions over embedded sources: some take seconds to be made.

An entry is named after everything that the questions depend on: our code, the scenario's data, the
Python and the libraries that facts are about, and the parameters. A changed file is another entry;
nothing needs to be cleared. `ERBENCH_TRACK_ITEM_CACHE` is another folder, or 0 for none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import cache_folder, write_text
from ...core.suites.track import SCENARIOS
from .question import Question

_CODE = Path(__file__).resolve().parent.parent
_VARIABLE = "ERBENCH_TRACK_ITEM_CACHE"


def cached_questions(
    scenario: str, parameters: tuple[Any, ...], build: Callable[[], Sequence[Question]]
) -> list[Question]:
    """Returns questions over an embedded source, from the cache if they are there.

    Args:
        scenario: Name of the scenario.
        parameters: What else the questions depend on.
        build: Makes the questions.

    Returns:
        The questions.
    """
    if os.environ.get(_VARIABLE) == "0":
        return list(build())
    name = f"track-{scenario}-{_fingerprint(scenario, parameters)}.jsonl"
    path = cache_folder("items", _VARIABLE) / name
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return [Question.from_row(json.loads(line)) for line in path.read_text("utf-8").split("\n")]
    questions = list(build())
    # A cache that cannot be written is a slower start, not an error.
    with contextlib.suppress(InputError, OSError):
        write_text(path, "\n".join(json.dumps(question.to_row()) for question in questions))
    return questions


def _fingerprint(scenario: str, parameters: tuple[Any, ...]) -> str:
    digest = hashlib.sha256(repr((*parameters, platform.python_version())).encode())
    for path in _files(scenario):
        digest.update(f"\x1f{path.name}\x1f".encode())
        digest.update(path.read_bytes())
    for package in SCENARIOS[scenario].libraries:
        with contextlib.suppress(PackageNotFoundError):
            digest.update(f"{package} {version(package)}".encode())
    return digest.hexdigest()[:24]


def _files(scenario: str) -> Iterator[Path]:
    yield from sorted(_CODE.glob("*.py"))
    yield from sorted((_CODE / "questions").glob("*.py"))
    yield from sorted((_CODE / scenario).rglob("*.py"))
    yield from sorted(path for path in (_CODE / "data" / scenario).rglob("*") if path.is_file())
