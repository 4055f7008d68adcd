"""`--model track-mello`: a model that looks facts up while it reasons (TRACK, Section 6.1).

Its arguments are `--model_args base=hf,pretrained=...,retriever=contriever,rounds=6`: `base` is
lm_eval's name of the wrapped model, which gets all arguments but those of `MelloSettings`.

lm_eval hands a model rendered prompts. This one asks questions of its own before it answers, in the
same frame: `PromptFrames` remembers the messages behind each prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from lm_eval.api.instance import Instance

from ...core.errors import InputError
from ...core.suites.track import MODEL_CLASSES
from ...filters.text.injection_trace import with_trace
from ...track_tasks.injection.mello import (
    Conversation,
    MelloSettings,
    Retriever,
    Step,
    check_retriever,
    converse,
    final_prompt,
    open_retriever,
)
from ...track_tasks.injection.memory import announce, read_memory
from ...track_tasks.prompts import closed_book_prompt
from .wrapping import WrappingModel

METHOD = "mello"

Message = Mapping[str, str]
Render = Callable[..., Any]


class _Rendered(NamedTuple):
    messages: list[dict[str, str]]
    add_generation_prompt: bool


class PromptFrames:
    """Remembers the messages behind prompts, to ask something else in the same frame."""

    def __init__(self, render: Render) -> None:
        """Remembers nothing yet.

        Args:
            render: A model's `apply_chat_template`.
        """
        self._render = render
        self._rendered: dict[str, _Rendered] = {}

    def render(self, messages: Sequence[Message], add_generation_prompt: bool = True) -> Any:
        """Renders messages, and remembers them.

        Args:
            messages: Their `role` and `content`.
            add_generation_prompt: Whether the model is to begin its turn.

        Returns:
            The prompt: text, or what the model of an endpoint takes instead.
        """
        kept = [dict(message) for message in messages]
        prompt = self._render(messages, add_generation_prompt=add_generation_prompt)
        self._rendered[str(prompt)] = _Rendered(kept, add_generation_prompt)
        return prompt

    def instead(self, prompt: Any, asked: str, asking: str) -> Any:
        """Returns a prompt that asks something else.

        Args:
            prompt: A prompt that was rendered here, or plain text.
            asked: The end of the prompt, or of the user's last message in it.
            asking: What replaces it.

        Raises:
            InputError: It has another end: it was rendered elsewhere, or asks something else.
        """
        rendered = self._rendered.get(str(prompt))
        if rendered is None:
            return _exchanged(prompt, asked, asking)
        messages = [dict(message) for message in rendered.messages]
        turns = [message for message in messages if message["role"] == "user"]
        if not turns:
            raise _unknown(asked)
        turns[-1]["content"] = _exchanged(turns[-1]["content"], asked, asking)
        return self._render(messages, add_generation_prompt=rendered.add_generation_prompt)


def _exchanged(text: Any, asked: str, asking: str) -> str:
    if not isinstance(text, str) or not text.endswith(asked):
        raise _unknown(asked)
    return text.removesuffix(asked) + asking


def _unknown(asked: str) -> InputError:
    end = asked.strip().splitlines()[-1] if asked.strip() else ""
    return InputError(
        "a prompt is not the task's own, which ends with its question and "
        f"{end!r}: with --apply_chat_template leave out --cache_requests (its prompts were "
        "rendered by another run), and keep the task's doc_to_text"
    )


class MelloLM(WrappingModel):
    """Breaks each question down, and answers its steps with the facts that a retriever finds.

    All questions advance together: a round asks the wrapped model twice, each time one batch of all
    questions that are still open. A last batch asks the questions themselves, with the subquestions
    and their answers, under the task's generation settings.

    Attributes:
        settings: How it is run.
    """

    name = MODEL_CLASSES[METHOD]
    own_arguments = MelloSettings.names()

    def __init__(
        self, base: Any, settings: MelloSettings | None = None, retriever: Retriever | None = None
    ) -> None:
        """Wraps a loaded model.

        Args:
            base: A model of lm_eval.
            settings: The paper's by default.
            retriever: By default, the one that the settings name.

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
        """Wraps a loaded model, with the class's own arguments."""
        return cls(base, MelloSettings.read(arguments))

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Checks the settings, and that the retriever is available."""
        check_retriever(MelloSettings.read(arguments).retriever)

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> Any:
        """Asks the wrapped model, and remembers the messages behind the prompt."""
        return self._frames.render(chat_history, add_generation_prompt)

    def get_model_info(self) -> dict[str, Any]:
        """Returns what the wrapped model says about itself, and how facts are injected."""
        injection = {
            "injection_method": METHOD,
            "retriever": self._retriever.name,
            "rounds": self.settings.rounds,
            "step_tokens": self.settings.step_tokens,
        }
        return {**super().get_model_info(), **injection}

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request; a trace before the response says what was asked and looked up.

        Args:
            requests: Requests of tasks whose facts are to be injected in this way; one that is
                there several times is answered afresh each time.
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
                self._asking(
                    requests[index], prompt, _with_room(generation, requests[index].args[1])
                )
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
        """Returns a copy of a request that asks something else."""
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


def _with_room(generation: Mapping[str, Any], final: Mapping[str, Any]) -> Mapping[str, Any]:
    """Lets a model think in each step if it may think before the final answer.

    Args:
        generation: The generation settings of a step.
        final: Those of the final answer, which nothing but its end ends if the model thinks.
    """
    if final.get("until") != []:
        return generation
    bounds = (settings.get("max_gen_toks", 0) for settings in (generation, final))
    return {**generation, "until": [], "max_gen_toks": max(bounds)}


def _gpu(base: Any) -> str | None:
    """Returns the GPU that a model is on, for the retriever of the same process."""
    device = str(base.device)
    return device if device.startswith("cuda") else None
