"""Questions from annotated solutions: facts and probing questions (Appendix B.3).

Three ways, the best first: a model breaks a solution down into facts, each with a question that
needs no context; or the solution has sub-questions of its own (GSM8K); or a template asks for a
step. The last two have to quote the problem, so a fact is not probed *without the question that
needs it*: they are the weaker form.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ...core.errors import InputError
from ..questions.question import Fact, Question
from .solutions import Solution, read_solutions


class Pair(NamedTuple):
    """One fact of a solution.

    Attributes:
        question: Asks for it.
        knowledge: The fact, a declarative sentence.
        procedure: What is done in this step, as an instruction; empty if the source does not say.
    """

    question: str
    knowledge: str
    procedure: str = ""


class Decomposition(NamedTuple):
    """The facts of a solution.

    Attributes:
        pairs: The facts, in order.
        phrased_by: `openai/` and a model, `sub-questions of the source` or `template`.
    """

    pairs: tuple[Pair, ...]
    phrased_by: str


Decompose = Callable[[Solution], "Decomposition | None"]


def question_from(solution: Solution, parts: Decomposition, source: str) -> Question:
    """Makes the question for a solution, with an instruction to follow its steps (Section 4).

    Args:
        solution: The solution.
        parts: Its facts.
        source: Where it comes from, in words.
    """
    facts = [Fact(pair.knowledge, pair.question, pair.knowledge) for pair in parts.pairs]
    detail = {
        "origin": solution.origin,
        "phrased_by": parts.phrased_by,
        "steps": [step.text for step in solution.steps],
    }
    return Question(
        scenario="math",
        question=f"{solution.problem} {_procedure(solution, parts)}",
        answer=solution.answer,
        facts=tuple(facts),
        as_of="",
        source=source,
        detail=json.dumps(detail, ensure_ascii=False),
    )


def without_model(solution: Solution) -> Decomposition:
    """Takes each step as a fact; its question quotes the problem."""
    problem = " ".join(solution.problem.split())
    if all(step.question for step in solution.steps):
        pairs = [
            Pair(f'In the problem "{problem}": {step.question}', step.text)
            for step in solution.steps
        ]
        return Decomposition(tuple(pairs), "sub-questions of the source")
    before = ["", *(step.text for step in solution.steps)]
    pairs = [
        Pair(_what_follows(problem, number, len(solution.steps), before[number - 1]), step.text)
        for number, step in enumerate(solution.steps, start=1)
    ]
    return Decomposition(tuple(pairs), "template")


def sampled(solutions: Sequence[Solution], count: int | None, seed: int) -> list[Solution]:
    """Returns some solutions, drawn at random, in their order; all if there are not more."""
    if count is None or count >= len(solutions):
        return list(solutions)
    chosen = random.Random(f"math/{seed}").sample(range(len(solutions)), count)  # noqa: S311 -- not secret
    return [solutions[position] for position in sorted(chosen)]


def _what_follows(problem: str, number: int, steps: int, before: str) -> str:
    place = f'after the step "{" ".join(before.split())}"' if before else "at first"
    return (
        f'In solving "{problem}" in {steps} steps, what follows at step {number}, {place}? '
        "State the step in a sentence."
    )


def _procedure(solution: Solution, parts: Decomposition) -> str:
    """The instruction to follow the steps."""
    procedures = [pair.procedure for pair in parts.pairs]
    questions = [step.question for step in solution.steps]
    if len(procedures) > 1 and all(procedures):
        *before, last = procedures
        return f"Follow this procedure: first {', then '.join(before)}, and finally {last}."
    if all(procedures):
        return f"Follow this procedure: {procedures[0]}."
    if all(questions):
        listed = " ".join(f"({n}) {question}" for n, question in enumerate(questions, start=1))
        return f"Answer these questions on the way, in this order: {listed}"
    return "Solve it step by step, and say with each step which procedure or fact it uses."


class Annotated(NamedTuple):
    """What came out of a source.

    Attributes:
        questions: The questions.
        omissions: Why problems of the source were left out, and how many for each reason.
    """

    questions: list[Question]
    omissions: Counter[str]


def questions_from_source(
    source: str,
    count: int | None = None,
    seed: int = 0,
    decompose: Decompose = without_model,
    watch: Callable[[Sequence[Solution], int], Iterable[Solution]] = lambda items, total: items,
) -> Annotated:
    """Makes questions from problems with annotated solutions.

    Args:
        source: A `.jsonl` or `.jsonl.gz` file, or a dataset on the Hub (see `read_solutions`).
        count: How many problems to draw; by default all.
        seed: Decides which are drawn.
        decompose: What finds the facts of a solution, such as a `Socratic` model.
        watch: Sees the solutions pass, such as a progress bar.

    Raises:
        InputError: The source is unusable, the model cannot be asked, or no question came out.
    """
    solutions, omissions = read_solutions(source)
    drawn = sampled(solutions, count, seed)
    name = Path(source).name if source.endswith((".jsonl", ".gz")) else source
    questions = []
    for solution in watch(drawn, len(drawn)):
        parts = decompose(solution)
        if parts is None:
            omissions["no reply of the model could be used"] += 1
            continue
        questions.append(question_from(solution, parts, f"{name}; facts by {parts.phrased_by}"))
    if not questions:
        raise InputError(f"{source}: no question came out, as no reply of the model could be used")
    return Annotated(questions, omissions)
