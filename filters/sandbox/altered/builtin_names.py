"""Builtins as they are, for tests that share their names with a program."""

from __future__ import annotations

import ast
import builtins

from .origins import bound_names

# `super` has to keep its name: the compiler looks for it.
_BUILTINS = {name for name in vars(builtins) if name[0] != "_" and name != "super"}


def use_own_builtins(module: ast.Module) -> None:
    """Renames the builtins of tests to `@name`, so that no `sum` of a program is taken for one.

    Those that the tests patch keep their names.
    """
    nodes = list(ast.walk(module))
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    patched = {text.rpartition(".")[2] for text in texts}
    renamed = _BUILTINS.difference(patched, *map(bound_names, nodes))
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in renamed:
            node.id = f"@{node.id}"
