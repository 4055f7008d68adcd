"""Assertions that cannot be replaced, and that do not believe objects made to be equal.

A returned object whose class says that it equals everything would pass `assertEqual`. So a value
of a class that did not exist before the program was loaded, and that defines its own equality, is
never equal to a value of another class; `unittest.mock.ANY` is equal only where the tests use it.
"""

from __future__ import annotations

import builtins
import ctypes
import types
import unittest
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest import mock

# Ours: the program can change only the others.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

EQUAL = "@equal"
_IMMUTABLE = 1 << 8
_FLAGS_OFFSET = 168  # of tp_flags in CPython's PyTypeObject on 64-bit machines
_MANY = 2000
_FAMILIAR: set[type] = set()
_ANY_ALLOWED: list[bool] = []
_CELLS: list[tuple[types.CellType, object]] = []
_mro = type.__dict__["__mro__"].__get__
_namespace = type.__dict__["__dict__"].__get__


def remember_classes() -> None:
    """Trusts all classes that exist now."""
    _FAMILIAR.clear()
    waiting: list[type] = [object]
    while waiting:
        known = waiting.pop()
        if known not in _FAMILIAR:
            _FAMILIAR.add(known)
            waiting.extend(type.__subclasses__(known))


def lock_assertions() -> None:
    """Makes the assertions of `unittest.TestCase` read-only, and its classes as well."""
    for name, function in list(vars(unittest.TestCase).items()):
        if name.startswith(("assert", "fail")) and isinstance(function, types.FunctionType):
            setattr(unittest.TestCase, name, _read_only(_careful(function)))
    for locked in (unittest.TestCase, unittest.TestResult, unittest.TestSuite, unittest.TestLoader):
        _freeze(locked)


def cells() -> list[tuple[types.CellType, object]]:
    """Returns where the assertions keep what they call, and what that was at first."""
    return list(_CELLS)


def allow_any(tests: str) -> None:
    """Trusts `unittest.mock.ANY` if the tests mention it."""
    _ANY_ALLOWED[:] = [True] if "ANY" in tests else []


def careful_names() -> dict[str, Any]:
    """Returns what rewritten tests call; their names are not identifiers."""
    return {EQUAL: _equal} | {f"@{name}": value for name, value in HONEST_BUILTINS.items()}


def _equal(left: Any, right: Any, is_equal: bool) -> Any:
    _refuse_liars(left, right)
    return left == right if is_equal else left != right


def _is_instance(value: Any, kinds: Any) -> bool:
    """Checks the real class, too, of a value whose class the program defined."""
    if type(value) not in _FAMILIAR and _definer(type(value), "__class__") not in _FAMILIAR:
        return issubclass(type(value), kinds)
    return isinstance(value, kinds)


# `super` has to keep its name: the compiler looks for it.
HONEST_BUILTINS = {
    name: value for name, value in vars(builtins).items() if name[0] != "_" and name != "super"
} | {"isinstance": _is_instance}


def _careful(function: Callable[..., Any]) -> Callable[..., Any]:
    def assertion(self: unittest.TestCase, *values: Any, **named: Any) -> Any:
        if len(values) > 1:
            _refuse_liars(values[0], values[1])
        elif named:
            _refuse_liars([*values, *named.values()], ())
        return function(self, *values, **named)

    _CELLS.extend((cell, cell.cell_contents) for cell in assertion.__closure__ or ())
    return assertion


def _read_only(function: Callable[..., Any]) -> property:
    """Returns a method that an instance cannot shadow, as a property has no setter."""
    return property(partial(types.MethodType, function))


def _refuse_liars(left: Any, right: Any) -> None:
    mine = [_odd(value) for value in _values(left)]
    yours = [_odd(value) for value in _values(right)]
    if any(mine) != any(yours) and not _same_kind(left, right):
        raise AssertionError("a value whose class decides by itself what it is equal to")


def _same_kind(left: Any, right: Any) -> bool:
    return type(left) is type(right) and type(left) not in _FAMILIAR


def _values(value: Any, depth: int = 3) -> Iterator[Any]:
    yield value
    if depth and type(value) in (list, tuple, set, frozenset):
        for item in list(value)[:_MANY]:
            yield from _values(item, depth - 1)
    elif depth and type(value) is dict:
        for item in [*value.keys(), *value.values()][:_MANY]:
            yield from _values(item, depth - 1)


def _odd(value: Any) -> bool:
    kind = type(value)
    if kind is type(mock.ANY):
        return not _ANY_ALLOWED
    if kind in _FAMILIAR or issubclass(kind, type):
        return False
    definers = {_definer(kind, name) for name in ("__eq__", "__ne__", "__class__")}
    return not definers <= _FAMILIAR and not _is_installed(kind)


def _definer(kind: type, name: str) -> type:
    found: type = next(base for base in _mro(kind) if name in _namespace(base))
    return found


def _is_installed(kind: type) -> bool:
    """Whether a class is that of a library that was imported only after the program began."""
    import sys

    module = sys.modules.get(kind.__module__)
    file = str(getattr(module, "__file__", None) or "")
    return "/lib/python" in file and getattr(module, kind.__name__, None) is kind


def _freeze(kind: type) -> None:
    """Sets a class's flag of immutability, as classes written in C have it.

    If CPython's layout is not the expected one, nothing is done: `integrity` finds changes as well,
    though only afterwards.
    """
    flags = ctypes.c_ulong.from_address(id(kind) + _FLAGS_OFFSET)
    if flags.value == kind.__flags__:
        flags.value |= _IMMUTABLE
