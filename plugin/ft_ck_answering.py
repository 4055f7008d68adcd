"""FT-CK on one rank: adapters are trained, and asked what they are for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..filters.injection_trace import with_trace
from ..track_tasks.injection.ft_ck.adapter import Job, make_job
from ..track_tasks.injection.ft_ck.cache import AdapterCache
from ..track_tasks.injection.ft_ck.examples import ExampleMaker
from ..track_tasks.injection.ft_ck.fingerprint import weights_fingerprint
from ..track_tasks.injection.ft_ck.groups import AdapterTrainer
from ..track_tasks.injection.ft_ck.settings import Settings
from ..track_tasks.injection.ft_ck.stacked import StackedLora
from ..track_tasks.injection.ft_ck.targets import find_targets
from .ft_ck_generation import Generation, Prompt
from .ft_ck_requests import Asked, Batch, Reply

METHOD = "ft_ck"
_NO_ADAPTER = {"adapter": "", "facts": 0}


class Answering:
    """Trains adapters of a Hugging Face model of lm_eval, and asks it with them.

    Attributes:
        settings: Hyperparameters, and how the work is divided.
    """

    def __init__(self, base: Any, settings: Settings) -> None:
        """Checks the model.

        Args:
            base: lm_eval's `HFLM` with a causal model.
            settings: Hyperparameters, and how the work is divided.

        Raises:
            InputError: The model lacks layers that are to be trained.
        """
        self.settings = settings
        self._base = base
        self._targets = find_targets(base.model, settings.target_modules)
        self._generation = Generation(base)
        self._examples = ExampleMaker(
            base.tokenizer, base.tok_encode, base.max_length, base.chat_template_args
        )

    def prepare(self) -> None:
        """Finds out the batch size, if lm_eval is to choose it; all ranks must call this."""
        self._generation.prepare()

    def answer(
        self,
        asked: Sequence[Asked],
        batches: Mapping[str, Batch],
        tell: Callable[[Reply], None],
        **how: Any,
    ) -> None:
        """Answers requests.

        Args:
            asked: The requests.
            batches: What their adapters learn, by key.
            tell: Gets each reply as soon as it is there.
            **how: Further arguments of lm_eval's `generate_until`.

        Raises:
            InputError: Memory does not suffice, or a cached adapter is malformed.
        """
        of_batch: dict[str, list[Asked]] = defaultdict(list)
        for request in asked:
            of_batch[request.batch].append(request)
        if plain := of_batch.pop("", []):
            self._ask([(request, 0) for request in plain], None, [_NO_ADAPTER], tell, how)
        jobs = {self._job(batches[key]): of for key, of in of_batch.items()}
        for group, lora, trained in self._trainer.groups(list(jobs)):
            turn = [(request, index) for index, job in enumerate(group) for request in jobs[job]]
            self._ask(turn, lora, [adapter.trace() for adapter in trained], tell, how)

    def _ask(
        self,
        turn: Sequence[tuple[Asked, int]],
        lora: StackedLora | None,
        traces: Sequence[Mapping[str, Any]],
        tell: Callable[[Reply], None],
        how: Mapping[str, Any],
    ) -> None:
        def told(index: int, response: str) -> None:
            request, adapter = turn[index]
            said = with_trace(METHOD, traces[adapter], response)
            tell(Reply(request.rank, request.position, said))

        prompts = [
            Prompt.of(request.prompt, index, adapter)
            for index, (request, adapter) in enumerate(turn)
        ]
        options = [request.options for request, _ in turn]
        self._generation.ask(prompts, options, lora, told, **how)

    def _job(self, batch: Batch) -> Job:
        examples = self._examples.examples(batch.facts, batch.is_chat)
        return make_job(batch.facts, examples, self.settings, self._fingerprint)

    @cached_property
    def _fingerprint(self) -> str:
        return weights_fingerprint(self._base.model)

    @cached_property
    def _trainer(self) -> AdapterTrainer:
        cache, folder = None, self.settings.adapter_cache
        if folder is not None:
            name = self._base.model.name_or_path
            cache = AdapterCache(folder, self.settings, self._fingerprint, name)
        return AdapterTrainer(self._base.model, self._targets, self.settings, cache)
