"""Probing questions: one document per distinct fact (Section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .question import Question

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
