"""Which models FT-CK can train adapters for."""

from __future__ import annotations

from typing import Any

from lm_eval.models.huggingface import HFLM

from ..erbench_tasks.errors import InputError


def check_base(base: Any) -> None:
    """Checks that adapters can be trained inside of a model.

    Args:
        base: A loaded model of lm_eval.

    Raises:
        InputError: It is an endpoint, no causal language model, or spread in a way that hides its
            weights.
    """
    is_plain = isinstance(base, HFLM) and type(base).generate_until is HFLM.generate_until
    if not is_plain or base.backend != "causal":
        raise InputError(
            f"--model track-ft-ck: cannot train adapters for {_told(base)}; it takes causal "
            "models that lm_eval loads itself (base=hf, pretrained=NAME_OR_FOLDER)"
        )
    if base.peft:
        raise InputError(
            f"--model track-ft-ck: peft={base.peft}: merge this adapter into the model first "
            "(peft's merge_and_unload), and give pretrained=MERGED"
        )
    hidden = [
        name
        for name, parameter in base.model.named_parameters()
        if parameter.is_meta or hasattr(parameter, "device_mesh")
    ]
    if hidden:
        raise InputError(
            f"--model track-ft-ck: {hidden[0]} is offloaded or split over GPUs; leave out tp_plan "
            "and offloading (parallelize=True spreads whole layers, and works)"
        )


def _told(base: Any) -> str:
    backend = getattr(base, "backend", None)
    return f"{type(base).__name__}{f' (backend {backend})' if backend else ''}"
