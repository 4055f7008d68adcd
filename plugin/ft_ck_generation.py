"""Asking an lm_eval model whose batches hold requests of several adapters.

lm_eval sorts and batches requests itself. Each prompt carries the adapter that it is for, so that
nothing has to be inferred: what the model encodes as one batch says which row is whose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from lm_eval.api.instance import Instance

from ..track_tasks.injection.ft_ck.out_of_memory import free_memory, halved, is_out_of_memory
from ..track_tasks.injection.ft_ck.stacked import StackedLora

Tell = Callable[[int, str], None]


class Prompt(str):
    """A prompt that knows whose it is.

    Attributes:
        request: Index of its request.
        adapter: Index of its adapter in the stack.
    """

    request: int
    adapter: int

    @classmethod
    def of(cls, text: str, request: int, adapter: int) -> Prompt:
        """Returns a prompt.

        Args:
            text: The prompt.
            request: Index of its request.
            adapter: Index of its adapter.
        """
        prompt = cls(text)
        prompt.request, prompt.adapter = request, adapter
        return prompt


class Generation:
    """Asks a Hugging Face model of lm_eval, with adapters or without."""

    def __init__(self, base: Any) -> None:
        """Asks nothing yet.

        Args:
            base: lm_eval's `HFLM`.
        """
        self._base = base
        self._batch_size: int | None = None

    def prepare(self) -> None:
        """Finds out the batch size, if lm_eval is to choose it; all ranks must call this."""
        if self._batch_size is None:
            chosen = self._base.batch_size
            is_open = chosen == "auto"
            self._batch_size = int(self._base._detect_batch_size() if is_open else chosen)

    def ask(
        self,
        prompts: Sequence[Prompt],
        options: Sequence[Mapping[str, Any]],
        lora: StackedLora | None,
        tell: Tell,
        **how: Any,
    ) -> None:
        """Has all prompts answered.

        A batch that does not fit into memory is halved, which is logged.

        Args:
            prompts: The prompts; each `request` once.
            options: lm_eval's generation options of each.
            lora: The adapters; None asks the model as it is.
            tell: Gets the request and the response of each prompt, as soon as it is there.
            **how: Further arguments of lm_eval's `generate_until`.

        Raises:
            InputError: Not even one prompt fits into memory.
        """
        self.prepare()
        waiting = {
            prompt.request: Instance("generate_until", {}, (prompt, dict(told)), 0)
            for prompt, told in zip(prompts, options, strict=True)
        }

        def tell_once(index: int, response: str) -> None:
            if waiting.pop(index, None) is not None:
                tell(index, response)

        while waiting:
            try:
                self._generate(list(waiting.values()), lora, tell_once, how)
                continue
            except (RuntimeError, MemoryError) as error:
                if not is_out_of_memory(error):
                    raise
                size = min(self._batch_size or 1, len(waiting))
                self._batch_size = halved({"batch_size": size}, error)["batch_size"]
            free_memory()

    def _generate(
        self,
        requests: Sequence[Instance],
        lora: StackedLora | None,
        tell: Tell,
        how: Mapping[str, Any],
    ) -> None:
        with _instead(self._base, batch_size_per_gpu=self._batch_size, cache_hook=_Relay(tell)):
            if lora is None:
                responses = self._base.generate_until(requests, **how)
            else:
                encode = _selecting(self._base.tok_batch_encode, lora)
                with lora.attached(), _instead(self._base, tok_batch_encode=encode):
                    responses = self._base.generate_until(requests, **how)
        for request, response in zip(requests, responses, strict=True):
            tell(request.args[0].request, response)


class _Relay:
    """Stands in for lm_eval's cache hook, which is told of each response."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def add_partial(self, _: str, arguments: tuple[Prompt, Any], response: str) -> None:
        self._tell(arguments[0].request, response)


def _selecting(encode: Callable[..., Any], lora: StackedLora) -> Callable[..., Any]:
    """Returns an encoder of batches that tells the adapters whose rows come next."""

    def encode_and_select(strings: Sequence[Prompt], *args: Any, **options: Any) -> Any:
        lora.select([prompt.adapter for prompt in strings])
        return encode([str(prompt) for prompt in strings], *args, **options)

    return encode_and_select


@contextmanager
def _instead(owner: Any, **attributes: Any) -> Iterator[None]:
    """Gives an object other attributes inside the block."""
    before = {name: vars(owner)[name] for name in attributes if name in vars(owner)}
    for name, value in attributes.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name in attributes:
            if name in before:
                setattr(owner, name, before[name])
            else:
                delattr(owner, name)
