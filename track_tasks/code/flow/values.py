"""What the flow analysis knows of an expression's value."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple, Union


class Reference(NamedTuple):
    """Something imported: a module, a class, a function, or a value of a module.

    Attributes:
        path: Its dotted name, such as `pandas.DataFrame`.
    """

    path: str


class Instance(NamedTuple):
    """An object of a known class.

    Attributes:
        type: Dotted name of the class; a builtin's has no dot.
        items: What it holds: one for a list, key and value for a dict, one each for a tuple.
    """

    type: str
    items: tuple[Value, ...] = ()


class Method(NamedTuple):
    """A method of an object of a known class.

    Attributes:
        owner: The object.
        name: Name of the method.
    """

    owner: Instance
    name: str


class Local(NamedTuple):
    """A function or class that the solution defines.

    Attributes:
        returns: What a call of it returns, as far as known.
    """

    returns: Value


# None: nothing is known.
Value = Union[Reference, Instance, Method, Local, None]  # noqa: UP007 -- refers to itself


def merged(one: Value, other: Value) -> Value:
    """Returns what is known of a place that may hold either value: a known value wins."""
    if one is None or other is None or one == other:
        return one or other
    if isinstance(one, Instance) and isinstance(other, Instance):
        if one.type == "NoneType":
            return other
        if other.type == "NoneType":
            return one
        if one.type == other.type:
            return one if one.items else other
    return None


def merged_all(values: Iterable[Value]) -> Value:
    """Returns what is known of a place that may hold any of some values."""
    known = [value for value in values if value is not None]
    found: Value = known[0] if known else None
    for value in known[1:]:
        found = merged(found, value)
        if found is None:
            return None
    return found


def read_type(text: str | None) -> Value:
    """Reads a type as the table and the worker write it: `tuple[list[str], numpy.ndarray]`.

    Args:
        text: The type; None or `object` for an unknown one.
    """
    if text is None:
        return None
    try:
        return _of(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return None


def _of(node: ast.expr) -> Value:
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return Instance(ast.unparse(node.value), tuple(_of(part) for part in parts))
    name = "NoneType" if isinstance(node, ast.Constant) else ast.unparse(node)
    return None if name in ("object", "typing.Any") else Instance(name)
