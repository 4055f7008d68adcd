"""Running one stage of a study through lm_eval, with a journal to go on from where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from lm_eval import simple_evaluate
from lm_eval.api.instance import Instance
from lm_eval.tasks import TaskManager

from ...core.errors import InputError
from ...core.files import new_folder, write_text
from ...core.journal import Journal
from ...core.json_files import read_json
from ...filters.text.injection_trace import split_trace
from ..compat import environment_asked_once, instead, mark_checked, quiet_git
from ..hook.register import tasks_dir
from ..scoring.result_files import Scores, save
from ..tasks.settings import NAMES
from .generation import Generation
from .plan import Stage
from .readability import FEWEST, Readability

_SETTINGS = "stage.json"
_QUIET = {"log_samples": True, "bootstrap_iters": 0}
# Backends that report responses only when all are complete lose at most this many.
SLICE = 1024


def is_complete(stage: Stage, run: Path) -> bool:
    """Returns whether a stage has its results."""
    return stage.results(run).is_dir()


def check_settings(stage: Stage, run: Path, settings: Mapping[str, Any]) -> None:
    """Records the settings of a stage, or checks that it was begun with the same ones.

    Args:
        stage: The stage.
        run: The study's folder.
        settings: What decides its responses and verdicts.

    Raises:
        InputError: It was begun with others.
    """
    path = run / stage.name / _SETTINGS
    wanted = json.loads(json.dumps({**settings, "task": stage.task, **stage.metadata}, default=str))
    if not path.exists():
        write_text(path, json.dumps(wanted, indent=2, sort_keys=True) + "\n")
        return
    begun = read_json(path)
    if not isinstance(begun, dict):
        raise InputError(f"{path}: malformed; delete the folder to begin this stage anew")
    for name in sorted(begun.keys() | wanted.keys()):
        if begun.get(name) != wanted.get(name):
            raise InputError(
                f"{path.parent}: was begun with {name}={begun.get(name)!r}, now it is "
                f"{wanted.get(name)!r}; give another -o, or the same command to continue"
            )


def run_stage(
    stage: Stage,
    run: Path,
    model: Any,
    kind: str,
    metadata: Mapping[str, Any],
    options: Mapping[str, Any],
    generation: Generation,
) -> None:
    """Generates what is missing, judges, and writes lm_eval's files.

    Args:
        stage: The stage.
        run: The study's folder.
        model: An lm_eval model.
        kind: lm_eval's name of its kind.
        metadata: The metadata of its task, including the model's arguments.
        options: Further options of `simple_evaluate`.
        generation: What else decides the responses; it is recorded.

    Raises:
        InputError: The task's documents cannot be read, the folder cannot be written, or too many
            replies cannot be read.
    """
    manager = mark_checked(  # by the study
        TaskManager(
            include_defaults=False,
            include_path=[tasks_dir()],
            metadata={**metadata, **stage.metadata},
        )
    )
    path = stage.journal(run, model.rank)
    readability = Readability(stage.name, path, generation)
    opening = generation.thinking.opening
    journal = journaled(model, path, stage.journals(run), readability, opening)
    with journal, quiet_git(), environment_asked_once():
        results = simple_evaluate(
            model=model, tasks=[stage.task], task_manager=manager, **_QUIET, **options
        )
    if results is None:  # not the first process
        return
    given = {name: value for name, value in metadata.items() if name not in NAMES}
    arguments = {name: value for name, value in given.items() if _is_plain(value)}
    recorded = {**options, **generation.record()}
    results["config"] |= {"model": kind, "model_args": arguments, **recorded}
    name = str(metadata.get("pretrained") or metadata.get("model") or kind)
    with new_folder(stage.results(run), overwrite=True) as draft:
        save(Scores(results, name), draft, model_source=kind)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)


class ResponseJournal:
    """The responses of one task's run."""

    def __init__(self, path: Path, others: Iterable[Path] = ()) -> None:
        """Reads the existing responses, and appends to them.

        Args:
            path: The file.
            others: Files of other processes: a different number of processes shares the documents
                differently.

        Raises:
            InputError: It cannot be read, or has something else in it.
        """
        self._given: dict[str, deque[str]] = defaultdict(deque)
        # A response that is lost in a power failure is asked for again.
        self._journal = Journal(path, synced=False)
        self._journal.check()
        for journal in (*(Journal(other) for other in others if other != path), self._journal):
            self._read(journal)
        self.unclaimed = 0

    def _read(self, journal: Journal) -> None:
        for line, entry in journal.read():
            try:
                self._given[entry["prompt"]].append(str(entry["response"]))
            except (KeyError, TypeError) as error:
                raise InputError(
                    f"{journal.path}, line {line}: not a recorded response; "
                    "delete the file to ask again"
                ) from error

    def add_partial(self, method: str, arguments: Any, response: Any) -> None:
        """Records one response, as lm_eval's cache hooks do.

        Args:
            method: What the model was asked to do.
            arguments: The request's arguments, the prompt first.
            response: What it answered.
        """
        if method == "generate_until" and isinstance(response, str):
            self._journal.append([{"prompt": _digest(arguments[0]), "response": response}])
            self.unclaimed += 1

    def take(self, request: Instance) -> str | None:
        """Returns a recorded response to a request's prompt that nobody has taken, if any."""
        waiting = self._given.get(_digest(request.args[0]))
        return waiting.popleft() if waiting else None


