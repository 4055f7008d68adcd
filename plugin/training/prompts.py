"""Examples as prompts that lm_eval would ask, and as tokens with the loss on the completion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from .examples import Example

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


IGNORED = -100
"""The label of a token that has no loss, as torch's cross entropy has it."""


def prompt_and_completion(
    example: Example, chat: PreTrainedTokenizerBase | None = None
) -> tuple[str, str]:
    """Returns what the model reads, and what it should write.

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
        return str(
            tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        )
    except TemplateError as error:
        # lm_eval leaves the system message out of templates that refuse one.
        if len(messages) == 1:
            raise InputError(f"the tokenizer's chat template fails: {error}") from error
        return _rendered(tokenizer, messages[1:])


@dataclass(frozen=True)
class Encoded:
    """Some examples as tokens.

    Attributes:
        rows: `input_ids` and `labels` of each.
        too_long: Number of examples that are left out for their length.
    """

    rows: list[dict[str, list[int]]]
    too_long: int


def encode(
    pairs: Iterable[tuple[str, str]], tokenizer: PreTrainedTokenizerBase, max_length: int
) -> Encoded:
    """Tokenizes prompts and completions; the end of the text follows each completion.

    Prompts begin as lm_eval's `--model hf` begins them: with the special tokens that the tokenizer
    adds, unless the text has them already.

    Args:
        pairs: Prompts and completions.
        tokenizer: The tokenizer.
        max_length: Longest example in tokens; longer ones are left out.

    Returns:
        The examples.

    Raises:
        InputError: The tokenizer has no token for the end of the text, or every example is too
            long.
    """
    if tokenizer.eos_token_id is None:
        raise InputError("the tokenizer has no eos_token; the model would never stop")
    rows, too_long = [], 0
    for prompt, completion in pairs:
        read, written = _tokens(tokenizer, prompt, completion)
        if len(read) + len(written) > max_length:
            too_long += 1
            continue
        rows.append({"input_ids": read + written, "labels": [IGNORED] * len(read) + written})
    if not rows:
        raise InputError(f"--max_length: every example has more than {max_length} tokens")
    return Encoded(rows, too_long)


def _tokens(
    tokenizer: PreTrainedTokenizerBase, prompt: str, completion: str
) -> tuple[list[int], list[int]]:
    bos = tokenizer.bos_token
    adds = not (isinstance(bos, str) and bos and prompt.startswith(bos))
    read: list[int] = tokenizer(prompt, add_special_tokens=adds)["input_ids"]
    whole: list[int] = tokenizer(prompt + completion, add_special_tokens=adds)["input_ids"]
    # Tokens may span the boundary; the model, which is given the prompt, cannot write those.
    if whole[: len(read)] == read and len(whole) > len(read):
        written = whole[len(read) :]
    else:
        written = tokenizer(completion, add_special_tokens=False)["input_ids"]
    return read, [*written, tokenizer.eos_token_id]


class Collator:
    """Pads the examples of a batch on the right."""

    def __init__(self, padding: int) -> None:
        """Takes the id of the token to pad with."""
        self._padding = padding

    def __call__(self, rows: Sequence[dict[str, list[int]]]) -> dict[str, Any]:
        """Returns `input_ids`, `attention_mask` and `labels`, each of shape (batch, longest)."""
        import torch

        longest = max(len(row["input_ids"]) for row in rows)
        values = {"input_ids": self._padding, "attention_mask": 0, "labels": IGNORED}
        return {
            name: torch.tensor(
                [
                    found + [value] * (longest - len(found))
                    for row in rows
                    for found in [row.get(name, [1] * len(row["input_ids"]))]
                ]
            )
            for name, value in values.items()
        }
