"""Prints an `InputError` that lm_eval lets through as one line, with exit code 2."""

from __future__ import annotations

import sys
from types import TracebackType

from ..erbench_tasks.errors import InputError


def install() -> None:
    """Puts a hook before `sys.excepthook` that handles `InputError` and nothing else."""
    previous = sys.excepthook
    if getattr(previous, "handles_input_errors", False):
        return

    def report(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, InputError):
            previous(kind, error, trace)
            return
        print(f"erbench-track: error: {error}", file=sys.stderr)  # noqa: T201
        raise SystemExit(2)

    report.handles_input_errors = True  # type: ignore[attr-defined]
    sys.excepthook = report
