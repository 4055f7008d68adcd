"""The hyperparameters of a training."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import InputError

METHODS = ("lora", "full")
DTYPES = ("auto", "float32", "bfloat16", "float16")


@dataclass(frozen=True)
class TrainSettings:
    """The hyperparameters; the paper names only its 2 epochs (Section 4.6).

    Attributes:
        method: `lora` trains an adapter, `full` every weight.
        epochs: Passes over the training examples, at least 1.
        learning_rate: The highest learning rate, which falls linearly to 0; None for 2e-4 with
            LoRA and 2e-5 for all weights.
        batch_size: Examples per device and step, at least 1.
        accumulation: Steps whose gradients are added before the weights change, at least 1.
        warmup: Share of the steps over which the learning rate rises, in [0, 1).
        rank: Rank of the LoRA matrices, at least 1.
        alpha: Their scale: the update counts `alpha / rank` times.
        dropout: Share of their inputs that is dropped in training, in [0, 1).
        target_modules: Names of the layers that get them; empty for every linear layer except
            the output layer.
        max_length: Longest example in tokens; longer ones are left out.
        dtype: Of the base model's weights; `auto` is the stored one, and with `full` float32.
        seed: Decides the order of the examples and the initial adapter.
    """

    method: str = "lora"
    epochs: int = 2
    learning_rate: float | None = None
    batch_size: int = 8
    accumulation: int = 1
    warmup: float = 0.03
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.0
    target_modules: tuple[str, ...] = ()
    max_length: int = 1024
    dtype: str = "auto"
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses values out of range.

        Raises:
            InputError: A value is out of range.
        """
        if self.method not in METHODS:
            raise InputError(f"--method: {self.method!r} is none of {', '.join(METHODS)}")
        if self.dtype not in DTYPES:
            raise InputError(f"--dtype: {self.dtype!r} is none of {', '.join(DTYPES)}")
        for name in ("epochs", "batch_size", "accumulation", "rank", "alpha", "max_length"):
            if getattr(self, name) < 1:
                raise InputError(f"--{name}: {getattr(self, name)} is not a number from 1")
        for name in ("warmup", "dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"--{name}: {getattr(self, name)} is not in [0, 1)")
        if not 0 < self.rate < 1:
            raise InputError(f"--learning_rate: {self.rate} is not between 0 and 1")

    @property
    def rate(self) -> float:
        """The learning rate."""
        if self.learning_rate is not None:
            return self.learning_rate
        return 2e-4 if self.method == "lora" else 2e-5
