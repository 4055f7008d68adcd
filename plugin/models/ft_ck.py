"""`--model track-ft-ck`: fine-tunes a model on the facts that it lacks, then asks it.

lm_eval sorts and batches requests itself. Each prompt carries the adapter that it is for, so that
nothing has to be inferred: what the model encodes as one batch says which row is whose.

Source: the TRACK paper, Section 6.1 and Appendix C.2 (FT-CK). Each batch of questions gets a LoRA
adapter of its own, trained from the probing questions to their answers; the model itself is never
changed.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM

from ...core.errors import InputError
from ...filters.text.injection_trace import with_trace
from ...track_tasks.injection.ft_ck.adapter import ExampleMaker, Job, make_job
from ...track_tasks.injection.ft_ck.cache import AdapterCache, weights_fingerprint
from ...track_tasks.injection.ft_ck.groups import AdapterTrainer
from ...track_tasks.injection.ft_ck.out_of_memory import free_memory, halved, is_out_of_memory
from ...track_tasks.injection.ft_ck.settings import NAMES, Settings
from ...track_tasks.injection.ft_ck.stacked import StackedLora, find_targets
from ...track_tasks.injection.memory import announce, read_memory
from ...track_tasks.questions.question import Fact
from ..processes import gathered
from .wrapping import WrappingModel


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


# A response of some hundred tokens takes about as long as learning this many facts.
_FACTS_PER_RESPONSE = 16


class Batch(NamedTuple):
    """What one adapter is for.

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


class Asked(NamedTuple):
    """One request, wherever it is answered.

    Attributes:
        rank: Whose request it is.
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


class Reply(NamedTuple):
    """The response to one request.

    Attributes:
        rank: As of the request.
        position: As of the request.
        response: What the model said, behind its trace.
    """

    rank: int
    position: int
    response: str


def turns_of(
    asked: Sequence[Asked], batches: Mapping[str, Batch], ranks: int, size: int
) -> list[list[list[Asked]]]:
    """Plans who answers what, and when the ranks exchange responses.

    Every rank comes to the same plan. What needs no adapter is answered first, where it is asked.

    Args:
        asked: The requests of all ranks.
        batches: What adapters learn, by the keys that the requests name.
        ranks: Number of ranks.
        size: Most adapters of a rank between two exchanges; one rank has nothing to exchange.

    Returns:
        For each turn, the requests that each rank answers.
    """
    of_batch: dict[str, list[Asked]] = defaultdict(list)
    for request in asked:
        of_batch[request.batch].append(request)
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


def _shares(
    facts: Mapping[str, int], of_batch: Mapping[str, Sequence[Asked]], ranks: int
) -> list[list[str]]:
    """Gives each batch to the rank that has least to do so far, the largest batches first."""
    order = {key: index for index, key in enumerate(of_batch)}
    costs = {key: facts[key] + _FACTS_PER_RESPONSE * len(of) for key, of in of_batch.items()}
    given: list[list[str]] = [[] for _ in range(ranks)]
    loads = [0] * ranks
    for key in sorted(costs, key=lambda key: (-costs[key], order[key])):
        least = loads.index(min(loads))
        loads[least] += costs[key]
        given[least].append(key)
    return [sorted(keys, key=order.__getitem__) for keys in given]


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
        everything = gathered(self._asked(requests))
        asked = [request for of, _ in everything for request in of]
        batches = {key: batch for _, of in everything for key, batch in of.items()}
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
            for replies in gathered(list(others)):
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
