"""MATH's questions from annotated solutions (Appendix B.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ...erbench_tasks.errors import InputError
from ..records import Question
from .decomposition import Decompose, question_from, sampled, without_model
from .solution_files import read_solutions
from .solutions import Solution


class Annotated(NamedTuple):
    """What came out of a source.

    Attributes:
        questions: The questions.
        left_out: Why problems of the source were left out, and how many for each reason.
    """

    questions: list[Question]
    left_out: Counter[str]


def questions_from_source(
    source: str,
    count: int | None = None,
    seed: int = 0,
    decompose: Decompose = without_model,
    watch: Callable[[Sequence[Solution], int], Iterable[Solution]] = lambda items, total: items,
) -> Annotated:
    """Makes questions of problems with annotated solutions.

    Args:
        source: A `.jsonl` or `.jsonl.gz` file, or a dataset on the Hub (see `read_solutions`).
        count: How many problems to draw; by default all.
        seed: Decides which are drawn.
        decompose: What finds the facts of a solution, such as a `Socratic` model.
        watch: Sees the solutions pass, such as a progress bar.

    Raises:
        InputError: The source is unusable, the model cannot be asked, or no question came out.
    """
    solutions, left_out = read_solutions(source)
    drawn = sampled(solutions, count, seed)
    name = Path(source).name if source.endswith((".jsonl", ".gz")) else source
    questions = []
    for solution in watch(drawn, len(drawn)):
        parts = decompose(solution)
        if parts is None:
            left_out["no reply of the model could be used"] += 1
            continue
        questions.append(question_from(solution, parts, f"{name}; facts by {parts.phrased_by}"))
    if not questions:
        raise InputError(f"{source}: no question came out, as no reply of the model could be used")
    return Annotated(questions, left_out)
