"""All questions of a run, round by round together, so that a model sees full batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from .conversation import Conversation
from .retrieval import Retriever
from .steps import ANSWER, DECOMPOSE, Step

Ask: TypeAlias = Callable[[Step, Sequence[int], Sequence[str]], Sequence[str]]
"""Asks a model once: a step, the index of each question, its prompt; returns the responses."""


def converse(
    conversations: Sequence[Conversation], retriever: Retriever, rounds: int, ask: Ask
) -> None:
    """Breaks questions down until each has stopped.

    A round asks the model twice at most: for the next subquestion of each question that goes on,
    then for the answers to these.

    Args:
        conversations: The questions; they are changed.
        retriever: Finds the fact that goes with a subquestion.
        rounds: Most subquestions of a question.
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
