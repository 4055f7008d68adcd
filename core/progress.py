"""A progress bar on stderr, for long work before a terminal: the outermost one only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LONG = 20  # steps
_within_another: ContextVar[bool] = ContextVar("_within_another", default=False)


@contextmanager
def progress(what: str, steps: int) -> Iterator[Callable[[int], None]]:
    """Yields what advances a bar by some steps.

    There is none without a terminal, and none within another: two bars would fight for the line.

    Args:
        what: What is done.
        steps: How many there are.

    Yields:
        A function that takes the number of steps done since its last call.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    disable = steps < _LONG or not console.is_terminal or _within_another.get()
    token = _within_another.set(_within_another.get() or not disable)
    try:
        with Progress(*columns, console=console, disable=disable, transient=True) as bar:
            task = bar.add_task(what, total=steps)
            yield lambda done: bar.advance(task, done)
    finally:
        _within_another.reset(token)
