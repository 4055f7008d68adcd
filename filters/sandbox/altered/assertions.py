"""The assertions of a test module, and how they report instead of ending their test."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .places import called

HELD, BROKE, ANY = "@held", "@broke", "@BaseException"
"""Names that a test module is given; they are not identifiers, so that it has none of them."""
RAISING = frozenset(
    ("assertRaises", "assertRaisesRegex", "assertWarns", "assertWarnsRegex", "raises", "warns")
)
Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOP = (ast.For, ast.AsyncFor, ast.While)
_WITH = (ast.With, ast.AsyncWith)
_SWALLOWING = RAISING | {"suppress"}


@dataclass(eq=False)
class Assertion:
    """A statement that fails if something is not as expected.

    Attributes:
        number: Its place among those of the module.
        statement: The `assert`, the call of an assertion, or the `with` of `assertRaises`.
        body: The statements among which it stands.
        function: The outermost function in which it stands.
        tests: Names of the tests that have come past it if they end.
    """

    number: int
    statement: ast.stmt
    body: list[ast.stmt]
    function: Function
    tests: frozenset[str]

    @property
    def call(self) -> ast.Call | None:
        """The call that asserts, or makes the context that does; None for `assert`."""
        found: ast.expr | None
        if isinstance(self.statement, ast.With | ast.AsyncWith):
            found = self.statement.items[0].context_expr
        else:
            found = getattr(self.statement, "value", None)
        return found if isinstance(found, ast.Call) else None

    @property
    def name(self) -> str:
        """What it is called, such as `assertEqual`."""
        return called(self.call) or "assert"


def assertions_of(module: ast.Module) -> list[Assertion]:
    """Returns a module's assertions, without those whose failure the tests themselves handle."""
    found: list[Assertion] = []
    functions = list(_functions(module.body))
    names = [function.name for function in functions]
    own = {of.name: of for of in functions if names.count(of.name) == 1 and _runs_at_once(of)}
    steps = {id(of): list(_statements(of.body, of.name in own)) for of in functions}
    certain = {
        name: [body[index] for body, index, is_certain, _ in steps[id(of)] if is_certain]
        for name, of in own.items()
    }
    for function in functions:
        tests = _reaching(function.name, certain)
        for body, index, is_certain, handled in steps[id(function)]:
            if _asserts(body[index]) and not handled:
                users = tests if is_certain else frozenset()
                found.append(Assertion(len(found), body[index], body, function, users))
    return found


def _runs_at_once(function: Function) -> bool:
    """Whether what calls a function runs it; the tests themselves are called by unittest."""
    parts = list(ast.walk(function))
    lazy = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts)
    plain = isinstance(function, ast.FunctionDef) and not function.decorator_list
    return function.name.startswith("test") or (plain and not lazy)


def _reaching(name: str, certain: Mapping[str, list[ast.stmt]]) -> frozenset[str]:
    """Returns the tests that surely run a function: it is one, or a helper that they call."""
    found, new = {name}, {name}
    while new:
        new = {
            caller
            for caller, statements in certain.items()
            if caller not in found and any(_helper(one) in new for one in statements)
        }
        found |= new
    return frozenset(one for one in found if one.startswith("test") and one in certain)


def report(assertions: list[Assertion]) -> None:
    """Puts each assertion into a `try` that reports whether it held, and lets the test go on."""
    for one in assertions:
        index = next(i for i, statement in enumerate(one.body) if statement is one.statement)
        handler = ast.ExceptHandler(_name(ANY), None, [_call(BROKE, one.number)])
        wrapped = ast.Try([one.statement], [handler], [_call(HELD, one.number)], [])
        one.body[index] = ast.copy_location(wrapped, one.statement)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _call(name: str, number: int) -> ast.Expr:
    return ast.Expr(ast.Call(_name(name), [ast.Constant(number)], []))


def _functions(body: list[ast.stmt]) -> Iterator[Function]:
    for statement in body:
        if isinstance(statement, _FUNCTION):
            yield statement
        elif not isinstance(statement, ast.expr):
            for field in ("body", "orelse", "finalbody"):
                yield from _functions(getattr(statement, field, None) or [])


def _statements(
    body: list[ast.stmt], certain: bool, handled: bool = False
) -> Iterator[tuple[list[ast.stmt], int, bool, bool]]:
    """Yields where assertions and calls of helpers stand.

    With each come whether a run that ends has come past it, and whether its failure is handled.
    """
    for index, statement in enumerate(body):
        if _asserts(statement) or _helper(statement):
            yield body, index, certain, handled
        elif isinstance(statement, ast.Try):
            yield from _statements(statement.body, certain, handled or bool(statement.handlers))
            for some in (*(of.body for of in statement.handlers), statement.orelse):
                yield from _statements(some, False, handled)
            yield from _statements(statement.finalbody, certain, handled)
        elif isinstance(statement, _WITH):
            swallows = any(called(item.context_expr) in _SWALLOWING for item in statement.items)
            yield from _statements(statement.body, certain, handled or swallows)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from _statements(case.body, False, handled)
        elif not isinstance(statement, ast.ClassDef):
            inside = certain and _is_entered(statement)
            for field in ("body", "orelse"):
                some = getattr(statement, field, None) or []
                yield from _statements(some, inside and field == "body", handled)
        certain = certain and not _may_leave(statement)


def _asserts(statement: ast.stmt) -> bool:
    if isinstance(statement, _WITH):
        return called(statement.items[0].context_expr) in RAISING and len(statement.items) == 1
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(statement, ast.Assert) or called(value).startswith("assert")


def _helper(statement: ast.stmt) -> str:
    """Returns the function or method of the tests that a statement may call; empty if none."""
    call = getattr(statement, "value", None)
    function = call.func if isinstance(call, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr if getattr(function.value, "id", "") in ("self", "cls") else ""
    return getattr(function, "id", "")


def _is_entered(statement: ast.stmt) -> bool:
    """Whether a loop goes over something that is written there."""
    items = getattr(getattr(statement, "iter", None), "elts", None)
    return bool(items)


def _may_leave(statement: ast.stmt) -> bool:
    leaving = (ast.Return, ast.Break, ast.Continue, ast.Raise)
    return any(isinstance(node, leaving) for node in ast.walk(statement))
