"""TRACK's filters for lm_eval: what a judge says of all responses of a task at once.

A request may come with more responses than were asked for (the padding of a multi-process run);
only the first ones count.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from lm_eval.api.filter import Filter

from ..erbench_tasks.errors import InputError
from .erbench import SIMULATED_MARK
from .extraction import write_extraction
from .injection_trace import spoken
from .judge.protocol import Entailment, Equivalence, Judge, JudgeRequest, Verdict
from .knowledge import Group, knowledge_of
from .reasoning import Reasoning, split_response, without_thinking

logger = logging.getLogger(__name__)

NOT_RUN = "by the judge, without running the program"
"""How the explanation of an Answer Pass begins of a program that was not run."""


class _JudgedFilter(Filter):  # type: ignore[misc]
    """Holds the judge that the task hands over, and tells what it could not judge."""

    takes_judge = True

    def __init__(self, judge: Judge, repeats: int = 1, strict: bool = False) -> None:
        """Takes what the task hands over.

        Args:
            judge: Judges all responses of the task in one call.
            repeats: Number of responses per document that count.
            strict: Whether a verdict that cannot be had is an error.
        """
        super().__init__()
        self._judge = judge
        self._repeats = repeats
        self._strict = strict

    def _judged(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        verdicts = self._judge.judge(requests)
        unjudged = [verdict for some in verdicts for verdict in some if verdict.is_unjudged]
        if unjudged:
            told = (
                f"{self._judge.name}: no verdict on {len(unjudged)} of {sum(map(len, verdicts))} "
                f"statements (the first: {unjudged[0].explanation})"
            )
            if self._strict:
                raise InputError(f"{told}; without strict_judge they would be counted as unjudged")
            logger.warning("%s; they are left out of the rates, and counted as unjudged", told)
        return verdicts


class KnowledgeGapFilter(_JudgedFilter):
    """Finds out which facts a model knows (Appendix A.1)."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Groups identical responses, and judges each distinct one once.

        Args:
            resps: For each document, its responses.
            docs: The probing documents, in the same order.

        Returns:
            For each document, as JSON, `known`, `knowledge_confidence`, `responses` (each distinct
            one with its `text`, `count` and whether it is `equivalent`) and `simulated`.
        """
        counted = [
            Counter(without_thinking(spoken(text, doc)) for text in responses[: self._repeats])
            for responses, doc in zip(resps, docs, strict=True)
        ]
        requests = [
            Equivalence(doc["scenario"], doc["probe_question"], text, doc["probe_answer"])
            for doc, texts in zip(docs, counted, strict=True)
            for text in texts
        ]
        verdicts = iter(self._judged(requests))
        return [
            _knowledge([Group(text, count, next(verdicts)[0].holds) for text, count in of.items()])
            for of in counted
        ]


class EntailmentFilter(_JudgedFilter):
    """Judges the final answers, and whether each needed fact is entailed (Appendix A.2)."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Judges the first response to each question.

        Args:
            resps: For each document, its responses.
            docs: The questions, in the same order.

        Returns:
            For each document, as JSON, `answer` (the final one), `answer_pass`, `facts_entailed`
            (one verdict per fact of the question; None where none could be had), the
            explanations, and `simulated`.
        """
        first = [spoken(responses[0], doc) for responses, doc in zip(resps, docs, strict=True)]
        split = list(map(self._split, first, docs))
        answers = self._answers(docs, split)
        facts = self._judged([_entailment(doc, of) for doc, of in zip(docs, split, strict=True)])
        return list(map(_judgement, split, answers, facts, first))

    def _split(self, response: str, doc: dict[str, Any]) -> Reasoning:
        """Splits a response into the text that facts are looked for in, and the final answer."""
        return split_response(response)

    def _answers(self, docs: Sequence[dict[str, Any]], split: Sequence[Reasoning]) -> list[Verdict]:
        """Judges whether each final answer is right."""
        asked = [
            Equivalence(doc["scenario"], doc["question"], of.answer, doc["answer"])
            for doc, of in zip(docs, split, strict=True)
        ]
        return [verdict for (verdict,) in self._judged(asked)]


def _knowledge(groups: list[Group]) -> str:
    knowledge = knowledge_of(groups)
    return write_extraction(
        known=knowledge.known,
        knowledge_confidence=knowledge.confidence,
        responses=[asdict(group) for group in groups],
        simulated=any(SIMULATED_MARK in group.text for group in groups),
    )


def _entailment(doc: dict[str, Any], parts: Reasoning) -> Entailment:
    statements = tuple(fact["fact"] for fact in doc["facts"])
    return Entailment(doc["scenario"], doc["question"], parts.text, statements)


def _judgement(parts: Reasoning, answer: Verdict, facts: Sequence[Verdict], response: str) -> str:
    return write_extraction(
        answer=parts.answer,
        answer_pass=answer.holds,
        answer_explanation=answer.explanation,
        facts_entailed=[verdict.holds for verdict in facts],
        fact_explanations=[verdict.explanation for verdict in facts],
        programs_not_run=answer.explanation.startswith(NOT_RUN),
        simulated=SIMULATED_MARK in response,
    )
