"""A program without its dead code: what never runs is no use of anything.

A branch is dead if a constant decides against it (`if False`), a statement if one before it leaves
the block, and a function or class if no live code names it. Nothing is executed. What cannot be
told counts as live: a method of a class with bases may be called by these, a decorated function by
its decorator.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

_Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_BLOCKS = ("body", "orelse", "finalbody")
# With these a program may reach any function by a name that it computes.
_BY_NAME = frozenset(("globals", "locals", "vars", "eval", "exec", "getattr", "__import__"))
_USUAL = "task_func"  # BigCodeBench's name of the function to write


def entry_points(question: str, tree: ast.Module) -> set[str]:
    """Returns the functions and classes of a program that are called from outside.

    Args:
        question: The problem, which names what to write.
        tree: The program.

    Returns:
        Those that the problem names, else the last one; empty if there is none.
    """
    defined = [node.name for node in tree.body if isinstance(node, _Definition)]
    words = {*re.findall(r"\w+", question), _USUAL}
    return {name for name in defined if name in words} or set(defined[-1:])


def live_code(tree: ast.Module, called: Iterable[str]) -> ast.Module:
    """Returns a program without its dead code.

    Args:
        tree: The program, which is changed.
        called: Its functions and classes that are called from outside.

    Raises:
        RecursionError: It is nested too deeply.
    """
    _Branches().visit(tree)
    _Unnamed(_Live(tree, called).definitions).visit(tree)
    return tree


class _Branches(ast.NodeTransformer):
    """Takes out branches that a constant rules out, and what follows a statement that leaves."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list):
                block[:] = _until_it_leaves(block)
        return node

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        decided = _truth(node.test)
        return node if decided is None else node.body if decided else node.orelse

    def visit_While(self, node: ast.While) -> Any:
        self.generic_visit(node)
        return node.orelse if _truth(node.test) is False else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        decided = _truth(node.test)
        return node if decided is None else node.body if decided else node.orelse

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        ends = isinstance(node.op, ast.Or)
        for place, value in enumerate(node.values, start=1):
            if _truth(value) is ends:
                del node.values[place:]
        return node


def _until_it_leaves(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in block:
        yield statement
        if isinstance(statement, _LEAVES):
            return


def _truth(test: ast.expr) -> bool | None:
    """Returns what a condition is in a program that is imported; None if it may be either."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _truth(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        parts = [_truth(value) for value in test.values]
        ends = isinstance(test.op, ast.Or)
        return ends if ends in parts else None if None in parts else not ends
    written = ast.unparse(test) if isinstance(test, ast.Name | ast.Attribute | ast.Compare) else ""
    if written in ("TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'"):
        return False
    return None


class _Live:
    """Finds the definitions that live code names.

    Attributes:
        definitions: Them, by identity.
    """

    def __init__(self, tree: ast.Module, called: Iterable[str]) -> None:
        """Reads a program.

        Args:
            tree: The program.
            called: Its functions and classes that are called from outside.
        """
        self.definitions: set[int] = set()
        self._named = set(called)
        self._waiting: dict[str, list[ast.AST]] = {}
        self._unread: list[tuple[ast.AST, ast.AST]] = [(node, tree) for node in tree.body]
        while self._unread:
            self._read(*self._unread.pop())

    def _read(self, node: ast.AST, owner: ast.AST) -> None:
        """Notes what a node names, or defines."""
        name = _defined(node)
        if name:
            is_live = name in self._named or not _BY_NAME.isdisjoint(self._named)
            if is_live or _is_called_elsewhere(node, name, owner):
                self._enter(node)
            else:
                self._waiting.setdefault(name, []).append(node)
            return
        named = getattr(node, "id", "") or getattr(node, "attr", "")
        if named and named not in self._named:
            self._named.add(named)
            released = list(self._waiting) if named in _BY_NAME else [named]
            for one in released:
                for waiting in self._waiting.pop(one, ()):
                    self._enter(waiting)
        self._unread += [(child, node) for child in ast.iter_child_nodes(node)]

    def _enter(self, node: ast.AST) -> None:
        self.definitions.add(id(node))
        self._unread += [(child, node) for child in ast.iter_child_nodes(node)]


def _defined(node: ast.AST) -> str:
    """Returns the name of the function or class that a statement defines; empty if it is none."""
    if isinstance(node, _Definition):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        return node.targets[0].id if isinstance(node.targets[0], ast.Name) else ""
    return ""


def _is_called_elsewhere(node: ast.AST, name: str, owner: ast.AST) -> bool:
    """Whether something that is not in the program may call a definition."""
    is_special = name.startswith("__") and name.endswith("__")
    overrides = isinstance(owner, ast.ClassDef) and bool(owner.bases)
    return is_special or overrides or bool(getattr(node, "decorator_list", ()))


class _Unnamed(ast.NodeTransformer):
    """Takes out the definitions that are not live."""

    def __init__(self, live: set[int]) -> None:
        self._live = live

    def visit(self, node: ast.AST) -> Any:
        return None if _defined(node) and id(node) not in self._live else self.generic_visit(node)
