"""What MeLLo has of one question so far, what comes next, and how its replies are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ....core.untrusted_text import printable
from ....core.values.words import plain, words
from ....filters.text.thinking import visible

_UNKNOWN = "unknown"
FINISHED = "none"
"""What the prompt asks a model to write as the subquestion once it needs no more."""
_MOST_READ = 20_000  # characters; more than any step may generate
_MOST_KEPT = 500  # characters of a subquestion or an answer
_LABEL = re.compile(
    r"[\W\d_]*(sub[- ]?question|tentative answer|(?:final )?answer|contradict(?:ed|s)|fact)"
    r"\s?\d*[*`\s]*:[*`]*(.*)",
    re.IGNORECASE,
)


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


class Asked(NamedTuple):
    """What a model asks next.

    Attributes:
        question: The subquestion; empty if there is none.
        tentative: What the model believes the answer to be; empty if it does not say.
        is_finished: Whether the model said that it needs no more.
    """

    question: str
    tentative: str
    is_finished: bool


class Answered(NamedTuple):
    """What a model says about a subquestion.

    Attributes:
        contradicted: Whether it says that the fact contradicts the tentative answer; None if it
            does not say, or there was no fact.
        answer: The answer; empty if there is none.
    """

    contradicted: bool | None
    answer: str


def same_form(text: str) -> str:
    """Returns the form in which subquestions are compared; empty if there is no word."""
    return " ".join(word.text for word in words(plain(text).lower()))


def read_question(text: str) -> Asked:
    """Reads a subquestion and its tentative answer.

    Only what comes before the first answer counts: what comes after it is made up.

    Args:
        text: What a model wrote after "Subquestion:".
    """
    labelled: list[str] = []
    spoken: list[str] = []
    tentative = ""
    for label, value in _lines(text):
        if label in ("tentative answer", "answer"):
            tentative = value if label == "tentative answer" else ""
            break
        if label == "subquestion" and value:
            labelled.append(value)
        elif not label and not value.endswith(":"):
            spoken.append(value)
    spoken.sort(key=lambda line: "?" not in line)
    question = next(iter([*labelled, *spoken]), "")
    form = same_form(question)
    if form in ("", FINISHED):
        return Asked("", "", bool(form))
    return Asked(_kept(question), _kept(tentative), False)


def read_answer(text: str, has_fact: bool) -> Answered:
    """Reads the answer to a subquestion.

    Args:
        text: What a model wrote after "Contradicted:", or after "Answer:" where there is no fact.
        has_fact: Whether there is one.
    """
    verdicts: list[bool] = []
    labelled: list[str] = []
    spoken: list[str] = []
    for label, value in _lines(text):
        if label == "subquestion":
            break  # what comes after it is made up
        verdict = _verdict(value) if has_fact and label in ("", "contradicted") else None
        if verdict is not None and not verdicts:
            verdicts.append(verdict)
        elif label == "answer" and value:
            labelled.append(value)
        elif not label:
            spoken.append(value)
    answer = labelled[-1] if labelled else next(iter(spoken), "")
    return Answered(verdicts[0] if verdicts else None, _kept(answer) if same_form(answer) else "")


def _verdict(value: str) -> bool | None:
    first = same_form(value).partition(" ")[0]
    return {"yes": True, "no": False}.get(first)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yields each line's label, empty if it has none, and its content.

    A label that stands alone belongs to the line after it.
    """
    waiting = ""
    for line in visible(text).text[:_MOST_READ].splitlines():
        if not line.strip():
            continue
        found = _LABEL.match(line)
        label, value = (_name(found[1]), found[2].strip()) if found else (waiting, line.strip())
        waiting = "" if value else label
        if value:
            yield label, value.strip("*` ")


def _name(label: str) -> str:
    lowered = label.lower()
    if lowered.startswith("sub"):
        return "subquestion"
    if lowered.startswith("contradict"):
        return "contradicted"
    return "answer" if lowered == "final answer" else lowered


def _kept(text: str) -> str:
    """Returns one line without control characters and lone surrogates."""
    return printable(text)[:_MOST_KEPT]
