"""Training with transformers' Trainer: the loss is on the completions (Section 4.6)."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .encoding import Collator
from .models import with_adapter
from .record import CHECKPOINTS
from .settings import TrainSettings

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase, TrainerCallback

Watch = Callable[[str], None]


def train(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    rows: Sequence[dict[str, list[int]]],
    settings: TrainSettings,
    folder: Path,
    watch: Watch,
    **arguments: Any,
) -> dict[str, Any]:
    """Trains a model, and saves it, or its adapter, with the tokenizer.

    Args:
        model: The model; it is changed.
        tokenizer: Its tokenizer.
        rows: The examples, as `encode` returns them.
        settings: The hyperparameters.
        folder: Where to save; checkpoints lie in it until the end, and the last one of an
            interrupted training is gone on from.
        watch: Is told what happens, in lines.
        **arguments: Further ones of transformers' `TrainingArguments`.

    Returns:
        The mean loss of each epoch (in nats per token), the steps, and the seconds.
    """
    from transformers import PrinterCallback, Trainer

    started = time.monotonic()
    checkpoint = _last_checkpoint(folder)
    if checkpoint is not None:
        watch(f"going on from {checkpoint}")
    # The training alone decides what is random, not what came before in this process.
    _seed(settings.seed)
    trained = with_adapter(model, settings) if settings.method == "lora" else model
    padding = tokenizer.pad_token_id
    trainer = Trainer(
        model=trained,
        args=_arguments(model, len(rows), settings, folder, arguments),
        train_dataset=cast(Any, list(rows)),
        data_collator=Collator(tokenizer.eos_token_id if padding is None else padding),
        callbacks=[_progress(watch)],
    )
    trainer.remove_callback(PrinterCallback)  # it prints to stdout, and we tell it ourselves
    trainer.train(resume_from_checkpoint=checkpoint)
    trained.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    losses = [round(log["loss"], 6) for log in trainer.state.log_history if "loss" in log]
    seconds = round(time.monotonic() - started, 1)
    return {"losses": losses, "steps": trainer.state.global_step, "seconds": seconds}


def _arguments(
    model: PreTrainedModel,
    count: int,
    settings: TrainSettings,
    folder: Path,
    more: dict[str, Any],
) -> Any:
    import torch
    from transformers import TrainingArguments

    per_epoch = math.ceil(math.ceil(count / settings.batch_size) / settings.accumulation)
    half = torch.cuda.is_available() and torch.cuda.is_bf16_supported()
    chosen: dict[str, Any] = {
        "output_dir": str(folder / CHECKPOINTS),
        "num_train_epochs": settings.epochs,
        "per_device_train_batch_size": settings.batch_size,
        "gradient_accumulation_steps": settings.accumulation,
        "learning_rate": settings.rate,
        "warmup_steps": math.ceil(settings.warmup * per_epoch * settings.epochs),
        "bf16": half and model.dtype != torch.float16,
        "save_strategy": "epoch",
        "save_total_limit": 1,
        "logging_strategy": "epoch",
        "report_to": [],
        "seed": settings.seed,
        "data_seed": settings.seed,
        "disable_tqdm": not sys.stderr.isatty(),
        "dataloader_pin_memory": torch.cuda.is_available(),
        "remove_unused_columns": False,
    }
    return TrainingArguments(**{**chosen, **more})


def _seed(seed: int) -> None:
    from transformers import set_seed

    set_seed(seed)


def _last_checkpoint(folder: Path) -> str | None:
    from transformers.trainer_utils import get_last_checkpoint

    checkpoints = folder / CHECKPOINTS
    if not checkpoints.is_dir():
        return None
    found: str | None = get_last_checkpoint(os.fspath(checkpoints))  # type: ignore[no-untyped-call]
    return found


def _progress(watch: Watch) -> TrainerCallback:
    from transformers import TrainerCallback

    class Progress(TrainerCallback):
        """Tells of each epoch in a line."""

        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
            if logs and "loss" in logs:
                watch(
                    f"epoch {state.epoch:.0f} of {args.num_train_epochs:.0f}: "
                    f"loss {float(logs['loss']):.4f}"
                )

    return Progress()
