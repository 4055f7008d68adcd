"""ERBench's filters for lm_eval: majority vote, a reading, and a judge of the rationales.

Each filter sees all responses of a task at once. A request may come with several responses
(repeats, or the padding of a multi-process run); the first one counts. What a filter finds is JSON
text: lm_eval writes it into its samples files.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from lm_eval.api.filter import Filter

from ..core.errors import InputError
from ..core.json_text import read_extraction, write_extraction
from .judge.protocol import Judge, SameRationale, Verdict
from .readings import ROBUST, find_reading, invisible
from .text.thinking import visible

# Every response of the simulated model says so.
SIMULATED_MARK = "[simulated by erbench-track]"
logger = logging.getLogger(__name__)


class _ReadingFilter(Filter):  # type: ignore[misc]
    """A filter that reads responses in one of the two ways."""

    def __init__(self, reading: str = ROBUST.name) -> None:
        """Chooses the reading.

        Args:
            reading: `robust` or `paper`.

        Raises:
            InputError: There is no such reading.
        """
        super().__init__()
        self._reading = find_reading(reading)


class ReadingFilter(_ReadingFilter):
    """Reads the answer of each response, and what its rationale names."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Reads the responses.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, as JSON, what its first response says: `reading`; `answer`,
            `missing`, `unreadable` (why there is none) and `left_out` (it is then no hallucination
            either); `answer_span` (where in the visible text it stands); `rationale` (the text in
            which values are looked for); `hops`, with the `share` in [0, 1] of each element and
            the `values` that are named; `simulated`; and, where there is a passage before the
            question, `passage_names_value`.
        """
        return [self._read(responses[0], doc) for responses, doc in zip(resps, docs, strict=True)]

    def _read(self, response: str, doc: dict[str, Any]) -> str:
        answer = self._reading.read(response, doc)
        left_out = self._reading.leaves_out_unreadable and bool(answer.unreadable)
        return write_extraction(
            reading=self._reading.name,
            answer=answer.label,
            missing=answer.missing,
            unreadable=answer.unreadable,
            left_out=left_out,
            answer_span=answer.span,
            rationale=answer.rationale.strip(),
            hops=[support._asdict() for support in self._reading.supported(answer, doc)],
            simulated=SIMULATED_MARK in response,
            **self._of_passage(doc),
        )

    def _of_passage(self, doc: dict[str, Any]) -> dict[str, bool]:
        passage, rationale = str(doc.get("context") or ""), doc["rationale"]
        if not (passage and rationale):
            return {}
        return {"passage_names_value": self._reading.named_in(passage, rationale)}


class KnowledgeFilter(_ReadingFilter):
    """Reads whether the model knows the entity."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Reads the responses.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, as JSON, `known` (and `known_unless_no` by the paper's reading),
            `unreadable` and `simulated`; nothing is known from an unreadable response.
        """
        return [self._read(responses[0]) for responses in resps]

    def _read(self, response: str) -> str:
        seen = visible(response)
        return write_extraction(
            reading=self._reading.name,
            unreadable=invisible(seen),
            simulated=SIMULATED_MARK in response,
            **self._reading.knowledge(seen.text),
        )


class MajorityVoteFilter(_ReadingFilter):
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
        return [[self._elected(some, doc)] for some, doc in zip(resps, docs, strict=True)]

    def _elected(self, responses: Sequence[str], doc: dict[str, Any]) -> str:
        answers = [self._reading.read(response, doc) for response in responses]
        labels = [answer.label for answer in answers]
        left_out = self._reading.leaves_out_unreadable
        readable = [of.label for of in answers if not (of.unreadable and left_out)]
        ((winner, _),) = Counter(readable or labels).most_common(1)
        return responses[labels.index(winner)]


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

    def apply(self, resps: Iterable[str], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Judges the rationales.

        Args:
            resps: The results of `ReadingFilter`.
            docs: The items, in the same order.

        Returns:
            For each document, also `judged` and `judge_explanation`.

        Raises:
            InputError: A verdict is missing, and `strict` is set.
        """
        extractions = list(map(read_extraction, resps))
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
        return [write_extraction(**extraction) for extraction in extractions]

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
