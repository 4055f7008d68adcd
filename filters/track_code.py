"""TRACK's filter for code: whether a program passes its tests is found by running them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .code_blocks import extract_program
from .judge.protocol import Judge, TestsPass, Verdict
from .reasoning import Reasoning, without_thinking
from .sandbox.protocol import Outcome, Program, Sandbox
from .track import NOT_RUN, EntailmentFilter


class ExecutionFilter(EntailmentFilter):
    """Runs each program's unit tests in a sandbox, and judges whether it entails each fact.

    The program takes the place of the reasoning (Appendix A.2), and Answer Pass is Pass@1. Only
    if it is told so does it ask the judge instead, as the paper's authors did; samples say so.
    """

    takes_sandbox = True

    def __init__(
        self, judge: Judge, sandbox: Sandbox | None, repeats: int = 1, strict: bool = False
    ) -> None:
        """Takes what the task hands over.

        Args:
            judge: Judges whether programs entail facts.
            sandbox: Runs programs; None has the judge say whether they would pass.
            repeats: Number of responses per document that count.
            strict: Whether a verdict that cannot be had is an error.
        """
        super().__init__(judge, repeats, strict)
        self._sandbox = sandbox

    def _split(self, response: str, doc: dict[str, Any]) -> Reasoning:
        code = extract_program(without_thinking(response), _detail(doc)["entry_point"])
        return Reasoning(code, code)

    def _answers(self, docs: Sequence[dict[str, Any]], split: Sequence[Reasoning]) -> list[Verdict]:
        """Runs the programs; one without code fails."""
        if self._sandbox is None:
            return self._foretold(docs, split)
        programs = [
            Program(of.answer, detail["tests"], detail["entry_point"])
            for of, detail in zip(split, map(_detail, docs), strict=True)
        ]
        return list(map(_verdict, self._sandbox.run(programs)))

    def _foretold(
        self, docs: Sequence[dict[str, Any]], split: Sequence[Reasoning]
    ) -> list[Verdict]:
        asked = [
            TestsPass(doc["question"], of.answer, detail["solution"], detail["tests"])
            for doc, of, detail in zip(docs, split, map(_detail, docs), strict=True)
        ]
        verdicts = [verdict for (verdict,) in self._judged(asked)]
        return [replace(of, explanation=f"{NOT_RUN}: {of.explanation}") for of in verdicts]


def _detail(doc: dict[str, Any]) -> dict[str, Any]:
    detail: dict[str, Any] = json.loads(doc["detail"])
    return detail


def _verdict(outcome: Outcome) -> Verdict:
    """Returns an outcome as a verdict; tests that cannot be loaded leave it open."""
    told = f"by running the unit tests: {outcome.status}"
    told += f", {outcome.tests_run} of {outcome.tests_expected} ran. {outcome.message}"
    return Verdict(None if outcome.status == "error" else outcome.passed, told.strip())
