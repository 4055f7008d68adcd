"""Comparing formulas by math-verify, which a model's text can keep busy for ever."""

from __future__ import annotations

import atexit
import threading
from importlib.util import find_spec
from pathlib import Path

from ...core.worker_process import WorkerProcess

_PROGRAM = Path(__file__).with_name("math_worker.py")
_IS_INSTALLED = find_spec("math_verify") is not None
_SECONDS = 4.5  # for one comparison
_STARTING = 120.0  # seconds: the first one imports SymPy


def same_formula(wanted: str, found: str) -> bool:
    """Tells whether two formulas are equal; what cannot be told in five seconds is not.

    Args:
        wanted: LaTeX between dollar signs.
        found: The same, of a response.

    Returns:
        False if math-verify is not installed.
    """
    return _IS_INSTALLED and _COMPARER.same(wanted, found)


class _Comparer:
    """Has the process that compares, and starts another when it was ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: WorkerProcess | None = None

    def same(self, wanted: str, found: str) -> bool:
        with self._lock:
            if self._worker is None:
                self._worker = WorkerProcess(_PROGRAM)
                self._worker.ask(["$1$", "$1$"], _STARTING)
            reply = self._worker.ask([wanted, found], _SECONDS)
            if reply is None:
                self._worker = None
            return reply is True

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()


_COMPARER = _Comparer()
atexit.register(_COMPARER.close)
