"""A judge that asks another one only about what rules leave undecided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..text.final_answers import is_sentence, same_value
from .protocol import Equivalence, Judge, JudgeRequest, Verdict

Rule = Callable[[Any], "tuple[Verdict | None, ...]"]
"""From a request to its verdicts; None for each that the rule leaves undecided."""


class RulesFirst:
    """Decides by rules what they can decide, and has another judge decide the rest.

    Its verdicts say which of the two decided.
    """

    def __init__(self, judge: Judge, rules: Mapping[tuple[type, str], Rule]) -> None:
        """Takes both.

        Args:
            judge: Judges the rest.
            rules: Type of request and scenario to the rule.
        """
        self.name = judge.name
        self._judge = judge
        self._rules = rules
        self._decided: Counter[str] = Counter()

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests.

        Args:
            requests: What to judge.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.
        """
        found = [self._by_rule(request) for request in requests]
        open_ = [i for i, verdicts in enumerate(found) if not verdicts or None in verdicts]
        judged = self._judge.judge([requests[i] for i in open_])
        asked = dict(zip(open_, judged, strict=True))
        return [self._merged(found[i], asked.get(i)) for i in range(len(requests))]

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the judge, and how much the rules decided."""
        return {**self._judge.record(), "decided_by_rules": self._decided["rules"]}

    def _by_rule(self, request: JudgeRequest) -> tuple[Verdict | None, ...]:
        rule = self._rules.get((type(request), getattr(request, "scenario", "")))
        return rule(request) if rule is not None else ()

    def _merged(
        self, ruled: tuple[Verdict | None, ...], judged: tuple[Verdict, ...] | None
    ) -> tuple[Verdict, ...]:
        if judged is None:
            decided = tuple(verdict for verdict in ruled if verdict is not None)
        else:
            decided = tuple(
                verdict or judged[i] for i, verdict in enumerate(ruled or (None,) * len(judged))
            )
        self._decided["rules"] += sum(verdict is not None for verdict in ruled)
        return decided


def same_math(request: Equivalence) -> tuple[Verdict | None, ...]:
    """Decides that two mathematical answers are equal; it never decides that they differ.

    Plain numbers and equal notation are compared as they are, everything else by math-verify where
    it is installed.
    """
    is_formal = not is_sentence(request.reference)
    if is_formal and same_value(request.response, request.reference):
        return (Verdict(True, "by math-verify: the answers are equal"),)
    return (None,)
