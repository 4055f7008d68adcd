"""How the examiner sees that the main thread came back from a task, and how it came back."""

from __future__ import annotations

import builtins
import gc
import types
from collections.abc import Callable
from time import sleep
from typing import Any

# Ours: the program can change only the others.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

_Task = Callable[[], Any]


def serve_tasks(get: Any, report: Any, acknowledged: Any, failure: Any, describe: Any) -> None:
    while True:
        task = get()
        try:
            task()
        except failure as error:
            report(describe(error)) or acknowledged()
        else:
            report("") or acknowledged()  # the line _PASSED: it cannot be two


_PASSED = serve_tasks.__code__.co_firstlineno + 8


def asker(hands: tuple[Any, ...]) -> Callable[[_Task], str]:
    """Returns a function that has the main thread do a task, and says how it came back."""
    tell, hear, _, frames, main = hands
    code, passed = serve_tasks.__code__, _PASSED
    home: Any = None
    collect, collect_nothing = gc.enable, gc.disable

    def outcome(task: _Task) -> str:
        nonlocal home
        home = home or _wait_for_home(frames, main, code)
        collect()
        tell(task)
        said: Any = hear()
        collect_nothing()  # otherwise this thread could run the program's finalizers
        frame = frames()[main]
        if type(said) is not str or frame is not home or frame.f_locals["task"] is not task:
            return "forged a report that the examiner did not see happen"
        if not said and frame.f_lineno != passed:
            return "forged a report of success where there was none"
        return str(said)

    return outcome


def _wait_for_home(frames: Any, main: int, code: types.CodeType) -> Any:
    """Returns the frame of `_serve` in the main thread, once it is there."""
    while True:
        frame = frames()[main]
        if frame.f_code is code:
            return frame
        sleep(0.0002)
