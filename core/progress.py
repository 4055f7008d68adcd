"""A progress bar on stderr, for long work at a terminal: the outermost one only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_LONG = 20  # steps
_within_another: ContextVar[bool] = ContextVar("_within_another", default=False)


@contextmanager
def progress(what: str, steps: int) -> Iterator[Callable[[int], None]]:
    """Yields a function that advances a bar.

    No bar is shown without a terminal, or within another: two bars would fight over the line.

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


def watched(items: Iterable[T], what: str, steps: int) -> Iterator[T]:
    """Yields items, and advances a bar with each.

    Args:
        items: The items.
        what: What is done.
        steps: How many items there are.
    """
    with progress(what, steps) as advance:
        for item in items:
            yield item
            advance(1)
