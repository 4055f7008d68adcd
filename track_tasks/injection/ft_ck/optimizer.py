"""AdamW over a stack of adapters: what one does depends on its own gradients alone."""

from __future__ import annotations

from collections.abc import Sequence

import torch

_BETAS = (0.9, 0.999)
_EPSILON = 1e-8
_NORM_EPSILON = 1e-6  # that of torch's clip_grad_norm_


class StackedAdamW:
    """torch's AdamW without weight decay, with a learning rate and a clipped norm per adapter.

    All adapters begin together, so that they share the number of steps; one that is done has a
    learning rate of 0, with which nothing of it changes.
    """

    def __init__(self, parameters: Sequence[torch.Tensor], max_norm: float) -> None:
        """Begins with the first step.

        Args:
            parameters: Tensors whose first dimension counts the adapters.
            max_norm: The gradient of one adapter is scaled down to this norm.
        """
        self._parameters = list(parameters)
        self._max_norm = max_norm
        self._means = [torch.zeros_like(parameter) for parameter in self._parameters]
        self._squares = [torch.zeros_like(parameter) for parameter in self._parameters]
        self._steps = 0

    def step(self, rates: Sequence[float]) -> None:
        """Changes each adapter by its gradient, and clears the gradients.

        Args:
            rates: The learning rate of each adapter.
        """
        with torch.no_grad():
            self._step(rates)

    def _step(self, rates: Sequence[float]) -> None:
        self._steps += 1
        factors = self._factors()
        corrections = [1 - beta**self._steps for beta in _BETAS]
        kind = self._parameters[0].dtype
        sizes = torch.tensor([rate / corrections[0] for rate in rates], dtype=kind)
        for parameter, mean, square in zip(
            self._parameters, self._means, self._squares, strict=True
        ):
            if parameter.grad is None:  # no batch came by this layer
                continue
            shape = (-1, *[1] * (parameter.dim() - 1))
            gradient = parameter.grad * factors.to(parameter.device).view(shape)
            mean.lerp_(gradient, 1 - _BETAS[0])
            square.mul_(_BETAS[1]).addcmul_(gradient, gradient, value=1 - _BETAS[1])
            spread = square.sqrt().div_(corrections[1] ** 0.5).add_(_EPSILON)
            parameter.sub_(sizes.to(parameter).view(shape) * mean / spread)
            parameter.grad = None

    def _factors(self) -> torch.Tensor:
        """Returns by how much the gradient of each adapter is scaled, in (0, 1]."""
        first = self._parameters[0]
        total = torch.zeros(first.shape[0], device=first.device, dtype=first.dtype)
        for parameter in self._parameters:
            if parameter.grad is not None:
                total += parameter.grad.flatten(1).square().sum(1).to(first.device)
        return (self._max_norm / (total.sqrt() + _NORM_EPSILON)).clamp(max=1.0)
