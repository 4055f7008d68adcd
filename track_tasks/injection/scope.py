"""Which facts are injected with which question: the knowledge aggregation scope (Section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.errors import InputError
from ..questions.question import Fact, Question


def facts_to_inject(
    questions: Sequence[Question], known: Mapping[str, bool | None], scope: int
) -> list[list[Fact]]:
    """Returns the facts to inject with each question.

    Consecutive questions form batches of `scope`; each question of a batch gets the facts of the
    whole batch that the model does not know, each once, in the order of the questions. A fact
    without a verdict is not injected: nothing says that the model lacks it.

    Args:
        questions: The questions, in order.
        known: Whether the model knows a fact, by its id.
        scope: Number of questions per batch (KAS), at least 1.

    Returns:
        For each question, its facts; the questions of a batch share one list.

    Raises:
        InputError: `scope` is less than 1.
    """
    check_scope(scope)
    injected: list[list[Fact]] = []
    for start in range(0, len(questions), scope):
        batch = questions[start : start + scope]
        unknown = {
            fact.fact_id: fact
            for question in batch
            for fact in question.facts
            if known[fact.fact_id] is False
        }
        injected += [list(unknown.values())] * len(batch)
    return injected


def check_scope(scope: object) -> int:
    """Returns a knowledge aggregation scope.

    Raises:
        InputError: It is not a whole number of at least 1.
    """
    if isinstance(scope, bool) or not str(scope).isdecimal() or int(str(scope)) < 1:
        raise InputError(
            f"kas: {scope!r} is no whole number from 1 (the number of questions whose unknown "
            "facts are injected together; the paper has 1, 10, 100 and 500)"
        )
    return int(str(scope))
