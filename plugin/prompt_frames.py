"""Asking something else in the place of a prompt: with the same system message and chat format.

lm_eval hands a model rendered prompts. A model class that asks questions of its own before it
answers remembers what a prompt was rendered from, and renders it anew with other words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..erbench_tasks.errors import InputError

Message = Mapping[str, str]
Render = Callable[..., Any]


class _Rendered(NamedTuple):
    messages: list[dict[str, str]]
    add_generation_prompt: bool


class PromptFrames:
    """What prompts were rendered from."""

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
            The prompt: text, or what an endpoint's model takes in its stead.
        """
        kept = [dict(message) for message in messages]
        prompt = self._render(messages, add_generation_prompt=add_generation_prompt)
        self._rendered[str(prompt)] = _Rendered(kept, add_generation_prompt)
        return prompt

    def instead(self, prompt: Any, asked: str, asking: str) -> Any:
        """Returns a prompt that asks something else.

        Args:
            prompt: A prompt that was rendered here, or plain text.
            asked: How it, or its last message of the user, ends.
            asking: What is to be in the place of that.

        Raises:
            InputError: It does not end so: it was rendered elsewhere, or asks something else.
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
