"""Running a coroutine from code that is not asynchronous, also within a running event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Runs a coroutine in an event loop and a thread of its own, and waits for it.

    Args:
        work: Makes the coroutine. It is cancelled if this thread is interrupted.

    Returns:
        What the coroutine returns.
    """
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[T]]] = []

    async def main() -> T:
        task = asyncio.ensure_future(work())
        running.append((asyncio.get_running_loop(), task))
        return await task

    with ThreadPoolExecutor(1, "judge") as executor:
        future = executor.submit(lambda: asyncio.run(main()))
        try:
            return future.result()
        except BaseException:
            if running and not future.done():
                loop, task = running[0]
                loop.call_soon_threadsafe(task.cancel)
            raise
