"""`--model track-ft-ck`: fine-tunes a model on the facts that it lacks, then asks it.

Source: the TRACK paper, Section 6.1 and Appendix C.2 (FT-CK). Each batch of questions gets a LoRA
adapter of its own, trained from the probing questions to their answers; the model itself is never
changed. Requests for several adapters share a batch of lm_eval's: `Generation` learns which
requests are in it and selects the adapter of each row.

From the outside in: `FtCkLM` collects the requests of all processes, `plan_turns` divides them,
`Answering` trains the adapters of a process and `Generation` asks the model with them.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from lm_eval.api.instance import Instance

from ...core.errors import InputError
from ...core.optional import optional_dependency
from ...core.suites.track import MODEL_CLASSES
from ...filters.text.injection_trace import with_trace
from ...track_tasks.injection.ft_ck.settings import NAMES, Settings
from ...track_tasks.injection.memory import announce, read_memory
from ...track_tasks.questions.question import Fact
from ..compat import find_batch_size, generate_numbered, is_hugging_face
from ..processes import gathered
from .wrapping import WrappingModel

with optional_dependency("FT-CK, which trains adapters,", "hf"):
    from ...track_tasks.injection.ft_ck.adapter import ExampleMaker, Job, make_job
    from ...track_tasks.injection.ft_ck.cache import AdapterCache, weights_fingerprint
    from ...track_tasks.injection.ft_ck.groups import (
        AdapterTrainer,
        free_memory,
        halved,
        is_out_of_memory,
    )
    from ...track_tasks.injection.ft_ck.stacked import StackedLora, find_targets

METHOD = "ft_ck"
_NO_ADAPTER = {"adapter": "", "facts": 0}
# A response of some hundred tokens takes about as long as learning this many facts.
_FACTS_PER_RESPONSE = 16


def check_base(base: Any) -> None:
    """Checks that adapters can be trained inside a model.

    Args:
        base: A loaded model of lm_eval.

    Raises:
        InputError: It is an endpoint, not a causal language model, or distributed in a way that
            hides its weights.
    """
    if not is_hugging_face(base) or base.backend != "causal":
        raise InputError(
            f"--model track-ft-ck: cannot train adapters for {_described(base)}; it takes causal "
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


def _described(base: Any) -> str:
    backend = getattr(base, "backend", None)
    return f"{type(base).__name__}{f' (backend {backend})' if backend else ''}"


class Batch(NamedTuple):
    """What one adapter learns.

    Attributes:
        facts: The facts that it learns, at least one.
        is_chat: Whether the model is asked with its chat template.
    """

    facts: tuple[Fact, ...]
    is_chat: bool

    @property
    def key(self) -> str:
        """Hexadecimal digits that depend on the content."""
        text = json.dumps([self.is_chat, *map(list, self.facts)])
        return hashlib.sha256(text.encode("ascii")).hexdigest()


class RankedRequest(NamedTuple):
    """A request that any rank may answer.

    Attributes:
        rank: The rank that it was made in.
        position: Its index among the requests of that rank.
        prompt: The prompt.
        options: lm_eval's generation options.
        batch: Key of its batch; empty if it needs no adapter.
    """

    rank: int
    position: int
    prompt: str
    options: Mapping[str, Any]
    batch: str


class RankedResponse(NamedTuple):
    """The response to one request.

    Attributes:
        rank: The rank of the request.
        position: The position of the request.
        response: What the model said, after its trace.
    """

    rank: int
    position: int
    response: str


def plan_turns(
    asked: Sequence[RankedRequest], batches: Mapping[str, Batch], ranks: int, size: int
) -> list[list[list[RankedRequest]]]:
    """Plans who answers what, and when the ranks exchange responses.

    Every rank arrives at the same plan. Requests without an adapter are answered first, by the
    rank that they were made in.

    Args:
        asked: The requests of all ranks.
        batches: What adapters learn, by the keys that the requests name.
        ranks: Number of ranks.
        size: How many adapters a rank uses between two exchanges; a single rank exchanges nothing.

    Returns:
        For each turn, the requests that each rank answers.
    """
    of_batch = _by_batch(asked)
    plain = of_batch.pop("", [])
    given = _shares({key: len(batches[key].facts) for key in of_batch}, of_batch, ranks)
    size = size if ranks > 1 else max(1, len(of_batch))
    count = max([1, *(-(-len(keys) // size) for keys in given)])
    turns = [
        [
            [request for key in keys[turn * size : (turn + 1) * size] for request in of_batch[key]]
            for keys in given
        ]
        for turn in range(count)
    ]
    for request in plain:
        turns[0][request.rank].append(request)
    return turns


def _by_batch(asked: Iterable[RankedRequest]) -> dict[str, list[RankedRequest]]:
    of_batch: dict[str, list[RankedRequest]] = defaultdict(list)
    for request in asked:
        of_batch[request.batch].append(request)
    return of_batch


def _shares(
    facts: Mapping[str, int], of_batch: Mapping[str, Sequence[RankedRequest]], ranks: int
) -> list[list[str]]:
    """Gives each batch to the rank with the least to do so far, the largest batches first."""
    order = {key: index for index, key in enumerate(of_batch)}
    costs = {key: facts[key] + _FACTS_PER_RESPONSE * len(of) for key, of in of_batch.items()}
    given: list[list[str]] = [[] for _ in range(ranks)]
    loads = [0] * ranks
    for key in sorted(costs, key=lambda key: (-costs[key], order[key])):
        least = loads.index(min(loads))
        loads[least] += costs[key]
        given[least].append(key)
    return [sorted(keys, key=order.__getitem__) for keys in given]


class Generation:
    """Asks a Hugging Face model of lm_eval, with adapters or without."""

    def __init__(self, base: Any) -> None:
        """Asks nothing yet.

        Args:
            base: lm_eval's `HFLM`.
        """
        self._base = base
        self._batch_size: int | None = None

    def prepare(self) -> int:
        """Returns the batch size, which is tried out first if lm_eval is to choose it.

        All ranks must call this together.
        """
        if self._batch_size is None:
            self._batch_size = find_batch_size(self._base)
        return self._batch_size

    def ask(
        self,
        prompts: Sequence[tuple[str, Mapping[str, Any]]],
        tell: Callable[[int, str], None],
        watch: Callable[[Sequence[int]], None],
        **how: Any,
    ) -> None:
        """Answers all prompts.

        If a batch does not fit into memory, the batch size is halved, which is logged.

        Args:
            prompts: The prompts, each with lm_eval's generation options.
            tell: Gets the index of a prompt and its response, as soon as there is one.
            watch: Gets the indices of the prompts in a batch before the model is asked them.
            **how: Further arguments of lm_eval's `generate_until`.

        Raises:
            InputError: Not even one prompt fits into memory.
        """
        waiting = dict(enumerate(prompts))

        def tell_once(index: int, response: str) -> None:
            if waiting.pop(index, None) is not None:
                tell(index, response)

        while waiting:
            size = self.prepare()
            try:
                generate_numbered(self._base, dict(waiting), size, watch, tell_once, **how)
                continue
            except (RuntimeError, MemoryError) as error:
                if not is_out_of_memory(error):
                    raise
                smaller = halved({"batch_size": min(size, len(waiting))}, error)
                self._batch_size = smaller["batch_size"]
            free_memory()


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
        """Tries out the batch size if lm_eval is to choose it; all ranks must call it together."""
        self._generation.prepare()

    def answer(
        self,
        asked: Sequence[RankedRequest],
        batches: Mapping[str, Batch],
        tell: Callable[[RankedResponse], None],
        **how: Any,
    ) -> None:
        """Answers requests.

        Args:
            asked: The requests.
            batches: What their adapters learn, by key.
            tell: Gets each response as soon as there is one.
            **how: Further arguments of lm_eval's `generate_until`.

        Raises:
            InputError: There is too little memory, or a cached adapter is malformed.
        """
        self.prepare()  # not while adapters are attached
        of_batch = _by_batch(asked)
        if plain := of_batch.pop("", []):
            self._ask([(request, 0) for request in plain], None, [_NO_ADAPTER], tell, how)
        jobs = {self._job(batches[key]): of for key, of in of_batch.items()}
        for group, lora, trained in self._trainer.groups(list(jobs)):
            turn = [(request, index) for index, job in enumerate(group) for request in jobs[job]]
            self._ask(turn, lora, [adapter.trace() for adapter in trained], tell, how)

    def _ask(
        self,
        turn: Sequence[tuple[RankedRequest, int]],
        lora: StackedLora | None,
        traces: Sequence[Mapping[str, Any]],
        tell: Callable[[RankedResponse], None],
        how: Mapping[str, Any],
    ) -> None:
        """Asks requests, each with the index of its adapter and of its adapter's trace."""

        def tell_reply(index: int, response: str) -> None:
            request, adapter = turn[index]
            text = with_trace(METHOD, traces[adapter], response)
            tell(RankedResponse(request.rank, request.position, text))

        def select(indices: Sequence[int]) -> None:
            if lora is not None:
                lora.select([turn[index][1] for index in indices])

        prompts = [(request.prompt, request.options) for request, _ in turn]
        with lora.attached() if lora is not None else nullcontext():
            self._generation.ask(prompts, tell_reply, select, **how)

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


