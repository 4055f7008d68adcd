"""The process in which a program meets its tests.

Two threads share it. The main one runs the program and the tests, from `witness.serve_tasks`.
The examiner holds the channel, its secret and all snapshots, in the frames of a thread that no
frame of the main thread leads to. A test passed only if the examiner *sees* that the main thread
has unwound to the line of that function that follows a call without an exception; nothing that the
program says counts. See the package's docstring for what this does not stop.
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
from typing import Any

from .become import Become
from .collect import Case, Group, groups, test_classes
from .comparisons import allow_any, careful_names, cells
from .guards import arm
from .integrity import (
    Snapshot,
    changed_cell,
    difference,
    shadowed,
    snapshot_class,
    snapshot_globals,
    snapshot_libraries,
)
from .rewriting import careful_tests
from .witness import asker, serve_tasks

# Ours: the program can change only the others.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

NAME = "__test__"  # of the module, as BigCodeBench's own evaluator calls it
_UNITTEST_NAMES = frozenset(dir(unittest.TestCase)) | {"__getattribute__", "__getattr__"}
_HARMLESS = frozenset({"__module__", "__doc__", "__dict__", "__weakref__", "__hash__"})
_LONGEST = 300
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LIBRARIES: Snapshot = []
_Send = Callable[[str, str, str], None]
_Task = Callable[[], Any]
_Step = Callable[..., bool]
_dict_of = type.__dict__["__dict__"].__get__


def remember_libraries() -> None:
    """Trusts the libraries as they are now: once, before any program."""
    _LIBRARIES[:] = snapshot_libraries()


def examine(request: Mapping[str, Any], secret: str, channel: int) -> None:
    """Prepares the examination of a program and begins it.

    Args:
        request: `solution`, `tests` and `entry_point`.
        secret: Begins every line of the report.
        channel: Descriptor to write to.

    Raises:
        Become: The main thread is to continue with its work.
    """
    send = _sender(secret, channel)
    try:
        tree = ast.parse(request["tests"])
        tests = compile(careful_tests(tree), "<tests>", "exec", dont_inherit=True)
    except Exception as error:
        return send("error", "", f"the tests are not Python: {_described(error)}")
    try:
        program = ast.parse(request["solution"])
        changed = _changing_names(tree, program)
        solution = compile(program, "<solution>", "exec", dont_inherit=True)
    except Exception as error:
        return send("failed", "", f"the solution is not Python: {_described(error)}")
    allow_any(request["tests"])
    raise Become(_begin(send, tests, solution, request["entry_point"], changed))


def _changing_names(tests: ast.Module, solution: ast.Module) -> list[str]:
    """Returns globals that functions assign: the tests', and those that only the solution has."""
    nodes = list(ast.walk(tests))
    own = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    bound = {node.id for node in nodes if isinstance(node, ast.Name)}
    bound |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    bound |= {node.name for node in nodes if isinstance(node, _NAMED)}
    theirs = [node for node in ast.walk(solution) if isinstance(node, ast.Global)]
    return sorted(own | {name for node in theirs for name in node.names} - bound)


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
    load_tests: _Task | None = None
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
    plan = (_loader(solution, namespace), load_tests, [*_LIBRARIES])
    hands = (tasks.put, reports.get, answers.put, sys._current_frames, _thread.get_ident())
    decide = _decider(send, namespace, entry_point, changed, plan, hands)
    _hide_ourselves()
    _start_examiner(decide, send)
    serve = types.FunctionType(serve_tasks.__code__, {"__builtins__": {}})
    describe = types.FunctionType(_described.__code__, {"__builtins__": dict(vars(builtins))})
    return partial(serve, tasks.get, reports.put, answers.get, BaseException, describe)


def _start_examiner(decide: _Task, send: _Send) -> None:
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
    """Removes our modules from `sys.modules` and from the reach of imports."""
    package = __name__.rpartition(".")[0]
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]
    del sys.path[1]  # the path through which the zygote was started


def _loader(code: types.CodeType, namespace: dict[str, Any]) -> _Task:
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
    plan: tuple[_Task, _Task | None, Snapshot],
    hands: tuple[Any, ...],
) -> _Task:
    """Returns the examiner's work; everything it needs is bound before the solution runs.

    It consists of closures, not a class: a class could be found and changed. The main thread is
    given `take_tests`, so that closure leads neither to the secret nor to the steps.
    """
    load_solution, load_tests, snapshot = plan
    assertions = cells()
    known: dict[type, frozenset[str]] = {}
    found: list[Group] = []
    given: dict[str, Any] = {}

    def take_tests() -> None:
        nonlocal found, snapshot, given
        found, given = groups(namespace), dict(namespace)
        for kind in test_classes(namespace):
            snapshot = snapshot + snapshot_class(kind)
            known[kind] = frozenset(_dict_of(kind)) | _HARMLESS

    def tampered() -> str:
        changes = difference(snapshot) or changed_cell(assertions)
        return changes or shadowed(_UNITTEST_NAMES, known)

    step = _stepper(send, tampered, hands)

    def prepare() -> str:
        """Loads the program and its tests; returns why there is nothing to run."""
        nonlocal snapshot
        problem = _load(load_solution, load_tests, take_tests, step)
        if problem:
            return problem
        step(partial(namespace.update, given))
        snapshot = snapshot + snapshot_globals(namespace, [*changed, *namespace.keys() - given])
        if entry_point and entry_point not in namespace:
            return f"failed the solution does not define {entry_point}"
        return ""

    def decide() -> None:
        kind, _, text = prepare().partition(" ")
        if kind:
            send(kind, "", text)
        else:
            _run_groups(found, step, send)
        send("end", "", "")

    return decide


def _stepper(send: _Send, tampered: Callable[[], str], hands: tuple[Any, ...]) -> _Step:
    """Returns what has the main thread do a task, and reports what came of it if it has a name.

    The main thread does what could call methods of the program's objects.
    """
    outcome, acknowledge = asker(hands), hands[2]

    def step(task: _Task, name: str = "") -> bool:
        said = outcome(task)
        changed = tampered()
        if changed:
            said = f"forged {changed} was replaced"
        kind, _, text = said.partition(" ")
        if said or name:
            send(kind or "passed", name, text)
        acknowledge(None)
        return not said

    return step


def _load(load_solution: _Task, load_tests: _Task | None, take_tests: _Task, step: _Step) -> str:
    """Loads the solution, and the tests if they need it; returns why one cannot be loaded."""
    if load_tests is None:
        take_tests()
    if not step(load_solution):
        return "failed the solution cannot be loaded"
    if load_tests is not None:
        if not step(load_tests):
            return "error the tests cannot be loaded"
        step(take_tests)
    return ""


def _run_groups(found: list[Group], step: _Step, send: _Send) -> None:
    """Runs the tests of each class; where its set-up fails, none of them is run."""
    for before, cases, after in found:
        if all(step(task) for task in before):
            for case in cases:
                _run_case(case, step, send)
            for task in after:
                step(task)


def _run_case(case: Case, step: _Step, send: _Send) -> None:
    name, run, refused = case
    if refused:
        send("failed", name, refused)
    else:
        step(run, name)
