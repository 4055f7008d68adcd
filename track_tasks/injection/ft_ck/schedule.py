"""In which order an adapter learns its facts, and how fast."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .settings import Settings


@dataclass(frozen=True)
class Schedule:
    """The steps of one adapter's training.

    Attributes:
        batches: For each step, the indices of its examples.
        lr: Learning rate of the first step.
    """

    batches: tuple[tuple[int, ...], ...]
    lr: float

    @classmethod
    def of(cls, examples: int, seed: str, settings: Settings) -> Schedule:
        """Plans the training of one adapter.

        Args:
            examples: Number of its examples; without any there is no step.
            seed: Decides the order, anew in each epoch.
            settings: Epochs, batch size and learning rate.
        """
        batches: list[tuple[int, ...]] = []
        size = settings.train_batch_size
        for epoch in range(settings.epochs):
            order = list(range(examples))
            random.Random(f"{seed}/{epoch}").shuffle(order)  # noqa: S311 -- not secret
            batches += [tuple(order[i : i + size]) for i in range(0, examples, size)]
        return cls(tuple(batches), settings.lr)

    def rate(self, step: int) -> float:
        """Returns the learning rate of a step: linear from `lr` to 0, which it has once done."""
        return self.lr * max(0.0, 1 - step / len(self.batches)) if self.batches else 0.0

    def batch(self, step: int) -> tuple[int, ...]:
        """Returns the examples of a step; none once it is done."""
        return self.batches[step] if step < len(self.batches) else ()
