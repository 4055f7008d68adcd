"""Probing questions: one document per distinct fact (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .injection.memory import memory_feature, memory_of
from .records import Fact, Question

if TYPE_CHECKING:
    from datasets import Features

COLUMNS = (
    "id", "fact_id", "scenario", "fact", "probe_question", "probe_answer", "as_of", "source",
)  # fmt: skip


def probes_of(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """Returns the probing documents of some questions.

    A fact that several questions need is probed once: a model knows it or does not, whatever the
    question.

    Args:
        questions: The questions.

    Returns:
        One document per distinct fact, in the order of the questions, in the shape of
        `probe_features()`.
    """
    found: dict[str, dict[str, Any]] = {}
    for question in questions:
        for fact in question.facts:
            row = fact.to_row()
            found.setdefault(
                row["fact_id"],
                {
                    "id": row["fact_id"],
                    "scenario": question.scenario,
                    **row,
                    "as_of": question.as_of,
                    "source": question.source,
                },
            )
    return list(found.values())


def probe_features() -> Features:
    """Returns the columns of a dataset of probing documents and their types."""
    from datasets import Features, Value

    return Features({name: Value("string") for name in COLUMNS})


def injected_probes(
    questions: Sequence[Question], injected: Sequence[Sequence[Fact]], memory: str, scope: int
) -> list[dict[str, Any]]:
    """Returns the probing documents of injected facts, with all that is injected beside each.

    Args:
        questions: The questions.
        injected: The facts that are injected with each; a fact that several have is asked for
            with those of the first.
        memory: How they are injected.
        scope: Number of questions whose facts are injected together (KAS).

    Returns:
        One document per injected fact, in the shape of `injected_probe_features()`.
    """
    beside: dict[str, Any] = {}
    last: Sequence[Fact] | None = None
    for facts in injected:
        if facts is last:  # the questions of a batch share one list
            continue
        last, together = facts, memory_of(memory, facts)
        for fact in facts:
            beside.setdefault(fact.fact_id, together)
    return [
        {**row, "memory": beside[row["fact_id"]], "kas": scope}
        for row in probes_of(questions)
        if row["fact_id"] in beside
    ]


def injected_probe_features() -> Features:
    """Returns the columns of a dataset of injected facts' probing documents and their types."""
    from datasets import Features, Value

    return Features({**probe_features(), "memory": memory_feature(), "kas": Value("int32")})
