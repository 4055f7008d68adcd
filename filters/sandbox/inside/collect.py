"""The tests of a loaded module, and the steps that run each."""

from __future__ import annotations

import inspect
import types
import unittest
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

# What to call: an exception means that it failed.
Step: TypeAlias = Callable[[], Any]
# One test: `Class.method` or the function's name; what runs it with its set-up and tear-down; and
# why it can never count, such as being skipped, or nothing.
Case: TypeAlias = tuple[str, Step, str]
# Steps before the tests of a class, its tests in unittest's order, and steps after them.
Group: TypeAlias = tuple[list[Step], list[Case], list[Step]]


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
    functions: list[Case] = [
        (name, value, "")
        for name, value in namespace.items()
        if name.startswith("test")
        and isinstance(value, types.FunctionType)
        and not inspect.signature(value).parameters
    ]
    found.append(([], functions, []))
    before = [namespace[name] for name in ("setUpModule",) if name in namespace]
    after = [namespace[name] for name in ("tearDownModule",) if name in namespace]
    return [(before, [], []), *found, ([], [], after)]


def _class_group(kind: type[unittest.TestCase]) -> Group:
    names = unittest.TestLoader().getTestCaseNames(kind)
    cases = [_method_case(kind, name) for name in names]
    return [kind.setUpClass], cases, [kind.tearDownClass, kind.doClassCleanups]


def _method_case(kind: type[unittest.TestCase], name: str) -> Case:
    method = getattr(kind, name)
    skipped = getattr(kind, "__unittest_skip__", False) or getattr(
        method, "__unittest_skip__", False
    )
    expected = getattr(kind, "__unittest_expecting_failure__", False) or getattr(
        method, "__unittest_expecting_failure__", False
    )
    refused = "it is skipped" if skipped else "it is expected to fail" if expected else ""
    return f"{kind.__name__}.{name}", lambda: kind(name).debug(), refused
