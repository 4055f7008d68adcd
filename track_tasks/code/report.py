"""What became of the problems and of the calls in their solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .calls import KINDS, FoundCall
from .problems import Problem


@dataclass
class CodeReport:
    """Counts of a generator's run.

    Attributes:
        facts: Id of each problem that was read to its number of facts.
        kinds: Number of calls of each kind.
        skipped: Id of each problem that makes no question to the reason.
        by_model: How many facts have a model's words.
        refused_replies: How many replies of the model could not be used.
    """

    facts: dict[str, int] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    skipped: dict[str, str] = field(default_factory=dict)
    by_model: int = 0
    refused_replies: int = 0

    def skip(self, problem: Problem, reason: str) -> None:
        """Notes a problem that makes no question."""
        self.skipped[problem.task_id] = reason

    def count(self, problem: Problem, calls: Sequence[FoundCall], facts: int) -> None:
        """Notes the calls of a problem."""
        self.facts[problem.task_id] = facts
        self.kinds.update(call.kind for call in calls)

    def lines(self) -> Iterator[str]:
        """Yields the report, a line per thing."""
        if self.facts:
            total = sum(self.facts.values())
            yield f"{total / len(self.facts):.2f} facts per problem ({len(self.facts)} problems)"
        for kind in KINDS:
            if self.kinds[kind]:
                yield f"{self.kinds[kind]} calls: {kind}"
        if self.by_model or self.refused_replies:
            yield (
                f"{self.by_model} facts phrased by the model; {self.refused_replies} replies could "
                "not be used, and the template stands in"
            )
        for task_id, reason in self.skipped.items():
            yield f"{task_id}: skipped, {reason}"
