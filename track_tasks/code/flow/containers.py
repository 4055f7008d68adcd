"""Types of what is taken out of containers, tables and arrays, and of what operators make."""

from __future__ import annotations

import ast

from .values import Instance, Value, merged_all

FRAME, SERIES, ARRAY = "pandas.DataFrame", "pandas.Series", "numpy.ndarray"
RESAMPLER = "pandas.api.typing.Resampler"
AXES = "matplotlib.axes.Axes"
# With an item for `as_index=False`: then they compute a table in any case.
GROUPS = "pandas.api.typing.DataFrameGroupBy"
GROUP = "pandas.api.typing.SeriesGroupBy"
_TEXTS = {"io.TextIOWrapper": "str", "io.StringIO": "str", "io.BufferedReader": "bytes"}
_MAPPINGS = ("dict", "collections.defaultdict", "collections.OrderedDict", "collections.Counter")
# The first of these among two operands decides the result of an operator.
_STRONGEST = (
    FRAME, SERIES, ARRAY, "pandas.DatetimeIndex", "pandas.Index", "pathlib.Path", "str", "bytes",
    "collections.Counter", "set", "list",
)  # fmt: skip
_DATES = ("datetime.datetime", "datetime.date")


def iterated(value: Value) -> Value:
    """Returns what a loop over a value gets."""
    if not isinstance(value, Instance):
        return None
    if value.type == "tuple":
        return merged_all(value.items)
    if value.type == GROUPS:
        return Instance("tuple", (None, Instance(FRAME)))
    if value.type in ("str", FRAME):
        return Instance("str")
    if value.type == AXES:  # an array of them, since one alone cannot be looped over
        return value
    if value.type in _TEXTS:
        return Instance(_TEXTS[value.type])
    return value.items[0] if value.items else None


def item(container: Value, index: ast.expr, at: Value) -> Value:
    """Returns what `container[index]` is.

    Args:
        container: What is known of the container.
        index: The expression in the brackets.
        at: What is known of that expression.
    """
    if not isinstance(container, Instance):
        return None
    kind, is_part = container.type, _selects_several(index, at)
    if kind == FRAME:
        return Instance(FRAME if is_part else SERIES)
    if kind == "loc":
        return _located(container.items[0], index, at)
    if kind in (GROUPS, GROUP):
        return Instance(GROUPS if is_part else GROUP, container.items)
    if kind == RESAMPLER:
        return container if is_part else Instance(RESAMPLER, (Instance(SERIES),))
    if kind == "tuple":
        return _of_tuple(container, index)
    if kind in ("str", AXES, "pandas.Series.str"):
        return Instance(SERIES) if kind == "pandas.Series.str" else container
    if is_part:
        return container
    if kind in _MAPPINGS:
        return container.items[1] if len(container.items) > 1 else None
    return container.items[0] if container.items else None


def _selects_several(index: ast.expr, at: Value) -> bool:
    if isinstance(index, ast.Tuple):
        return any(isinstance(part, ast.Slice) for part in index.elts)
    if isinstance(index, ast.Slice | ast.List | ast.Compare | ast.ListComp):
        return True
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.Invert):
        return True
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.BitAnd | ast.BitOr):
        return True
    return isinstance(at, Instance) and at.type in (
        "list", SERIES, ARRAY, FRAME, "pandas.Index",
    )  # fmt: skip


def _located(owner: Value, index: ast.expr, at: Value) -> Value:
    """Returns what `frame.loc[...]` is; for a table, this depends on what is in each place."""
    if not isinstance(owner, Instance):
        return None
    if owner.type == SERIES:
        return owner if _selects_several(index, at) else None
    if not isinstance(index, ast.Tuple) or len(index.elts) != 2:
        return Instance(FRAME if _selects_several(index, at) else SERIES)
    several = [_selects_several(part, None) for part in index.elts]
    return Instance(FRAME) if all(several) else Instance(SERIES) if any(several) else None


def _of_tuple(container: Instance, index: ast.expr) -> Value:
    try:
        found: Value = container.items[ast.literal_eval(index)]
    except (ValueError, TypeError, IndexError):
        return container if isinstance(index, ast.Slice) else merged_all(container.items)
    return found


def operated(left: Value, operator: ast.operator, right: Value) -> Value:
    """Returns what an arithmetic operator makes."""
    sides = [side for side in (left, right) if isinstance(side, Instance)]
    kinds = [side.type for side in sides]
    if any(kind in _DATES for kind in kinds) and isinstance(operator, ast.Sub):
        both = len(kinds) == 2 and all(kind in _DATES for kind in kinds)
        return Instance("datetime.timedelta") if both else sides[0]
    if "datetime.datetime" in kinds and isinstance(operator, ast.Add):
        return Instance("datetime.datetime")
    strongest = next((kind for kind in _STRONGEST if kind in kinds), None)
    if strongest is not None:
        return sides[kinds.index(strongest)]
    return sides[0] if len(kinds) == 2 and kinds[0] == kinds[1] else None


def compared(sides: list[Value]) -> Value:
    """Returns what a comparison makes: a mask of the same shape for tables and arrays."""
    kinds = [side.type for side in sides if isinstance(side, Instance)]
    found = next((kind for kind in (FRAME, SERIES, ARRAY) if kind in kinds), None)
    return Instance(found) if found else Instance("bool")
