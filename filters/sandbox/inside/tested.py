"""The process in which a program meets its tests.

Two threads share it. The main one runs the program and the tests, from `_serve`. The examiner
holds the channel, its secret and all snapshots, in the frames of a thread that no frame of the
main thread leads to. A test passed only if the examiner *sees* that the main thread has unwound
to the line of `_serve` that follows a call without an exception; nothing that the program says
counts. See the package's docstring for what this does not stop.
"""

from __future__ import annotations

import _thread
import ast
import builtins
import os
import sys
import types
import unittest
from _queue import SimpleQueue
from collections.abc import Callable, Mapping
from functools import partial
from time import sleep
from typing import Any

from .collect import Case, Group, groups, test_classes
from .comparisons import allow_any, careful_names, careful_tests
from .guards import arm
from .integrity import (
    Snapshot,
    difference,
    shadowed,
    snapshot_class,
    snapshot_globals,
    snapshot_libraries,
)

__builtins__ = dict(vars(builtins))  # ours: the program can change only the others

NAME = "__test__"  # of the module, as BigCodeBench's own evaluator calls it
_UNITTEST_NAMES = frozenset(dir(unittest.TestCase)) | {"__getattribute__", "__getattr__"}
_HARMLESS = frozenset({"__module__", "__doc__", "__dict__", "__weakref__", "__hash__"})
_LONGEST = 300
_Send = Callable[[str, str, str], None]


def _serve(get: Any, report: Any, acknowledged: Any, failure: Any, describe: Any) -> None:
    while True:
        task = get()
        try:
            task()
        except failure as error:
            report(describe(error))
            acknowledged()  # noqa: E702 -- one line, see _PASSED
        else:
            report("")
            acknowledged()  # noqa: E702 -- as above


_PASSED = _serve.__code__.co_firstlineno + 8


