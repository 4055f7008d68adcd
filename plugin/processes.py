"""Sharing documents over processes for models that have no device of their own."""

from __future__ import annotations

import atexit
import os
from datetime import timedelta
from typing import Any


def process_count() -> int:
    """Returns how many processes `torchrun` or `accelerate launch` started."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def process_number() -> int:
    """Returns the number of this process among them, from 0."""
    return int(os.environ.get("RANK", "0")) if process_count() > 1 else 0


def wait_for_all() -> None:
    """Waits until every process has got here, if a model has joined them."""
    if process_count() > 1:
        import torch.distributed

        if torch.distributed.is_initialized():
            torch.distributed.barrier()


def gathered(value: Any) -> list[Any]:
    """Returns the values of all processes, in their order; this one's alone if none have joined."""
    if process_count() > 1:
        import torch.distributed

        if torch.distributed.is_initialized():
            values: list[Any] = [None] * torch.distributed.get_world_size()
            torch.distributed.all_gather_object(values, value)
            return values
    return [value]


class ProcessGroup:
    """Rank, world size and gathering, as lm_eval asks a model for them.

    Under `torchrun` or `accelerate launch` (which set WORLD_SIZE) it joins the processes with
    gloo, since lm_eval's own models shard documents only over several GPUs.
    """

    def __init__(self) -> None:
        """Joins the process group, if there is one."""
        super().__init__()
        self._count, self._number = process_count(), process_number()
        if self._count > 1:
            import torch.distributed

            if not torch.distributed.is_initialized():
                # The time-out of lm_eval's own models: a process may wait long for another's judge.
                torch.distributed.init_process_group("gloo", timeout=timedelta(weeks=52))
                # Its threads abort the process if they are still running when Python exits.
                atexit.register(_leave_process_group)

    @property
    def device(self) -> str:
        """Where the numbers that the processes exchange lie."""
        return "cpu"

    @property
    def rank(self) -> int:
        """Index of this process, from 0."""
        return self._number

    @property
    def world_size(self) -> int:
        """Number of processes, at least 1."""
        return self._count

    def all_gather(self, tensor: Any) -> Any:
        """Returns the tensors of all ranks, concatenated, on every rank."""
        if self._count == 1:
            return tensor
        import torch

        gathered = [torch.zeros_like(tensor.view(-1)) for _ in range(self._count)]
        torch.distributed.all_gather(gathered, tensor.view(-1))
        return torch.cat(gathered)

    def gather_object(self, obj: Any, dst: int = 0) -> list[Any] | None:
        """Returns the objects of all ranks in order on rank `dst`, None elsewhere."""
        if self._count == 1:
            return [obj]
        import torch.distributed

        gathered: list[Any] | None = [None] * self._count if self._number == dst else None
        torch.distributed.gather_object(obj, gathered, dst=dst)
        return gathered

    def barrier(self) -> None:
        """Waits until every rank has got here."""
        if self._count > 1:
            import torch.distributed

            torch.distributed.barrier()


def _leave_process_group() -> None:
    import torch.distributed

    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
