"""The record of a training: `training.json` beside what was trained.

It is written before the training begins, and again at its end. An interrupted training continues
if the same is asked for again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from ...core.errors import InputError
from ...core.files import check_new_folder, write_text
from ...core.json_files import read_record

FILE = "training.json"
CHECKPOINTS = "checkpoints"
SCHEMA_VERSION = 1


class TrainingRecord(BaseModel):
    """What was trained on what, and how.

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
        """Tells whether two records are of one training, however far each has come."""
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
