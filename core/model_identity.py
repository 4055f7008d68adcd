"""What tells a model apart from others: some of the arguments that lm_eval gave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# How a model is run (batch size, device, dtype, backend, endpoint) leaves it the same model.
IDENTIFYING = (
    "pretrained", "model", "revision", "subfolder", "peft", "delta", "gguf_file", "p",
    "simulation_seed",
)  # fmt: skip
# These change what it answers, though not what it knows.
_ANSWERING = ("q", "r", "luck", "load_in_4bit", "load_in_8bit", "quantization")
_SIMULATED = ("known", "answer", "rationale", "recovery", "guess", "unsure")
_NAMES = ("pretrained", "model")  # its name in lm_eval's results
_DEFAULTS = {"revision": "main"}


def read_model_arguments(recorded: Any) -> dict[str, Any]:
    """Returns the model's arguments as lm_eval's results have them.

    Args:
        recorded: A mapping, or `name=value,...`; anything else has none.
    """
    if isinstance(recorded, str):
        pairs = (part.partition("=") for part in recorded.split(",") if part.strip())
        return {name.strip(): value for name, _, value in pairs}
    return dict(recorded) if isinstance(recorded, Mapping) else {}


def model_identity(arguments: Mapping[str, Any]) -> str:
    """Returns what tells a model apart from others.

    Args:
        arguments: lm_eval's model arguments, and whatever comes with them.

    Returns:
        For example `pretrained=Qwen/Qwen3-1.7B`; empty if no argument says so.
    """
    return ",".join(f"{name}={value}" for name, value in _given(arguments, IDENTIFYING))


def beside_its_name(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Returns the arguments that make answers those of another model of the same name.

    Args:
        arguments: lm_eval's model arguments, and whatever comes with them.

    Returns:
        For example `{"peft": "my/adapter"}`.
    """
    wanted = (*IDENTIFYING, *_ANSWERING, *_SIMULATED)
    names = [name for name in wanted if name not in _NAMES]
    return {name: str(value) for name, value in _given(arguments, names)}


def _given(arguments: Mapping[str, Any], names: Iterable[str]) -> list[tuple[str, Any]]:
    return [
        (name, arguments[name])
        for name in names
        if arguments.get(name) not in (None, "", _DEFAULTS.get(name))
    ]
