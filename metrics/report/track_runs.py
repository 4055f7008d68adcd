"""The runs of TRACK's tasks: what a model knows of the facts, and how it reasoned with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...core.suites.track import METHODS, SCENARIOS
from ..columns import columns_of
from ..unreadable import NOTHING_UNREAD, Unread
from .how_made import UNKNOWN, HowMade

SCENARIO_TITLES = {name: scenario.title for name, scenario in SCENARIOS.items()}
METHOD_TITLES = {name: way.title for name, way in METHODS.items() if not way.asks_for_facts}
_TITLED = {column.name: column.title for column in columns_of(("questions",)) if column.title}
MEASURES = dict(sorted(_TITLED.items(), key=lambda item: item[1] != "HP"))  # HP, and its parts


@dataclass(frozen=True, slots=True)
class Probe:
    """What a model knows of one fact (Section 3.3); None where there is no verdict.

    Attributes:
        fact_id: The fact.
        known: Whether its right answer is the most frequent one.
        confidence: KConf, the share of right responses, in [0, 1].
        known_at_half: Whether KConf >= 0.5.
    """

    fact_id: str
    known: bool | None
    confidence: float | None
    known_at_half: bool | None


class Lengths(NamedTuple):
    """How long the texts of a question are, in words and punctuation marks."""

    question: int
    facts: tuple[int, ...]
    probes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdicts on one response to a question; None where there is no verdict.

    Attributes:
        question: Id of the question.
        facts: Ids of the facts that it needs.
        answer_pass: AP, whether the final answer is right.
        full_knowledge_entailment: FKE, whether the reasoning entails every fact.
        entailed: For each fact, in order, whether the reasoning entails it.
        known: For each fact, whether the model knows it; empty if no gap file was given.
        injected: Number of facts that were injected.
        lengths: How long its texts are; None if they are not recorded.
        forged: Whether its program passes altered tests, too; None if none was run.
        unaltered: Whether it passes, and nothing of its tests could be altered; None likewise.
    """

    question: str
    facts: tuple[str, ...]
    answer_pass: bool | None
    full_knowledge_entailment: bool | None
    entailed: tuple[bool | None, ...]
    known: tuple[bool | None, ...]
    injected: int
    lengths: Lengths | None = None
    forged: bool | None = None
    unaltered: bool | None = None

    @property
    def judged(self) -> bool:
        """Whether AP and FKE, and so HP, could be determined."""
        return self.answer_pass is not None and self.full_knowledge_entailment is not None

    @property
    def holistic_pass(self) -> bool:
        """HP: both AP and FKE. Only for an answer that was judged."""
        return bool(self.answer_pass and self.full_knowledge_entailment)

    @property
    def has_gap(self) -> bool:
        """Whether the model does not know a fact of the question."""
        return any(flag is False for flag in self.known)

    def passes(self, measure: str) -> bool:
        """Returns one of `MEASURES`. Only for an answer that was judged."""
        return bool(getattr(self, measure))


@dataclass(frozen=True, slots=True)
class TrackRun:
    """The samples of one TRACK task at one KAS.

    Attributes:
        task: Name of the task.
        scenario: One of `SCENARIOS`.
        method: One of `METHODS`.
        kas: Number of questions whose gaps were injected together; 0 without injection.
        path: The file.
        simulated: Whether the responses are the simulated model's.
        programs_not_run: Whether a judge decided if programs pass, and they were not run.
        answers: The answers, for a method.
        probes: The probed facts, for the probe.
        unread: How many of the responses cannot be read.
        made: How it was made.
    """

    task: str
    scenario: str
    method: str
    kas: int
    path: Path
    simulated: bool = False
    programs_not_run: bool = False
    answers: tuple[Answer, ...] = ()
    probes: tuple[Probe, ...] = ()
    unread: Unread = NOTHING_UNREAD
    made: HowMade = UNKNOWN

    @property
    def condition(self) -> str:
        """What sets it apart from other runs of its task: `KAS 10`."""
        return f"KAS {self.kas}" if self.kas else ""

    @property
    def name(self) -> str:
        """The task with its condition."""
        return f"{self.task} ({self.condition})" if self.condition else self.task

    @property
    def samples(self) -> int:
        """Number of samples."""
        return len(self.answers) + len(self.probes)

    @property
    def has_gaps(self) -> bool:
        """Whether the documents say which facts the model knows."""
        return any(answer.known for answer in self.answers)

    @property
    def judged(self) -> list[Answer]:
        """The answers for which AP, FKE and HP could all be determined."""
        return [answer for answer in self.answers if answer.judged]
