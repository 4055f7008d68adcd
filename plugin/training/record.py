"""The hyperparameters of a training, and its record: `training.json` beside what was trained."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from ...core.errors import InputError
from ...core.files import check_new_folder, write_text
from ...core.json_files import read_record

METHODS = ("lora", "full")
DTYPES = ("auto", "float32", "bfloat16", "float16")
FILE = "training.json"
CHECKPOINTS = "checkpoints"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class TrainSettings:
    """The hyperparameters; the paper names only its 2 epochs (Section 4.6).

    Attributes:
        method: `lora` trains an adapter, `full` every weight.
        epochs: Passes over the training examples, at least 1.
        learning_rate: The highest learning rate, which falls linearly to 0; None for 2e-4 with
            LoRA and 2e-5 for all weights.
        batch_size: Examples per device and step, at least 1.
        accumulation: Steps whose gradients are added before the weights change, at least 1.
        warmup: Share of the steps over which the learning rate rises, in [0, 1).
        rank: Rank of the LoRA matrices, at least 1.
        alpha: Their scale: the update counts `alpha / rank` times.
        dropout: Share of their inputs that is dropped in training, in [0, 1).
        target_modules: Names of the layers that get them; empty for every linear layer except
            the output layer.
        max_length: Longest example in tokens; longer ones are left out.
        dtype: Of the base model's weights; `auto` is the stored one, and with `full` float32.
        seed: Decides the order of the examples and the initial adapter.
    """

    method: str = "lora"
    epochs: int = 2
    learning_rate: float | None = None
    batch_size: int = 8
    accumulation: int = 1
    warmup: float = 0.03
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.0
    target_modules: tuple[str, ...] = ()
    max_length: int = 1024
    dtype: str = "auto"
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses values out of range.

        Raises:
            InputError: A value is out of range.
        """
        if self.method not in METHODS:
            raise InputError(f"--method: {self.method!r} is not one of {', '.join(METHODS)}")
        if self.dtype not in DTYPES:
            raise InputError(f"--dtype: {self.dtype!r} is not one of {', '.join(DTYPES)}")
        for name in ("epochs", "batch_size", "accumulation", "rank", "alpha", "max_length"):
            if getattr(self, name) < 1:
                raise InputError(f"--{name}: {getattr(self, name)} is not a number from 1")
        for name in ("warmup", "dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"--{name}: {getattr(self, name)} is not in [0, 1)")
        if not 0 < self.rate < 1:
            raise InputError(f"--learning_rate: {self.rate} is not between 0 and 1")

    @property
    def rate(self) -> float:
        """The learning rate."""
        if self.learning_rate is not None:
            return self.learning_rate
        return 2e-4 if self.method == "lora" else 2e-5


class TrainingRecord(BaseModel):
    """A training: the model, the data and the settings.

    Attributes:
        schema_version: Version of this record.
        version: Version of erbench-track.
        base_model: The model that was trained.
        settings: The hyperparameters.
        data: Counts of the examples, a hash of them, and how they were chosen.
        complete: Whether the training has ended.
        result: Losses, steps and seconds; empty until then.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = SCHEMA_VERSION
    version: str
    base_model: str
    settings: dict[str, Any]
    data: dict[str, Any]
    complete: bool = False
    result: dict[str, Any] = {}

    def write(self, folder: Path) -> None:
        """Writes the record.

        Raises:
            InputError: It cannot be written.
        """
        write_text(folder / FILE, json.dumps(self.model_dump(), indent=2) + "\n")

    def same_training(self, other: TrainingRecord) -> bool:
        """Tells whether two records are of one training, whatever their progress."""
        return bool(self._asked() == other._asked())

    def _asked(self) -> Any:
        asked = self.model_dump(exclude={"complete", "result", "version"})
        return json.loads(json.dumps(asked))


def may_begin(folder: Path) -> None:
    """Refuses a folder that has something else in it, before long work begins.

    Args:
        folder: Where to train to: a new or an empty folder, or one whose training was interrupted.

    Raises:
        InputError: It is another folder, or its training is complete.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not (folder / FILE).is_file():
        check_new_folder(folder)
    if _read(folder).complete:
        raise InputError(f"{folder}: its training is complete; give another folder")


def begin(folder: Path, record: TrainingRecord) -> None:
    """Writes the record of a training that begins, or checks that the same one continues.

    Raises:
        InputError: The folder has an interrupted training of something else.
    """
    if (folder / FILE).is_file() and not _read(folder).same_training(record):
        raise InputError(
            f"{folder}: has an interrupted training with other settings or other data (see its "
            f"{FILE}); ask for the same, or give another folder"
        )
    record.write(folder)


def _read(folder: Path) -> TrainingRecord:
    return read_record(TrainingRecord, folder / FILE, SCHEMA_VERSION, "erbench-track finetune")
