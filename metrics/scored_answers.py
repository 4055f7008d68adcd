"""Responses to ERBench's questions as they were read and scored: what comparisons start from."""

from __future__ import annotations

from collections.abc import Mapping
from sys import intern
from typing import Any, NamedTuple


class ScoredAnswer(NamedTuple):
    """One response.

    Attributes:
        item: Id of the question; another question has another id.
        entity: What the question is about.
        fd: The functional dependency that it tests, as text; empty if that was not recorded.
        wording: Number of the paraphrase, from 0.
        answer: What was read: `yes`, `no`, `option N`, `none of the above`, `unsure` or
            `unparseable`; empty if that was not recorded.
        right: Whether the answer is right (A).
        supported: Whether the rationale is right as well (AR); None if there is nothing to name.
        hallucinated: Whether it is wrong, and not admitted (H).
        missing: Whether it admits that it cannot answer (M).
        unreadable: Whether no answer can be read.
    """

    item: str
    entity: str
    fd: str = ""
    wording: int = 0
    answer: str = ""
    right: bool = False
    supported: bool | None = None
    hallucinated: bool = False
    missing: bool = False
    unreadable: bool = False

    @property
    def attempted(self) -> bool:
        """Whether it gives an answer, right or wrong."""
        return self.right or self.hallucinated

    @property
    def abstained(self) -> bool:
        """Whether there is no answer, because it admits that it has none or cannot be read."""
        return self.missing or self.unreadable


def scored_answer(record: Mapping[str, Any], entity: str, answer: Any) -> ScoredAnswer | None:
    """Makes one of a line of a samples file.

    Args:
        record: The line, with its `doc` and the measures.
        entity: What the question is about.
        answer: What the filter read; anything but text counts as not recorded.

    Returns:
        None if it has no answer that was scored, as with questions about what a model knows.
    """
    if record.get("answer_accuracy") is None:
        return None
    doc, both = record["doc"], record.get("answer_rationale_accuracy")
    variant = doc.get("variant")
    return ScoredAnswer(
        _item(record),
        entity,
        intern(str(doc.get("fd") or "")),
        variant if isinstance(variant, int) else 0,
        intern(answer) if isinstance(answer, str) else "",
        record["answer_accuracy"] == 1,
        None if both is None or both != both else both == 1,
        *(
            record.get(name) == 1
            for name in ("hallucination_rate", "missing_rate", "unreadable_rate")
        ),
    )


def _item(record: Mapping[str, Any]) -> str:
    """Returns the id of a question, with what is asked: another database may use the same ids."""
    doc = record["doc"]
    return f"{doc.get('id') or 'line {}'.format(record.get('doc_id'))} {asked(doc)}"


def asked(doc: Mapping[str, Any]) -> int:
    """Returns a number for what a document asks, which other processes give another one.

    Args:
        doc: The document.
    """
    return hash((str(doc.get("question")), str(doc.get("options") or ""), str(doc.get("answer"))))
