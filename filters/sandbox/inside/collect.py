"""The tests of a module that was loaded, and the steps to run each."""

from __future__ import annotations

import inspect
import types
import unittest
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__builtins__ = dict(vars(__import__("builtins")))  # ours: the program can change only the others


@dataclass(frozen=True)
class Case:
    """One test.

    Attributes:
        name: `Class.method` or the function's name.
        run: Runs it with its set-up and tear-down; an exception means that it failed.
        refused: Why it can never count, such as being skipped; else empty.
    """

    name: str
    run: Callable[[], None]
    refused: str = ""


@dataclass(frozen=True)
class Group:
    """The tests of one class, or the test functions of a module.

    Attributes:
        cases: The tests in unittest's order.
        before: Steps before them, such as `setUpClass`.
        after: Steps after them.
    """

    cases: list[Case]
    before: list[Callable[[], Any]] = field(default_factory=list)
    after: list[Callable[[], Any]] = field(default_factory=list)


def test_classes(namespace: Mapping[str, Any]) -> list[type[unittest.TestCase]]:
    """Returns the test classes that a module defines, by name."""
    kinds = [namespace[name] for name in sorted(namespace)]
    cases = [
        kind for kind in kinds if isinstance(kind, type) and issubclass(kind, unittest.TestCase)
    ]
    return list(dict.fromkeys(kind for kind in cases if kind.__module__ == namespace["__name__"]))


def groups(namespace: Mapping[str, Any]) -> list[Group]:
    """Returns a loaded module's tests.

    Args:
        namespace: The globals of the test module.
    """
    found = [_class_group(kind) for kind in test_classes(namespace)]
    functions = [
        Case(name, value)
        for name, value in namespace.items()
        if name.startswith("test")
        and isinstance(value, types.FunctionType)
        and not inspect.signature(value).parameters
    ]
    found.append(Group(functions))
    before = [namespace[name] for name in ("setUpModule",) if name in namespace]
    after = [namespace[name] for name in ("tearDownModule",) if name in namespace]
    return [Group([], before), *found, Group([], [], after)]


def _class_group(kind: type[unittest.TestCase]) -> Group:
    names = unittest.TestLoader().getTestCaseNames(kind)
    cases = [_method_case(kind, name) for name in names]
    return Group(cases, [kind.setUpClass], [kind.tearDownClass, kind.doClassCleanups])


def _method_case(kind: type[unittest.TestCase], name: str) -> Case:
    method = getattr(kind, name)
    skipped = getattr(kind, "__unittest_skip__", False) or getattr(
        method, "__unittest_skip__", False
    )
    expected = getattr(kind, "__unittest_expecting_failure__", False) or getattr(
        method, "__unittest_expecting_failure__", False
    )
    refused = "it is skipped" if skipped else "it is expected to fail" if expected else ""
    run = _run_async if issubclass(kind, unittest.IsolatedAsyncioTestCase) else _run_method
    parts = (kind.setUp, method, kind.tearDown)
    return Case(f"{kind.__name__}.{name}", lambda: run(kind, name, parts), refused)


def _run_method(kind: type[unittest.TestCase], name: str, parts: tuple[Any, Any, Any]) -> None:
    case = kind(name)
    set_up, method, tear_down = parts
    try:
        set_up(case)
        try:
            method(case)
        finally:
            tear_down(case)
    finally:
        while case._cleanups:
            function, given, named = case._cleanups.pop()
            function(*given, **named)


def _run_async(kind: type[unittest.TestCase], name: str, parts: tuple[Any, Any, Any]) -> None:
    case = kind(name)
    case.debug()
