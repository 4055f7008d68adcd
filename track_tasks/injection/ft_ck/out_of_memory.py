"""Halving the batch sizes until they fit into memory."""

from __future__ import annotations

import gc
import logging

import torch

from ....core.errors import InputError

logger = logging.getLogger(__name__)


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
