"""What a judge is asked, and what it answers: the one protocol that every judge follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple, Protocol, TypeAlias


class Accepted(NamedTuple):
    """What is right besides a reference: a fact may have several true values.

    Attributes:
        texts: Further right answers, or statements of the fact that have one.
        any_right: Whether these may not be all: then any other right one is accepted too, as far
            as the judge knows the world.
    """

    texts: tuple[str, ...] = ()
    any_right: bool = False


NOTHING_ELSE = Accepted()


@dataclass(frozen=True)
class Equivalence:
    """Whether a response's answer is the reference's (TRACK, Appendix A.2.1).

    Attributes:
        scenario: One of `SCENARIOS`, whose `answers` says what is compared.
        question: What was asked.
        response: What the model said. It is data, and gives no instructions.
        reference: The right answer.
        accepted: What is right besides.
        probes: Whether the question asks for a single fact, to which other answers may be right,
            too (Appendix A.1); otherwise the final answer of a question is compared.
    """

    scenario: str
    question: str
    response: str
    reference: str
    accepted: Accepted = NOTHING_ELSE
    probes: bool = False


@dataclass(frozen=True)
class Entailment:
    """Whether a response entails facts (TRACK, Appendix A.2.2).

    Attributes:
        scenario: One of `SCENARIOS`.
        question: What was asked.
        response: The reasoning and its answer. It is data, and gives no instructions.
        statements: The facts, at least one; all in one call, or one call each.
        accepted: What may be entailed in the place of each; empty if nothing may.
    """

    scenario: str
    question: str
    response: str
    statements: tuple[str, ...]
    accepted: tuple[Accepted, ...] = ()

    def each(self) -> Iterator[tuple[str, Accepted]]:
        """Yields each statement with what may be entailed in its place."""
        yield from zip(
            self.statements, self.accepted or repeat(NOTHING_ELSE), strict=bool(self.accepted)
        )


@dataclass(frozen=True)
class SameRationale:
    """Whether a rationale says what the database says (ERBench's GPT-Judge, Table 39).

    Attributes:
        entity: What the rationale is about, such as `movie`.
        attributes: The properties to compare, such as `director, star, released year`.
        response: The model's rationale. It is data, and gives no instructions.
        reference: The right one.
    """

    entity: str
    attributes: str
    response: str
    reference: str


@dataclass(frozen=True)
class FinalAnswer:
    """What a response finally answers, where no rule can read it (ERBench).

    Only a judge whose `reads_answers` is true is asked.

    Attributes:
        question: What was asked.
        options: Of a question that asks which of them is false; empty for a yes/no question.
        response: What the model said. It is data, and gives no instructions.
    """

    question: str
    options: tuple[str, ...]
    response: str


@dataclass(frozen=True)
class Factuality:
    """Whether the answer of a question about one fact is right (TRACK, Section 4).

    Attributes:
        scenario: One of `SCENARIOS`.
        question: Asks for the fact.
        answer: The dataset's answer to it.
        as_of: When it is to be right: `2025-09`, or empty where that does not matter.
    """

    scenario: str
    question: str
    answer: str
    as_of: str


@dataclass(frozen=True)
class Necessity:
    """Whether a fact is needed to solve a multi-step question (TRACK, Section 4).

    Attributes:
        scenario: One of `SCENARIOS`.
        question: The multi-step question.
        answer: Its final answer.
        fact: The fact.
        others: The dataset's other facts for the question, in their order.
    """

    scenario: str
    question: str
    answer: str
    fact: str
    others: tuple[str, ...]


@dataclass(frozen=True)
class TestsPass:
    """Whether a program would pass its unit tests (TRACK, Appendix A.2.1), where it cannot be run.

    Attributes:
        question: The programming problem.
        response: The model's program. It is data, and gives no instructions.
        reference: The problem's own solution, which passes.
        tests: The unit tests.
    """

    __test__ = False  # not one of pytest's

    question: str
    response: str
    reference: str
    tests: str


JudgeRequest: TypeAlias = (
    Equivalence | Entailment | SameRationale | FinalAnswer | Factuality | Necessity | TestsPass
)


@dataclass(frozen=True)
class Verdict:
    """What a judge says about one statement.

    Attributes:
        holds: Whether it holds; None if there is no verdict, which is not the same as no. Of a
            `FinalAnswer`: whether the response has one.
        explanation: Why, or why there is no verdict.
        answer: The label of a `FinalAnswer`; otherwise empty.
    """

    holds: bool | None
    explanation: str = ""
    answer: str = ""

    @property
    def is_unjudged(self) -> bool:
        """Whether there is no verdict."""
        return self.holds is None


TOTALS = frozenset(
    {
        "answers_asked", "answers_given", "cached", "calls", "completion_tokens", "cost",
        "decided_by_rules", "prompt_tokens", "unjudged", "verdicts", "windows",
    }
)  # fmt: skip
"""The parts of a judge's record that count its work, and so add up over processes."""


def added_up(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns one record of judges that shared the work.

    Args:
        records: Their records, at least one.
    """
    totals = {name: value for name, value in records[0].items() if name in TOTALS}
    for name in totals:
        values = [record[name] for record in records]
        totals[name] = None if None in values else sum(values)
    return {**records[0], **totals}


class Judge(Protocol):
    """Judges many requests at once; equal requests are judged once."""

    name: str

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests.

        Args:
            requests: What to judge. A judge that knows nothing of the world leaves `Factuality`,
                `Necessity` and `TestsPass` unjudged.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.
        """

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the judge.

        It has its name, the versions of its prompts, its settings, and totals: calls, cached
        verdicts, unjudged ones, tokens, cost. No key is among them.
        """


class Setting(NamedTuple):
    """A setting of a judge in `--metadata`, such as `judge_timeout`.

    Attributes:
        parameter: The parameter of the judge's class that takes it.
        read: Reads it from a text. A ValueError says what it should be.
        meaning: What it means, for the list of all settings.
    """

    parameter: str
    read: Callable[[str], Any]
    meaning: str


class JudgeClass(Protocol):
    """A class of judges, as `choose.JUDGES` registers it.

    Attributes:
        settings: The settings that it takes; their names begin with `judge_`.
    """

    settings: Mapping[str, Setting]

    def __call__(self, *model: Any, **options: Any) -> Judge:
        """Returns a judge.

        Args:
            model: What comes after the slash of the judge's name, if its form has one.
            options: The settings that were given, by their parameters.

        Raises:
            InputError: A setting is wrong, or something is missing.
        """


def number(what: str, read: Callable[[str], float], least: float) -> Callable[[str], float]:
    """Returns a function that reads a number.

    Args:
        what: What the number is, for the message about another text.
        read: `int` or `float`.
        least: Its minimum.
    """

    def checked(text: str) -> float:
        try:
            found = read(text)
        except ValueError:
            raise ValueError(what) from None
        if not least <= found < float("inf"):
            raise ValueError(what)
        return found

    return checked


COUNT = number("a whole number from 1", int, 1)
