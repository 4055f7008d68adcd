"""The prompts of MeLLo's steps (TRACK, Appendix C.2), and how their responses are generated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...prompts import render
from .conversation import Conversation
from .settings import TEMPERATURE, MelloSettings


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a round.

    Attributes:
        name: `decompose` or `answer`, as its templates are called.
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
        """Returns how its responses are generated, in lm_eval's terms."""
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
