"""A progress bar on stderr, for long work before a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LONG = 20  # steps


@contextmanager
def progress(what: str, steps: int) -> Iterator[Callable[[int], None]]:
    """Yields what advances a bar by some steps; there is none without a terminal.

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
    disable = steps < _LONG or not console.is_terminal
    with Progress(*columns, console=console, disable=disable, transient=True) as bar:
        task = bar.add_task(what, total=steps)
        yield lambda done: bar.advance(task, done)
