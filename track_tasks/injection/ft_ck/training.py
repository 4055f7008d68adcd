"""Training a stack of adapters: one forward pass holds examples of many of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from torch.nn.functional import cross_entropy

from .adapter import Example
from .settings import Schedule
from .stacked import Dropout, StackedLora

_BETAS = (0.9, 0.999)
_EPSILON = 1e-8
_NORM_EPSILON = 1e-6  # that of torch's clip_grad_norm_


class StackedAdamW:
    """torch's AdamW without weight decay, with a learning rate and a clipped norm per adapter.

    All adapters begin together, so they share the step count; one that is done has a learning rate
    of 0, so that it no longer changes.
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
            if parameter.grad is None:  # no batch passed through this layer
                continue
            shape = (-1, *[1] * (parameter.dim() - 1))
            gradient = parameter.grad * factors.to(parameter.device).view(shape)
            mean.lerp_(gradient, 1 - _BETAS[0])
            square.mul_(_BETAS[1]).addcmul_(gradient, gradient, value=1 - _BETAS[1])
            spread = square.sqrt().div_(corrections[1] ** 0.5).add_(_EPSILON)
            parameter.sub_(sizes.to(parameter).view(shape) * mean / spread)
            parameter.grad = None

    def _factors(self) -> torch.Tensor:
        """Returns the factor by which each adapter's gradient is scaled, in (0, 1]."""
        first = self._parameters[0]
        total = torch.zeros(first.shape[0], device=first.device, dtype=first.dtype)
        for parameter in self._parameters:
            if parameter.grad is not None:
                total += parameter.grad.flatten(1).square().sum(1).to(first.device)
        return (self._max_norm / (total.sqrt() + _NORM_EPSILON)).clamp(max=1.0)


class Row(NamedTuple):
    """One example of one adapter in a step.

    Attributes:
        adapter: Index of the adapter.
        example: What it learns.
        weight: Weight of a token of the answer in the adapter's loss: one divided by the number of
            such tokens in the adapter's batch.
        seed: Decides what dropout leaves out, whatever else is in the step.
    """

    adapter: int
    example: Example
    weight: float
    seed: str


def train(
    model: Any,
    lora: StackedLora,
    examples: Sequence[Sequence[Example]],
    schedules: Sequence[Schedule],
    max_norm: float,
    rows_at_once: int,
    dropout: float = 0.0,
) -> list[list[float]]:
    """Trains each adapter of a stack on its own examples.

    The loss of an adapter's step is the mean over the answer tokens of its batch, as if it were
    trained alone.

    Args:
        model: A causal language model of transformers; it is not changed.
        lora: The adapters; they are changed.
        examples: The examples of each adapter.
        schedules: The steps of each adapter; one without steps stays as it is.
        max_norm: The gradient of an adapter is scaled down to this norm.
        rows_at_once: Maximum number of examples in one forward pass.
        dropout: Share of the adapters' inputs that is left out, as peft's `lora_dropout`.

    Returns:
        For each adapter, the loss of each of its steps.
    """
    optimizer = StackedAdamW(lora.parameters, max_norm)
    losses, kind = [], lora.parameters[0].dtype
    with _frozen(model), lora.attached(), torch.enable_grad():
        for step in range(max((len(schedule.batches) for schedule in schedules), default=0)):
            rows = _rows(examples, schedules, step)
            total = torch.zeros(len(schedules), device=model.device, dtype=kind)
            for start in range(0, len(rows), rows_at_once):
                _backward(model, lora, rows[start : start + rows_at_once], total, dropout)
            optimizer.step([schedule.rate(step) for schedule in schedules])
            losses.append(total)
    by_adapter = torch.stack(losses).T.tolist() if losses else [[] for _ in schedules]
    return [of[: len(plan.batches)] for of, plan in zip(by_adapter, schedules, strict=True)]


def _rows(
    examples: Sequence[Sequence[Example]], schedules: Sequence[Schedule], step: int
) -> list[Row]:
    rows = []
    for adapter, (known, schedule) in enumerate(zip(examples, schedules, strict=True)):
        batch = {index: known[index] for index in schedule.batch(step)}
        tokens = sum(example.answer for example in batch.values())
        rows += [
            Row(adapter, example, 1 / tokens, f"{schedule.seed}/{step}/{index}")
            for index, example in batch.items()
        ]
    return sorted(rows, key=lambda row: len(row.example.ids))  # little padding in each pass


def _backward(
    model: Any, lora: StackedLora, rows: Sequence[Row], total: torch.Tensor, dropout: float
) -> None:
    """Adds the gradients of some examples, and their losses to those of their adapters."""
    seeds = [(row.seed, len(row.example.ids)) for row in rows]
    lora.select([row.adapter for row in rows], Dropout(dropout, seeds) if dropout else None)
    most = max(row.example.answer for row in rows)
    ids, mask = _padded([row.example.ids for row in rows], model.device)
    logits = _logits(model, ids, mask, most + 1)[:, :-1].to(total.dtype)
    device = logits.device  # not the first layer's device, where a model is spread over several
    answers = [row.example.ids[-row.example.answer :] for row in rows]
    learned, is_learned = _padded(answers, device)
    per_token = cross_entropy(logits.transpose(1, 2), learned, reduction="none")
    weights = torch.tensor([row.weight for row in rows], device=device, dtype=total.dtype)
    # A logit at a padded position may be anything, even infinite.
    losses = per_token.masked_fill(is_learned == 0, 0.0).sum(1) * weights
    losses.sum().backward()
    adapters = torch.tensor([row.adapter for row in rows], device=total.device)
    total.index_add_(0, adapters, losses.detach().to(total.device))


def _padded(rows: Sequence[Sequence[int]], device: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns token ids with padding on the left, and the mask that is 0 there."""
    longest = max(map(len, rows))
    ids = [[0] * (longest - len(row)) + list(row) for row in rows]
    mask = [[0] * (longest - len(row)) + [1] * len(row) for row in rows]
    return torch.tensor(ids, device=device), torch.tensor(mask, device=device)


def _logits(model: Any, ids: torch.Tensor, mask: torch.Tensor, last: int) -> torch.Tensor:
    """Returns the logits at the last positions; the model skips the others if it can."""
    known = inspect.signature(model.forward).parameters
    options: dict[str, Any] = {}
    if "position_ids" in known:
        options["position_ids"] = (mask.cumsum(1) - 1).clamp(min=0)
    if "logits_to_keep" in known:
        options["logits_to_keep"] = last
    logits: torch.Tensor = model(
        input_ids=ids, attention_mask=mask, use_cache=False, **options
    ).logits
    return logits[:, -last:]


@contextmanager
def _frozen(model: Any) -> Iterator[None]:
    """Keeps the parameters of a model from collecting gradients inside the block."""
    trainable = [parameter for parameter in model.parameters() if parameter.requires_grad]
    for parameter in trainable:
        parameter.requires_grad_(False)
    try:
        yield
    finally:
        for parameter in trainable:
            parameter.requires_grad_(True)
