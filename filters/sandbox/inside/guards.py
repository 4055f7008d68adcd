"""An audit hook: what a program must not ask the interpreter for while it is examined.

The hook is kept by the interpreter and cannot be removed. It refuses further hooks (they would be
called in the examiner's thread, too), access to the objects and frames of other threads, tracing,
foreign functions (except those of installed libraries), new code for existing functions, and
another class for a test.
"""

from __future__ import annotations

import _thread
import builtins
import sys
import unittest
from collections.abc import Callable
from typing import Any

# Ours: the program can change only the others.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

_REFUSED = frozenset((
    "sys.addaudithook",
    "gc.get_objects",
    "gc.get_referrers",
    "gc.get_referents",
    "sys._current_frames",
    "sys._current_exceptions",
    "sys.settrace",
    "sys.setprofile",
    "sys.monitoring.register_callback",
    "sys.remote_exec",
    "cpython.PyInterpreterState_New",
))  # fmt: skip
_FOREIGN = frozenset((
    "ctypes.dlopen",
    "ctypes.dlsym",
    "ctypes.dlsym/handle",
    "ctypes.cdata",
    "ctypes.cdata/buffer",
    "ctypes.addressof",
    "ctypes.string_at",
    "ctypes.wstring_at",
    "ctypes.call_function",
    "ctypes.PyObj_FromPtr",
))  # fmt: skip


def arm(examiner: int) -> None:
    """Installs the hook.

    Args:
        examiner: The thread that decides; it alone is exempt.
    """
    sys.addaudithook(_hook(examiner, _thread.get_ident, sys._getframe, unittest.TestCase))


def _hook(
    examiner: int, ident: Callable[[], int], frame: Callable[[int], Any], case: type
) -> Callable[[str, tuple[Any, ...]], None]:
    refused, foreign = _REFUSED, _FOREIGN
    modules = sys.modules
    ours = id(vars(sys.modules["ctypes"])) if "ctypes" in sys.modules else 0

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in refused:
            if ident() != examiner:
                raise PermissionError(f"{event} is not allowed here")
        elif event in foreign:
            caller = frame(1)
            while caller is not None and id(caller.f_globals) == ours:
                caller = caller.f_back
            if caller is None or not _is_library(caller.f_globals, modules):
                raise PermissionError(f"{event} is not allowed here")
        elif event == "object.__setattr__":
            name = arguments[1]
            if name == "__code__" or (name == "__class__" and isinstance(arguments[0], case)):
                raise PermissionError(f"{name} cannot be assigned here")

    return hook


def _is_library(namespace: dict[str, Any], modules: dict[str, Any]) -> bool:
    module = modules.get(str(namespace.get("__name__")))
    file = str(namespace.get("__file__") or "")
    return "/lib/python" in file and getattr(module, "__dict__", None) is namespace
