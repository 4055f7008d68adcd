"""The layers of a model that get an adapter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....erbench_tasks.errors import InputError


def find_targets(model: Any, names: Sequence[str]) -> dict[str, Any]:
    """Returns the linear layers of some names.

    Args:
        model: A transformers model.
        names: Last parts of their names, such as `q_proj`.

    Returns:
        Whole name to layer, in the model's order.

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
