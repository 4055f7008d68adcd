"""The steps of MeLLo (TRACK, Appendix C.2), round by round, for all questions of a run together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...prompts import render
from .conversation import Conversation
from .retrieval import Retriever
from .settings import TEMPERATURE, MelloSettings


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a round.

    Attributes:
        name: `decompose` or `answer`, as in the names of its templates.
        until: What ends a response: a label that the model was not asked for.
    """

    name: str
    until: tuple[str, ...]

    def prompt(self, conversation: Conversation) -> str:
        """Returns the step's prompt for a question."""
        return render(
            f"mello_{self.name}",
            conversation.doc,
            pairs=conversation.pairs,
            asked=conversation.asked,
            fact=conversation.fact,
        )

    def generation(self, settings: MelloSettings) -> dict[str, Any]:
        """Returns the generation settings of its responses, in lm_eval's terms."""
        return {
            "until": list(self.until),
            "do_sample": True,
            "temperature": TEMPERATURE,
            "max_gen_toks": settings.step_tokens,
        }


DECOMPOSE = Step("decompose", ("\nAnswer:", "\nFact:", "\nQuestion:"))
ANSWER = Step("answer", ("\nSubquestion:", "\nQuestion:"))


def final_prompt(conversation: Conversation) -> str:
    """Returns the closed-book prompt of a question, with the subquestions and their answers."""
    doc = {**conversation.doc, "injected_facts": []}
    return render("question", doc, pairs=conversation.pairs)


Ask: TypeAlias = Callable[[Step, Sequence[int], Sequence[str]], Sequence[str]]
"""Asks a model once: takes a step, and each question's index and prompt; returns the responses."""


def converse(
    conversations: Sequence[Conversation], retriever: Retriever, rounds: int, ask: Ask
) -> None:
    """Breaks questions down until each has stopped.

    A round asks the model twice at most: for the next subquestion of each question that goes on,
    then for the answers to these.

    Args:
        conversations: The questions; they are changed.
        retriever: Finds the fact for a subquestion.
        rounds: Maximum number of subquestions of a question.
        ask: Asks the model.
    """
    for _ in range(rounds):
        _step(DECOMPOSE, _going(conversations), conversations, ask)
        asking = _going(conversations)
        _retrieve([conversations[index] for index in asking], retriever)
        _step(ANSWER, asking, conversations, ask)
    for index in _going(conversations):
        conversations[index].stopped = "bound"


def _going(conversations: Sequence[Conversation]) -> list[int]:
    return [index for index, each in enumerate(conversations) if each.stopped is None]


def _step(
    step: Step, indices: Sequence[int], conversations: Sequence[Conversation], ask: Ask
) -> None:
    if not indices:
        return
    responses = ask(step, indices, [step.prompt(conversations[index]) for index in indices])
    for index, response in zip(indices, responses, strict=True):
        taking = conversations[index]
        (taking.take_question if step is DECOMPOSE else taking.take_answer)(response)


def _retrieve(conversations: Sequence[Conversation], retriever: Retriever) -> None:
    asking = [(each, each.asked) for each in conversations if each.asked and each.memory]
    found = retriever.closest(
        [asked.question for _, asked in asking], [each.memory for each, _ in asking]
    )
    for (conversation, _), index in zip(asking, found, strict=True):
        conversation.take_fact(index)
