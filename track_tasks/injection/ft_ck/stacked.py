"""Many LoRA adapters on one model: each row of a batch goes through its own.

The adapters of a layer are stacked into two tensors, and hooks on the layers add their outputs, so
that the model itself is never changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch

from ....core.errors import InputError


def find_targets(model: Any, names: Sequence[str]) -> dict[str, Any]:
    """Returns the linear layers with some names.

    Args:
        model: A transformers model.
        names: Last parts of their names, such as `q_proj`.

    Returns:
        The layers by their full names, in the model's order.

    Raises:
        InputError: The model has no layer of such a name.
    """
    from torch.nn import Linear

    linear = {name: layer for name, layer in model.named_modules() if isinstance(layer, Linear)}
    there = {_last(name) for name in linear}
    missing = [name for name in names if name not in there]
    if missing:
        raise InputError(
            f"--model_args: target_modules: {type(model).__name__} has no linear layer "
            f"{', '.join(missing)}; it has {', '.join(sorted(there)) or 'none'} "
            "(give such as target_modules=q_proj+v_proj)"
        )
    return {name: layer for name, layer in linear.items() if _last(name) in names}


def _last(name: str) -> str:
    return name.rpartition(".")[2]


Weights = Mapping[str, tuple[torch.Tensor, torch.Tensor]]
"""One adapter: name of a layer to A, of shape [rank, in], and B, of shape [out, rank]."""


class Dropout(NamedTuple):
    """What is left out of the adapters' inputs in a training step.

    Attributes:
        share: How much, above 0 and below 1.
        rows: For each row, what decides its mask, and the number of its tokens without padding. The
            mask depends on nothing else: not on what shares the forward pass.
    """

    share: float
    rows: Sequence[tuple[str, int]]

    def apply(self, layer: str, given: torch.Tensor) -> torch.Tensor:
        """Returns the inputs of a layer's adapters, scaled so that their mean stays.

        Args:
            layer: The layer's name.
            given: Its inputs, of shape [rows, tokens, width], with padding on the left.
        """
        mask = torch.zeros(given.shape)
        for row, (seed, tokens) in enumerate(self.rows):
            digest = hashlib.sha256(f"{seed}/{layer}".encode()).hexdigest()
            random = torch.Generator().manual_seed(int(digest[:15], 16))
            drawn = torch.rand(tokens, given.shape[-1], generator=random)
            mask[row, given.shape[1] - tokens :] = (drawn >= self.share) / (1 - self.share)
        return given * mask.to(given)


class StackedLora:
    """A stack of adapters; each row of a batch uses one of them."""

    def __init__(
        self, targets: Mapping[str, Any], adapters: Sequence[Weights], alpha: float
    ) -> None:
        """Stacks adapters.

        Args:
            targets: The linear layers, by name.
            adapters: At least one adapter; all cover these layers and have the same rank.
            alpha: They are scaled by `alpha / rank`.
        """
        self._targets = targets
        self._stacks = {
            name: tuple(
                torch.stack([adapter[name][part] for adapter in adapters])
                .to(device=layer.weight.device, dtype=_precise(layer.weight.dtype))
                .requires_grad_()
                for part in (0, 1)
            )
            for name, layer in targets.items()
        }
        rank = next(iter(self._stacks.values()))[0].shape[1]
        self._scaling = alpha / rank
        self._rows: list[int] = []
        self._dropout: Dropout | None = None
        self._chosen: dict[str, tuple[torch.Tensor, ...]] = {}

    @property
    def parameters(self) -> list[torch.Tensor]:
        """The stacked tensors; the first dimension counts the adapters."""
        return [stack for pair in self._stacks.values() for stack in pair]

    def weights(self, adapter: int) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
        """Returns a copy of one adapter, in main memory."""
        return {
            name: (down[adapter].detach().cpu().clone(), up[adapter].detach().cpu().clone())
            for name, (down, up) in self._stacks.items()
        }

    def select(self, rows: Sequence[int], dropout: Dropout | None = None) -> None:
        """Says which adapter each row of the next batches uses.

        Args:
            rows: Index of an adapter, for each row.
            dropout: What is left out of their inputs, in training.
        """
        self._rows = list(rows)
        self._dropout = dropout
        self._chosen = {}

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Makes the model use the adapters inside the block."""
        hooks = [
            layer.register_forward_hook(self._hook(name)) for name, layer in self._targets.items()
        ]
        try:
            yield
        finally:
            for hook in hooks:
                hook.remove()
            self.select(())

    def _hook(self, name: str) -> Any:
        def add(_: Any, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> torch.Tensor:
            down, up = self._of_rows(name)
            given = inputs[0].to(down)
            if self._dropout is not None:
                given = self._dropout.apply(name, given)
            if not self._rows or given.shape[0] % len(self._rows):
                raise RuntimeError(
                    f"{name}: a batch of {given.shape[0]} rows, adapters for {len(self._rows)}"
                )
            # Several rows of one request (beams, flattened tokens) follow each other.
            rows = given.reshape(down.shape[0], -1, given.shape[-1])
            said = torch.bmm(torch.bmm(rows, down.mT), up.mT).reshape(output.shape)
            return (output + self._scaling * said).to(output.dtype)

        return add

    def _of_rows(self, name: str) -> tuple[torch.Tensor, ...]:
        """Returns the adapters of the rows, gathered once per batch; one if all use the same."""
        if name not in self._chosen:
            rows = self._rows if len(set(self._rows)) > 1 else self._rows[:1]
            stacks = self._stacks[name]
            index = torch.tensor(rows, device=stacks[0].device, dtype=torch.long)
            self._chosen[name] = tuple(stack.index_select(0, index) for stack in stacks)
        return self._chosen[name]


def _precise(dtype: torch.dtype) -> torch.dtype:
    """Returns the type of an adapter's weights: at least single precision, as peft has it."""
    is_wide = dtype == torch.float64
    return torch.float64 if is_wide else torch.float32
