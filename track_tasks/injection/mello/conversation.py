"""The state of MeLLo's work on one question, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .replies import Asked, read_answer, read_question, same_form

_UNKNOWN = "unknown"


class Subquestion(NamedTuple):
    """A subquestion with its answer.

    Attributes:
        question: The subquestion.
        tentative: What the model believed; empty if it did not say.
        fact: The fact that was retrieved; None if there was none to retrieve.
        contradicted: Whether the model said that the fact contradicts what it believed; None if
            it did not say.
        answer: The answer that the next steps build on.
        answer_from: `model`; or, where it wrote none, `fact`, `tentative` or `nothing`.
    """

    question: str
    tentative: str
    fact: str | None
    contradicted: bool | None
    answer: str
    answer_from: str


@dataclass
class Conversation:
    """One question on its way: `take_question`, `take_fact` if there are facts, `take_answer`.

    Attributes:
        doc: The question's document.
        memory: The facts to choose from, as sentences.
        pairs: The subquestions and their answers so far.
        asked: The subquestion that has no answer yet.
        fact: The fact that was retrieved for it.
        stopped: Why nothing more is asked: `finished` (the model said so), `repeated` (it asked the
            same again), `nothing asked` or `bound`; None while it goes on.
    """

    doc: Mapping[str, Any]
    memory: tuple[str, ...]
    pairs: list[Subquestion] = field(default_factory=list)
    asked: Asked | None = None
    fact: str | None = None
    stopped: str | None = None

    def take_question(self, text: str) -> None:
        """Takes what the model wrote as its next subquestion.

        Args:
            text: Anything.
        """
        asked = read_question(text)
        forms = {same_form(pair.question) for pair in self.pairs}
        if asked.is_finished:
            self.stopped = "finished"
        elif not asked.question:
            self.stopped = "nothing asked"
        elif same_form(asked.question) in forms:
            self.stopped = "repeated"
        else:
            self.asked = asked

    def take_fact(self, index: int) -> None:
        """Takes the fact that was retrieved for the subquestion.

        Args:
            index: Its index in the memory.
        """
        self.fact = self.memory[index]

    def take_answer(self, text: str) -> None:
        """Takes what the model wrote as the answer to the subquestion.

        Without an answer, the fact is used if the model said that it contradicts, else what the
        model believed: a fact that does not contradict is often about something else.

        Args:
            text: Anything.

        Raises:
            ValueError: There is no subquestion to answer.
        """
        if self.asked is None:
            raise ValueError("no subquestion was asked")
        contradicted, answer = read_answer(text, self.fact is not None)
        source = "model"
        if not answer:
            answer, source = self._stand_in(self.asked, contradicted)
        question, tentative, _ = self.asked
        self.pairs.append(Subquestion(question, tentative, self.fact, contradicted, answer, source))
        self.asked = self.fact = None

    def trace(self) -> dict[str, Any]:
        """Returns what the samples file keeps of it, as plain values."""
        return {
            "rounds": len(self.pairs),
            "stopped": self.stopped,
            "pairs": [pair._asdict() for pair in self.pairs],
        }

    def _stand_in(self, asked: Asked, contradicted: bool | None) -> tuple[str, str]:
        if self.fact is not None and (contradicted or not asked.tentative):
            return self.fact, "fact"
        return (asked.tentative, "tentative") if asked.tentative else (_UNKNOWN, "nothing")
