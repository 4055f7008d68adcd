"""Asks a judge about all rationales of a task at once (ERBench's GPT-Judge, Table 39)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from lm_eval.api.filter import Filter

from ...core.errors import InputError
from .protocol import Judge, SameRationale, Verdict

logger = logging.getLogger(__name__)
Extraction = dict[str, Any]


class RationaleJudgeFilter(Filter):  # type: ignore[misc]
    """Adds `judged` to what the other filters found: whether the rationale is right.

    It is True, False, or None without a verdict. Items without a rationale get no `judged`.
    """

    def __init__(self, judge: Judge, strict: bool = False) -> None:
        """Takes the judge.

        Args:
            judge: Judges all rationales of the task in one call.
            strict: Whether a missing verdict is an error.
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
            InputError: A verdict is missing, and `strict` is set.
        """
        extractions = list(resps)
        asked = [index for index, doc in enumerate(docs) if doc["rationale"]]
        requests = [_request(extractions[index]["rationale"], docs[index]) for index in asked]
        verdicts = [verdict for (verdict,) in self._judge.judge(requests)]
        self._report([verdict for verdict in verdicts if verdict.is_unjudged], len(verdicts))
        for index, verdict in zip(asked, verdicts, strict=True):
            extractions[index] = {
                **extractions[index],
                "judged": verdict.holds,
                "judge_explanation": verdict.explanation,
            }
        return extractions

    def _report(self, unjudged: Sequence[Verdict], asked: int) -> None:
        """Says how many verdicts are missing, and why the first one is."""
        if not unjudged:
            return
        summary = (
            f"{self._judge.name}: no verdict on {len(unjudged)} of {asked} responses "
            f"(the first: {unjudged[0].explanation})"
        )
        if self._strict:
            raise InputError(f"{summary}; without strict_judge they would be left out")
        logger.warning("%s; they are left out of the rate, and counted as unjudged", summary)


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
