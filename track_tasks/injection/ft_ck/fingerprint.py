"""What tells two models with equal names apart: a fingerprint of all their weights."""

from __future__ import annotations

import hashlib
from typing import Any

import torch

_CHUNK = 1 << 24  # numbers at once, so that the copies stay small
_INTEGERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)  # odd; as a signed number


def weights_fingerprint(model: Any) -> str:
    """Returns 64 hexadecimal digits that depend on every weight, bit by bit.

    Sums over whole numbers are taken where the weights are, so that a model on a GPU is read at
    the speed of its memory. They find changes; they are no protection against forgery.

    Args:
        model: A torch module.
    """
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        told = [name, str(tensor.dtype), list(tensor.shape), *_sums(tensor)]
        digest.update(repr(told).encode())
    return digest.hexdigest()


def _sums(tensor: torch.Tensor) -> tuple[int, int]:
    """Returns the sum of the numbers' bits, and one in which each place has another weight."""
    flat = tensor.detach().contiguous().view(-1)
    numbers = flat.view(_INTEGERS[flat.element_size()])
    plain = weighted = 0
    for start in range(0, len(numbers), _CHUNK):
        chunk = numbers[start : start + _CHUNK].to(torch.int64)
        places = torch.arange(start, start + len(chunk), device=chunk.device)
        plain += int(chunk.sum())
        weighted += int((chunk * (places * _MULTIPLIER + 1)).sum())
    return plain, weighted
