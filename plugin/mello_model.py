"""`--model track-mello`: a model that looks facts up while it reasons (TRACK, Section 6.1).

`--model_args base=hf,pretrained=...,retriever=contriever,rounds=6`: `base` is lm_eval's name of the
model that is wrapped; what is not named here goes to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lm_eval.api.instance import Instance

from ..filters.injection_trace import with_trace
from ..track_tasks.injection.mello import (
    Conversation,
    MelloSettings,
    Retriever,
    Step,
    check_retriever,
    converse,
    final_prompt,
    open_retriever,
)
from ..track_tasks.injection.memory import MODELS, announce, read_memory
from ..track_tasks.prompts import closed_book_prompt
from .prompt_frames import PromptFrames
from .wrapping_model import WrappingModel

METHOD = "mello"


class MelloLM(WrappingModel):
    """Breaks each question down, and answers its steps by the facts that a retriever finds.

    All questions advance together: a round asks the wrapped model twice, each time with one batch
    of all that go on, and a last batch asks the questions themselves, with the subquestions and
    their answers, as the task has its responses generated.

    Attributes:
        settings: How it is run.
    """

    name = MODELS[METHOD]
    own_arguments = MelloSettings.names()

    def __init__(
        self, base: Any, settings: MelloSettings | None = None, retriever: Retriever | None = None
    ) -> None:
        """Wraps a loaded model.

        Args:
            base: A model of lm_eval.
            settings: By default those of the paper.
            retriever: By default the one that the settings name.

        Raises:
            InputError: The retriever's model cannot be loaded.
        """
        super().__init__(base)
        self.settings = settings or MelloSettings()
        self._retriever = retriever or open_retriever(self.settings.retriever, _gpu(base))
        self._frames = PromptFrames(base.apply_chat_template)
        announce(METHOD)

    @classmethod
    def wrap(cls, base: Any, arguments: Mapping[str, Any]) -> MelloLM:
        """Wraps a loaded model; see `WrappingModel`."""
        return cls(base, MelloSettings.read(arguments))

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Checks the settings and that there is such a retriever; see `WrappingModel`."""
        check_retriever(MelloSettings.read(arguments).retriever)

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> Any:
        """Asks the wrapped model, and remembers what the prompt was made of."""
        return self._frames.render(chat_history, add_generation_prompt)

    def get_model_info(self) -> dict[str, Any]:
        """Returns what the wrapped model says of itself, and how facts are injected."""
        told = {
            "injection_method": METHOD,
            "retriever": self._retriever.name,
            "rounds": self.settings.rounds,
            "step_tokens": self.settings.step_tokens,
        }
        return {**super().get_model_info(), **told}

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request, a trace of what was asked and looked up before its response.

        Args:
            requests: Requests of tasks whose facts are to be injected in this way; one that
                stands several times is answered anew each time.
            disable_tqdm: Whether the wrapped model shows no progress.

        Raises:
            InputError: A request is of another task, or its prompt is not the task's.
        """
        if not requests:
            return []
        options = {"disable_tqdm": True} if disable_tqdm else {}
        conversations = [_conversation(request) for request in requests]

        def ask(step: Step, indices: Sequence[int], prompts: Sequence[str]) -> list[str]:
            generation = step.generation(self.settings)
            asked = [
                self._asking(requests[index], prompt, generation)
                for index, prompt in zip(indices, prompts, strict=True)
            ]
            return list(self.base.generate_until(asked, **options))

        converse(conversations, self._retriever, self.settings.rounds, ask)
        final = [
            self._asking(request, final_prompt(conversation), request.args[1])
            for request, conversation in zip(requests, conversations, strict=True)
        ]
        responses = self.base.generate_until(final, **options)
        return [
            self._traced(request, conversation, response)
            for request, conversation, response in zip(
                requests, conversations, responses, strict=True
            )
        ]

    def _asking(self, request: Instance, prompt: str, generation: Mapping[str, Any]) -> Instance:
        """Returns a request like another one that asks something else."""
        framed = self._frames.instead(request.args[0], closed_book_prompt(request.doc), prompt)
        return replace(request, arguments=(framed, dict(generation)), resps=[], filtered_resps={})

    def _traced(self, request: Instance, conversation: Conversation, response: str) -> str:
        trace = {"retriever": self._retriever.name, **conversation.trace()}
        traced = with_trace(METHOD, trace, response)
        self.cache_hook.add_partial("generate_until", request.args, traced)
        return traced


def _conversation(request: Instance) -> Conversation:
    facts = read_memory(request.doc, METHOD)
    return Conversation(request.doc, tuple(dict.fromkeys(fact.fact for fact in facts)))


def _gpu(base: Any) -> str | None:
    """Returns the GPU that a model is on, so that each process has its retriever there."""
    device = str(base.device)
    return device if device.startswith("cuda") else None
