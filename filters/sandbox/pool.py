"""A sandbox of warm workers, one per core: bubblewrap, or a weaker one for users who accept it."""

from __future__ import annotations

import ast
import base64
import logging
import os
import queue
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import lru_cache, partial
from typing import Any, Literal

from ...core.errors import InputError
from .altered.module import TestModule, Version, parse
from .bubblewrap import is_missing, remedy, unseen_packages
from .examination import examine, excused
from .libraries import level, levels
from .protocol import Limits, Outcome, Program
from .worker import Worker

logger = logging.getLogger(__name__)

Kind = Literal["bubblewrap", "weak"]
PRELOAD = ("numpy", "pandas", "matplotlib.pyplot", "scipy.stats", "sklearn.datasets", "seaborn")
_LONGEST_SOURCE = 4 * 1024**2  # characters
VARIABLE = "ERBENCH_TRACK_SANDBOX"
_FORMS = "bubblewrap or weak"
_CASES = ("TestCase", "IsolatedAsyncioTestCase")
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


class ProgramSandbox:
    """Runs programs in bubblewrap, or in the weak sandbox: processes with limits and nothing more.

    Args:
        kind: `bubblewrap` or `weak`.
        limits: What each program may use.
        workers: How many run at once; by default one per core.
        preload: Modules to import once; those that are not installed are left out.
    """

    def __init__(
        self,
        kind: Kind,
        limits: Limits | None = None,
        workers: int | None = None,
        preload: Sequence[str] = PRELOAD,
    ) -> None:
        self._kind = kind
        self._limits = limits or Limits()
        self._preload = tuple(preload)
        self._levels = levels(preload)
        self._count = workers or len(os.sched_getaffinity(0))
        self._workers: list[Worker] = []
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._rng = secrets.SystemRandom()  # nothing that a program could find out
        # They live as long as the workers: a worker dies with the thread that started it.
        self._threads = ThreadPoolExecutor(self._count)

    def run(self, programs: Sequence[Program]) -> list[Outcome]:
        """Runs programs; outcomes come in their order.

        Raises:
            InputError: The sandbox does not start.
        """
        return list(self._threads.map(self._outcome, programs))

    def record(self) -> Mapping[str, Any]:
        """Returns the sandbox's kind and limits, for the results."""
        return {"sandbox": self._kind, "limits": asdict(self._limits), "preload": self._preload}

    def close(self) -> None:
        """Ends the workers."""
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> ProgramSandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _outcome(self, program: Program) -> Outcome:
        try:
            expected = expected_tests(program.tests)
            tests = _test_module(program.tests, program.entry_point)
            versions = tests.versions(self._rng)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return Outcome(False, "error", 0, 0, f"the tests are not Python: {error}")
        least = max(len(expected), program.tests_expected or 0)
        if len(program.solution) + len(program.tests) > _LONGEST_SOURCE:
            return Outcome(False, "failed", 0, least, "the program is too long")
        asked = {
            "entry_point": program.entry_point,
            "expected": expected,
            "least": least,
            "assertions": tests.assertions,
            "level": level(f"{program.tests}\n{program.solution}", self._levels),
        }
        run = partial(self._run, {"solution": program.solution, **asked})
        found = examine(versions, run)
        if found.outcome.status in ("failed", "memory"):  # what failed depends on what was altered
            whole = examine([tests.unaltered], run).outcome
            return whole if whole.status == found.outcome.status else found.outcome
        if found.fooled and program.reference and found.outcome.status == "forged":
            right = partial(self._run, {"solution": program.reference, **asked})
            if excused(found, right):
                return replace(found.outcome, passed=True, status="passed", message="")
        return found.outcome

    def _run(self, asked: Mapping[str, Any], version: Version) -> Mapping[str, Any]:
        """Runs a program once."""
        worker = self._take()
        try:
            return worker.ask({**asked, "tests": base64.b64encode(version.code).decode()})
        finally:
            self._idle.put(worker)

    def _take(self) -> Worker:
        """Returns an idle worker; there is one for each thread."""
        with self._lock:
            if self._idle.empty() and len(self._workers) < self._count:
                isolated = self._kind == "bubblewrap"
                worker = Worker(self._limits, self._levels, isolated=isolated)
                self._workers.append(worker)
                return worker
        return self._idle.get()


