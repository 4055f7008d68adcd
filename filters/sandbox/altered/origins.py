"""Where the value of a name in a test module is written, if only assertions expect it."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .places import Place, called

Key = tuple[int, str]
"""A scope (the outermost function of a name, or 0 for none) and the name, or `.attribute`."""
Traced = tuple[list[Place], set[Key]]
"""The places that have to be altered together, and the names that then have other values."""
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_SELF = ("self", "cls")
_VALUES = -1  # the position of a dictionary's values among its items
_DEEPEST = 8


class _Binding(NamedTuple):
    """What gives a name its value.

    Attributes:
        kind: `value` of an expression, `item` of an iterable, `parameter` of a function, or
            `unknown`.
        place: Where the expression, the iterable or the parameter is written.
        position: Which part of each item, or which parameter; None for the whole item.
        scope: Of the place.
    """

    kind: str
    place: Place
    position: int | None = None
    scope: int = 0


_UNKNOWN = _Binding("unknown", Place(ast.Module([], []), "body"))


class Names:
    """The names of a test module, by the function in which they are.

    Args:
        module: Its syntax tree.
        entry_point: What the tests call; if empty, every name that they do not define themselves.
    """

    def __init__(self, module: ast.Module, entry_point: str) -> None:
        nodes = list(ast.walk(module))
        self._selves = {*_SELF, *(n.name for n in nodes if isinstance(n, ast.ClassDef))}
        self._functions = list(_outermost(module))
        self._scopes = {id(n): id(of) for of in self._functions for n in ast.walk(of)}
        self._bindings: dict[Key, list[_Binding]] = defaultdict(list)
        self._loads: dict[Key, list[ast.expr]] = defaultdict(list)
        self._calls: dict[str, list[ast.Call]] = defaultdict(list)
        self._harmless: set[int] = set()
        self._read(nodes)
        self._tainted = self._from_program(nodes, entry_point)

    def expect(self, nodes: Iterable[ast.AST]) -> None:
        """Notes expressions that may be altered: nothing of them is given to the program."""
        self._harmless |= {id(node) for node in nodes}

    def give(self, nodes: Iterable[ast.AST]) -> None:
        """Notes expressions that have to stay as they are, since the program may be given them."""
        self._harmless -= {id(node) for node in nodes}

    def expect_given(self, node: ast.AST) -> None:
        """Notes what callers give for a parameter that is expected."""
        for binding in self._bindings.get(self.key(node) or (0, ""), []):
            for place in self._given(binding) if binding.kind == "parameter" else []:
                self.expect(ast.walk(place.node))

    def trace(self, place: Place, depth: int = 0) -> Traced:
        """Finds where the value of an expected expression is written: there, if in doubt."""
        key = self.key(place.node)
        if key is None or depth > _DEEPEST or self.depends(place.node):
            return [place], set()
        bindings = self._bindings.get(key, [])
        if len(bindings) != 1 or not all(id(load) in self._harmless for load in self._loads[key]):
            return [place], set()
        written = [self.trace(origin, depth + 1) for origin in self._written(bindings[0])]
        if not written:
            return [place], set()
        places = [one for some, _ in written for one in some]
        return places, {key}.union(*(names for _, names in written))

    def key(self, node: ast.AST) -> Key | None:
        """Returns the name that an expression is; None if it is something else."""
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in self._selves:
            return 0, f".{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        scope = self._scopes.get(id(node), 0)
        return (scope if (scope, node.id) in self._bindings else 0), node.id

    def loads(self, key: Key) -> list[ast.expr]:
        """Returns where a name is used."""
        return self._loads[key]

    def depends(self, node: ast.AST) -> bool:
        """Whether a value may come from the program."""
        return any(self.key(part) in self._tainted for part in ast.walk(node))

    def _read(self, nodes: list[ast.AST]) -> None:
        known = self._known(nodes)
        for node in nodes:
            for bound, part in self._binds(node):
                self._bindings[bound].append(known.get(id(part), _UNKNOWN))
            if isinstance(node, ast.Call):
                self._calls[called(node)].append(node)
        for node in nodes:
            if isinstance(getattr(node, "ctx", None), ast.Load):
                key = self.key(node)
                if key is not None and isinstance(node, ast.expr):
                    self._loads[key].append(node)

    def _binds(self, node: ast.AST) -> Iterator[tuple[Key, ast.AST]]:
        """Yields what a node itself gives a value, and the part of it that stands for that."""
        for name in bound_names(node):
            yield (self._scopes.get(id(node), 0), name), node
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if (key := self.key(node)) is not None:
                yield key, node
        elif isinstance(node, ast.ClassDef):
            for target in (part for statement in node.body for part in _targets(statement)):
                yield (0, f".{getattr(target, 'id', '')}"), target

    def _known(self, nodes: list[ast.AST]) -> dict[int, _Binding]:
        """Returns the bindings of targets and parameters whose values are written out."""
        known: dict[int, _Binding] = {}
        for node in nodes:
            scope = self._scopes.get(id(node), 0)
            targets = _targets(node)
            if len(targets) == 1 and getattr(node, "value", None):
                known |= _unpacked(targets[0], Place(node, "value"), scope)
            elif isinstance(node, ast.For):
                place = Place(node, "iter")
                if isinstance(node.target, ast.Tuple | ast.List):
                    for index, part in enumerate(node.target.elts):
                        known[id(part)] = _Binding("item", place, index, scope)
                known[id(node.target)] = _Binding("item", place, None, scope)
        for function in self._functions:
            for index, argument in enumerate(function.args.args):
                place = Place(function.args, "args", index)
                known[id(argument)] = _Binding("parameter", place, index, id(function))
        return known

    def _from_program(self, nodes: list[ast.AST], entry_point: str) -> set[Key]:
        """Returns the names whose values may come from the program."""
        tainted: set[Key | None] = {(0, entry_point)}
        if not entry_point:
            free = {key for key in self._loads if key not in self._bindings}
            tainted = {(0, name) for _, name in free if not hasattr(builtins, name)}
        self._tainted = {key for key in tainted if key}
        before = -1
        while before != len(self._tainted):
            before = len(self._tainted)
            for node in nodes:
                for source, targets in _flows(node):
                    if self.depends(source):
                        keys = map(self.key, (part for t in targets for part in ast.walk(t)))
                        self._tainted |= {key for key in keys if key and key[1] not in _SELF}
        return self._tainted

    def _written(self, binding: _Binding) -> list[Place]:
        if binding.kind == "value":
            return [] if self.depends(binding.place.node) else [binding.place]
        if binding.kind == "item":
            return self._items(binding.place, binding.position)
        return self._given(binding) if binding.kind == "parameter" else []

    def _items(self, place: Place, position: int | None) -> list[Place]:
        """Returns the part of each item of an iterable, if it is written out; else nothing."""
        node = place.node
        key = self.key(node)
        if key is not None:
            bound = self._bindings.get(key, [])
            once = len(bound) == 1 and bound[0].kind == "value" and len(self._loads[key]) == 1
            return self._items(bound[0].place, position) if once else []
        if position is not None and position >= 0 and isinstance(node, ast.Call):
            return self._items_of_call(node, position)
        if isinstance(node, ast.Dict) and position == _VALUES:
            return [Place(node, "values", index) for index in range(len(node.values))]
        if not isinstance(node, ast.List | ast.Tuple):
            return []
        rows = [Place(node, "elts", index) for index in range(len(node.elts))]
        return rows if position is None else _columns(rows, position)

    def _items_of_call(self, node: ast.Call, position: int) -> list[Place]:
        if called(node) == "zip" and position < len(node.args):
            return self._items(Place(node, "args", position), None)
        if called(node) == "enumerate" and position == 1 and node.args:
            return self._items(Place(node, "args", 0), None)
        if called(node) == "items" and position == 1 and isinstance(node.func, ast.Attribute):
            return self._items(Place(node.func, "value"), _VALUES)
        return []

    def _given(self, binding: _Binding) -> list[Place]:
        """Returns what all callers give for a parameter; nothing if one cannot be read."""
        function = next(of for of in self._functions if id(of) == binding.scope)
        alike = [of for of in self._functions if of.name == function.name]
        if len(alike) > 1 or function.decorator_list or function.name.startswith("test"):
            return []
        name = binding.place.node.arg
        first = function.args.args[0].arg in _SELF
        places = []
        for call in self._calls[function.name]:
            index = (binding.position or 0) - first
            named = [keyword for keyword in call.keywords if keyword.arg == name]
            if not named and not 0 <= index < len(call.args):
                return []
            places.append(Place(named[0], "value") if named else Place(call, "args", index))
        return places


def _outermost(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTION):
            yield child
        else:
            yield from _outermost(child)


def bound_names(node: ast.AST) -> Iterator[str]:
    """Yields the names that a node itself gives a value."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, (*_FUNCTION, ast.ClassDef, ast.ExceptHandler, ast.MatchAs)) and node.name:
        yield node.name


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    return node.targets if isinstance(node, ast.Assign) else []


