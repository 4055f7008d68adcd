"""Loading a model, and training it or an adapter with transformers' Trainer (Section 4.6)."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ...core.errors import InputError, first_line
from ...core.optional import optional_dependency
from .prompts import Collator
from .record import CHECKPOINTS, TrainSettings

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase, TrainerCallback

Watch = Callable[[str], None]


def load_tokenizer(pretrained: str) -> PreTrainedTokenizerBase:
    """Loads a tokenizer.

    Args:
        pretrained: A folder, or an id on the Hub.

    Raises:
        InputError: It cannot be loaded.
    """
    with optional_dependency("fine-tuning", "hf"):
        from transformers import AutoTokenizer
    try:
        return AutoTokenizer.from_pretrained(pretrained)  # type: ignore[no-any-return,no-untyped-call,unused-ignore]
    except Exception as error:  # any of transformers' own: a missing file, a bad one, no network
        raise _cannot_load(pretrained, "tokenizer", error) from error


def load_model(pretrained: str, settings: TrainSettings) -> PreTrainedModel:
    """Loads a causal language model.

    Args:
        pretrained: A folder, or an id on the Hub.
        settings: Its dtype.

    Raises:
        InputError: It cannot be loaded.
    """
    from transformers import AutoModelForCausalLM

    dtype = settings.dtype
    if dtype == "auto" and settings.method == "full":
        dtype = "float32"  # small updates are lost in half precision
    try:
        return AutoModelForCausalLM.from_pretrained(pretrained, dtype=dtype)
    except Exception as error:  # any of transformers' own
        raise _cannot_load(pretrained, "model", error) from error


def with_adapter(model: PreTrainedModel, settings: TrainSettings) -> Any:
    """Adds LoRA matrices to a model; they alone are trained.

    Args:
        model: The base model.
        settings: Rank, scale and target modules.

    Returns:
        peft's model around it.

    Raises:
        InputError: The model has no layer of a name among the target modules.
    """
    from peft import LoraConfig, get_peft_model

    there = _linear_layers(model)
    for name in settings.target_modules:
        if not any(layer == name or layer.endswith(f".{name}") for layer in there):
            names = ", ".join(sorted({layer.rpartition(".")[2] for layer in there}))
            raise InputError(
                f"--target_modules: the model has no linear layer {name!r}; it has {names}"
            )
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=list(settings.target_modules) or "all-linear",
        task_type="CAUSAL_LM",
    )
    return get_peft_model(model, config)


def _linear_layers(model: PreTrainedModel) -> list[str]:
    from torch.nn import Linear
    from transformers.pytorch_utils import Conv1D

    return [name for name, module in model.named_modules() if isinstance(module, Linear | Conv1D)]


def _cannot_load(pretrained: str, what: str, error: Exception) -> InputError:
    return InputError(
        f"--pretrained: the {what} of {pretrained!r} cannot be loaded ({first_line(error)}); give "
        "the folder of a causal language model, or its id on the Hub"
    )


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
        folder: Where to save; checkpoints lie in it until the end, and an interrupted
            training continues from the last one.
        watch: Takes lines about the progress.
        **arguments: Further ones of transformers' `TrainingArguments`.

    Returns:
        The mean loss of each epoch (in nats per token), the steps, and the seconds.
    """
    from transformers import PrinterCallback, Trainer

    started = time.monotonic()
    checkpoint = _last_checkpoint(folder)
    if checkpoint is not None:
        watch(f"going on from {checkpoint}")
    # Random numbers depend on the training alone, not on what came before in this process.
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
    trainer.remove_callback(PrinterCallback)  # it prints to stdout; `watch` reports instead
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
        """Reports each epoch in a line."""

        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:
            if logs and "loss" in logs:
                watch(
                    f"epoch {state.epoch:.0f} of {args.num_train_epochs:.0f}: "
                    f"loss {float(logs['loss']):.4f}"
                )

    return Progress()
