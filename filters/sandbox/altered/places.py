"""Where an expression stands in a syntax tree, and other values for what stands there."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

How = Literal["one", "far", "beyond", "every", "frame", "type", "error", "pattern"]
"""What makes sure that an altered value is another one.

`one`: a leaf of it is unequal. `far`: it is not even near, or likely. `beyond`: whatever counts as
near. `every`: so are all of its members. `frame`: it has other labels. `type`, `error`: classes to
which hardly anything belongs. `pattern`: a text that is in no other.
"""
_NUMBER = (int, float, complex)
_CONTAINERS = (ast.List, ast.Tuple, ast.Set)
_SETS = ("set", "frozenset")
_FAR = ("far", "beyond")
_CONSTRUCTORS = frozenset((
    *("DataFrame", "Series", "Index", "array", "asarray", "list", "tuple", "dict", *_SETS),
    *("OrderedDict", "Counter", "deque"),
))  # fmt: skip
_TYPES = ("bytearray", "memoryview", "frozenset", "complex", "range")
_COMMON_ERRORS = ("ValueError", "TypeError", "KeyError", "AttributeError", "ZeroDivisionError")
_RARE_ERRORS = ("BufferError", "ReferenceError", "FloatingPointError", "BlockingIOError")


class Place(NamedTuple):
    """A child of a node of a syntax tree.

    Attributes:
        holder: The node.
        field: Which of its fields.
        position: Which element, if that is a list.
    """

    holder: ast.AST
    field: str
    position: int | None = None

    @property
    def node(self) -> Any:
        """What stands there."""
        value = getattr(self.holder, self.field)
        return value if self.position is None else value[self.position]

    def put(self, node: ast.expr) -> None:
        """Replaces what stands there."""
        node = ast.copy_location(node, self.node)
        if self.position is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.position] = node


def alter(place: Place, how: How, rng: Random, used: frozenset[str] = frozenset()) -> None:
    """Replaces an expression by one with another value, as much like the first as can be.

    Args:
        place: Where it stands.
        how: What makes sure that the value is another one.
        rng: Decides.
        used: Names of exceptions that are expected elsewhere.
    """
    if how in ("type", "error"):
        names = _other_errors(place.node, used) if how == "error" else _TYPES
        written = ast.dump(place.node)
        name = rng.choice([name for name in names if name not in written])
        place.put(ast.Name(name, ast.Load()))
    elif how == "every" and isinstance(place.node, _CONTAINERS) and place.node.elts:
        for index in range(len(place.node.elts)):
            alter(Place(place.node, "elts", index), "far", rng)
    elif leaves := list(_leaves(place)):
        leaf, is_in_set = rng.choice(leaves)
        leaf.put(_other(leaf.node, "far" if is_in_set and how == "one" else how, rng))
    elif how == "frame":
        prefixed = ast.Attribute(place.node, "add_prefix", ast.Load())
        place.put(ast.Call(prefixed, [ast.Constant(_word(rng))], []))
    else:
        place.put(_junk(how in _FAR, rng))


def called(node: ast.AST | None) -> str:
    """Returns the last name of what a call calls; empty if it has none or is no call."""
    function = getattr(node, "func", None)
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def _other_errors(node: ast.expr, used: frozenset[str]) -> tuple[str, ...]:
    """Returns exceptions that are no kin of an expected one, best those that are expected, too.

    An exception of every kind that tests name would pass for any of them. Others are rare ones, as
    libraries raise some that are of two kinds (a ValueError and a TypeError).
    """
    own = getattr(node, "id", "")
    expected = [name for name in _COMMON_ERRORS if name in used and name != own]
    return tuple(expected) if own in _COMMON_ERRORS and expected else _RARE_ERRORS


def is_literal(node: ast.expr) -> bool:
    """Whether a value can be altered where it is written."""
    holder = ast.Expr(node)
    return any(True for _ in _leaves(Place(holder, "value")))


def _leaves(place: Place, in_set: bool = False) -> Iterator[tuple[Place, bool]]:
    """Yields the written values within one, and whether they are in a set, which hides repeats."""
    node = place.node
    if _number(node) is not None or isinstance(node, ast.Constant):
        yield place, in_set
    elif isinstance(node, _CONTAINERS):
        yield from _members(place, "elts", in_set or isinstance(node, ast.Set))
    elif isinstance(node, ast.Dict):
        yield from _members(place, "values", in_set)
    elif called(node) in _CONSTRUCTORS and node.args:
        yield from _leaves(Place(node, "args", 0), called(node) in _SETS)


def _members(place: Place, field: str, in_set: bool) -> Iterator[tuple[Place, bool]]:
    members = getattr(place.node, field)
    places = [Place(place.node, field, i) for i, member in enumerate(members) if member is not None]
    leaves = [leaf for one in places for leaf in _leaves(one, in_set)]
    yield from leaves or [(places[0] if places else place, in_set)]


def _number(node: Any) -> Any:
    """Returns the number that an expression writes, with its sign; else None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    return value if isinstance(value, _NUMBER) and not isinstance(value, bool) else None


def _other(node: ast.expr, how: How, rng: Random) -> ast.expr:
    """Returns another value than a leaf's, of the same type where that is known."""
    number = _number(node)
    if number is not None:
        return ast.Constant(_other_number(number, how, rng))
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(value, bool):
        return ast.Constant(not value)
    if isinstance(value, str):
        return ast.Constant(_other_text(value, rng) if how == "one" else _word(rng))
    if isinstance(value, bytes):
        return ast.Constant(_other_text(value.decode("latin-1"), rng).encode("latin-1"))
    return _filled(node, rng) or _junk(how in _FAR, rng)


def _other_number(value: Any, how: How, rng: Random) -> Any:
    if how == "one" and isinstance(value, int):
        return value + rng.randint(1, 9)
    more = (abs(value) + 1) * rng.randint(4, 9) + rng.randint(20, 99)
    more *= 10**6 if how == "beyond" else 1
    return value + more if isinstance(value, int) else round(abs(value) + more, 6)


def _other_text(text: str, rng: Random) -> str:
    """Returns a text with one character of the same kind changed; or with letters added."""
    kinds = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    known = [(i, kind) for i, letter in enumerate(text) for kind in kinds if letter in kind]
    if not known:
        return text + _word(rng)
    index, kind = rng.choice(known)
    letter = rng.choice([one for one in kind if one.lower() != text[index].lower()])
    return f"{text[:index]}{letter}{text[index + 1 :]}"


def _filled(node: ast.expr, rng: Random) -> ast.expr | None:
    """Returns an empty container with something in it; None for anything else."""
    if isinstance(node, ast.Dict) and not node.keys:
        return ast.Dict([ast.Constant(_word(rng))], [_junk(True, rng)])
    if isinstance(node, ast.List | ast.Tuple) and not node.elts:
        return type(node)([_junk(True, rng)], ast.Load())
    return None


def _junk(number: bool, rng: Random) -> ast.expr:
    return ast.Constant(rng.randint(10_000, 10**7) / 8 if number else _word(rng))


def _word(rng: Random) -> str:
    return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(8, 11)))
