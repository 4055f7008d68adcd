"""Copies of one prompt, which a model of `--model hf` reads once.

TRACK's probe samples ten responses to each question. lm_eval sorts requests by their prompts, so
that copies share a batch, and then has the model read every row of it. Here each prompt of a batch
is read once, and what the model keeps of it is copied for the rows: all draw from the same
distribution as before, with the same random numbers.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import partial
from typing import Any

from ..compat import before_generation, is_hugging_face


def read_copies_once(model: Any) -> None:
    """Has a model read each prompt of a batch once, however often it is there.

    Args:
        model: A loaded model of lm_eval. One that keeps something else of a prompt than keys and
            values, or is no causal model of `--model hf`, stays as it is.
    """
    if is_hugging_face(model) and model.backend == "causal" and _keeps_keys(model.model):
        before_generation(model, partial(_read, model.model))


def _keeps_keys(model: Any) -> bool:
    settings = model.generation_config
    return (
        not getattr(model, "_is_stateful", False)
        and getattr(settings, "cache_implementation", None) is None
        and "position_ids" in inspect.signature(model.forward).parameters
        and bool(_kept_as(model))
    )


def _kept_as(model: Any) -> str:
    """Returns what transformers calls what it keeps of a text: another name since 5.24."""
    known = inspect.signature(model.forward).parameters
    return next((name for name in ("cache", "past_key_values") if name in known), "")


def _read(model: Any, context: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the model keeps of a batch but for its last tokens; nothing without copies."""
    import torch
    from transformers import DynamicCache

    mask = options.get("attention_mask")
    if mask is None or options.get("num_beams", 1) != 1 or context.shape[1] == 1:
        return {}
    rows, row_of = torch.stack([context, mask], 1).unique(dim=0, return_inverse=True)
    if len(rows) == len(context):
        return {}
    ids, mask = rows[:, 0, :-1], rows[:, 1, :-1]
    takes_last = "logits_to_keep" in inspect.signature(model.forward).parameters
    with torch.no_grad():
        read = model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=(mask.cumsum(1) - 1).clamp(min=0),
            use_cache=True,
            **({"logits_to_keep": 1} if takes_last else {}),
        )
    kept = read[_kept_as(model)]
    if not isinstance(kept, DynamicCache):
        return {}
    kept.batch_select_indices(row_of.cpu())  # layers may be on several devices
    return {_kept_as(model): kept}
