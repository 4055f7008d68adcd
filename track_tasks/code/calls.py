"""The library calls of a problem's solution: which are resolved, and why others are not."""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

from .flow.expressions import Call
from .flow.flow import Flow
from .flow.known_types import KnownTypes, path_of
from .flow.values import Instance, Local, Method
from .generalise import DoesNotBind, generalised_call
from .hints import hints_of, imports_of
from .library.entries import Entry
from .library.library import Library
from .problems import Problem, parsed

RESOLVED = "resolved"
BUILTIN = "builtin, or method of a builtin type"
LOCAL = "function of the solution itself"
UNKNOWN_OBJECT = "method of an object of unknown type"
CHAINED = "chained call on a value of unknown type"
UNKNOWN_FUNCTION = "call of an unknown object"
NOT_FOUND = "not in the installed library"
NOT_NAMED = "library that the problem does not name"
NO_SIGNATURE = "no signature"
NO_BINDING = "does not bind to the installed version"
NO_SUMMARY = "no documentation"
KINDS = (
    RESOLVED, BUILTIN, LOCAL, UNKNOWN_OBJECT, CHAINED, UNKNOWN_FUNCTION, NOT_FOUND, NOT_NAMED,
    NO_SIGNATURE, NO_BINDING, NO_SUMMARY,
)  # fmt: skip


class FoundCall(NamedTuple):
    """One call in a solution.

    Attributes:
        node: Its syntax node.
        kind: One of `KINDS`.
        path: Dotted name of what it calls; empty if that is not known.
        generalised: The generalised call; empty if there is none.
        entry: What the installed library says; None if it was not asked.
    """

    node: ast.Call
    kind: str
    path: str = ""
    generalised: str = ""
    entry: Entry | None = None

    @property
    def is_fact(self) -> bool:
        """Whether it makes a fact."""
        return self.kind == RESOLVED


def find_calls(problem: Problem, tree: ast.Module, library: Library) -> list[FoundCall]:
    """Finds the calls of a solution.

    Args:
        problem: The problem.
        tree: Its solution.
        library: Looks up names; only the standard library and the problem's `libs`.

    Returns:
        Every call once, in the order of execution.
    """
    types = KnownTypes(library, problem.libs)
    flow = Flow(types, hints_of(problem, tree, types))
    if (tests := parsed(problem.tests)) is not None:
        flow.visit(imports_of(tests))
    flow.visit(tree)
    return [_found(call, types, problem) for call in flow.calls]


def _found(call: Call, types: KnownTypes, problem: Problem) -> FoundCall:
    callee = call.callee
    if isinstance(callee, Local):
        return FoundCall(call.node, LOCAL)
    if callee is None or isinstance(callee, Instance):
        return FoundCall(call.node, _unknown(call.node.func))
    path = path_of(callee)
    if _is_builtin(path):
        return FoundCall(call.node, BUILTIN, path)
    entry = types.entry(path)
    if entry.kind == "missing" or entry.kind == "module":
        named = _may_be_looked_up(path, types)
        return FoundCall(call.node, NOT_FOUND if named else NOT_NAMED, path)
    if _is_builtin(entry.name):
        return FoundCall(call.node, BUILTIN, path)
    return _generalised(call.node, path, entry, isinstance(callee, Method))


def _generalised(node: ast.Call, path: str, entry: Entry, on_object: bool) -> FoundCall:
    if entry.kind == "value" or entry.parameters is None:
        return FoundCall(node, NO_SIGNATURE, path, entry=entry)
    try:
        if on_object and entry.kind == "class":
            # `frame.plot(...)`: an accessor, which is made from the object when it is accessed.
            bare = ast.Call(func=node.func, args=[], keywords=[])
            written = generalised_call(entry, bare, on_object=True)
        else:
            written = generalised_call(entry, node, on_object=on_object)
    except DoesNotBind:
        return FoundCall(node, NO_BINDING, path, entry=entry)
    if not entry.summary:
        return FoundCall(node, NO_SUMMARY, path, written, entry)
    return FoundCall(node, RESOLVED, path, written, entry)


def _unknown(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return BUILTIN if hasattr(builtins, function.id) else UNKNOWN_FUNCTION
    if not isinstance(function, ast.Attribute):
        return UNKNOWN_FUNCTION
    base: ast.expr = function
    while isinstance(base, ast.Attribute):
        base = base.value
    return UNKNOWN_OBJECT if isinstance(base, ast.Name) else CHAINED


def _is_builtin(path: str) -> bool:
    top = path.partition(".")[0]
    return hasattr(builtins, top) or top == "NoneType"


def _may_be_looked_up(path: str, types: KnownTypes) -> bool:
    return types.entry(path.partition(".")[0]).kind != "missing"
