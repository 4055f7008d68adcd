"""Facts and probing questions in a model's words, strictly checked (B.2)."""

from __future__ import annotations

import re
from typing import Any

from ...core.chat.client import ChatClient
from ...core.chat.replies import MOST_CHARACTERS, Refused, read_reply
from ...core.jinja import environment
from ...core.json_text import as_data
from ..questions.question import Fact
from .facts import Documented, also_right, how_to_answer, template_fact


class Phraser:
    """Writes facts: a model's, or the template's where there is no model or its reply is unusable.

    Attributes:
        by_model: How many facts have the model's words.
        refused: How many replies could not be used.
    """

    def __init__(self, model: ChatClient | None = None) -> None:
        """Asks nothing yet.

        Args:
            model: The model; None for the templates.
        """
        self.by_model = 0
        self.refused = 0
        self._model = model
        self._written: dict[str, Fact] = {}

    def fact(self, call: Documented) -> Fact:
        """Returns the fact of a call; a call of several problems is phrased once.

        Raises:
            InputError: The model cannot be asked.
        """
        if call.call not in self._written:
            self._written[call.call] = self._new(call)
        return self._written[call.call]

    def _new(self, call: Documented) -> Fact:
        if self._model is None:
            return template_fact(call)
        try:
            fact, question = _checked(self._model.reply(_prompt(call)), call)
        except Refused:
            self.refused += 1
            return template_fact(call)
        self.by_model += 1
        return Fact(
            fact=f"In {call.versions}: {fact}",
            probe_question=f"In {call.versions}: {question} {how_to_answer(call)}",
            probe_answer=call.call,
            accepted=also_right(call),
        )


def phrasing_model(name: str) -> ChatClient:
    """Returns the model that an option names.

    Args:
        name: `openai/MODEL`, behind OPENAI_BASE_URL.

    Raises:
        InputError: It is something else, or the client is missing.
    """
    from ...core.errors import InputError

    kind, _, model = name.partition("/")
    if kind != "openai" or not model:
        raise InputError(f"--phrase-with: {name!r} is not openai/MODEL")
    return ChatClient(model)


def _checked(reply: str, call: Documented) -> tuple[str, str]:
    """Returns the two texts of a reply.

    Raises:
        Refused: A text is missing or no sentence, the fact does not name what is called, or the
            question gives it away.
    """
    found = read_reply(reply, ("fact", "question"))
    fact, question = _line(found["fact"]), _line(found["question"])
    name = call.entry.name
    if not re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\.\w)", fact):
        raise Refused("the fact does not name the call")
    if fact.endswith("?") or not question.endswith("?"):
        raise Refused("the fact is a question, or the question is none")
    last = re.escape(name.rpartition(".")[2])
    if name in question or re.search(rf"\.{last}\b|\b{last}\(|`{last}`", question):
        raise Refused("the question names the call")
    return fact, question


def _line(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise Refused("is not a text, or is empty")
    line = text.strip()
    if len(line) > MOST_CHARACTERS or not line.isprintable():
        raise Refused(f"is no line of at most {MOST_CHARACTERS} characters")
    return line


def _prompt(call: Documented) -> str:
    data = {
        "call": call.call,
        "name": call.entry.name,
        "library": call.library,
        "documentation": call.entry.documentation,
    }
    template = environment(autoescape=False).get_template("phrasing/code_fact.jinja")
    return template.render(
        most_characters=MOST_CHARACTERS,
        data=as_data(data),
    )
