"""Training adapters in groups, halved until they fit into memory, and keeping them."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch

from ....core.errors import InputError
from .adapter import Job, Trained, initial_weights
from .cache import AdapterCache
from .settings import Schedule, Settings
from .stacked import StackedLora, Weights
from .training import train

Group = tuple[Sequence[Job], StackedLora, Sequence[Trained]]
logger = logging.getLogger(__name__)


class AdapterTrainer:
    """Trains adapters for one model, or takes them from a cache."""

    def __init__(
        self, model: Any, targets: Mapping[str, Any], settings: Settings, cache: AdapterCache | None
    ) -> None:
        """Trains nothing yet.

        Args:
            model: A causal language model of transformers.
            targets: The layers that get an adapter, by name.
            settings: The hyperparameters, and how many are trained at once.
            cache: Where adapters are kept.
        """
        self._model = model
        self._targets = targets
        self._settings = settings
        self._cache = cache
        self._sizes = {
            "adapters_at_once": settings.adapters_at_once,
            "examples_at_once": settings.examples_at_once,
        }

    def groups(self, jobs: Sequence[Job]) -> Iterator[Group]:
        """Trains adapters, and yields them in groups, in order.

        A group that does not fit into memory is halved, which is logged; later groups stay smaller.

        Args:
            jobs: The adapters to train.

        Yields:
            Some jobs, the stack of their adapters, and how each was made.

        Raises:
            InputError: Not even one adapter fits into memory, or the cache is malformed.
        """
        start = 0
        while start < len(jobs):
            group = jobs[start : start + self._sizes["adapters_at_once"]]
            made = self._made(group)
            if made is not None:
                yield group, *made
                start += len(group)
            del made  # frees its memory before the next group needs it

    def _made(self, group: Sequence[Job]) -> tuple[StackedLora, list[Trained]] | None:
        """Returns a group's adapters; None, after reducing the sizes, if they do not fit."""
        try:
            return self._train(group)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            self._sizes = halved(self._needed(group), error)
        free_memory()
        return None

    def _needed(self, group: Sequence[Job]) -> dict[str, int]:
        """Returns the largest batches that a group can have, which may be below the set sizes."""
        batch = self._settings.train_batch_size
        rows = sum(min(batch, len(job.examples)) for job in group)
        rows = min(rows, self._sizes["examples_at_once"])
        return {"adapters_at_once": len(group), "examples_at_once": rows}

    def _train(self, group: Sequence[Job]) -> tuple[StackedLora, list[Trained]]:
        kept = [self._cache.get(job.key, self._targets) if self._cache else None for job in group]
        lora = StackedLora(
            self._targets,
            [self._weights(job, found) for job, found in zip(group, kept, strict=True)],
            self._settings.alpha,
        )
        schedules = [
            Schedule.of(0 if found else len(job.examples), job.seed, self._settings)
            for job, found in zip(group, kept, strict=True)
        ]
        losses = train(
            self._model,
            lora,
            [job.examples for job in group],
            schedules,
            self._settings.max_grad_norm,
            self._sizes["examples_at_once"],
            self._settings.dropout,
        )
        trained = [
            found[0] if found else Trained(job.key, len(job.examples), of[0], of[-1], cached=False)
            for job, found, of in zip(group, kept, losses, strict=True)
        ]
        self._keep(lora, trained)
        return lora, trained

    def _weights(self, job: Job, found: tuple[Trained, Weights] | None) -> Weights:
        if found:
            return found[1]
        return initial_weights(self._targets, self._settings.rank, job.seed)

    def _keep(self, lora: StackedLora, trained: Sequence[Trained]) -> None:
        for index, adapter in enumerate(trained):
            if self._cache and not adapter.cached:
                self._cache.put(adapter, lora.weights(index))


def is_out_of_memory(error: BaseException) -> bool:
    """Tells whether an error says that memory ran out, on a GPU or in main memory."""
    return isinstance(error, torch.OutOfMemoryError | MemoryError) or (
        isinstance(error, RuntimeError)
        and ("out of memory" in str(error) or "can't allocate memory" in str(error))
    )


def free_memory() -> None:
    """Frees memory that is no longer used."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def halved(sizes: dict[str, int], error: BaseException) -> dict[str, int]:
    """Returns half of each size, and logs it.

    Args:
        sizes: The batch sizes, by the names of their settings.
        error: The error that said so.

    Raises:
        InputError: They cannot be any smaller.
    """
    less = {name: max(1, size // 2) for name, size in sizes.items()}
    shown = ", ".join(f"{name}={size}" for name, size in less.items())
    if less == sizes:
        raise InputError(
            f"FT-CK: out of memory even with {shown}; take a smaller model or rank, fewer "
            "target_modules, a smaller train_batch_size, or a GPU with more memory"
        ) from error
    logger.warning("FT-CK: out of memory; continues with %s", shown)
    return less
