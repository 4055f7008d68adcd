"""Asking a judge about every rationale of a task at once (ERBench's GPT-Judge, Table 39)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lm_eval.api.filter import Filter

from ...erbench_tasks.errors import InputError
from .protocol import Judge, SameRationale

Extraction = dict[str, Any]


class RationaleJudgeFilter(Filter):  # type: ignore[misc]
    """Adds `judged` to what the other filters found: whether the rationale is right.

    It is True, False, or None where no verdict could be had. Items without a rationale get none.
    """

    def __init__(self, judge: Judge, strict: bool = False) -> None:
        """Takes the judge.

        Args:
            judge: Judges all rationales of the task in one call.
            strict: Whether a verdict that cannot be had is an error.
        """
        super().__init__()
        self._judge = judge
        self._strict = strict

    def apply(
        self, resps: Iterable[Extraction], docs: Sequence[dict[str, Any]]
    ) -> list[Extraction]:
        """Judges the rationales.

        Args:
            resps: The results of `AnswerFilter`.
            docs: The items, in the same order.

        Returns:
            For each document, also `judged` and `judge_explanation`.

        Raises:
            InputError: A verdict could not be had, and `strict` is set.
        """
        extractions = list(resps)
        asked = [index for index, doc in enumerate(docs) if doc["rationale"]]
        requests = [_request(extractions[index]["rationale"], docs[index]) for index in asked]
        for index, (verdict,) in zip(asked, self._judge.judge(requests), strict=True):
            if self._strict and verdict.is_unjudged:
                raise InputError(
                    f"{self._judge.name}: no verdict on the response to {docs[index]['question']!r}"
                    f" ({verdict.explanation}); without strict_judge it would be left out"
                )
            extractions[index] = {
                **extractions[index],
                "judged": verdict.holds,
                "judge_explanation": verdict.explanation,
            }
        return extractions


def _request(rationale: str, doc: dict[str, Any]) -> SameRationale:
    determinants = dict.fromkeys(
        name.strip().replace("_", " ")
        for fd in str(doc.get("fd", "")).split(";")
        for name in fd.partition("->")[0].split(",")
    )
    return SameRationale(
        entity=str(doc.get("domain", "entity")).replace("_", " "),
        attributes=", ".join(determinants),
        response=rationale,
        reference=", ".join(map(_listed, doc["rationale"])),
    )


def _listed(element: dict[str, Any]) -> str:
    """Returns the value, or every value where all must be mentioned."""
    values = element["values"]
    return " and ".join(values) if element["match"] == "all" else str(values[0])
