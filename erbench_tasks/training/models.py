"""The model that is trained, and its tokenizer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .settings import TrainSettings

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


def load_tokenizer(pretrained: str) -> PreTrainedTokenizerBase:
    """Loads a tokenizer.

    Args:
        pretrained: A folder, or an id on the Hub.

    Raises:
        InputError: It cannot be loaded.
    """
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
    except Exception as error:  # as above
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
    reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    return InputError(
        f"--pretrained: the {what} of {pretrained!r} cannot be loaded ({reason}); give the folder "
        "of a causal language model, or its id on the Hub"
    )
