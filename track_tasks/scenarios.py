"""The questions that each scenario has over the data that come with the package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from ..core.errors import InputError
from ..core.suites.track import SCENARIOS
from .questions.question import Question
from .questions.question_cache import cached_questions

DEFAULT_COUNT = 500


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
        raise InputError(f"scenario: {scenario!r} is none of {', '.join(SCENARIOS)}")
    make = GENERATORS[scenario]
    return tuple(cached_questions(scenario, (count, seed), lambda: make(count, seed)))