def _unpacked(target: ast.expr, value: Place, scope: int) -> dict[int, _Binding]:
    """Returns what a target is bound to, or each part of it to its part of the value."""
    if not isinstance(target, ast.Tuple | ast.List):
        return {id(target): _Binding("value", value, None, scope)}
    if len(getattr(value.node, "elts", ())) != len(target.elts):
        return {}
    return {
        id(part): _Binding("value", Place(value.node, "elts", index), None, scope)
        for index, part in enumerate(target.elts)
    }


def _columns(rows: list[Place], position: int) -> list[Place]:
    """Returns one element of each row; nothing if a row has none."""
    wide = [len(getattr(row.node, "elts", ())) > position for row in rows]
    return [Place(row.node, "elts", position) for row in rows] if all(wide) else []


def _flows(node: ast.AST) -> Iterator[tuple[ast.AST, list[ast.expr]]]:
    """Yields what a statement takes a value from, and the targets that it gives it to."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value:
        yield node.value, _targets(node) or [node.target]  # type: ignore[union-attr]
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        yield node.iter, [node.target]
    elif isinstance(node, ast.withitem) and node.optional_vars:
        yield node.context_expr, [node.optional_vars]
    elif isinstance(node, ast.NamedExpr):
        yield node.value, [node.target]
