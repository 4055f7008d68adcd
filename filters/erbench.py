"""ERBench's filters for lm_eval: majority vote, a reading, and a judge of what rules cannot read.

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
from ..core.suites.erbench import ROBUST
from .extraction import extract_answer, extract_knowledge
from .judge.protocol import FinalAnswer, Judge, JudgeRequest, SameRationale, Verdict
from .text.thinking import visible

logger = logging.getLogger(__name__)
_NO_RULE_READS = ("no answer", "contradictory")


class _ReadingFilter(Filter):  # type: ignore[misc]
    """A filter that reads responses in one of the two ways."""

    def __init__(self, reading: str = ROBUST) -> None:
        """Chooses the reading.

        Args:
            reading: `robust` or `paper`.

        Raises:
            InputError: There is no such reading.
        """
        from .readings import find_reading  # its many rules, not before there are responses

        super().__init__()
        self._reading = find_reading(reading)


class ReadingFilter(_ReadingFilter):
    """Reads the answer of each response, and what its rationale names.

    Where the robust reading finds no answer in a text, a judge that can read answers is asked.
    """

    def __init__(
        self, reading: str = ROBUST, judge: Judge | None = None, strict: bool = False
    ) -> None:
        """Chooses the reading.

        Args:
            reading: `robust` or `paper`.
            judge: Reads, in one call, the answers that the robust reading cannot.
            strict: Whether a missing verdict is an error.

        Raises:
            InputError: There is no such reading.
        """
        super().__init__(reading)
        reads = reading == ROBUST and getattr(judge, "reads_answers", False)
        self._judge = judge if reads else None
        self._strict = strict

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Reads the responses.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, as JSON, what `extract_answer` finds in its first response. Where
            the judge was asked, also its `answer_explanation`, and `answered_by` if it answers.

        Raises:
            InputError: A verdict is missing, and `strict` is set.
        """
        first = ((responses[0], doc) for responses, doc in zip(resps, docs, strict=True))
        if self._judge is not None:
            return self._asked(self._judge, list(first))
        return [write_extraction(**extract_answer(self._reading, *one)) for one in first]

    def _asked(self, judge: Judge, responses: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
        """Reads the responses, and has a judge read the answers that no rule can."""
        extractions = [extract_answer(self._reading, *one) for one in responses]
        unread = [i for i, one in enumerate(extractions) if one["unreadable"] in _NO_RULE_READS]
        requests = [
            FinalAnswer(str(doc.get("question", "")), tuple(doc["options"]), visible(text).text)
            for text, doc in map(responses.__getitem__, unread)
        ]
        verdicts = _verdicts(judge, requests, self._strict, "left unreadable")
        for i, verdict in zip(unread, verdicts, strict=True):
            if verdict.holds:
                extractions[i] = extract_answer(self._reading, *responses[i], verdict.answer)
                extractions[i]["answered_by"] = "judge"
            extractions[i]["answer_explanation"] = verdict.explanation
        return [write_extraction(**extraction) for extraction in extractions]


class KnowledgeFilter(_ReadingFilter):
    """Reads whether the model knows the entity."""

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[dict[str, Any]]) -> list[str]:
        """Reads the responses.

        Args:
            resps: For each document, its responses.
            docs: The items, in the same order.

        Returns:
            For each document, as JSON, what `extract_knowledge` finds in its first response.
        """
        return [
            write_extraction(**extract_knowledge(self._reading, responses[0], doc))
            for responses, doc in zip(resps, docs, strict=True)
        ]


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
        verdicts = _verdicts(self._judge, requests, self._strict, "left out of the rate")
        for index, verdict in zip(asked, verdicts, strict=True):
            extractions[index] |= {
                "judged": verdict.holds,
                "judge_explanation": verdict.explanation,
            }
        return [write_extraction(**extraction) for extraction in extractions]


def _verdicts(
    judge: Judge, requests: Sequence[JudgeRequest], strict: bool, outcome: str
) -> list[Verdict]:
    """Returns a verdict on each request; says how many are missing, and why the first one is."""
    verdicts = [verdict for (verdict,) in judge.judge(requests)]
    if unjudged := [verdict for verdict in verdicts if verdict.is_unjudged]:
        summary = (
            f"{judge.name}: no verdict on {len(unjudged)} of {len(verdicts)} responses "
            f"(the first: {unjudged[0].explanation})"
        )
        if strict:
            raise InputError(f"{summary}; without strict_judge they would be {outcome}")
        logger.warning("%s; they are %s, and counted as unjudged", summary, outcome)
    return verdicts


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
