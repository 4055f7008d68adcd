"""The AST visitor: finds every call of a program, and what it calls, in the order of execution.

A simple flow analysis: one pass over the statements, which remembers for each name what is known of
its value. Nothing is executed. After a branch, what is known on either side counts as known, unless
the sides differ; loops are passed once.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .containers import iterated, operated
from .expressions import Expressions
from .known_types import KnownTypes
from .values import Instance, Local, Reference, Value, merged, merged_all

if TYPE_CHECKING:
    pass


Hints = Mapping[str, Value]
_ALIASES = {
    "List": "list", "Sequence": "list", "Iterable": "list", "Iterator": "list", "Tuple": "tuple",
    "Dict": "dict", "Mapping": "dict", "Set": "set",
}  # fmt: skip
_WRAPPERS = ("Optional", "Union", "Annotated", "Final")


class Flow(Expressions, ast.NodeVisitor):
    """Visits a program.

    Attributes:
        imported: Top-level packages that the program imports.
    """

    def __init__(self, types: KnownTypes, hints: Mapping[str, Hints] | None = None) -> None:
        """Starts with an empty program.

        Args:
            types: What the libraries say.
            hints: For each function, what is known of its parameters from elsewhere, by name.
        """
        super().__init__(types)
        self.imported: dict[str, None] = {}
        self._hints = hints or {}
        self._returned: list[list[Value]] = [[]]

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.partition(".")[0]
            self.imported[top] = None
            self.names[alias.asname or top] = Reference(alias.name if alias.asname else top)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or not node.module:
            return
        self.imported[node.module.partition(".")[0]] = None
        for alias in node.names:
            self.names[alias.asname or alias.name] = Reference(f"{node.module}.{alias.name}")

    def visit_Assign(self, node: ast.Assign) -> None:
        value = self.visit(node.value)
        for target in node.targets:
            self.bind(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        value = self.visit(node.value) if node.value else None
        self.bind(node.target, merged(type_of_annotation(self, node.annotation), value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        before, value = self.visit(node.target), self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.names[node.target.id] = operated(before, node.op, value) or before

    def bind(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Attribute):
            if isinstance(target.value, ast.Name):
                self.names[f"{target.value.id}.{target.attr}"] = value
            else:
                self.visit(target.value)
        elif isinstance(target, ast.Subscript):
            self._bind_item(target, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, Instance("list", (iterated(value),)))
        elif isinstance(target, ast.Tuple | ast.List):
            parts = value.items if isinstance(value, Instance) and value.type == "tuple" else ()
            for i, one in enumerate(target.elts):
                fits = len(parts) == len(target.elts)
                self.bind(one, parts[i] if fits else iterated(value))

    def _bind_item(self, target: ast.Subscript, value: Value) -> None:
        held = self.visit(target.value)
        key = self.visit(target.slice)
        is_empty = isinstance(held, Instance) and held.type == "dict" and not held.items
        if is_empty and isinstance(target.value, ast.Name):
            self.names[target.value.id] = Instance("dict", (key, value))

    def visit_Return(self, node: ast.Return) -> None:
        self._returned[-1].append(self.visit(node.value) if node.value else Instance("NoneType"))

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.bind(node.target, iterated(self.visit(node.iter)))
        self._branches([[*node.body], [*node.orelse]])

    visit_AsyncFor = visit_For  # noqa: N815 -- as NodeVisitor names it

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._branches([[*node.body], [*node.orelse]])

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        self._branches([node.body, node.orelse])

    def visit_Try(self, node: ast.Try) -> None:
        self._statements(node.body)
        for handler in node.handlers:
            if handler.type is not None:
                self.visit(handler.type)
        self._branches([[], *([*handler.body] for handler in node.handlers)])
        self._statements([*node.orelse, *node.finalbody])

    visit_TryStar = visit_Try  # noqa: N815 -- as NodeVisitor names it

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for one in node.items:
            value = self.types.entered(self.visit(one.context_expr))
            if one.optional_vars is not None:
                self.bind(one.optional_vars, value)
        self._statements(node.body)

    visit_AsyncWith = visit_With  # noqa: N815 -- as NodeVisitor names it

    def _branches(self, branches: list[list[ast.stmt]]) -> None:
        before, after = dict(self.names), list[dict[str, Value]]()
        for statements in branches:
            self.names = dict(before)
            self._statements(statements)
            ends = bool(statements) and isinstance(statements[-1], ast.Return | ast.Raise)
            after += [] if ends else [self.names]
        names = {name for branch in after for name in branch}
        merged_names = {
            name: merged_all([branch[name] for branch in after if name in branch]) for name in names
        }
        self.names = merged_names if after else before

    def _statements(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.visit(statement)

    def visit_Module(self, node: ast.Module) -> None:
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        self.names |= {one.name: Local(None) for one in node.body if isinstance(one, defined)}
        self._statements(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *(one.value for one in node.keywords)):
            self.visit(part)
        outer = dict(self.names)
        # What the first methods, such as `setUp`, put on `self` is known in the others.
        self._statements(node.body)
        self.names = {**outer, node.name: Local(None)}

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in node.decorator_list:
            self.visit(part)
        outer = dict(self.names)
        self.names[node.name] = Local(None)
        self.names |= parameter_types(self, node, self._hints.get(node.name, {}))
        self._returned.append([])
        self._statements(node.body)
        returned = merged_all(self._returned.pop())
        on_self = {name: value for name, value in self.names.items() if name.startswith("self.")}
        declared = type_of_annotation(self, node.returns) if node.returns else None
        self.names = {**outer, **on_self, node.name: Local(declared or returned)}

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 -- as NodeVisitor names it


def parameter_types(
    flow: Expressions, node: ast.FunctionDef | ast.AsyncFunctionDef, hints: Mapping[str, Value]
) -> dict[str, Value]:
    """Returns what is known of the parameters of a function.

    The first of these that says something: the annotation; `isinstance(parameter, Class)` in the
    body; the default value; what is known from elsewhere.

    Args:
        flow: Visits the default values, and knows the names of the module.
        node: The function.
        hints: What is known of its parameters from elsewhere.
    """
    positional = [*node.args.posonlyargs, *node.args.args]
    defaults = dict(zip(reversed(positional), reversed(node.args.defaults), strict=False))
    pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    defaults |= {one: default for one, default in pairs if default is not None}
    guarded = _guarded(flow, node)
    found: dict[str, Value] = {}
    for one in (*positional, *node.args.kwonlyargs):
        default = flow.visit(defaults[one]) if one in defaults else None
        declared = type_of_annotation(flow, one.annotation) if one.annotation else None
        hint = hints.get(one.arg)
        own = declared or guarded.get(one.arg)
        own = own or (None if default == Instance("NoneType") else default)
        # `names: list` does not say what it holds; the tests may.
        found[one.arg] = merged(own, hint) or own
    for rest, kind in ((node.args.vararg, "tuple"), (node.args.kwarg, "dict")):
        if rest is not None:
            found[rest.arg] = Instance(kind)
    return found


def _guarded(flow: Expressions, node: ast.AST) -> dict[str, Value]:
    """Returns what `isinstance` says about names."""
    found: dict[str, Value] = {}
    for call in ast.walk(node):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "isinstance"
            and len(call.args) == 2
            and isinstance(call.args[0], ast.Name)
        ):
            found.setdefault(call.args[0].id, type_of_annotation(flow, call.args[1]))
    return found


def type_of_annotation(flow: Expressions, node: ast.expr) -> Value:
    """Returns the type that an annotation names; of several, the first that is not None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return type_of_annotation(flow, ast.parse(node.value, mode="eval").body)
        except (SyntaxError, ValueError):
            return None
    if isinstance(node, ast.BinOp):
        sides = (type_of_annotation(flow, node.left), type_of_annotation(flow, node.right))
        return sides[0] if merged(*sides) is None else merged(*sides)
    if isinstance(node, ast.Subscript):
        return _subscripted(flow, node)
    named = _named(flow, node)
    if named is None:
        return None
    last = named.rpartition(".")[2]
    return Instance(_ALIASES.get(last, named))


def _subscripted(flow: Expressions, node: ast.Subscript) -> Value:
    outer = type_of_annotation(flow, node.value)
    if not isinstance(outer, Instance):
        return None
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    parts = tuple(type_of_annotation(flow, part) for part in inner)
    if outer.type.rpartition(".")[2] in _WRAPPERS:
        return next((part for part in parts if part != Instance("NoneType")), None)
    return Instance(outer.type, parts)


def _named(flow: Expressions, node: ast.expr) -> str | None:
    """Returns the dotted name of a class, without counting anything as used."""
    if isinstance(node, ast.Constant) and node.value is None:
        return "NoneType"
    if isinstance(node, ast.Attribute):
        owner = _named(flow, node.value)
        return f"{owner}.{node.attr}" if owner else None
    if not isinstance(node, ast.Name):
        return None
    value = flow.visit_Name(node)
    if not isinstance(value, Reference) or value.path.startswith("typing."):
        return value.path.removeprefix("typing.") if isinstance(value, Reference) else None
    entry = flow.types.entry(value.path)
    return entry.name if entry.kind == "class" and entry.name else value.path
