"""`--model track-ft-ck`: fine-tunes a model on the facts that it lacks, then asks it.

Source: the TRACK paper, Section 6.1 and Appendix C.2 (FT-CK). Each batch of questions gets a LoRA
adapter of its own, trained from the probing questions to their answers; the model itself is never
changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from lm_eval.api.instance import Instance

from ..track_tasks.injection.ft_ck.settings import NAMES, Settings
from ..track_tasks.injection.memory import announce, read_memory
from .ft_ck_answering import METHOD, Answering
from .ft_ck_base import check_base
from .ft_ck_requests import Asked, Batch, Reply, turns_of
from .processes import gather_everywhere
from .wrapping_model import WrappingModel


class FtCkLM(WrappingModel):
    """A Hugging Face model that learns the facts of a batch of questions before it is asked them.

    Attributes:
        is_collective: All ranks must call `generate_until` equally often, also without requests.
    """

    name: ClassVar[str] = "track-ft-ck"
    own_arguments: ClassVar[frozenset[str]] = NAMES
    is_collective: ClassVar[bool] = True

    def __init__(self, base: Any, settings: Settings | None = None) -> None:
        """Wraps a loaded model.

        Args:
            base: lm_eval's `HFLM` with a causal model.
            settings: Hyperparameters; the paper's by default.

        Raises:
            InputError: The model is no such one, or lacks layers that are to be trained.
        """
        check_base(base)
        self._answering = Answering(base, settings or Settings())
        self._is_chat = False
        super().__init__(base)
        announce(METHOD)

    @classmethod
    def wrap(cls, base: Any, arguments: Mapping[str, Any]) -> FtCkLM:
        """Wraps a loaded model, with the class's own arguments.

        Args:
            base: lm_eval's `HFLM` with a causal model.
            arguments: Attributes of `Settings`, as lm_eval parsed them.

        Raises:
            InputError: One has a wrong value, or the model cannot be trained.
        """
        return cls(base, Settings.read(arguments))

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Checks the class's own arguments, before the model is loaded.

        Raises:
            InputError: One has a wrong value.
        """
        Settings.read(arguments)

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> Any:
        """Asks the model; from then on it learns facts in its chat format as well."""
        self._is_chat = True
        return super().apply_chat_template(chat_history, add_generation_prompt)

    def chat_template(self, chat_template: bool | str = False) -> Any:
        """Asks the model; likewise, since lm_eval may take its prompts from a cache."""
        self._is_chat = bool(chat_template)
        return super().chat_template(chat_template)

    def get_model_info(self) -> dict[str, Any]:
        """Returns what the model says of itself, and the hyperparameters."""
        told = self._answering.settings.hyperparameters()
        return {**super().get_model_info(), METHOD: told}

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request with the adapter of its batch; all ranks work together.

        Args:
            requests: Those of this rank, of documents with `memory`.
            disable_tqdm: As lm_eval has it.

        Returns:
            The responses, each behind its trace.

        Raises:
            InputError: A document is for another method, or memory does not suffice.
        """
        self._answering.prepare()
        gathered = gather_everywhere(self._asked(requests), self.world_size)
        asked = [request for of, _ in gathered for request in of]
        batches = {key: batch for _, of in gathered for key, batch in of.items()}
        responses: dict[int, str] = {}
        others: list[Reply] = []

        def take(reply: Reply) -> None:
            if reply.rank != self.rank:
                others.append(reply)
                return
            responses[reply.position] = reply.response
            arguments = requests[reply.position].args
            self.cache_hook.add_partial("generate_until", arguments, reply.response)

        size = self._answering.settings.adapters_at_once
        for turn in turns_of(asked, batches, self.world_size, size):
            self._answering.answer(turn[self.rank], batches, take, disable_tqdm=disable_tqdm)
            for replies in gather_everywhere(list(others), self.world_size):
                for reply in replies:
                    if reply.rank == self.rank:
                        take(reply)
            others.clear()
        return [responses[position] for position in range(len(requests))]

    def _asked(self, requests: Sequence[Instance]) -> tuple[list[Asked], dict[str, Batch]]:
        """Returns the requests of this rank, and what their adapters learn."""
        batches: dict[str, Batch] = {}
        keys: dict[int, str] = {}  # a document's requests share it
        asked = []
        for position, request in enumerate(requests):
            if id(request.doc) not in keys:
                facts = tuple(read_memory(request.doc, METHOD))
                batch = Batch(facts, self._is_chat)
                keys[id(request.doc)] = key = batch.key if facts else ""
                if facts:
                    batches[key] = batch
            prompt, options = request.args
            asked.append(Asked(self.rank, position, prompt, options, keys[id(request.doc)]))
        return asked, batches
