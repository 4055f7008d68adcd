"""Questions from annotated solutions: facts and probing questions (Appendix B.3).

Two ways, the better one first: a model breaks a solution down into facts, each with a question that
needs no context; or the steps themselves are taken, those of them that need nothing but the
problem, with their results as blanks to fill in. The second way has to quote the problem, so a fact
is not probed *without the question that needs it*: it is the weaker form.
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
from .standing_alone import BLANK, Candidate, candidate, objection, value_set

MOST_FACTS = 12
TOO_MANY = f"comes before the last {MOST_FACTS}"
TWO_VALUES = "gives a letter another value than another step"
REPEATED = "says the same as another one, or gives another value in its place"


class Pair(NamedTuple):
    """One fact of a solution.

    Attributes:
        question: Asks for it.
        knowledge: The fact, a declarative sentence.
        procedure: What is done in this step, as an instruction or as a sentence with a blank.
    """

    question: str
    knowledge: str
    procedure: str


class Decomposition(NamedTuple):
    """The facts of a solution.

    Attributes:
        pairs: The facts, in order.
        phrased_by: `openai/` and a model, or `template`.
        not_facts: Why other steps or pairs are no facts, and how many for each reason.
    """

    pairs: tuple[Pair, ...]
    phrased_by: str
    not_facts: Counter[str]


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
        question=f"{solution.problem} {_procedure(parts)}",
        answer=solution.answer,
        facts=tuple(facts),
        as_of="",
        source=source,
        detail=json.dumps(detail, ensure_ascii=False),
    )


def without_model(solution: Solution) -> Decomposition:
    """Takes each step that needs nothing but the problem, which its fact and question quote."""
    problem = " ".join(solution.problem.split())
    found = [candidate(step.text, solution.problem) for step in solution.steps]
    values = [value_set(each.sentence) if each.sentence else None for each in found]
    unclear = {
        name for name, n in Counter(name for name, _ in {*filter(None, values)}).items() if n > 1
    }
    found = [
        Candidate("", reason=TWO_VALUES) if value and value[0] in unclear else each
        for each, value in zip(found, values, strict=True)
    ]
    pairs = [
        Pair(
            f'In the problem "{problem}", what belongs in the blank of this sentence: '
            f'"{each.blanked}"?',
            f'In the problem "{problem}": {each.sentence}',
            each.blanked,
        )
        for each in found
        if each.sentence
    ]
    reasons = Counter(each.reason for each in found if each.reason)
    return _limited(Decomposition(tuple(pairs), "template", reasons))


def standing_alone(parts: Decomposition) -> Decomposition:
    """Leaves out what a model gave as a fact though its words need a context."""
    kept = tuple(pair for pair in parts.pairs if not objection(pair.knowledge))
    reasons = Counter(objection(pair.knowledge) for pair in parts.pairs if pair not in kept)
    return _limited(parts._replace(pairs=kept, not_facts=parts.not_facts + reasons))


def _limited(parts: Decomposition) -> Decomposition:
    """Leaves out what is asked for twice, and takes the last facts: the answer rests on them."""
    answers: dict[str, set[str]] = {}
    for pair in parts.pairs:
        answers.setdefault(pair.question, set()).add(pair.knowledge)
    clear = {pair for pair in parts.pairs if len(answers[pair.question]) == 1}
    different = tuple(pair for pair in dict.fromkeys(parts.pairs) if pair in clear)
    left_out = {
        REPEATED: len(parts.pairs) - len(different),
        TOO_MANY: len(different) - len(different[-MOST_FACTS:]),
    }
    reasons = parts.not_facts + Counter(left_out)
    return parts._replace(pairs=different[-MOST_FACTS:], not_facts=reasons)


def sampled(solutions: Sequence[Solution], count: int | None, seed: int) -> list[Solution]:
    """Returns some solutions, drawn at random, in their order; all if there are not more."""
    if count is None or count >= len(solutions):
        return list(solutions)
    chosen = random.Random(f"math/{seed}").sample(range(len(solutions)), count)  # noqa: S311 -- not secret
    return [solutions[position] for position in sorted(chosen)]


def _procedure(parts: Decomposition) -> str:
    """The instruction to follow the steps."""
    procedures = [pair.procedure for pair in parts.pairs]
    if any(BLANK in procedure for procedure in procedures):
        listed = " ".join(f"({n}) {text}" for n, text in enumerate(procedures, start=1))
        return f"Complete these sentences on the way, in this order: {listed}"
    *before, last = procedures
    if not before:
        return f"Follow this procedure: {last}."
    return f"Follow this procedure: first {', then '.join(before)}, and finally {last}."


class Annotated(NamedTuple):
    """What came out of a source.

    Attributes:
        questions: The questions.
        omissions: Why problems of the source were left out, and how many for each reason.
        not_facts: Why steps of the others are no facts, and how many for each reason.
    """

    questions: list[Question]
    omissions: Counter[str]
    not_facts: Counter[str]


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
    not_facts: Counter[str] = Counter()
    for solution in watch(drawn, len(drawn)):
        parts = decompose(solution)
        if parts is None:
            omissions["no reply of the model could be used"] += 1
            continue
        if not parts.pairs:
            omissions["no step of the solution stands alone"] += 1
            continue
        not_facts += parts.not_facts
        questions.append(question_from(solution, parts, f"{name}; facts by {parts.phrased_by}"))
    if not questions:
        reasons = ", ".join(f"{reason}: {n}" for reason, n in sorted(omissions.items()))
        raise InputError(f"{source}: no question came out ({reasons})")
    return Annotated(questions, omissions, not_facts)
