"""Which model is it? What tells two models apart among lm_eval's model arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# How a model is run (batch size, device, dtype, backend, endpoint) leaves it the same model.
_TELLING = (
    "pretrained", "model", "revision", "subfolder", "peft", "delta", "gguf_file", "p", "simulation_seed",
)  # fmt: skip


def model_identity(arguments: Mapping[str, Any]) -> str:
    """Returns what tells a model apart from others.

    Args:
        arguments: lm_eval's model arguments, and whatever comes with them.

    Returns:
        Such as `pretrained=Qwen/Qwen3-1.7B`; empty if nothing tells.
    """
    told = {name: arguments[name] for name in _TELLING if arguments.get(name) not in (None, "")}
    if told.get("revision") == "main":
        del told["revision"]
    return ",".join(f"{name}={value}" for name, value in told.items())
