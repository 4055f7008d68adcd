"""The expressions of a program: what is called, and what is known of each value."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .containers import (
    ARRAY,
    AXES,
    FRAME,
    GROUP,
    GROUPS,
    RESAMPLER,
    SERIES,
    compared,
    item,
    iterated,
    operated,
)
from .known_types import KnownTypes, path_of
from .values import Instance, Local, Method, Reference, Value, merged, merged_all

_GETS = {
    "pandas.DataFrame": "pandas.Series",
    "pandas.api.typing.DataFrameGroupBy": "pandas.DataFrame",
    "pandas.api.typing.SeriesGroupBy": "pandas.Series",
}
_SAME_ITEMS = {
    "list": "list", "sorted": "list", "reversed": "list", "tuple": "list", "iter": "list",
    "set": "set", "frozenset": "set", "collections.deque": "collections.deque",
    "itertools.cycle": "list", "itertools.islice": "list",
}  # fmt: skip
_ONE_ITEM = ("max", "min", "next", "sum", "random.choice", "heapq.heappop")
_GRIDS = ("matplotlib.pyplot.subplots", "matplotlib.figure.Figure.subplots")
_AN_ARRAY = Instance(ARRAY)


class Call(NamedTuple):
    """One call of a program.

    Attributes:
        node: Its syntax node.
        callee: What it calls; None if that is not known.
        arguments: What is known of the positional arguments.
        keywords: What is known of the keyword arguments, by name.
    """

    node: ast.Call
    callee: Value
    arguments: tuple[Value, ...]
    keywords: Mapping[str, Value]


class Expressions(ast.NodeVisitor):
    """Visits expressions; each returns what is known of its value.

    Attributes:
        calls: The calls so far, in the order of execution.
        names: What is known of each name; an attribute is written `self.frame`.
        types: What the libraries say.
    """

    def __init__(self, types: KnownTypes) -> None:
        """Starts with no names.

        Args:
            types: What the libraries say.
        """
        self.calls: list[Call] = []
        self.names: dict[str, Value] = {}
        self.types = types

    def bind(self, target: ast.expr, value: Value) -> None:
        """Remembers what is assigned to a target."""
        raise NotImplementedError

    def visit_Name(self, node: ast.Name) -> Value:
        if node.id in self.names:
            return self.names[node.id]
        return Reference(node.id) if hasattr(builtins, node.id) else None

    def visit_Constant(self, node: ast.Constant) -> Value:
        return Instance(type(node.value).__name__)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Value:
        self.generic_visit(node)
        return Instance("str")

    def visit_Attribute(self, node: ast.Attribute) -> Value:
        if isinstance(node.value, ast.Name) and f"{node.value.id}.{node.attr}" in self.names:
            return self.names[f"{node.value.id}.{node.attr}"]
        return self.types.attribute(self.visit(node.value), node.attr)

    def visit_Call(self, node: ast.Call) -> Value:
        callee = self.visit(node.func)
        arguments = self._arguments(node, callee)
        keywords = {str(one.arg): self.visit(one.value) for one in node.keywords}
        self.calls.append(Call(node, callee, arguments, keywords))
        self._remember_item(node, callee, arguments)
        if isinstance(callee, Local):
            return callee.returns
        if not isinstance(callee, Reference | Method):
            return None
        special = called_special(callee, node, arguments)
        if special is None and isinstance(callee, Reference):
            special = called_builtin(callee.path, arguments)
        return special or self.types.returned(callee, arguments)

    def _arguments(self, node: ast.Call, callee: Value) -> tuple[Value, ...]:
        found: list[Value] = []
        for argument in node.args:
            if isinstance(argument, ast.Lambda):
                found.append(self._lambda(argument, _given_to_function(callee)))
            else:
                found.append(self.visit(argument))
        return tuple(found)

    def _remember_item(self, node: ast.Call, callee: Value, arguments: tuple[Value, ...]) -> None:
        """After `names.append(x)`, the list holds items of the type of `x`."""
        if not (isinstance(callee, Method) and isinstance(node.func, ast.Attribute)):
            return
        held, owner = node.func.value, callee.owner
        adds = owner.type in ("list", "set") and callee.name in ("append", "add") and arguments
        if adds and not owner.items and isinstance(held, ast.Name):
            self.names[held.id] = Instance(owner.type, arguments[:1])

    def visit_Subscript(self, node: ast.Subscript) -> Value:
        container, at = self.visit(node.value), self.visit(node.slice)
        if isinstance(container, Method):
            container = self.types.accessor(container)
        return item(container, node.slice, at)

    def visit_BinOp(self, node: ast.BinOp) -> Value:
        return operated(self.visit(node.left), node.op, self.visit(node.right))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Value:
        value = self.visit(node.operand)
        return Instance("bool") if isinstance(node.op, ast.Not) else value

    def visit_BoolOp(self, node: ast.BoolOp) -> Value:
        return merged_all([self.visit(value) for value in node.values])

    def visit_Compare(self, node: ast.Compare) -> Value:
        return compared([self.visit(side) for side in (node.left, *node.comparators)])

    def visit_IfExp(self, node: ast.IfExp) -> Value:
        self.visit(node.test)
        return merged(self.visit(node.body), self.visit(node.orelse))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value: Value = self.visit(node.value)
        self.bind(node.target, value)
        return value

    def visit_Starred(self, node: ast.Starred) -> Value:
        self.visit(node.value)
        return None

    def visit_Await(self, node: ast.Await) -> Value:
        return self.visit(node.value)  # type: ignore[no-any-return]

    def visit_Tuple(self, node: ast.Tuple) -> Value:
        return Instance("tuple", tuple(self.visit(one) for one in node.elts))

    def visit_List(self, node: ast.List) -> Value:
        return _holding("list", [self.visit(one) for one in node.elts])

    def visit_Set(self, node: ast.Set) -> Value:
        return _holding("set", [self.visit(one) for one in node.elts])

    def visit_Dict(self, node: ast.Dict) -> Value:
        keys = [self.visit(key) for key in node.keys if key is not None]
        values = [self.visit(value) for value in node.values]
        return Instance("dict", (merged_all(keys), merged_all(values)) if keys else ())

    def visit_ListComp(self, node: ast.ListComp) -> Value:
        return self._comprehension("list", node.generators, node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> Value:
        return self._comprehension("set", node.generators, node.elt)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return self._comprehension("list", node.generators, node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> Value:
        return self._comprehension("dict", node.generators, node.key, node.value)

    def _comprehension(
        self, kind: str, generators: list[ast.comprehension], *parts: ast.expr
    ) -> Value:
        outer = dict(self.names)
        for one in generators:
            self.bind(one.target, iterated(self.visit(one.iter)))
            for test in one.ifs:
                self.visit(test)
        items = tuple(self.visit(part) for part in parts)
        self.names = outer
        return Instance(kind, items)

    def visit_Lambda(self, node: ast.Lambda) -> Value:
        return self._lambda(node, None)

    def _lambda(self, node: ast.Lambda, given: Value) -> Value:
        outer = dict(self.names)
        for one in node.args.args:
            self.names[one.arg] = given
        returned = self.visit(node.body)
        self.names = outer
        return Local(returned)


def _holding(kind: str, values: list[Value]) -> Instance:
    return Instance(kind, (merged_all(values),) if values else ())


def _given_to_function(callee: Value) -> Value:
    """Returns the arguments of a function that is passed to a method of a table, or to `re.sub`."""
    if callee in (Reference("re.sub"), Method(Instance("re.Pattern"), "sub")):
        return Instance("re.Match")
    if not isinstance(callee, Method) or callee.name not in ("apply", "agg", "transform", "filter"):
        return None
    kind = _GETS.get(callee.owner.type)
    return Instance(kind) if kind else None


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
