"""What is known of a function's parameters before its first statement."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .values import Instance, Reference, Value, merged

if TYPE_CHECKING:
    from .expressions import Expressions

_ALIASES = {
    "List": "list", "Sequence": "list", "Iterable": "list", "Iterator": "list", "Tuple": "tuple",
    "Dict": "dict", "Mapping": "dict", "Set": "set",
}  # fmt: skip
_WRAPPERS = ("Optional", "Union", "Annotated", "Final")


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
