"""One adapter: the tokens that it learns, its name, and its initial weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ...questions.question import Fact
from .settings import Settings
from .stacked import Weights

# The prompt of a model without a chat template.
_PLAIN = "Question: {}\nAnswer:"


@dataclass(frozen=True)
class Example:
    """One fact to learn.

    Attributes:
        ids: The tokens of the question, the answer and the end of the text.
        answer: Number of tokens at the end that the loss is on, at least 1.
    """

    ids: tuple[int, ...]
    answer: int


class ExampleMaker:
    """Turns facts into training examples in the form in which the model is asked later."""

    def __init__(
        self,
        tokenizer: Any,
        encode: Callable[[str], list[int]],
        max_length: int,
        template_arguments: Mapping[str, Any],
    ) -> None:
        """Takes what turns text into tokens.

        Args:
            tokenizer: A transformers tokenizer.
            encode: Turns a prompt into the tokens that the model gets.
            max_length: Maximum number of tokens; longer examples lose their beginning.
            template_arguments: Further arguments of the chat template.
        """
        self._tokenizer = tokenizer
        self._encode = encode
        self._max_length = max_length
        self._template_arguments = template_arguments

    def examples(self, facts: Sequence[Fact], is_chat: bool) -> list[Example]:
        """Returns one example per fact.

        Args:
            facts: The facts to learn.
            is_chat: Whether the model is asked with its chat template.
        """
        return [self._example(fact, is_chat) for fact in facts]

    def _example(self, fact: Fact, is_chat: bool) -> Example:
        if is_chat:
            prompt = self._rendered(fact, with_answer=False)
            text, end = prompt + fact.probe_answer, self._end_of_turn(fact)
        else:
            prompt = _PLAIN.format(fact.probe_question)
            text, end = f"{prompt} {fact.probe_answer}", [self._tokenizer.eos_token_id]
        asked, whole = self._encode(prompt), self._encode(text)
        shared = _shared(asked, whole)
        ids = [*whole, *end][-self._max_length :]
        return Example(tuple(ids), min(len(whole) + len(end) - shared, len(ids) - 1))

    def _rendered(self, fact: Fact, with_answer: bool) -> str:
        messages = [{"role": "user", "content": fact.probe_question}]
        if with_answer:
            messages.append({"role": "assistant", "content": fact.probe_answer})
        return str(
            self._tokenizer.apply_chat_template(
                messages,
                tokenize=False,
                add_generation_prompt=not with_answer,
                **self._template_arguments,
            )
        )

    def _end_of_turn(self, fact: Fact) -> list[int]:
        """Returns what the template puts after an answer, up to the token that ends the turn."""
        tail = self._rendered(fact, with_answer=True).rpartition(fact.probe_answer)[2]
        ids = self._tokenizer.encode(tail, add_special_tokens=False)
        special = set(self._tokenizer.all_special_ids)
        ends = [index for index, token in enumerate(ids) if token in special]
        return list(ids[: ends[0] + 1]) if ends else [self._tokenizer.eos_token_id]


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Returns how many leading tokens two texts share: a merge may span a prompt's end."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


@dataclass(frozen=True)
class Job:
    """An adapter to train.

    Attributes:
        key: 32 hexadecimal digits that depend on everything that decides its weights.
        seed: Decides its initial weights and the order of its facts.
        examples: What it learns, one per fact.
    """

    key: str
    seed: str
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Trained:
    """How an adapter came about.

    Attributes:
        key: The key of its job.
        facts: Number of its facts.
        loss_first: Mean loss of the first step.
        loss_last: Mean loss of the last step.
        cached: Whether it was taken from the cache.
    """

    key: str
    facts: int
    loss_first: float
    loss_last: float
    cached: bool

    def trace(self) -> dict[str, Any]:
        """Returns what each response reports about it."""
        return {
            "adapter": self.key[:12],
            "facts": self.facts,
            "loss_first": round(self.loss_first, 4),
            "loss_last": round(self.loss_last, 4),
            "cached": self.cached,
        }


def make_job(
    facts: Sequence[Fact], examples: Sequence[Example], settings: Settings, base: str
) -> Job:
    """Returns the job of an adapter.

    Args:
        facts: What it learns.
        examples: The facts as tokens.
        settings: The hyperparameters.
        base: Fingerprint of the model that it is for.
    """
    plain = [list(fact) for fact in facts]
    seed = _digest(["seed", settings.adapter_seed, plain])
    tokens = [[list(example.ids), example.answer] for example in examples]
    key = _digest(["adapter", 1, base, settings.hyperparameters(), plain, tokens])
    return Job(key[:32], seed, tuple(examples))


def initial_weights(targets: Mapping[str, Any], rank: int, seed: str) -> Weights:
    """Returns an adapter that changes nothing yet, as peft initialises one.

    A is uniform as torch's linear layers are (`kaiming_uniform_` with `a=sqrt(5)`), B is 0.

    Args:
        targets: The linear layers, by name.
        rank: Rank of the adapter.
        seed: Hexadecimal digits that decide A.
    """
    random = torch.Generator().manual_seed(int(seed[:15], 16))
    weights = {}
    for name, layer in targets.items():
        bound = layer.in_features**-0.5
        down = torch.empty(rank, layer.in_features).uniform_(-bound, bound, generator=random)
        weights[name] = (down, torch.zeros(layer.out_features, rank))
    return weights


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
