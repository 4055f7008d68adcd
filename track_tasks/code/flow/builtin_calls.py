"""Types of calls whose result depends on their arguments: builtins, `open`, grids of axes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .containers import ARRAY, AXES, FRAME, GROUP, GROUPS, RESAMPLER, SERIES, iterated
from .known_types import path_of
from .values import Instance, Local, Method, Reference, Value, merged_all

_SAME_ITEMS = {
    "list": "list", "sorted": "list", "reversed": "list", "tuple": "list", "iter": "list",
    "set": "set", "frozenset": "set", "collections.deque": "collections.deque",
    "itertools.cycle": "list", "itertools.islice": "list",
}  # fmt: skip
_ONE_ITEM = ("max", "min", "next", "sum", "random.choice", "heapq.heappop")
_GRIDS = ("matplotlib.pyplot.subplots", "matplotlib.figure.Figure.subplots")
_AN_ARRAY = Instance(ARRAY)


def called_builtin(path: str, arguments: Sequence[Value]) -> Value:
    """Returns the result of a function that passes on the items of its arguments.

    Args:
        path: Name of the function.
        arguments: The values of the positional arguments.

    Returns:
        None if it is not such a function, or nothing is known.
    """
    first = arguments[0] if arguments else None
    held = iterated(first)
    if path in _SAME_ITEMS:
        return Instance(_SAME_ITEMS[path], (held,))
    if path in _ONE_ITEM:
        return held if len(arguments) < 2 or path == "next" else merged_all(arguments)
    if path == "range":
        return Instance("list", (Instance("int"),))
    if path == "enumerate":
        return Instance("list", (Instance("tuple", (Instance("int"), held)),))
    if path == "zip":
        together = Instance("tuple", tuple(iterated(one) for one in arguments))
        return Instance("list", (together,))
    if path == "filter" and len(arguments) == 2:
        return Instance("list", (iterated(arguments[1]),))
    if path == "map":
        return Instance("list", (_made_by(first),))
    return _mapping(path, first, held)


def _mapping(path: str, first: Value, held: Value) -> Value:
    if path == "collections.Counter":
        return Instance(path, (held, Instance("int")))
    if path == "collections.defaultdict":
        return Instance(path, (None, _made_by(first)))
    if path in ("dict", "collections.OrderedDict"):
        parts = held.items if isinstance(held, Instance) and len(held.items) == 2 else ()
        given = isinstance(first, Instance) and first.type == "dict"
        return first if given else Instance(path, parts)
    return None


def _made_by(maker: Value) -> Value:
    if isinstance(maker, Local):
        return maker.returns
    return Instance(maker.path) if isinstance(maker, Reference) else None


def called_special(callee: Reference | Method, node: ast.Call, arguments: Sequence[Value]) -> Value:
    """Returns the result of a call whose type depends on how the call is written.

    `open` gives text or bytes by its mode; `subplots` one pair of axes or an array of them; some
    functions of numpy and pandas depend on their arguments; a method that works in place returns
    nothing.

    Args:
        callee: What is called.
        node: The call.
        arguments: What is known of the positional arguments.
    """
    path = path_of(callee)
    if path in ("open", "io.open", "gzip.open"):
        return _opened(path, node)
    if path in _GRIDS:
        return _grid(path, node)
    if path == "numpy.where" and len(node.args) == 1:
        return Instance("tuple", (_AN_ARRAY, _AN_ARRAY))
    if path == "numpy.unique":
        more = [one for one in node.keywords if str(one.arg).startswith("return_")]
        return Instance("tuple", (_AN_ARRAY,) * (1 + len(more))) if more else None
    if path.startswith("pandas."):
        return _of_pandas(callee, path, node, arguments)
    return None


def _of_pandas(
    callee: Reference | Method, path: str, node: ast.Call, arguments: Sequence[Value]
) -> Value:
    if path == "pandas.concat":
        # Stacked columns are a longer column; side by side, or with tables, they are a table.
        is_column = all(iterated(one) == Instance(SERIES) for one in arguments[:1])
        beside = any(one.arg == "axis" for one in node.keywords)
        return Instance(SERIES if arguments and is_column and not beside else FRAME)
    if isinstance(callee, Method) and callee.name == "resample":
        return Instance(RESAMPLER, (callee.owner,))
    if path == "pandas.DataFrame.groupby" and _passes(node, "as_index", False):
        return Instance(GROUPS, (Instance(FRAME),))
    if path == f"{GROUP}.agg":
        is_one = bool(node.args) and isinstance(node.args[0], ast.Constant | ast.Lambda)
        return Instance(SERIES if is_one else FRAME)
    return Instance("NoneType") if _passes(node, "inplace", True) else None


def _grid(path: str, node: ast.Call) -> Value:
    axes: Value = Instance(AXES)
    if node.args or any(one.arg in ("nrows", "ncols") for one in node.keywords):
        axes = Instance(ARRAY, (axes,))
    is_pair = path == _GRIDS[0]
    return Instance("tuple", (Instance("matplotlib.figure.Figure"), axes)) if is_pair else axes


def _passes(node: ast.Call, name: str, value: bool) -> bool:
    return any(
        one.arg == name and isinstance(one.value, ast.Constant) and one.value.value is value
        for one in node.keywords
    )


def _opened(path: str, node: ast.Call) -> Value:
    modes = [one.value for one in node.keywords if one.arg == "mode"]
    mode = [*node.args[1:2], *modes, ast.Constant("r")][0]
    text = mode.value if isinstance(mode, ast.Constant) else ""
    if not isinstance(text, str):
        return None
    if path == "gzip.open":
        return Instance("io.TextIOWrapper" if "t" in text else "gzip.GzipFile")
    if "b" not in text:
        return Instance("io.TextIOWrapper")
    return Instance("io.BufferedReader" if "r" in text else "io.BufferedWriter")
