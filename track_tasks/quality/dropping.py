"""Dropping facts that a judge calls wrong, and questions that need them (TRACK, Section 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from ...core.suites.track import SCENARIOS
from ..questions.question import Fact, Question
from .annotations import Annotation, Item, Task

DropIf = Literal["any", "both"]
Reason = Literal["the chain misses a hop", "no fact is left"]


class Policy(NamedTuple):
    """What is dropped.

    Attributes:
        tasks: `factuality`: facts that are wrong. `necessity`: facts that their question does not
            need; each is judged beside all others, so both of two that say the same may go.
        drop_if: Whether one of two judges suffices to drop a fact, or both must say no. A judge
            without a verdict never says no.
    """

    tasks: tuple[Task, ...] = ("factuality",)
    drop_if: DropIf = "any"


class Objection(NamedTuple):
    """A judge's no."""

    task: Task
    judge: str
    explanation: str


Objections: TypeAlias = Mapping[tuple[str, str], Sequence[Objection]]  # by question and fact


class DroppedFact(NamedTuple):
    """A fact that is dropped.

    Attributes:
        question_id: The question that had it.
        fact: The fact.
        objections: Every objection that counts against it.
    """

    question_id: str
    fact: Fact
    objections: tuple[Objection, ...]

    def to_row(self) -> dict[str, Any]:
        """Returns it as plain values."""
        objections = [objection._asdict() for objection in self.objections]
        return {"question_id": self.question_id, **self.fact.to_row(), "objections": objections}


class DroppedQuestion(NamedTuple):
    """A question that is dropped.

    Attributes:
        question: The question.
        reason: Why it cannot stay.
    """

    question: Question
    reason: Reason

    def to_row(self) -> dict[str, Any]:
        """Returns it as plain values."""
        question = self.question
        texts = {"scenario": question.scenario, "question": question.question}
        return {"question_id": question.id, **texts, "reason": self.reason}


@dataclass
class Filtered:
    """What stays, and what is dropped.

    Attributes:
        questions: The questions that stay, in their order. One that has lost a fact has a new id.
        dropped_facts: Facts with what was said against them.
        dropped_questions: Questions that cannot do without these.
        new_ids: The id of each question that stays with fewer facts, to its new id.
    """

    questions: list[Question] = field(default_factory=list)
    dropped_facts: list[DroppedFact] = field(default_factory=list)
    dropped_questions: list[DroppedQuestion] = field(default_factory=list)
    new_ids: dict[str, str] = field(default_factory=dict)


def filtered(
    questions: Iterable[Question], judged: Sequence[Annotation], policy: Policy | None = None
) -> Filtered:
    """Drops the facts that judges object to, and the questions that cannot do without them.

    Args:
        questions: The questions, each of one of `SCENARIOS`.
        judged: What judges said of them. What nobody was asked about stays.
        policy: What is dropped; by default what one judge calls wrong.
    """
    against = _objections(judged, policy or Policy())
    result = Filtered()
    for question in questions:
        _sort(question, against, result)
    return result


def _sort(question: Question, against: Objections, result: Filtered) -> None:
    """Puts a question, and those of its facts that go, where they belong."""
    dropped = {fact for fact in question.facts if (question.id, fact.fact_id) in against}
    result.dropped_facts += [
        DroppedFact(question.id, fact, tuple(against[question.id, fact.fact_id]))
        for fact in dict.fromkeys(question.facts)
        if fact in dropped
    ]
    left = tuple(fact for fact in question.facts if fact not in dropped)
    if not dropped:
        result.questions.append(question)
    elif SCENARIOS[question.scenario].is_chain:
        result.dropped_questions.append(DroppedQuestion(question, "the chain misses a hop"))
    elif not left:
        result.dropped_questions.append(DroppedQuestion(question, "no fact is left"))
    else:
        smaller = replace(question, facts=left, id="")
        result.new_ids[question.id] = smaller.id
        result.questions.append(smaller)


def _objections(judged: Sequence[Annotation], policy: Policy) -> Objections:
    labels: dict[Item, list[Annotation]] = defaultdict(list)
    for each in judged:
        if each.item.task in policy.tasks:
            labels[each.item].append(each)
    found: dict[tuple[str, str], list[Objection]] = defaultdict(list)
    for item, some in labels.items():
        says_no = [each for each in some if each.label is False]
        if says_no and (policy.drop_if == "any" or len(says_no) == len(some)):
            found[item.question_id, item.fact_id] += [
                Objection(item.task, each.judge, each.explanation) for each in says_no
            ]
    return found