@lru_cache(maxsize=64)
def _test_module(source: str, entry_point: str) -> TestModule:
    """Reads tests: those of a problem are met by many programs, one after the other."""
    return TestModule(source, entry_point)


def choose_sandbox(settings: Mapping[str, Any], limits: Limits | None = None) -> ProgramSandbox:
    """Makes the sandbox that settings ask for; nothing is started yet.

    Args:
        settings: Has `sandbox` (`bubblewrap` or `weak`) or leaves it to the environment variable
            ERBENCH_TRACK_SANDBOX; `sandbox_workers` is the number of workers.
        limits: What each program may use.

    Raises:
        InputError: The name is unknown, the number is not a number, or bubblewrap cannot be used
            here.
    """
    kind = str(settings.get("sandbox") or os.environ.get(VARIABLE) or "bubblewrap")
    workers = _workers(settings.get("sandbox_workers"))
    if unseen := unseen_packages():
        logger.warning(
            "the sandbox cannot see %s: programs that import from there fail; install such "
            "packages as usual, not with -e",
            ", ".join(unseen),
        )
    if kind == "weak":
        return ProgramSandbox("weak", limits, workers)
    if kind != "bubblewrap":
        raise InputError(f"sandbox: {kind!r} is not one of {_FORMS}")
    reason = is_missing()
    if reason:
        raise InputError(
            f"model-written code is not run: {reason}; {remedy()}, or accept a "
            f"weaker sandbox (your files and network are open to the code) with sandbox=weak or "
            f"{VARIABLE}=weak"
        )
    return ProgramSandbox("bubblewrap", limits, workers)


def _workers(value: object) -> int | None:
    if value is None:
        return None
    try:
        count = int(str(value))
    except ValueError:
        count = 0
    if count < 1:
        raise InputError(f"sandbox_workers: {value!r} is not a whole number from 1")
    return count


def expected_tests(tests: str) -> list[str]:
    """Lists the tests of a module without running it.

    Args:
        tests: Its source.

    Returns:
        `Class.test_method` for unittest classes, inherited methods included, and `test_name` for
        functions without parameters, in order. Tests that are only created when the module runs
        are not among them.

    Raises:
        SyntaxError: It is not Python.
        ValueError: It cannot be source, such as text with a null byte.
        RecursionError: It is nested too deeply.
        MemoryError: It is nested too deeply for the parser.
    """
    module = parse(tests)
    statements = list(_reached(module.body))
    classes = {node.name: node for node in statements if isinstance(node, ast.ClassDef)}
    names = [
        node.name
        for node in statements
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and _takes_none(node)
    ]
    for name in classes:
        methods, is_case = _methods(name, classes, frozenset())
        if is_case:
            names += [f"{name}.{method}" for method in methods]
    return list(dict.fromkeys(names))


def _reached(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yields a module's statements, and those in its top-level `if`, `try` and `with`."""
    for node in body:
        if isinstance(node, ast.If) and _is_main_guard(node):
            continue
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            yield from _reached(node.body)


def _is_main_guard(node: ast.If) -> bool:
    return "__main__" in ast.dump(node.test)


def _takes_none(node: ast.FunctionDef) -> bool:
    given = node.args
    required = len(given.posonlyargs) + len(given.args) - len(given.defaults)
    return required <= 0 and all(given.kw_defaults)


def _methods(
    name: str, classes: dict[str, ast.ClassDef], seen: frozenset[str]
) -> tuple[dict[str, None], bool]:
    """Returns a class's test methods, with those that it inherits, and whether it is a case."""
    if name in seen:
        return {}, False
    node = classes[name]
    methods: dict[str, None] = {}
    is_case = False
    for base in node.bases:
        base_name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        is_case |= base_name in _CASES
        if base_name in classes:
            inherited, base_is_case = _methods(base_name, classes, seen | {name})
            methods |= inherited
            is_case |= base_is_case
    own = [item.name for item in node.body if isinstance(item, _Function)]
    return methods | dict.fromkeys(m for m in own if m.startswith("test")), is_case