class FtCkLM(WrappingModel):
    """A Hugging Face model that learns the facts for a batch of questions before it answers them.

    Attributes:
        is_collective: All ranks must call `generate_until` equally often, also without requests.
    """

    name: ClassVar[str] = MODEL_CLASSES[METHOD]
    own_arguments: ClassVar[frozenset[str]] = NAMES
    is_collective: ClassVar[bool] = True

    def __init__(self, base: Any, settings: Settings | None = None) -> None:
        """Wraps a loaded model.

        Args:
            base: lm_eval's `HFLM` with a causal model.
            settings: Hyperparameters; the paper's by default.

        Raises:
            InputError: It is not such a model, or lacks layers that are to be trained.
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
        """Asks the model, which from then on also learns facts in its chat format."""
        self._is_chat = True
        return super().apply_chat_template(chat_history, add_generation_prompt)

    def chat_template(self, chat_template: bool | str = False) -> Any:
        """Asks the model; lm_eval does so even if it takes chat prompts from a cache."""
        self._is_chat = bool(chat_template)
        return super().chat_template(chat_template)

    def get_model_info(self) -> dict[str, Any]:
        """Returns what the model says about itself, and the hyperparameters."""
        return {**super().get_model_info(), METHOD: self._answering.settings.hyperparameters()}

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request with the adapter of its batch; all ranks work together.

        Args:
            requests: Those of this rank, of documents with `memory`.
            disable_tqdm: Whether the model shows no progress.

        Returns:
            The responses, each after its trace.

        Raises:
            InputError: A document is for another method, or there is too little memory.
        """
        self._answering.prepare()
        everything = gathered(self._asked(requests))
        asked = [request for of, _ in everything for request in of]
        batches = {key: batch for _, of in everything for key, batch in of.items()}
        responses: dict[int, str] = {}
        others: list[RankedResponse] = []

        def take(reply: RankedResponse) -> None:
            if reply.rank != self.rank:
                others.append(reply)
                return
            responses[reply.position] = reply.response
            arguments = requests[reply.position].args
            self.cache_hook.add_partial("generate_until", arguments, reply.response)

        size = self._answering.settings.adapters_at_once
        for turn in plan_turns(asked, batches, self.world_size, size):
            self._answering.answer(turn[self.rank], batches, take, disable_tqdm=disable_tqdm)
            for replies in gathered(list(others)):
                for reply in replies:
                    if reply.rank == self.rank:
                        take(reply)
            others.clear()
        return [responses[position] for position in range(len(requests))]

    def _asked(self, requests: Sequence[Instance]) -> tuple[list[RankedRequest], dict[str, Batch]]:
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
            asked.append(RankedRequest(self.rank, position, prompt, options, keys[id(request.doc)]))
        return asked, batches
