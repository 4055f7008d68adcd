"""Keeping every response of a model as it comes, so that a run that is killed goes on from there.

lm_eval's own cache leaves out sampled responses, and keys on the prompt alone; TRACK samples, and
asks one prompt several times.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from lm_eval.api.instance import Instance

from ...core.errors import InputError
from ..compat import instead

# Backends that tell of responses only when all are there lose at most so many.
SLICE = 1024


class Journal:
    """The responses of one task's run, one JSON line each."""

    def __init__(self, path: Path, others: Iterable[Path] = ()) -> None:
        """Reads what there is, and goes on behind it.

        Args:
            path: The file; a last line that was cut off is removed.
            others: Files of other processes: another number of them shares the documents otherwise.

        Raises:
            InputError: It cannot be read, or has something else in it.
        """
        self._given: dict[str, deque[str]] = defaultdict(deque)
        self._path = path
        for other in others:
            if other != path:
                self._read(other)
        kept = self._read(path)
        if path.exists():
            with path.open("r+b") as file:
                file.truncate(kept)
        self._file: IO[str] = path.open("a", encoding="utf-8")
        self.unclaimed = 0

    def _read(self, path: Path) -> int:
        """Reads the whole lines of a file, and returns their number of bytes."""
        kept = 0
        for line in _whole_lines(path):
            try:
                entry = json.loads(line)
                self._given[entry["prompt"]].append(str(entry["response"]))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"{path}, byte {kept}: no recorded response; delete the file to ask again"
                ) from error
            kept += len(line)
        return kept

    def add_partial(self, method: str, arguments: Any, response: Any) -> None:
        """Records one response, as lm_eval's cache hooks do.

        Args:
            method: What the model was asked to do.
            arguments: The request's arguments, the prompt first.
            response: What it answered.
        """
        if method == "generate_until" and isinstance(response, str):
            line = json.dumps({"prompt": _digest(arguments[0]), "response": response})
            self._file.write(f"{line}\n")
            self._file.flush()
            self.unclaimed += 1

    def take(self, request: Instance) -> str | None:
        """Returns a recorded response to a request's prompt that nobody has taken, if any."""
        waiting = self._given.get(_digest(request.args[0]))
        return waiting.popleft() if waiting else None

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


@contextmanager
def journaled(model: Any, path: Path, others: Iterable[Path] = ()) -> Iterator[None]:
    """Lets a model answer from a journal what is in it, and record the rest there.

    Args:
        model: An lm_eval model; its `generate_until` is replaced inside the block. If it
            `is_collective`, its processes work together: it is asked once in each of them.
        path: The journal's file.
        others: Those of other processes.
    """
    journal = Journal(path, others)
    hook = model.cache_hook
    together = getattr(model, "is_collective", False)
    generate = _continued(model.generate_until, journal, together)
    model.set_cache_hook(journal)
    try:
        with instead(model, generate_until=generate):
            yield
    finally:
        model.set_cache_hook(hook)
        journal.close()


def _continued(
    generate: Callable[..., list[str]], journal: Journal, together: bool
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
            if not journal.unclaimed:  # a backend that tells of none
                for request, response in zip(asked, generated, strict=True):
                    journal.add_partial("generate_until", request.args, response)
            for index, response in zip(indices, generated, strict=True):
                responses[index] = response
        return responses

    return generate_until


def _digest(prompt: Any) -> str:
    return hashlib.sha256(str(prompt).encode("utf-8", "replace")).hexdigest()[:32]


def _whole_lines(path: Path) -> Iterator[bytes]:
    if path.exists():
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield line
