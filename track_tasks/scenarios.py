"""The questions of each scenario over the data of the package, and a cache of them on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..core.build_cache import cached, fingerprint, optional_cache_folder
from ..core.errors import InputError
from ..core.suites.track import SCENARIOS
from ..erbench_tasks import item_cache
from .questions.question import Question

DEFAULT_COUNT = 500
FOLDERS = (*item_cache.FOLDERS, "track_tasks")


def _wiki(count: int | None, seed: int) -> list[Question]:
    from .wiki.graph.tsv_graph import embedded_graph
    from .wiki.questions import generate_questions

    return generate_questions(embedded_graph(), count or DEFAULT_COUNT, seed)


def _math(count: int | None, seed: int) -> list[Question]:
    from .math.generate import generate_questions

    return generate_questions(count or DEFAULT_COUNT, seed)


def _code(count: int | None, seed: int) -> list[Question]:
    from .code.generate import generate_questions
    from .code.problems import embedded_problems

    questions, _ = generate_questions(embedded_problems(), count, seed)
    return questions


GENERATORS: Mapping[str, Callable[[int | None, int], list[Question]]] = {
    "wiki": _wiki,
    "code": _code,
    "math": _math,
}
"""From the number of questions (None: the scenario's own default) and the seed to them."""


@lru_cache(maxsize=8)
def embedded_questions(
    scenario: str, count: int | None = None, seed: int = 0
) -> Sequence[Question]:
    """Generates questions over the data that come with the package.

    Args:
        scenario: Name of the scenario.
        count: How many; by default 500, as in the paper, or as many as there are.
        seed: Decides which.

    Returns:
        The questions; the same count and seed give the same.

    Raises:
        InputError: There is no such scenario, or it does not have that many questions.
    """
    if scenario not in SCENARIOS:
        raise InputError(f"scenario: {scenario!r} is not one of {', '.join(SCENARIOS)}")
    make = GENERATORS[scenario]
    return tuple(cached_questions(scenario, (count, seed), lambda: make(count, seed)))


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
