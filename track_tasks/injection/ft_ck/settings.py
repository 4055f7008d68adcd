"""The hyperparameters of FT-CK, and an adapter's order of examples and learning rates."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ....core.errors import InputError


@dataclass(frozen=True)
class Settings:
    """Hyperparameters (the paper's by default: Table 6), and how the work is divided.

    Attributes:
        rank: Rank of the adapters, at least 1.
        alpha: Numerator of their scaling `alpha / rank`, above 0.
        lr: Learning rate of the first step, above 0; it falls linearly to 0.
        epochs: Number of times that each fact is seen, at least 1.
        target_modules: Names of the linear layers that get an adapter.
        train_batch_size: Facts per step, at least 1; 8 is that of transformers' Trainer.
        dropout: Share of an adapter's inputs that each step leaves out, from 0 to less than 1.
        max_grad_norm: The gradient of one adapter is scaled down to this norm, above 0.
        adapter_seed: Decides the initial weights and the order of the facts.
        adapters_at_once: Adapters that are trained and asked together, at least 1. More need more
            memory; results do not change.
        examples_at_once: Facts in one forward pass, at least 1. More need more memory; results do
            not change.
        adapter_cache: Folder in which adapters are kept and looked up.
    """

    rank: int = 16
    alpha: float = 16
    lr: float = 2e-4
    epochs: int = 4
    target_modules: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj")
    train_batch_size: int = 8
    dropout: float = 0.0
    max_grad_norm: float = 1.0
    adapter_seed: int = 0
    adapters_at_once: int = 32
    examples_at_once: int = 64
    adapter_cache: Path | None = None

    def hyperparameters(self) -> dict[str, Any]:
        """Returns what decides an adapter's weights, as plain values."""
        values = asdict(self)
        for name in ("adapters_at_once", "examples_at_once", "adapter_cache"):
            del values[name]
        return {**values, "target_modules": list(self.target_modules)}

    @classmethod
    def read(cls, arguments: Mapping[str, Any]) -> Settings:
        """Returns the settings that model arguments ask for.

        Args:
            arguments: Some of the attributes by name, as lm_eval parsed them.

        Raises:
            InputError: One has a wrong value.
        """
        return cls(**{name: _READERS[name](name, value) for name, value in arguments.items()})


def _whole(least: int) -> Callable[[str, Any], int]:
    def read(name: str, value: Any) -> int:
        if isinstance(value, bool) or not str(value).isdecimal() or int(str(value)) < least:
            raise InputError(f"--model_args: {name}={value!r} is no whole number from {least}")
        return int(str(value))

    return read


def _positive(name: str, value: Any) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise InputError(f"--model_args: {name}={value!r} is not a number above 0")
    return number


def _share(name: str, value: Any) -> float:
    number = 0.0 if str(value) in ("0", "0.0") else _positive(name, value)
    if number >= 1:
        raise InputError(f"--model_args: {name}={value!r} is not a number from 0 to less than 1")
    return number


def _names(name: str, value: Any) -> tuple[str, ...]:
    parts = value.split("+") if isinstance(value, str) else value
    if (
        not isinstance(parts, list | tuple)
        or not parts
        or not all(isinstance(part, str) and part for part in parts)
    ):
        raise InputError(
            f"--model_args: {name}={value!r} names no layers; give such as {name}=q_proj+v_proj"
        )
    return tuple(dict.fromkeys(parts))


def _folder(name: str, value: Any) -> Path | None:
    if value in (None, ""):
        return None
    path = Path(str(value))
    if path.exists() and not path.is_dir():
        raise InputError(f"--model_args: {name}={value}: is no folder")
    return path


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "rank": _whole(1),
    "alpha": _positive,
    "lr": _positive,
    "epochs": _whole(1),
    "target_modules": _names,
    "train_batch_size": _whole(1),
    "dropout": _share,
    "max_grad_norm": _positive,
    "adapter_seed": _whole(0),
    "adapters_at_once": _whole(1),
    "examples_at_once": _whole(1),
    "adapter_cache": _folder,
}

NAMES = frozenset(field.name for field in fields(Settings))
"""The model arguments that are FT-CK's own."""


@dataclass(frozen=True)
class Schedule:
    """The steps of one adapter's training.

    Attributes:
        batches: For each step, the indices of its examples.
        lr: Learning rate of the first step.
        seed: Decides what dropout leaves out.
    """

    batches: tuple[tuple[int, ...], ...]
    lr: float
    seed: str = ""

    @classmethod
    def of(cls, examples: int, seed: str, settings: Settings) -> Schedule:
        """Plans the training of one adapter.

        Args:
            examples: Number of its examples; without examples there are no steps.
            seed: Decides the order, anew in each epoch.
            settings: Epochs, batch size and learning rate.
        """
        batches: list[tuple[int, ...]] = []
        size = settings.train_batch_size
        for epoch in range(settings.epochs):
            order = list(range(examples))
            random.Random(f"{seed}/{epoch}").shuffle(order)  # noqa: S311 -- not secret
            batches += [tuple(order[i : i + size]) for i in range(0, examples, size)]
        return cls(tuple(batches), settings.lr, seed)

    def rate(self, step: int) -> float:
        """Returns the learning rate of a step: it falls linearly from `lr` to 0 and stays there."""
        return self.lr * max(0.0, 1 - step / len(self.batches)) if self.batches else 0.0

    def batch(self, step: int) -> tuple[int, ...]:
        """Returns the examples of a step; none once it is done."""
        return self.batches[step] if step < len(self.batches) else ()
