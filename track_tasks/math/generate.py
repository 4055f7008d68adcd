"""Generating MATH's questions from the problem families (Appendix B.3, without a model)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence

from ...core.errors import InputError
from ..questions.question import Fact, Question
from .families.family import Family, families
from .families.problem import Problem, written

SOURCE = "problem families of erbench-track, verified with SymPy"
_MOST_REPETITIONS = 400  # in a row, until a family counts as exhausted


def generate_questions(
    count: int,
    seed: int = 0,
    watch: Callable[[Sequence[Family], int], Iterable[Family]] = lambda families, total: families,
) -> list[Question]:
    """Makes problems from all families, as evenly as possible.

    Args:
        count: Number of questions.
        seed: Decides which; equal counts and seeds give equal questions.
        watch: Sees the families pass, one per question, such as a progress bar.

    Returns:
        Questions with different texts. Every step and every answer has been verified.

    Raises:
        InputError: A family does not have that many different problems.
        NotVerifiedError: A family has an error.
    """
    turns = _turns(count, seed)
    streams = {each.name: random.Random(f"math/{seed}/{each.name}") for each in families()}  # noqa: S311 -- not secret
    seen: set[str] = set()
    return [question_of(_new(each, streams[each.name], seen)) for each in watch(turns, count)]


def question_of(problem: Problem) -> Question:
    """Makes the question for a problem, with an instruction to follow its steps (Section 4)."""
    facts = [Fact(step.fact.text, step.ask.text, step.fact.text) for step in problem.facts]
    return Question(
        scenario="math",
        question=f"{problem.question.text} {problem.procedure}",
        answer=problem.answer_text,
        facts=tuple(facts),
        as_of="",
        source=SOURCE,
        detail=_detail(problem),
    )


def _turns(count: int, seed: int) -> list[Family]:
    """Yields the families round by round, each round in another order."""
    shuffler = random.Random(f"math/{seed}")  # noqa: S311 -- not secret
    turns: list[Family] = []
    while len(turns) < count:
        turns += shuffler.sample(families(), len(families()))
    return turns[:count]


def _new(family: Family, stream: random.Random, seen: set[str]) -> Problem:
    for _ in range(_MOST_REPETITIONS):
        problem = family.instance(stream)
        if problem.question.text not in seen:
            seen.add(problem.question.text)
            return problem
    raise InputError(
        f"-n: the family {family.name} does not have that many different problems; all families "
        f"had made {len(seen)} until then"
    )


def _detail(problem: Problem) -> str:
    steps = [
        {
            "kind": step.kind,
            "procedure": step.do,
            "values": {name: written(step.fact.values[name]) for name in step.fact.names},
            "results": list(step.results),
        }
        for step in problem.steps
    ]
    detail = {"family": problem.family, "topic": problem.topic, "steps": steps}
    return json.dumps(detail, ensure_ascii=False)
