"""ERBench's filters for lm_eval: majority vote, answers, then rationale keywords.

Each filter sees all responses of a task at once. A request may come with several responses
(repeats, or the padding of a multi-process run); the first one counts.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from lm_eval.api.filter import Filter

from ..core.errors import InputError
from .answers.paper import answers_no, answers_only_yes, paper_answer
from .judge.protocol import Judge, SameRationale, Verdict
from .rationale.paper_rule import mentioned_share, mentioned_values
from .rationale.strict_rule import strict_shares

Extraction = dict[str, Any]

# Every response of the simulated model says so.
SIMULATED_MARK = "[simulated by erbench-track]"
logger = logging.getLogger(__name__)


class AnswerFilter(Filter):  # type: ignore[misc]
    """Turns each response into `{"answer", "missing", "rationale", "simulated"}`."""

    def apply(
        self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]
    ) -> list[Extraction]:
        """Reads the answers.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, what its first response answers.
        """
        return [_extraction(responses[0], doc) for responses, doc in zip(resps, docs, strict=True)]


class RationaleFilter(Filter):  # type: ignore[misc]
    """Adds what the rationale names to what `AnswerFilter` found.

    That is `{"mentioned", "rationale_shares", "rationale_hops"}` by the paper's rule, and
    `{"rationale_shares_strict", "rationale_hops_strict"}` by the strict rule.
    """

    def apply(
        self, resps: Iterable[Extraction], docs: Sequence[dict[str, Any]]
    ) -> list[Extraction]:
        """Looks for the rationale's keywords.

        Args:
            resps: The results of `AnswerFilter`.
            docs: The items, in the same order.

        Returns:
            For each document, also the values that its rationale mentions, and for each hop
            their share in [0, 1] and whether they suffice; the last two by the strict rule too.
        """
        return [
            _with_rationale(extraction, doc) for extraction, doc in zip(resps, docs, strict=True)
        ]


class KnowledgeFilter(Filter):  # type: ignore[misc]
    """Turns each response into `{"known", "known_unless_no", "simulated"}`."""

    def apply(
        self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]
    ) -> list[Extraction]:
        """Reads whether the model knows the entity.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, what its first response says.
        """
        return [
            {
                "simulated": SIMULATED_MARK in responses[0],
                "known": answers_only_yes(responses[0]),
                "known_unless_no": not answers_no(responses[0]),
            }
            for responses in resps
        ]


def _extraction(response: str, doc: dict[str, Any]) -> Extraction:
    answer = paper_answer(response, doc["options"])
    return {
        "simulated": SIMULATED_MARK in response,
        "answer": answer.label,
        "missing": answer.missing,
        "rationale": answer.rationale.strip(),
    }


def _with_rationale(extraction: Extraction, doc: dict[str, Any]) -> Extraction:
    elements = doc["rationale"]
    mentioned = mentioned_values(extraction["rationale"], elements)
    shares = [mentioned_share(*pair) for pair in zip(elements, mentioned, strict=True)]
    strict = strict_shares(extraction["rationale"], extraction["answer"], doc)
    return {
        **extraction,
        "mentioned": mentioned,
        "rationale_shares": shares,
        "rationale_hops": [share == 1.0 for share in shares],
        "rationale_shares_strict": strict,
        "rationale_hops_strict": [share == 1.0 for share in strict],
    }


class MajorityVoteFilter(Filter):  # type: ignore[misc]
    """Keeps, of each document's responses, the first that gives the most frequent answer."""

    def apply(
        self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]
    ) -> list[list[str]]:
        """Votes.

        Args:
            resps: For each document, its sampled responses.
            docs: The items, in the same order.

        Returns:
            For each document a list of one response; of equally frequent answers the one that
            was given first wins.
        """
        return [[_elected(some, doc)] for some, doc in zip(resps, docs, strict=True)]


def _elected(responses: Sequence[str], doc: dict[str, Any]) -> str:
    answers = [paper_answer(response, doc["options"]).label for response in responses]
    ((winner, _),) = Counter(answers).most_common(1)
    return responses[answers.index(winner)]


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
