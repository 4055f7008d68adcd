"""A sandbox of warm workers, one per core."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, Literal

from .expected import expected_tests
from .limits import Limits
from .protocol import Outcome, Program
from .worker import Worker

Kind = Literal["bubblewrap", "weak"]
PRELOAD = ("numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "sklearn.datasets", "seaborn")
_LONGEST_SOURCE = 4 * 1024**2  # characters


class ProgramSandbox:
    """Runs programs in bubblewrap, or in the weak sandbox: processes with limits and nothing more.

    Args:
        kind: `bubblewrap` or `weak`.
        limits: What each program may use.
        workers: How many run at once; by default one per core.
        preload: Modules to import once; those that are not installed are left out.
    """

    def __init__(
        self,
        kind: Kind,
        limits: Limits | None = None,
        workers: int | None = None,
        preload: Sequence[str] = PRELOAD,
    ) -> None:
        self._kind = kind
        self._limits = limits or Limits()
        self._preload = tuple(preload)
        self._count = workers or len(os.sched_getaffinity(0))
        self._workers: list[Worker] = []
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._lock = threading.Lock()
        # They live as long as the workers: a worker dies with the thread that started it.
        self._threads = ThreadPoolExecutor(self._count)

    def run(self, programs: Sequence[Program]) -> list[Outcome]:
        """Runs programs; outcomes come in their order.

        Raises:
            InputError: The sandbox does not start.
        """
        return list(self._threads.map(self._outcome, programs))

    def record(self) -> Mapping[str, Any]:
        """Returns the sandbox's kind and limits, for the results."""
        return {"sandbox": self._kind, "limits": asdict(self._limits), "preload": self._preload}

    def close(self) -> None:
        """Ends the workers."""
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> ProgramSandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _outcome(self, program: Program) -> Outcome:
        try:
            expected = expected_tests(program.tests)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return Outcome(False, "error", 0, 0, f"the tests are not Python: {error}")
        least = max(len(expected), program.tests_expected or 0)
        if len(program.solution) + len(program.tests) > _LONGEST_SOURCE:
            return Outcome(False, "failed", 0, least, "the program is too long")
        request = {
            "solution": program.solution,
            "tests": program.tests,
            "entry_point": program.entry_point,
            "expected": expected,
            "least": least,
        }
        worker = self._take()
        try:
            return Outcome(**worker.ask(request))
        finally:
            self._idle.put(worker)

    def _take(self) -> Worker:
        """Returns an idle worker; there is one for each thread."""
        with self._lock:
            if self._idle.empty() and len(self._workers) < self._count:
                isolated = self._kind == "bubblewrap"
                worker = Worker(self._limits, self._preload, isolated=isolated)
                self._workers.append(worker)
                return worker
        return self._idle.get()
