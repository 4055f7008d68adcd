"""The records of TRACK: questions, the facts that they need, and what a model knows of these.

Source: the TRACK paper, Sections 3.1 and 4, and Appendix A.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.errors import InputError
from ...core.hashing import stable_hash
from ...core.suites.track import SCENARIOS

if TYPE_CHECKING:
    from datasets import Features

SCHEMA_VERSION = 1
_PROBE = ("fact_id", "fact", "probe_question", "probe_answer")
_QUESTION = ("id", "question", "answer")
LATER_COLUMNS = ("accepted", "any_right")  # older datasets do not have them
FACT_TEXTS = ("fact", "probe_question", "probe_answer")
_MONTHS = (
    "Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sep.", "Oct.", "Nov.", "Dec.",
)  # fmt: skip
_AS_OF = re.compile(r"(\d{4})-(0[1-9]|1[0-2])(?:-\d{2})?")
COLUMNS = (
    "id", "fact_id", "scenario", "fact", "probe_question", "probe_answer", "as_of", "source",
)  # fmt: skip


class Fact(NamedTuple):
    """One atomic fact with what probes it.

    Attributes:
        fact: The fact, a declarative sentence.
        probe_question: Asks for it, without the question that needs it.
        probe_answer: The right answer to that.
        accepted: Further answers that are right as well.
        any_right: Whether these may not be all, so that any other right answer is accepted too.
    """

    fact: str
    probe_question: str
    probe_answer: str
    accepted: tuple[str, ...] = ()
    any_right: bool = False

    @property
    def texts(self) -> tuple[str, str, str]:
        """The fact, what asks for it, and the right answer."""
        return self.fact, self.probe_question, self.probe_answer

    @property
    def fact_id(self) -> str:
        """Stable hash of the texts: equal facts of two questions are one fact.

        What is accepted besides counts too, since it decides whether the fact is known.
        """
        return stable_hash(["fact", *self.texts, *_besides(self.accepted, self.any_right)])

    def to_row(self) -> dict[str, Any]:
        """Returns the fact as plain values."""
        return {"fact_id": self.fact_id, **self._asdict(), "accepted": list(self.accepted)}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Fact:
        """Returns the fact of a row; older datasets do not have what else is accepted.

        Raises:
            KeyError: A field is missing.
        """
        return cls(
            **{name: row[name] for name in FACT_TEXTS},
            accepted=tuple(row.get("accepted") or ()),
            any_right=bool(row.get("any_right")),
        )


@dataclass(frozen=True, slots=True)
class Question:
    """One multi-step question.

    Attributes:
        scenario: One of `SCENARIOS`.
        question: The question.
        answer: Its final answer.
        facts: The facts that it needs, at least one, in the order of the reasoning.
        as_of: When the facts hold: `2025-09`, or empty where that does not matter.
        source: Where they come from, in words.
        detail: What only this scenario has, as JSON (the triples of a chain, unit tests).
        accepted: Further final answers that are right as well.
        any_right: Whether these may not be all, so that any other right answer is accepted too.
        id: Stable hash of all other fields: a changed question is a different one.
    """

    scenario: str
    question: str
    answer: str
    facts: tuple[Fact, ...]
    as_of: str
    source: str
    detail: str = "{}"
    accepted: tuple[str, ...] = ()
    any_right: bool = False
    id: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Derives the id from the content."""
        if not self.id:
            content = [self.scenario, self.question, self.answer, self.as_of, self.source]
            facts = [fact.fact_id for fact in self.facts]
            besides = _besides(self.accepted, self.any_right)
            object.__setattr__(self, "id", stable_hash([*content, self.detail, *facts, *besides]))

    def to_row(self) -> dict[str, Any]:
        """Returns the question as plain values, in the shape of `question_features()`."""
        return {
            "id": self.id,
            "scenario": self.scenario,
            "question": self.question,
            "answer": self.answer,
            "facts": [fact.to_row() for fact in self.facts],
            "as_of": self.as_of,
            "source": self.source,
            "detail": self.detail,
            "accepted": list(self.accepted),
            "any_right": self.any_right,
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Question:
        """Returns the question of a row; older datasets do not have what else is accepted.

        Raises:
            KeyError: A field is missing.
        """
        names = ("scenario", "question", "answer", "as_of", "source", "detail", "id")
        return cls(
            **{name: row[name] for name in names},
            facts=tuple(map(Fact.from_row, row["facts"])),
            accepted=tuple(row.get("accepted") or ()),
            any_right=bool(row.get("any_right")),
        )


def _besides(accepted: Iterable[str], any_right: bool) -> list[str]:
    """Returns what ids depend on besides texts: nothing where there is one right answer."""
    return [*(f"accepted {answer}" for answer in accepted), *(["any right"] if any_right else [])]


def question_features() -> Features:
    """Returns the columns of a dataset of questions and their types."""
    from datasets import Features, List, Value

    text = Value("string")
    names = ("id", "scenario", "question", "answer", "facts", "as_of", "source", "detail")
    facts = List({**dict.fromkeys(("fact_id", *FACT_TEXTS), text), **_accepted_features()})
    columns = {name: facts if name == "facts" else text for name in names}
    return Features({**columns, **_accepted_features()})


def _accepted_features() -> dict[str, Any]:
    from datasets import List, Value

    return {"accepted": List(Value("string")), "any_right": Value("bool")}


def check_question(row: Mapping[str, Any]) -> None:
    """Checks a question of a dataset, which somebody may have changed.

    Raises:
        InputError: A field is missing or of another type, or the scenario is unknown.
    """
    if str(row.get("scenario")) not in SCENARIOS:
        raise InputError(
            f"field 'scenario' is {row.get('scenario')!r}; known: {', '.join(SCENARIOS)}"
        )
    check_track_doc({**row, "injected_facts": []}, row["scenario"])


def check_track_doc(doc: Mapping[str, Any], scenario: str) -> None:
    """Checks that a recorded document has what scoring needs.

    Args:
        doc: A document of a samples file: a probing document or a question.
        scenario: The scenario that the task asks about.

    Raises:
        InputError: A field is missing or of another type, or the document is of another scenario.
    """
    if doc.get("scenario") != scenario:
        raise InputError(
            f"field 'doc.scenario' is {doc.get('scenario')!r}, the task asks {scenario!r}: "
            "samples of another task?"
        )
    for name in _PROBE if "probe_question" in doc else _QUESTION:
        if not isinstance(doc.get(name), str):
            raise InputError(f"field 'doc.{name}' is missing or no str")
    _check_accepted(doc, "doc")
    if "probe_question" not in doc:
        _check_lists(doc)


def _check_lists(doc: Mapping[str, Any]) -> None:
    for name in ("facts", "injected_facts"):
        if not isinstance(doc.get(name), list):
            raise InputError(f"field 'doc.{name}' is missing or not a list")
    if not doc["facts"]:
        raise InputError("field 'doc.facts' is empty")
    for index, fact in enumerate(doc["facts"]):
        if not isinstance(fact, dict) or not isinstance(fact.get("fact"), str):
            raise InputError(f"field 'doc.facts[{index}].fact' is missing or no str")
        _check_accepted(fact, f"doc.facts[{index}]")
    if not all(isinstance(fact, str) for fact in doc["injected_facts"]):
        raise InputError("field 'doc.injected_facts' holds something other than text")


def _check_accepted(row: Mapping[str, Any], where: str) -> None:
    accepted = row.get("accepted") or ()
    if not isinstance(accepted, list | tuple) or not all(isinstance(a, str) for a in accepted):
        raise InputError(f"field '{where}.accepted' is no list of texts")
    if not isinstance(row.get("probe_answer") or "", str):
        raise InputError(f"field '{where}.probe_answer' is no str")


def month_in_words(as_of: str) -> str:
    """Writes a month as the paper does: `2025-09` as `Sep. 2025`.

    Args:
        as_of: Year and month; a day is ignored.

    Raises:
        InputError: It is no year and month.
    """
    found = _AS_OF.fullmatch(as_of)
    if found is None:
        raise InputError(f"as of: {as_of!r} is not a year and month; give one such as 2025-09")
    return f"{_MONTHS[int(found[2]) - 1]} {found[1]}"


def probes_of(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """Returns the probing documents of some questions.

    A fact that several questions need is probed once: a model knows it or does not, whatever the
    question.

    Args:
        questions: The questions.

    Returns:
        One document per distinct fact, in the order of the questions, in the shape of
        `probe_features()`.
    """
    found: dict[str, dict[str, Any]] = {}
    for question in questions:
        for fact in question.facts:
            row = fact.to_row()
            found.setdefault(
                row["fact_id"],
                {
                    "id": row["fact_id"],
                    "scenario": question.scenario,
                    **row,
                    "as_of": question.as_of,
                    "source": question.source,
                },
            )
    return list(found.values())


def probe_features() -> Features:
    """Returns the columns of a dataset of probing documents and their types."""
    from datasets import Features, Value

    return Features({**dict.fromkeys(COLUMNS, Value("string")), **_accepted_features()})
