"""Loading the model of a study, once for all stages that run it in the same way."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from ...core.errors import InputError, did_you_mean, first_line
from ...core.optional import optional_dependency
from ..compat import is_endpoint, read_arguments, sample_anew
from ..hook.register import check_model_name
from ..models.endpoints import Endpoint
from ..models.one_reading import read_copies_once

logger = logging.getLogger(__name__)

# Servers such as vLLM's take the switches of a chat template with each request.
_APPLIES_TEMPLATES = "local-chat-completions"
# lm_eval's own `enable_thinking` requires a token at which it cuts off the reasoning before a judge
# has seen it. An argument of the chat template itself leaves the reasoning in the response.
_SWITCH = "chat_template_args"
# vLLM's class requires a token nevertheless: one that no model writes cuts nothing off.
_NEVER_WRITTEN = "\x00\x00"
# A wrong name or argument, a missing package or file, too little memory.
_CANNOT_LOAD = (
    KeyError, ValueError, TypeError, OSError, ImportError, AssertionError, RuntimeError,
)  # fmt: skip


def read_model_args(text: str, option: str = "--model_args") -> dict[str, Any]:
    """Reads model arguments as lm_eval does.

    Args:
        text: `name=value,...`, or a JSON object.
        option: The option that gave them, for messages.

    Raises:
        InputError: It is neither.
    """
    try:
        return dict(json.loads(text)) if text.lstrip().startswith("{") else read_arguments(text)
    except (ValueError, TypeError) as error:
        raise InputError(f"{option}: {text!r}: {error}; expected name=value,...") from error


def with_thinking(arguments: Mapping[str, Any], thinks: bool | None) -> dict[str, Any]:
    """Returns model arguments with the chat template's thinking switch.

    Args:
        arguments: The user's.
        thinks: Whether the model is to think; None leaves them as they are.

    Raises:
        InputError: They would cut the reasoning away.
    """
    if thinks and arguments.get("think_end_token"):
        raise InputError(
            "--model_args: think_end_token cuts the reasoning away before it can be judged; "
            "leave it out (append_t takes the answer after the reasoning block by itself)"
        )
    if thinks is None:
        return dict(arguments)
    switch = {**dict(arguments.get(_SWITCH) or {}), "enable_thinking": thinks}
    return {**arguments, _SWITCH: switch}


class ModelShelf:
    """Holds the model that was loaded last.

    Attributes:
        kind: lm_eval's name of the kind of model.
        endpoint: What is sent to the model's endpoint, if it is behind one.
    """

    def __init__(
        self,
        kind: str,
        arguments: Mapping[str, Any],
        options: Mapping[str, Any],
        class_arguments: Mapping[str, Mapping[str, Any]] | None = None,
        watch: Callable[[str], None] = logger.info,
    ) -> None:
        """Loads nothing yet.

        Args:
            kind: lm_eval's name of the kind of model, such as `hf`.
            arguments: Its arguments.
            options: Batch size and device, as lm_eval takes them.
            class_arguments: Arguments of classes around the model, by their names.
            watch: Takes lines about what is sent to an endpoint.

        Raises:
            InputError: One of these has a wrong value.
        """
        self._class_arguments = dict(class_arguments or {})
        for name, own in self._class_arguments.items():
            check_class_arguments(name, own)
        self._wrapped: dict[str, Any] = {}
        self.kind = kind
        self.endpoint: Endpoint | None = None
        self._watch = watch
        self._arguments = dict(arguments)
        self._options = dict(options)
        self._loaded: tuple[dict[str, Any], Any] | None = None

    def get(self, thinks: bool | None, model_class: str = "") -> Any:
        """Returns the model, with or without thinking, or a class around it.

        Args:
            thinks: As for `with_thinking`.
            model_class: lm_eval's name of the class; empty for the model as it is.

        Raises:
            InputError: There is no such kind of model, or arguments are wrong.
        """
        base = self._base(thinks)
        if not model_class:
            return base
        if model_class not in self._wrapped:
            arguments = self._class_arguments.get(model_class, {})
            self._wrapped[model_class] = _class(model_class).wrap(base, arguments)
        return self._wrapped[model_class]

    def _base(self, thinks: bool | None) -> Any:
        from lm_eval.api.registry import get_model

        arguments = with_thinking(self._arguments, thinks)
        if self._loaded is None or self._loaded[0] != arguments:
            self._wrapped.clear()
            self._loaded = None  # frees its memory before the next one needs it
            check_model_name(self.kind)
            try:
                self._options.setdefault("device", _device())
                with optional_dependency(f"--model {self.kind}"):
                    kind = get_model(self.kind)
                    wanted = arguments | _uncut(kind, thinks)
                    model = kind.create_from_arg_obj(wanted, self._options)
            except _CANNOT_LOAD as error:
                raise InputError(
                    f"--model {self.kind}: cannot be loaded: {first_line(error)}"
                ) from error
            if "seed" not in arguments:
                sample_anew(model)
            read_copies_once(model)
            if is_endpoint(model):
                switch = bool(arguments.get("enable_thinking", thinks))
                switched = switch if self.kind == _APPLIES_TEMPLATES else None
                self.endpoint = Endpoint(model, self._watch, switched)
            self._loaded = (arguments, model)
        return self._loaded[1]


def check_class_arguments(name: str, arguments: Mapping[str, Any]) -> None:
    """Checks arguments of a class around a model.

    Args:
        name: lm_eval's name of the class.
        arguments: Its own arguments.

    Raises:
        InputError: It has no such argument, or one has a wrong value.
    """
    kind = _class(name)
    unknown = sorted(arguments.keys() - kind.own_arguments)
    if unknown:
        raise InputError(
            f"--method_args: {name} has no argument {unknown[0]!r}; "
            f"{did_you_mean(unknown[0], sorted(kind.own_arguments))}"
        )
    kind.check_arguments(arguments)


def _class(name: str) -> Any:
    from lm_eval.api.registry import get_model

    return get_model(name)


def _uncut(kind: Any, thinks: bool | None) -> dict[str, str]:
    """Returns the arguments that make a model class leave the reasoning in the responses."""
    takes = inspect.signature(kind.__init__).parameters
    return {"think_end_token": _NEVER_WRITTEN} if thinks and "think_end_token" in takes else {}


def _device() -> str | None:
    """Returns `cpu` if there is no other device; lm_eval would look for a GPU."""
    try:
        import torch
    except ModuleNotFoundError:  # nor is there a model that computes here
        return "cpu"
    accelerator = getattr(torch, "accelerator", torch.cuda)
    return None if accelerator.is_available() else "cpu"
