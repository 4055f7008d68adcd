"""SymPy, imported in one place, and the names of unknowns."""

from __future__ import annotations

from ....core.errors import InputError

try:
    import sympy as sp  # type: ignore[import-untyped, unused-ignore]
except ImportError as error:
    raise InputError(
        "MATH's problem families need the package 'sympy': pip install \"erbench-track[math]\""
    ) from error

A, B, H, K, T, X, Y = sp.symbols("a b h k t x y")

__all__ = ["A", "B", "H", "K", "T", "X", "Y", "sp"]
