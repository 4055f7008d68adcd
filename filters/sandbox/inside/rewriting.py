"""Test modules that use careful comparisons, and builtins as they were before the program."""

from __future__ import annotations

import ast
from collections.abc import Set

from .comparisons import EQUAL, HONEST_BUILTINS

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)


def careful_tests(module: ast.Module) -> ast.Module:
    """Rewrites the `==`, `!=` and builtins of a test module into careful ones, in place.

    The tests then use the builtins as they were before the program was loaded, and not what the
    program defines under such a name.
    """
    nodes = list(ast.walk(module))
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    bound |= {n.name for n in nodes if isinstance(n, _NAMED) and n.name}
    bound |= {n.arg for n in nodes if isinstance(n, ast.arg)}
    bound |= {(n.asname or n.name) for n in nodes if isinstance(n, ast.alias)}
    text = " ".join(str(n.value) for n in nodes if isinstance(n, ast.Constant))
    patched = {
        name for name in HONEST_BUILTINS if f"builtins.{name}" in text or f".{name} " in text
    }
    rewritten: ast.Module = _Careful(HONEST_BUILTINS.keys() - bound - patched).visit(module)
    return ast.fix_missing_locations(rewritten)


class _Careful(ast.NodeTransformer):
    def __init__(self, builtin_names: Set[str]) -> None:
        self._builtins = builtin_names

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            return node
        is_equal = ast.Constant(isinstance(node.ops[0], ast.Eq))
        arguments = [node.left, node.comparators[0], is_equal]
        call = ast.Call(ast.Name(EQUAL, ast.Load()), arguments, [])
        return ast.copy_location(call, node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._builtins:
            return ast.copy_location(ast.Name(f"@{node.id}", node.ctx), node)
        return node
