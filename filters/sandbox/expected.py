"""Which tests a test module has: counted from its source, before anything runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_CASES = ("TestCase", "IsolatedAsyncioTestCase")
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


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
    module = ast.parse(tests)
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
