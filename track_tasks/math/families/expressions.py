"""Values of a problem as plain text, and back from text: `3x^2 - 2x + 1`, `5/6`, `10π`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import sympy as sp

# A whole number, a SymPy number or expression, or words.
Value: TypeAlias = Any

_OPERATIONS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
_PRODUCT = re.compile(r"(?<=[\d)])\s?(?=[a-zπ(])|(?<=\b[a-z])(?=\()")
_NUMBER = r"-?\d+(?:/\d+)?"


def written(value: Value) -> str:
    """Writes a value in plain text, without multiplication signs where they are not needed."""
    if isinstance(value, str):
        return value
    text = re.sub(r"\bpi\b", "π", str(value).replace("**", "^"))
    return re.sub(r"(?<=[\d)])\*(?=[a-zπ(])|(?<=[a-z])\*(?=\()", "", text)


def pattern_of(value: Value) -> str:
    """Returns a regular expression that matches values of the same kind."""
    if isinstance(value, str):
        return re.escape(value)
    if isinstance(value, int) or getattr(value, "is_Rational", False):
        return _NUMBER
    return r"[^.?:,]+?"


def read_value(text: str, like: Value) -> Any:
    """Reads a text that `written` could have made.

    Args:
        text: The text.
        like: A value of the expected kind.

    Returns:
        A SymPy value, or words.

    Raises:
        ValueError: The text is not a value of this kind.
    """
    if isinstance(like, str):
        return text
    try:
        return _evaluated(ast.parse(_PRODUCT.sub("*", text.replace("^", "**")), mode="eval").body)
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no expression") from error


def _evaluated(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sp.Integer(node.value)
    if isinstance(node, ast.Name):
        return sp.pi if node.id == "π" else sp.Symbol(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_evaluated(node.left), _evaluated(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_evaluated(node.operand))
    raise ValueError(f"{ast.unparse(node)!r} is no expression")
