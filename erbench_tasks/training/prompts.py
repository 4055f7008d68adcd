"""Prompts as lm_eval asks them: the task's text, or the tokenizer's chat template around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InputError
from .examples import Example

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


def prompt_and_completion(
    example: Example, chat: PreTrainedTokenizerBase | None = None
) -> tuple[str, str]:
    """Returns what the model reads, and what it is to write.

    Args:
        example: The example.
        chat: A tokenizer whose chat template goes around the question, as lm_eval's
            `--apply_chat_template` does; None for the plain prompt.

    Returns:
        Two texts. After a plain prompt a space comes first, as in few-shot demonstrations.

    Raises:
        InputError: The tokenizer has no chat template, or it fails.
    """
    if chat is None:
        return example.system + example.user, f" {example.completion}"
    messages = [{"role": "user", "content": example.user}]
    if example.system:
        messages.insert(0, {"role": "system", "content": example.system})
    return _rendered(chat, messages), example.completion


def _rendered(tokenizer: PreTrainedTokenizerBase, messages: list[dict[str, str]]) -> str:
    from jinja2.exceptions import TemplateError

    if not tokenizer.chat_template:
        raise InputError("--apply_chat_template: the tokenizer has no chat template; leave it out")
    try:
        return _applied(tokenizer, messages)
    except TemplateError as error:
        # lm_eval leaves the system message out of templates that refuse one.
        if len(messages) == 1:
            raise InputError(f"the tokenizer's chat template fails: {error}") from error
        return _rendered(tokenizer, messages[1:])


def _applied(tokenizer: PreTrainedTokenizerBase, messages: list[dict[str, str]]) -> str:
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    return str(text)
