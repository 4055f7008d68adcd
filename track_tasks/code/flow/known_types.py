"""Types of attributes and of what calls return: from our table, else from the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import yaml

from ..library.entries import Entry
from ..library.library import Library
from .containers import FRAME, GROUP, GROUPS, SERIES
from .values import Instance, Method, Reference, Value, read_type

_TABLE = Path(__file__).resolve().parent.parent.parent / "data" / "code_types" / "returns.yaml"
_INDEXERS = ("loc", "iloc", "at", "iat")
_INDEXED = ("pandas.DataFrame", "pandas.Series")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, str]]:
    table: dict[str, dict[str, str]] = yaml.safe_load(_TABLE.read_text(encoding="utf-8"))
    return table


class KnownTypes:
    """What the installed libraries that a problem may use say about types."""

    def __init__(self, library: Library, allowed: Sequence[str]) -> None:
        """Imports nothing yet.

        Args:
            library: Looks up names.
            allowed: Top-level packages that may be looked up, besides the standard library.
        """
        self._library = library
        self._allowed = tuple(allowed)

    def entry(self, path: str) -> Entry:
        """Returns what a dotted name is."""
        return self._library.entry(path, self._allowed)

    def attribute(self, owner: Value, name: str) -> Value:
        """Returns what `owner.name` is; None if that is not known."""
        if isinstance(owner, Reference):
            held = self.entry(owner.path)
            if held.kind == "value" and held.returns and "." not in held.returns:
                return self.attribute(read_type(held.returns), name)
            return Reference(f"{owner.path}.{name}")
        if isinstance(owner, Method):
            return self.attribute(self.accessor(owner), name)
        return self._of_instance(owner, name) if isinstance(owner, Instance) else None

    def accessor(self, method: Method) -> Value:
        """Returns an accessor, such as `frame.plot`, as the object that it is."""
        path = f"{method.owner.type}.{method.name}"
        return Instance(path) if self.entry(path).kind == "class" else None

    def _of_instance(self, owner: Instance, name: str) -> Value:
        if name in _INDEXERS and owner.type in _INDEXED:
            return Instance("loc", (owner,))
        path = f"{owner.type}.{name}"
        if path in _table()["attributes"]:
            return _filled(_table()["attributes"][path], owner, ())
        entry = self.entry(path)
        if entry.kind in ("callable", "class"):
            return Method(owner, name)
        if entry.kind == "value":
            return read_type(entry.returns)
        is_column = owner.type == "pandas.DataFrame" and not name.startswith("_")
        return Instance("pandas.Series") if is_column else None

    def returned(self, callee: Reference | Method, arguments: Sequence[Value]) -> Value:
        """Returns what a call returns; None if that is not known.

        Args:
            callee: What is called.
            arguments: The values of the positional arguments.
        """
        owner = callee.owner if isinstance(callee, Method) else None
        path = path_of(callee)
        if owner and owner.type.endswith("GroupBy") and owner.items:
            return Instance(FRAME)
        entry = self.entry(path)
        for name in (path, entry.name):
            if name in _table()["calls"]:
                return _filled(_table()["calls"][name], owner, arguments)
        if isinstance(callee, Reference) and entry.kind == "class":
            return Instance(entry.returns) if entry.returns else None
        found = read_type(entry.returns) if entry.kind == "callable" else None
        return _of_groups(owner, entry, found)

    def entered(self, value: Value) -> Value:
        """Returns what `with value as name` binds."""
        if isinstance(value, Instance) and value.type in _table()["entered"]:
            return read_type(_table()["entered"][value.type])
        return value


def _of_groups(owner: Instance | None, entry: Entry, found: Value) -> Value:
    """Corrects the results of groupings, which the library describes only as table or column."""
    if owner is None or found not in (Instance(FRAME), Instance(SERIES)):
        return found
    is_column = entry.name.rpartition(".")[2] in ("size", "ngroup", "cumcount", "value_counts")
    if owner.type == GROUPS:
        return Instance(SERIES if is_column else FRAME)
    return Instance(SERIES) if owner.type == GROUP else found


def path_of(callee: Reference | Method) -> str:
    """Returns the dotted name of what is called."""
    if isinstance(callee, Reference):
        return callee.path
    return f"{callee.owner.type}.{callee.name}"


def _filled(text: str, owner: Instance | None, arguments: Sequence[Value]) -> Value:
    """Reads a type from the table, and fills in what the object holds."""
    items = owner.items if owner else ()
    places: dict[str, Value] = {
        "Self": owner,
        "Item": items[0] if items else None,
        "Key": items[0] if items else None,
        "Value": items[1] if len(items) > 1 else None,
        "First": arguments[0] if arguments else None,
    }
    return _with_places(read_type(text), places)


def _with_places(value: Value, places: Mapping[str, Value]) -> Value:
    if not isinstance(value, Instance):
        return value
    if value.type in places:
        return places[value.type]
    return Instance(value.type, tuple(_with_places(item, places) for item in value.items))
