"""A cache of adapters in peft's own format, under a fingerprint of the base model's weights."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from pydantic import BaseModel, ConfigDict, ValidationError

from ....core.errors import InputError
from ....core.files import new_folder, write_text
from .adapter import Trained
from .settings import Settings
from .stacked import Weights

_CHUNK = 1 << 24  # numbers at a time, so that the copies stay small
_INTEGERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)  # odd; as a signed number


def weights_fingerprint(model: Any) -> str:
    """Returns 64 hexadecimal digits that depend on every weight, bit by bit.

    Integer sums are computed on the weights' own device, so that a model on a GPU is read at the
    speed of its memory. They detect changes; they do not protect against forgery.

    Args:
        model: A torch module.
    """
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        described = [name, str(tensor.dtype), list(tensor.shape), *_sums(tensor)]
        digest.update(repr(described).encode())
    return digest.hexdigest()


def _sums(tensor: torch.Tensor) -> tuple[int, int]:
    """Returns the sum of the numbers' bits, and a sum that weights each position differently."""
    flat = tensor.detach().contiguous().view(-1)
    numbers = flat.view(_INTEGERS[flat.element_size()])
    plain = weighted = 0
    for start in range(0, len(numbers), _CHUNK):
        chunk = numbers[start : start + _CHUNK].to(torch.int64)
        places = torch.arange(start, start + len(chunk), device=chunk.device)
        plain += int(chunk.sum())
        weighted += int((chunk * (places * _MULTIPLIER + 1)).sum())
    return plain, weighted


_WEIGHTS, _RECORD = "adapter_model.safetensors", "erbench_track.json"
_PREFIX = "base_model.model"  # where peft puts a model's own layers


class Record(BaseModel):
    """The record kept beside an adapter.

    Attributes:
        schema_version: Version of this record.
        key: The adapter's key.
        base: Fingerprint of the model that it is for.
        facts: Number of its facts.
        loss_first: Mean loss of the first step.
        loss_last: Mean loss of the last step.
        hyperparameters: Those of the settings.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="constants")

    schema_version: int = 1
    key: str
    base: str
    facts: int
    loss_first: float
    loss_last: float
    hyperparameters: dict[str, Any]


class AdapterCache:
    """A folder of adapters, one subfolder each."""

    def __init__(self, folder: Path, settings: Settings, base: str, base_name: str) -> None:
        """Reads and writes nothing yet.

        Args:
            folder: The folder; created when the first adapter is kept.
            settings: The hyperparameters of all adapters here.
            base: Fingerprint of the model that they are for.
            base_name: Its name or folder, for peft.
        """
        self._folder = folder
        self._settings = settings
        self._base = base
        self._base_name = base_name

    def get(self, key: str, targets: Mapping[str, Any]) -> tuple[Trained, Weights] | None:
        """Returns an adapter, if it is there.

        Args:
            key: The adapter's key.
            targets: The model's layers that have an adapter, by name.

        Raises:
            InputError: It is malformed, or belongs to another model.
        """
        folder = self._folder / key
        if not folder.is_dir():
            return None
        record = self._record(folder)
        if record.base != self._base or record.key != key:
            raise InputError(
                f"{folder}: is an adapter of another base model or other facts (base "
                f"{record.base[:12]}, this one is {self._base[:12]}); give another adapter_cache, "
                "or delete the folder"
            )
        weights = _read_weights(folder, targets, self._settings.rank)
        losses = (record.loss_first, record.loss_last)
        return Trained(key, record.facts, *losses, cached=True), weights

    def put(self, trained: Trained, weights: Weights) -> None:
        """Keeps an adapter; it appears whole or not at all.

        Raises:
            InputError: The folder cannot be written.
        """
        from safetensors import SafetensorError
        from safetensors.torch import save_file

        record = Record(
            key=trained.key,
            base=self._base,
            facts=trained.facts,
            loss_first=trained.loss_first,
            loss_last=trained.loss_last,
            hyperparameters=self._settings.hyperparameters(),
        )
        tensors = {}
        for name, (down, up) in weights.items():
            tensors[f"{_PREFIX}.{name}.lora_A.weight"] = down.contiguous()
            tensors[f"{_PREFIX}.{name}.lora_B.weight"] = up.contiguous()
        folder = self._folder / trained.key
        try:
            with new_folder(folder, overwrite=True) as draft:
                _peft_config(self._settings, self._base_name).save_pretrained(draft)
                save_file(tensors, draft / _WEIGHTS, metadata={"format": "pt"})
                write_text(draft / _RECORD, record.model_dump_json(indent=2) + "\n")
        except (OSError, SafetensorError) as error:
            raise InputError(f"{folder}: cannot be written ({error})") from error

    def _record(self, folder: Path) -> Record:
        path = folder / _RECORD
        try:
            return Record.model_validate_json(path.read_bytes())
        except (OSError, ValidationError) as error:
            raise InputError(f"{path}: missing or malformed; delete {folder}") from error


def _peft_config(settings: Settings, base_name: str) -> Any:
    from peft import LoraConfig

    alpha: Any = settings.alpha  # peft divides, but asks for a whole number
    return LoraConfig(
        task_type="CAUSAL_LM",
        r=settings.rank,
        lora_alpha=int(alpha) if alpha == int(alpha) else alpha,
        lora_dropout=0.0,
        bias="none",
        target_modules=list(settings.target_modules),
        base_model_name_or_path=base_name,
        inference_mode=True,
    )


def _read_weights(folder: Path, targets: Mapping[str, Any], rank: int) -> Weights:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    path = folder / _WEIGHTS
    try:
        tensors = load_file(path)
        weights = {
            name: tuple(tensors[f"{_PREFIX}.{name}.lora_{part}.weight"] for part in "AB")
            for name in targets
        }
    except (OSError, SafetensorError, KeyError) as error:
        raise InputError(f"{path}: missing or malformed; delete {folder}") from error
    for name, layer in targets.items():
        shapes = [tuple(tensor.shape) for tensor in weights[name]]
        if shapes != [(rank, layer.in_features), (layer.out_features, rank)]:
            raise InputError(f"{path}: {name}: has shapes {shapes}; delete {folder}")
    return {name: (pair[0], pair[1]) for name, pair in weights.items()}
