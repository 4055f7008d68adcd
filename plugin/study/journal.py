"""Keeping every response of a model at once, so that a run that was killed continues from there.

lm_eval's own cache leaves out sampled responses, and keys on the prompt alone; TRACK samples, and
asks one prompt several times.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from lm_eval.api.instance import Instance

from ...core.errors import InputError
from ...core.journal import Journal
from ..compat import instead

# Backends that report responses only when all are complete lose at most this many.
SLICE = 1024


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
def journaled(model: Any, path: Path, others: Iterable[Path] = ()) -> Iterator[None]:
    """Makes a model answer from a journal if it can, and record new responses there.

    Args:
        model: An lm_eval model; its `generate_until` is replaced inside the block. If it
            `is_collective`, its processes work together: it is asked once in each of them.
        path: The journal's file.
        others: The journals of other processes.
    """
    journal = ResponseJournal(path, others)
    hook = model.cache_hook
    together = getattr(model, "is_collective", False)
    generate = _continued(model.generate_until, journal, together)
    model.set_cache_hook(journal)
    try:
        with instead(model, generate_until=generate):
            yield
    finally:
        model.set_cache_hook(hook)


def _continued(
    generate: Callable[..., list[str]], journal: ResponseJournal, together: bool
) -> Callable[..., list[str | None]]:
    def generate_until(requests: Sequence[Instance], **options: Any) -> list[str | None]:
        responses = [journal.take(request) for request in requests]
        missing = [index for index, response in enumerate(responses) if response is None]
        digests = [_digest(request.args[0]) for request in requests]
        given = Counter(d for d, r in zip(digests, responses, strict=True) if r is not None)
        size = max(len(missing), 1) if together else SLICE
        for start in range(0, max(len(missing), together), size):
            indices = missing[start : start + size]
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
        return responses

    return generate_until


def _digest(prompt: Any) -> str:
    return hashlib.sha256(str(prompt).encode("utf-8", "replace")).hexdigest()[:32]
