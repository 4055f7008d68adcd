"""TRACK's filters for lm_eval: what a judge or a run of the tests says of all responses.

A request may come with more responses than were asked for (the padding of a multi-process run);
only the first ones count.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from lm_eval.api.filter import Filter

from ..core.errors import InputError
from ..core.json_text import write_extraction
from ..core.suites.track import SCENARIOS
from .answers.answer import Unreadable, invisible
from .extraction import SIMULATED_MARK
from .judge.protocol import (
    Accepted,
    Entailment,
    Equivalence,
    Judge,
    JudgeRequest,
    TestsPass,
    Verdict,
)
from .sandbox.protocol import Outcome, Program, Sandbox
from .text.code_blocks import extract_program
from .text.final_answers import Reasoning, split_response
from .text.injection_trace import spoken
from .text.probing_answers import probing_answer
from .text.thinking import visible


@dataclass(frozen=True, slots=True)
class Group:
    """Responses with identical answers.

    Attributes:
        text: The answer.
        count: How often it was given, at least 1.
        equivalent: Whether it is the right answer; None if no verdict could be had.
    """

    text: str
    count: int
    equivalent: bool | None


class Knowledge(NamedTuple):
    """What the responses say of the model.

    Attributes:
        known: Whether it knows the fact; None if that depends on a missing verdict.
        confidence: Share of right responses, in [0, 1]; None if a verdict is missing.
    """

    known: bool | None
    confidence: float | None


def knowledge_of(groups: Sequence[Group]) -> Knowledge:
    """Tells whether a fact is known.

    The right groups are merged; the fact is known if and only if they are at least as many
    responses as every other group, so that a tie goes to the right answer. One right response
    among ten different ones is enough: the rule is the paper's, and lenient.

    Args:
        groups: The distinct responses, at least one.

    Returns:
        Whether it is known, and how confidently. Where verdicts are missing, `known` is given
        only if they could not change it.
    """
    right = sum(group.count for group in groups if group.equivalent)
    open_ = [group.count for group in groups if group.equivalent is None]
    wrong = max((group.count for group in groups if group.equivalent is False), default=0)
    if not open_:
        return Knowledge(_is_known(right, wrong), right / sum(group.count for group in groups))
    if _is_known(right, max(wrong, *open_)):
        return Knowledge(True, None)
    return Knowledge(None if _is_known(right + sum(open_), wrong) else False, None)


def _is_known(right: int, wrong: int) -> bool:
    return right > 0 and right >= wrong


logger = logging.getLogger(__name__)

_RUN = "by running the unit tests: "
_UNALTERED = "; nothing that the tests expect could be altered"

NOT_RUN = "by the judge, without running the program"
"""How the explanation of an Answer Pass begins for a program that was not run."""


class _JudgedFilter(Filter):  # type: ignore[misc]
    """Holds the task's judge, and reports what it could not judge."""

    takes_judge = True

    def __init__(
        self,
        judge: Judge,
        repeats: int = 1,
        strict: bool = False,
        thinking_is_reasoning: bool = False,
    ) -> None:
        """Stores the task's judge and settings.

        Args:
            judge: Judges all responses of the task in one call.
            repeats: Number of responses per document that count.
            strict: Whether a missing verdict is an error.
            thinking_is_reasoning: Whether facts in a reasoning block count as stated.
        """
        super().__init__()
        self._judge = judge
        self._repeats = repeats
        self._strict = strict
        self._thinking_is_reasoning = thinking_is_reasoning

    def _judged(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        verdicts = self._judge.judge(requests)
        unjudged = [verdict for some in verdicts for verdict in some if verdict.is_unjudged]
        if unjudged:
            missing = (
                f"{self._judge.name}: no verdict on {len(unjudged)} of {sum(map(len, verdicts))} "
                f"statements (the first: {unjudged[0].explanation})"
            )
            if self._strict:
                raise InputError(
                    f"{missing}; without strict_judge they would be counted as unjudged"
                )
            logger.warning("%s; they are left out of the rates, and counted as unjudged", missing)
        return verdicts


class KnowledgeGapFilter(_JudgedFilter):
    """Finds out which facts a model knows (Appendix A.1)."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Groups responses with identical answers, and judges each distinct answer once.

        Args:
            resps: For each document, its responses.
            docs: The probing documents, in the same order.

        Returns:
            For each document, as JSON, `known`, `knowledge_confidence`, `responses` (each distinct
            one with its `text`, `count` and whether it is `equivalent`), `unreadable` (why each of
            those `asked` for cannot be read, empty if it can) and `simulated`.
        """
        replies = [
            [_reply(spoken(text, doc), doc) for text in responses[: self._repeats]]
            for responses, doc in zip(resps, docs, strict=True)
        ]
        counted = [Counter(reply.answer for reply in some) for some in replies]
        requests = [
            Equivalence(
                doc["scenario"],
                doc["probe_question"],
                text,
                doc["probe_answer"],
                _accepted(doc),
                probes=True,
            )
            for doc, texts in zip(docs, counted, strict=True)
            for text in filter(None, texts)  # an empty answer is never right
        ]
        verdicts = iter(self._judged(requests))
        return [
            _knowledge(
                [Group(text, n, bool(text) and next(verdicts)[0].holds) for text, n in of.items()],
                some,
            )
            for of, some in zip(counted, replies, strict=True)
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
            explanations, `unreadable` (why there is no answer) and `simulated`.
        """
        first = [spoken(responses[0], doc) for responses, doc in zip(resps, docs, strict=True)]
        split = list(map(self._split, first, docs))
        answers = self._answers(docs, split)
        facts = self._judged([_entailment(doc, of) for doc, of in zip(docs, split, strict=True)])
        return list(map(_judgement, split, answers, facts, first))

    def _split(self, response: str, doc: dict[str, Any]) -> Reasoning:
        """Splits a response into the text that facts are looked for in, and the final answer."""
        return split_response(response, self._thinking_is_reasoning)

    def _answers(self, docs: Sequence[dict[str, Any]], split: Sequence[Reasoning]) -> list[Verdict]:
        """Judges whether each final answer is right; one that is not there is wrong."""
        asked = [
            Equivalence(doc["scenario"], doc["question"], of.answer, doc["answer"], _accepted(doc))
            for doc, of in zip(docs, split, strict=True)
            if of.answer
        ]
        verdicts = iter(self._judged(asked))
        return [next(verdicts)[0] if of.answer else _NO_ANSWER for of in split]


_NO_ANSWER = Verdict(False, "there is no answer")


class _Reply(NamedTuple):
    """A reply to a probing question: its answer, why there is none, and if it is simulated."""

    answer: str
    unreadable: Unreadable
    simulated: bool


def _reply(said: str, doc: dict[str, Any]) -> _Reply:
    seen = visible(said)
    answer = probing_answer(seen.text, SCENARIOS[doc["scenario"]].answers)
    unreadable = invisible(seen) or ("" if answer else "no answer")
    return _Reply(answer, unreadable, SIMULATED_MARK in said)


def _knowledge(groups: list[Group], replies: list[_Reply]) -> str:
    knowledge = knowledge_of(groups)
    return write_extraction(
        known=knowledge.known,
        knowledge_confidence=knowledge.confidence,
        responses=[asdict(group) for group in groups],
        asked=len(replies),
        unreadable=[reply.unreadable for reply in replies],
        simulated=any(reply.simulated for reply in replies),
    )


def _entailment(doc: dict[str, Any], parts: Reasoning) -> Entailment:
    statements = tuple(fact["fact"] for fact in doc["facts"])
    accepted = tuple(map(_accepted_statements, doc["facts"]))
    besides = accepted if any(map(any, accepted)) else ()
    return Entailment(doc["scenario"], doc["question"], parts.text, statements, besides)


def _accepted(row: Mapping[str, Any]) -> Accepted:
    """Returns what is right besides the answer of a document or fact; older ones do not say."""
    return Accepted(tuple(row.get("accepted") or ()), bool(row.get("any_right")))


def _accepted_statements(fact: Mapping[str, Any]) -> Accepted:
    """Returns a fact with each further right answer in the place of its own."""
    accepted = _accepted(fact)
    before, own, after = fact["fact"].rpartition(fact.get("probe_answer") or "\0")
    texts = tuple(f"{before}{answer}{after}" for answer in accepted.texts if own)
    return accepted._replace(texts=texts)


def _judgement(parts: Reasoning, answer: Verdict, facts: Sequence[Verdict], response: str) -> str:
    return write_extraction(
        answer=parts.answer,
        answer_pass=answer.holds,
        answer_explanation=answer.explanation,
        facts_entailed=[verdict.holds for verdict in facts],
        fact_explanations=[verdict.explanation for verdict in facts],
        unreadable=invisible(visible(response)),
        programs_not_run=answer.explanation.startswith(NOT_RUN),
        programs_forged=_of_run(answer, answer.explanation.startswith(f"{_RUN}forged")),
        programs_unaltered=_of_run(answer, answer.explanation.endswith(_UNALTERED)),
        simulated=SIMULATED_MARK in response,
    )


def _of_run(answer: Verdict, holds: bool) -> bool | None:
    """Returns what is true of a program that was run; None if none was."""
    return holds if answer.explanation.startswith(_RUN) else None


class ExecutionFilter(EntailmentFilter):
    """Runs each program's unit tests in a sandbox, and judges whether it entails each fact.

    The program takes the place of the reasoning (Appendix A.2), and Answer Pass is Pass@1. On
    request it asks the judge instead, as the paper's authors did; the samples say so.
    """

    takes_sandbox = True

    def __init__(
        self,
        judge: Judge,
        sandbox: Sandbox | None,
        repeats: int = 1,
        strict: bool = False,
        **_: Any,
    ) -> None:
        """Stores the task's judge and settings.

        Args:
            judge: Judges whether programs entail facts.
            sandbox: Runs programs; None has the judge say whether they would pass.
            repeats: Number of responses per document that count.
            strict: Whether a missing verdict is an error.
        """
        super().__init__(judge, repeats, strict)
        self._sandbox = sandbox

    def _split(self, response: str, doc: dict[str, Any]) -> Reasoning:
        code = extract_program(response, _detail(doc)["entry_point"])
        return Reasoning(code, code)

    def _answers(self, docs: Sequence[dict[str, Any]], split: Sequence[Reasoning]) -> list[Verdict]:
        """Runs the programs; one without code fails."""
        if self._sandbox is None:
            return self._predicted(docs, split)
        programs = [
            Program(
                of.answer,
                detail["tests"],
                detail["entry_point"],
                reference=detail.get("solution") or "",
            )
            for of, detail in zip(split, map(_detail, docs), strict=True)
        ]
        outcomes = self._sandbox.run(programs)
        _warn(outcomes)
        return list(map(_verdict, outcomes))

    def _predicted(
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


def _warn(outcomes: Sequence[Outcome]) -> None:
    """Says which verdicts to beware of."""
    if forged := sum(outcome.status == "forged" for outcome in outcomes):
        logger.warning(
            "%d of %d programs are forged: they pass tests that say what is false, too; they count "
            "as wrong (`programs_forged`)",
            forged,
            len(outcomes),
        )
    if unaltered := sum(outcome.unaltered for outcome in outcomes):
        logger.warning(
            "%d of %d programs pass tests that expect nothing that could be altered: that they "
            "pass says little (`programs_unaltered`)",
            unaltered,
            len(outcomes),
        )


def _verdict(outcome: Outcome) -> Verdict:
    """Returns an outcome as a verdict; tests that cannot be loaded leave it undecided."""
    reason = f"{_RUN}{outcome.status}"
    reason += f", {outcome.tests_run} of {outcome.tests_expected} ran. {outcome.message}".rstrip()
    reason += _UNALTERED * outcome.unaltered
    return Verdict(None if outcome.status == "error" else outcome.passed, reason.strip())