class Become(Exception):  # noqa: N818 -- not an error
    """Unwinds the forked process, so that no frame beneath the program's leads to the examiner.

    Attributes:
        work: What the outermost frame is to call.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work


def examine(request: Mapping[str, Any], secret: str, channel: int) -> None:
    """Prepares the examination of a program and begins it.

    Args:
        request: `solution`, `tests` and `entry_point`.
        secret: Begins every line of the report.
        channel: Descriptor to write to.

    Raises:
        Become: The main thread is to go on with its work.
    """
    send = _sender(secret, channel)
    try:
        tree = ast.parse(request["tests"])
        changed = _assigned_by_functions(tree)
        tests = compile(careful_tests(tree), "<tests>", "exec", dont_inherit=True)
    except Exception as error:
        return send("error", "", f"the tests are not Python: {_described(error)}")
    try:
        solution = compile(request["solution"], "<solution>", "exec", dont_inherit=True)
    except (Exception, RecursionError, MemoryError) as error:
        return send("failed", "", f"the solution is not Python: {_described(error)}")
    allow_any(request["tests"])
    raise Become(_begin(send, tests, solution, request["entry_point"], changed))


def _assigned_by_functions(tree: ast.Module) -> list[str]:
    return [name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names]


def _begin(
    send: _Send,
    tests: types.CodeType,
    solution: types.CodeType,
    entry_point: str,
    changed: list[str],
) -> Callable[[], None]:
    """Loads the tests before the solution, if they do not need it, and starts the examiner."""
    module = types.ModuleType(NAME)
    sys.modules[NAME] = module
    namespace = module.__dict__
    namespace.update(careful_names(), __builtins__=builtins)
    before = dict(namespace)
    libraries = snapshot_libraries()
    load_tests: Callable[[], None] | None = None
    try:
        exec(tests, namespace)  # noqa: S102 -- in a sandbox
    except BaseException:
        # They need names of the solution already, or they are broken: that shows later.
        namespace.clear()
        namespace.update(before)
        load_tests = _loader(tests, namespace)
    tasks: SimpleQueue[Any] = SimpleQueue()
    reports: SimpleQueue[Any] = SimpleQueue()
    answers: SimpleQueue[Any] = SimpleQueue()
    plan = (_loader(solution, namespace), load_tests, libraries)
    hands = (tasks.put, reports.get, answers.put, sys._current_frames, _thread.get_ident())
    decide = _decider(send, namespace, entry_point, changed, plan, hands)
    _hide_ourselves()
    _start_examiner(decide, send)
    serve = types.FunctionType(_serve.__code__, {"__builtins__": {}})
    describe = types.FunctionType(_described.__code__, {"__builtins__": dict(vars(builtins))})
    return partial(serve, tasks.get, reports.put, answers.get, BaseException, describe)


def _start_examiner(decide: Callable[[], None], send: _Send) -> None:
    ready = _thread.allocate_lock()
    ready.acquire()

    def run() -> None:
        arm(_thread.get_ident())
        ready.release()
        try:
            decide()
        except BaseException as error:
            send("error", "", f"the examiner failed: {_described(error)}")

    _thread.start_new_thread(run, ())
    ready.acquire()


def _hide_ourselves() -> None:
    """Takes our modules out of reach of `sys.modules`."""
    package = __name__.rpartition(".")[0]
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]
    del sys.path[1]  # where `zygote`'s caller put us


def _loader(code: types.CodeType, namespace: dict[str, Any]) -> Callable[[], None]:
    def load() -> None:
        exec(code, namespace)  # noqa: S102 -- in a sandbox

    return load


def _described(error: BaseException) -> str:
    kind = "memory" if isinstance(error, MemoryError) else "failed"
    try:
        text = f"{type(error).__name__}: {error}"[:300]
    except BaseException:
        text = type(error).__name__
    return f"{kind} {text}"


def _sender(secret: str, channel: int) -> _Send:
    write = os.write

    def send(kind: str, name: str, text: str) -> None:
        fields = [secret, kind, name, text[:_LONGEST]]
        line = "\t".join([f.replace("\t", " ").replace("\n", " ") for f in fields])
        write(channel, line.encode("utf-8", "replace") + b"\n")

    return send


def _decider(
    send: _Send,
    namespace: dict[str, Any],
    entry_point: str,
    changed: list[str],
    plan: tuple[Callable[[], None], Callable[[], None] | None, Snapshot],
    hands: tuple[Any, ...],
) -> Callable[[], None]:
    """Returns the examiner's work; everything it needs is bound now, before the solution runs."""
    load_solution, load_tests, snapshot = plan
    tell, hear, acknowledge, frames, main = hands
    known: dict[type, frozenset[str]] = {}
    found: list[Group] = []
    kinds: list[type] = []
    given: dict[str, Any] = {}

    def take_tests() -> None:
        nonlocal found, kinds, snapshot, given
        found, kinds, given = groups(namespace), test_classes(namespace), dict(namespace)
        for kind in kinds:
            snapshot = snapshot + snapshot_class(kind)
            known[kind] = frozenset(_dict_of(kind)) | _HARMLESS

    def outcome(task: Callable[[], Any]) -> str:
        """Has the main thread do a task; empty if it is seen to have come back without an error."""
        tell(task)
        said = hear()
        frame = frames()[main]
        if type(said) is not str or frame is not home or frame.f_locals["task"] is not task:
            return "forged a report that the examiner did not see happen"
        if not said and frame.f_lineno != passed:
            return "forged a report of success where there was none"
        return said

    code, passed, home = _serve.__code__, _PASSED, None

    def decide() -> None:
        nonlocal home, snapshot
        home = _wait_for_home(frames, main, code)
        if load_tests is None:
            take_tests()

        def step(task: Callable[[], Any], name: str = "") -> bool:
            said = outcome(task)
            tampered = difference(snapshot) or shadowed(kinds, _UNITTEST_NAMES, known)
            if tampered:
                said = f"forged {tampered} was replaced"
            kind, _, text = said.partition(" ")
            if said or name:
                send(kind or "passed", name, text)
            acknowledge(None)
            return not said

        if not step(load_solution):
            return send("end", "", "")
        if load_tests is not None and not step(load_tests):
            return send("error", "", "the tests cannot be loaded")
        if load_tests is not None:
            take_tests()
        namespace.update(given)
        if entry_point and entry_point not in namespace:
            send("failed", "", f"the solution does not define {entry_point}")
            return send("end", "", "")
        snapshot = snapshot + snapshot_globals(namespace, changed)
        for group in found:
            _run_group(group, step, send)
        return send("end", "", "")

    return decide


_dict_of = type.__dict__["__dict__"].__get__


def _run_group(group: Group, step: Callable[..., bool], send: _Send) -> None:
    """Runs the tests of one class; if its set-up fails, none of them is run."""
    if not all([step(task) for task in group.before]):
        return
    for case in group.cases:
        _run_case(case, step, send)
    for task in group.after:
        step(task)


def _run_case(case: Case, step: Callable[..., bool], send: _Send) -> None:
    if case.refused:
        send("failed", case.name, case.refused)
    else:
        step(case.run, case.name)


def _wait_for_home(frames: Any, main: int, code: types.CodeType) -> Any:
    """Returns the frame of `_serve` in the main thread, once it is there."""
    while True:
        frame = frames()[main]
        while frame is not None and frame.f_code is not code:
            frame = frame.f_back
        if frame is not None:
            return frame
        sleep(0.0002)
