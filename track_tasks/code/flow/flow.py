"""The AST visitor: finds every call of a program, and what it calls, in the order of execution.

A simple flow analysis: one pass over the statements, which remembers for each name what is known of
its value. Nothing is executed. After a branch, what is known on either side counts as known, unless
the sides differ; loops are passed once.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from .containers import iterated, operated
from .expressions import Expressions
from .known_types import KnownTypes
from .parameters import parameter_types, type_of_annotation
from .values import Instance, Local, Reference, Value, merged, merged_all

Hints = Mapping[str, Value]


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
