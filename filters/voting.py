"""Self-consistency: of several sampled responses the most consistent one counts (Appendix B.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from lm_eval.api.filter import Filter

from .answers import read_answer


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
    answers = [read_answer(response, doc["options"]).label for response in responses]
    ((winner, _),) = Counter(answers).most_common(1)
    return responses[answers.index(winner)]