@contextmanager
def journaled(
    model: Any,
    path: Path,
    others: Iterable[Path] = (),
    readability: Readability | None = None,
    opening: str = "",
) -> Iterator[None]:
    """Makes a model answer from a journal if it can, and record new responses there.

    Args:
        model: An lm_eval model; its `generate_until` is replaced inside the block. If it
            `is_collective`, its processes work together: it is asked once in each of them.
        path: The journal's file.
        others: The journals of other processes.
        readability: Counts what cannot be read, and stops the model where that is too much.
        opening: The mark of thinking that the prompts end with: without it, nobody could tell a
            reply that is cut off in the thinking from one without thinking.
    """
    journal = ResponseJournal(path, others)
    hook = model.cache_hook
    together = getattr(model, "is_collective", False)

    def watch(responses: Sequence[str]) -> None:
        if readability:
            readability.take([_opened(response, opening) for response in responses])

    generate = _continued(model.generate_until, journal, together, watch)

    def generate_until(requests: Sequence[Instance], **options: Any) -> list[str]:
        responses = [_opened(given, opening) for given in generate(requests, **options)]
        if readability:
            readability.finish()
        return responses

    model.set_cache_hook(journal)
    try:
        with instead(model, generate_until=generate_until):
            yield
    finally:
        model.set_cache_hook(hook)


def _opened(response: str, opening: str) -> str:
    """Returns a response with the mark that its prompt ends with, after a trace if there is one."""
    if not opening:
        return response
    _, said = split_trace(response)
    return f"{response.removesuffix(said)}{opening}\n{said}"


def _continued(
    generate: Callable[..., list[str]],
    journal: ResponseJournal,
    together: bool,
    watch: Callable[[Sequence[str]], None],
) -> Callable[..., list[str]]:
    def generate_until(requests: Sequence[Instance], **options: Any) -> list[str]:
        responses = [journal.take(request) for request in requests]
        missing = [index for index, response in enumerate(responses) if response is None]
        digests = [_digest(request.args[0]) for request in requests]
        given = Counter(d for d, r in zip(digests, responses, strict=True) if r is not None)
        watch([response for response in responses if response is not None])
        for indices in [missing] if together else _slices(missing):
            # `idx` tells a deterministic model how many responses to a prompt came before.
            asked = [replace(requests[i], idx=given[digests[i]]) for i in indices]
            given.update(digests[i] for i in indices)
            journal.unclaimed = 0
            generated = generate(asked, **options)
            if not journal.unclaimed:  # a backend that reports none
                for request, response in zip(asked, generated, strict=True):
                    journal.add_partial("generate_until", request.args, response)
            for index, response in zip(indices, generated, strict=True):
                responses[index] = response
            watch(generated)
        return [response or "" for response in responses]

    return generate_until


def _slices(missing: Sequence[int]) -> list[Sequence[int]]:
    """Divides what is asked: a few first, to see whether the replies can be read."""
    first = min(FEWEST, len(missing))
    edges = [0, *range(first, len(missing), SLICE), len(missing)]
    return [missing[start:end] for start, end in pairwise(edges) if start < end]


def _digest(prompt: Any) -> str:
    return hashlib.sha256(str(prompt).encode("utf-8", "replace")).hexdigest()[:32]
