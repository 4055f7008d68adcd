"""One adapter: what it learns, what it is called, and what it begins with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ...records import Fact
from .examples import Example
from .settings import Settings
from .stacked import Weights


@dataclass(frozen=True)
class Job:
    """An adapter to train.

    Attributes:
        key: 32 hexadecimal digits that depend on all that decides its weights.
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
        key: As of its job.
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
        """Returns what is said of it with each response."""
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
        examples: The same as tokens.
        settings: The hyperparameters.
        base: Fingerprint of the model that it is for.
    """
    told = [list(fact) for fact in facts]
    seed = _digest(["seed", settings.adapter_seed, told])
    tokens = [[list(example.ids), example.answer] for example in examples]
    key = _digest(["adapter", 1, base, settings.hyperparameters(), told, tokens])
    return Job(key[:32], seed, tuple(examples))


def initial_weights(targets: Mapping[str, Any], rank: int, seed: str) -> Weights:
    """Returns an adapter that changes nothing yet, as peft initialises one.

    A is uniform as torch's linear layers are (`kaiming_uniform_` with `a=sqrt(5)`), B is 0.

    Args:
        targets: Name to linear layer.
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
