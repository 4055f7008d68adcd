"""Progress on stderr, for long work: a bar at a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from time import monotonic
from typing import TypeVar

T = TypeVar("T")
_LONG = 20  # steps
_BETWEEN_UPDATES, _BETWEEN_LINES = 0.1, 30.0  # seconds
_within_another: ContextVar[bool] = ContextVar("_within_another", default=False)


@contextmanager
def progress(what: str, steps: int) -> Iterator[Callable[[int], None]]:
    """Yields a function that advances a bar; without a terminal a line is printed twice a minute.

    Nothing is shown within another: two bars would fight over the line.

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
    is_shown = steps >= _LONG and not _within_another.get()
    disable = not (is_shown and console.is_terminal)
    token = _within_another.set(_within_another.get() or is_shown)
    try:
        with Progress(*columns, console=console, disable=disable, transient=True) as bar:
            task = bar.add_task(what, total=steps)
            counted = _Counted(lambda done: bar.update(task, completed=done), _BETWEEN_UPDATES)
            if is_shown and disable:
                counted = _Counted(_lines(what, steps), _BETWEEN_LINES)
            yield counted.advance
            if not disable:
                counted.show()
    finally:
        _within_another.reset(token)


class _Counted:
    """The number of steps done, shown now and then: after each step it would cost too much."""

    def __init__(self, shown: Callable[[int], object], seconds: float) -> None:
        self._shown, self._seconds = shown, seconds
        self._done, self._next = 0, monotonic() + seconds

    def advance(self, done: int) -> None:
        self._done += done
        if monotonic() >= self._next:
            self.show()
            self._next = monotonic() + self._seconds

    def show(self) -> None:
        self._shown(self._done)


def _lines(what: str, steps: int) -> Callable[[int], None]:
    """Returns what prints how many steps are done, and how long the others will take."""
    start = monotonic()

    def show(done: int) -> None:
        left = (monotonic() - start) / max(done, 1) * max(steps - done, 0)
        shown = timedelta(seconds=round(left))
        sys.stderr.write(f"{what}: {done:,} of {steps:,}, about {shown} left\n")
        sys.stderr.flush()

    return show


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
