"""What decides whether a test passes, remembered by identity before the program is loaded.

Compared again after each test: modules that tests call (`unittest`, `builtins`, `numpy`, ...), the
methods of their classes, the test classes and the globals of the test module. A replaced function,
class or method means that the program tampered with its own examination.
"""

from __future__ import annotations

import builtins
import sys
import types
from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

# Ours: the program can change only the others.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

# Where something is, its names there, and their original values.
Part = tuple[str, Mapping[str, Any], tuple[str, ...], tuple[Any, ...]]
Snapshot = list[Part]
_MODULES = (
    "builtins",
    "operator",
    "math",
    "cmath",
    "unittest",
    "unittest.case",
    "unittest.suite",
    "unittest.result",
    "unittest.loader",
    "unittest.util",
    "unittest.mock",
    "difflib",
    "numpy",
    "numpy.testing",
    "numpy.testing._private.utils",
    "numpy._core.numeric",
    "numpy.core.numeric",
    "pandas",
    "pandas.testing",
    "pandas._testing",
    "pandas._testing.asserters",
    "pandas.core.frame",
    "pandas.core.series",
    "pandas.core.generic",
    "pandas.core.base",
    "pandas.core.arraylike",
    "pandas.core.dtypes.missing",
    "matplotlib.axes",
)
_CALLABLE = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    property,
    classmethod,
    staticmethod,
    type,
)
_modules = sys.modules
_dict_of = type.__dict__["__dict__"].__get__


def snapshot_libraries() -> Snapshot:
    """Remembers the callables of the libraries that tests rely on, and of their classes."""
    taken: Snapshot = []
    seen: set[int] = set()
    for name in _MODULES:
        module = _modules.get(name)
        if module is None:
            continue
        taken.append(_remembered(name, module.__dict__))
        for kind in list(module.__dict__.values()):
            own = isinstance(kind, type) and kind.__module__.startswith(name.split(".")[0])
            if own and id(kind) not in seen:
                seen.add(id(kind))
                taken.append(_remembered(f"{name}.{kind.__name__}", _dict_of(kind)))
    loaded = [name for name in _MODULES if name in _modules]
    taken.append(("sys.modules", _modules, tuple(loaded), tuple(_modules[n] for n in loaded)))
    return taken


def snapshot_class(kind: type) -> Snapshot:
    """Remembers what unittest looks for in a test class and its bases."""
    return [_remembered(base.__name__, _dict_of(base)) for base in kind.__mro__[:-1]]


def snapshot_globals(namespace: Mapping[str, Any], changed: Sequence[str]) -> Snapshot:
    """Remembers a test module's names, without those that its functions assign themselves."""
    return [_remembered("the tests", namespace, object, changed)]


def difference(snapshot: Snapshot) -> str:
    """Returns what is not as it was, as `module.name`; empty if nothing changed."""
    for name, now, keys, values in snapshot:
        if not all(map(is_, map(now.get, keys), values)):
            changed = [
                key for key, old in zip(keys, values, strict=True) if now.get(key) is not old
            ]
            return f"{name}.{changed[0] if changed else keys[0]}"
    return ""


def changed_cell(cells: Sequence[tuple[types.CellType, object]]) -> str:
    """Returns which assertion no longer calls what it did; empty if none has changed."""
    same = [cell.cell_contents is value for cell, value in cells]
    return "" if all(same) else "what an assertion calls"


def shadowed(names: frozenset[str], known: Mapping[type, frozenset[str]]) -> str:
    """Returns a name that decides about tests and was added to a test class; else empty.

    Args:
        names: Those that unittest looks for, besides `test...`.
        known: The names that each test class had at first.
    """
    for kind, old in known.items():
        for name in _dict_of(kind):
            if (name in names or name.startswith("test")) and name not in old:
                return f"{kind.__name__}.{name}"
    return ""


def _remembered(
    name: str, namespace: Mapping[str, Any], kinds: Any = _CALLABLE, without: Sequence[str] = ()
) -> Part:
    """Remembers values of some kinds; None is left out, as a missing value looks like it."""
    kept = {
        key: value
        for key, value in namespace.items()
        if value is not None and isinstance(value, kinds) and key not in without
    }
    return name, namespace, tuple(kept), tuple(kept.values())
