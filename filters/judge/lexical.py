"""A judge that is a rule and no model: the default where no key is set.

It compares words, numbers, values and calls. It does not understand: a paraphrase fails, and a
sentence that has all words of a fact in another order passes. Its verdicts are for trying things
out and for comparing runs of the same kind; papers need a model. Whatever a response says *to* a
judge changes nothing, since nothing in it is followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .lexical_answers import same_entity, same_value
from .lexical_code import same_call, uses
from .lexical_words import content, is_negative, sentences
from .protocol import (
    Entailment,
    Equivalence,
    Factuality,
    JudgeRequest,
    Necessity,
    SameRationale,
    TestsPass,
    Verdict,
)

_RULES = 3  # version: to be raised with every change of a verdict
_EQUIVALENCE = {"wiki": same_entity, "code": same_call, "math": same_value}


class LexicalJudge:
    """Judges by rules, the same on every machine and in every run."""

    name = "lexical"

    def __init__(self) -> None:
        """Counts nothing yet."""
        self._verdicts: Counter[bool | None] = Counter()

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests.

        Args:
            requests: What to judge.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.
        """
        known = {request: _verdicts(request) for request in dict.fromkeys(requests)}
        self._verdicts.update(v.holds for request in requests for v in known[request])
        return [known[request] for request in requests]

    def record(self) -> Mapping[str, Any]:
        """Returns what the results say of the judge: that it is a rule and no model."""
        return {
            "judge": self.name,
            "kind": "a lexical rule, no model",
            "rules_version": _RULES,
            "verdicts": self._verdicts.total(),
            "unjudged": self._verdicts[None],
        }


def _verdicts(request: JudgeRequest) -> tuple[Verdict, ...]:
    if isinstance(request, Equivalence):
        same = _EQUIVALENCE[request.scenario](request.response, request.reference)
        return (_verdict(same, f"the final answer is {'' if same else 'not '}the reference"),)
    if isinstance(request, SameRationale):
        return (_same_rationale(request),)
    if isinstance(request, Factuality):
        return (Verdict(None, "a lexical rule cannot tell facts from errors"),)
    if isinstance(request, Necessity):
        return (Verdict(None, "a lexical rule cannot tell what a question needs"),)
    if isinstance(request, TestsPass):
        return (Verdict(None, "a lexical rule cannot tell whether unit tests would pass"),)
    return tuple(_entailed(request, statement) for statement in request.statements)


def _same_rationale(request: SameRationale) -> Verdict:
    named = content(request.entity) | content(request.attributes)
    missing = content(request.reference) - named - content(request.response)
    return _verdict(not missing, _missing(missing) if missing else "all its words are said")


def _entailed(request: Entailment, statement: str) -> Verdict:
    if request.scenario == "code":
        used = uses(request.response, statement)
        if used is not None:
            return _verdict(used, f"the code {'uses' if used else 'does not use'} it")
    wanted = content(statement)
    if not wanted:
        return Verdict(None, "the statement has no content word")
    negative = is_negative(statement)
    verdict = _verdict(False, _missing(wanted - content(request.response)))
    for sentence in _places(request.response, wanted):  # what is said last counts
        denied = is_negative(sentence) != negative
        verdict = _verdict(not denied, f"{'denied' if denied else 'said'} in {sentence[:200]!r}")
    return verdict


def _places(response: str, wanted: set[str]) -> Iterator[str]:
    """Yields the sentences that have all of some words; a question asserts nothing."""
    for sentence in sentences(response):
        if not sentence.endswith("?") and wanted <= content(sentence):
            yield sentence


def _missing(words: set[str]) -> str:
    if not words:
        return "its words are not together in one sentence"
    return f"without {', '.join(sorted(words)[:5])}"


def _verdict(holds: bool, explanation: str) -> Verdict:
    return Verdict(holds, f"by a lexical rule: {explanation}")
