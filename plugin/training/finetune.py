"""From benchmarks to a fine-tuned model: the data, the training, and the record of both."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path
from typing import Any

from ... import __version__
from ...core.files import check_new_folder, new_folder
from .data import DataSettings, Split, describe_data, too_few, training_data, write_data
from .prompts import encode, prompt_and_completion
from .record import CHECKPOINTS, TrainingRecord, TrainSettings, begin, may_begin
from .train import Watch, load_model, load_tokenizer, train


def finetune(
    pretrained: str,
    data: DataSettings,
    settings: TrainSettings,
    output: Path,
    watch: Watch,
    *,
    apply_chat_template: bool = False,
) -> TrainingRecord:
    """Trains a model on benchmarks, and writes what was trained and on what.

    If it is killed, the next call continues from the last epoch.

    Args:
        pretrained: The base model: a folder, or an id on the Hub.
        data: What to train on.
        settings: How.
        output: The folder to make: the adapter or the model, the tokenizer, the data, and
            `training.json`.
        watch: Takes lines about the progress.
        apply_chat_template: Whether prompts have the tokenizer's chat template around them.

    Returns:
        The record.

    Raises:
        InputError: A setting, the model, or the folder is wrong.
    """
    may_begin(output)
    split = _data(data, watch)
    tokenizer = load_tokenizer(pretrained)
    chat = tokenizer if apply_chat_template else None
    pairs = (prompt_and_completion(example, chat) for example in split.train)
    encoded = encode(pairs, tokenizer, settings.max_length)
    model = load_model(pretrained, settings)
    made = describe_data(split, chat)
    record = TrainingRecord(
        version=__version__,
        base_model=pretrained,
        settings={**_plain(settings), "learning_rate": settings.rate},
        data={**_plain(data), **made, "too_long": encoded.too_long, "chat": apply_chat_template},
    )
    begin(output, record)
    write_data(split, output, chat)
    watch(_summary(made))
    result = train(model, tokenizer, encoded.rows, settings, output, watch)
    record = record.model_copy(update={"complete": True, "result": result})
    record.write(output)
    shutil.rmtree(output / CHECKPOINTS, ignore_errors=True)
    return record


def write_training_data(
    data: DataSettings, output: Path, watch: Watch, *, chat_of: str | None = None
) -> None:
    """Writes the training data alone, for training elsewhere.

    Args:
        data: What to train on.
        output: The folder to make.
        watch: Takes a line about the data.
        chat_of: Model whose tokenizer's chat template goes around the prompts; None for none.

    Raises:
        InputError: A setting is wrong, or the folder exists.
    """
    check_new_folder(output)
    split = _data(data, watch)
    chat = None if chat_of is None else load_tokenizer(chat_of)
    with new_folder(output) as draft:
        write_data(split, draft, chat)
    watch(_summary(describe_data(split, chat)))


def _data(data: DataSettings, watch: Watch) -> Split:
    """Builds the examples, and says before anything is trained if there are fewer than wanted."""
    split = training_data(data)
    for line in too_few(split, data.entities):
        watch(line)
    return split


def _summary(made: dict[str, Any]) -> str:
    counts = {side: sum(made[f"{side}_examples"].values()) for side in ("train", "test")}
    omitted = sum(made["left_out_with_entities_of_both_sides"].values())
    more = f"; {omitted} examples left out, with entities of both" if omitted else ""
    return (
        f"{counts['train']} examples about {made['train_entities']} entities to train on, "
        f"{counts['test']} about {made['test_entities']} held out{more}"
    )


def _plain(settings: DataSettings | TrainSettings) -> dict[str, Any]:
    return {
        name: str(value) if isinstance(value, Path) else value
        for name, value in dataclasses.asdict(settings).items()
    }
