"""Models that wrap another model of lm_eval: they add something, and pass the rest on."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from lm_eval.api.model import LM

from ...core.errors import InputError, first_line, nearest
from ...core.optional import optional_dependency
from ...core.suites.track import MODEL_CLASSES
from ..compat import keeps_responses, read_arguments
from ..processes import ProcessGroup

_DEFAULT_BASE = "hf"


class WrappingModel(LM):  # type: ignore[misc]
    """The base of models that inject facts into another model.

    lm_eval's requests go to the wrapped model, except for those that a subclass handles itself. The
    cache hook that is set here does not see the wrapped model's requests.

    Attributes:
        name: lm_eval's name of the class, for messages.
        own_arguments: Model arguments that are for the class and not for the wrapped model.
        base: The wrapped model.
    """

    name: ClassVar[str]
    own_arguments: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, base: Any) -> None:
        """Wraps a loaded model.

        Args:
            base: A model of lm_eval.
        """
        super().__init__()
        self.base = base
        # On CPUs lm_eval's models do not share documents over processes.
        is_alone = base.world_size == 1 and str(base.device) == "cpu"
        self._processes: Any = ProcessGroup() if is_alone else base

    @classmethod
    @abstractmethod
    def wrap(cls, base: Any, arguments: Mapping[str, Any]) -> WrappingModel:
        """Wraps a loaded model, with the class's own arguments.

        Args:
            base: A model of lm_eval.
            arguments: Some of `own_arguments`, by name, as lm_eval parsed them.

        Raises:
            InputError: One has a wrong value.
        """

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Checks the class's own arguments, before the wrapped model is loaded.

        Args:
            arguments: As for `wrap`.

        Raises:
            InputError: One has a wrong value.
        """

    @classmethod
    def create_from_arg_string(
        cls, arg_string: str, additional_config: dict[str, Any] | None = None
    ) -> WrappingModel:
        """Loads and wraps a model, as lm_eval asks for it on a command line.

        Args:
            arg_string: As for `create_from_arg_obj`, in the form `name=value,...`.
            additional_config: Batch size and device.

        Raises:
            InputError: As for `create_from_arg_obj`.
        """
        return cls.create_from_arg_obj(read_arguments(arg_string), additional_config)

    @classmethod
    def create_from_arg_obj(
        cls, arg_dict: dict[str, Any], additional_config: dict[str, Any] | None = None
    ) -> WrappingModel:
        """Loads and wraps a model.

        Args:
            arg_dict: `base`, lm_eval's name of the model to wrap (default `hf`), some of
                `own_arguments`, and the wrapped model's arguments.
            additional_config: Batch size and device.

        Raises:
            InputError: There is no such model to wrap, an own argument has a wrong value, or an
                argument that the wrapped model does not name is nearly one of these.
        """
        arguments = dict(arg_dict)
        kind = _base_class(cls.name, str(arguments.pop("base", _DEFAULT_BASE)))
        own = {name: arguments.pop(name) for name in cls.own_arguments & arguments.keys()}
        cls._check_names(arguments, kind)
        cls.check_arguments(own)
        return cls.wrap(kind.create_from_arg_obj(arguments, additional_config), own)

    @classmethod
    def _check_names(cls, arguments: Mapping[str, Any], kind: Any) -> None:
        """Checks what is left for the wrapped model, which may pass on what it does not know."""
        made = [vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each)]
        taken = {name for init in made[:-1] for name in inspect.signature(init).parameters}
        for name in arguments.keys() - taken:
            if near := nearest(name, {"base", *cls.own_arguments}):
                raise InputError(
                    f"--model_args: neither {cls.name} nor the model that it wraps has an argument "
                    f"{name!r}; did you mean {near!r}?"
                )

    def __getattr__(self, name: str) -> Any:
        """Looks up attributes that this class does not have in the wrapped model."""
        if name.startswith("_") or name == "base":
            raise AttributeError(name)
        return getattr(self.base, name)

    def set_cache_hook(self, cache_hook: Any) -> None:
        """Sets the hook that receives each response.

        Raises:
            InputError: It is that of `--use_cache`.
        """
        if keeps_responses(cache_hook):
            raise InputError(
                f"--use_cache: it keys on the prompt, which does not hold the facts that "
                f"{self.name} injects; leave it out"
            )
        super().set_cache_hook(cache_hook)

    def loglikelihood(self, requests: Any, **options: Any) -> Any:
        """Asks the wrapped model."""
        return self.base.loglikelihood(requests, **options)

    def loglikelihood_rolling(self, requests: Any, **options: Any) -> Any:
        """Asks the wrapped model."""
        return self.base.loglikelihood_rolling(requests, **options)

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> Any:
        """Asks the wrapped model."""
        return self.base.apply_chat_template(
            chat_history, add_generation_prompt=add_generation_prompt
        )

    def chat_template(self, chat_template: bool | str = False) -> Any:
        """Asks the wrapped model."""
        return self.base.chat_template(chat_template)

    def get_model_info(self) -> dict[str, Any]:
        """Returns what the wrapped model says about itself, for the results' configuration."""
        ask = getattr(self.base, "get_model_info", dict)
        return dict(ask())

    @property
    def tokenizer_name(self) -> str:
        """Name of the wrapped model's tokenizer, for lm_eval's request cache."""
        return str(self.base.tokenizer_name)

    @property
    def device(self) -> Any:
        """Device of the wrapped model."""
        return self.base.device

    @property
    def rank(self) -> int:
        """Index of this process among those that share the documents."""
        return int(self._processes.rank)

    @property
    def world_size(self) -> int:
        """Number of processes that share the documents."""
        return int(self._processes.world_size)

    def all_gather(self, tensor: Any) -> Any:
        """Returns the tensors of all ranks, concatenated."""
        return self._processes.all_gather(tensor)

    def gather_object(self, obj: Any, dst: int = 0) -> Any:
        """Returns the objects of all ranks on rank `dst`, None elsewhere."""
        return self._processes.gather_object(obj, dst)

    def barrier(self) -> None:
        """Waits until every rank has got here."""
        self._processes.barrier()


def _base_class(wrapping: str, name: str) -> Any:
    from lm_eval.api.registry import get_model

    if name in MODEL_CLASSES.values():
        raise InputError(
            f"--model_args: base={name}: it wraps a model itself; "
            f"give the model that {wrapping} is to inject facts into, such as base=hf"
        )
    try:
        with optional_dependency(f"--model_args: base={name}"):
            return get_model(name)
    except (KeyError, ValueError, ImportError) as error:
        raise InputError(f"--model_args: base={name}: {first_line(error)}") from error
