"""Looks up what a dotted name of an installed library is: one JSON request and reply per line.

It runs as a program of its own (`python -I inspect_worker.py`), since a lookup imports the library;
so it imports none of our modules. Only the standard library and the packages that the request
allows are imported; nothing is called except what Python itself calls to import a module.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import inspect
import json
import os
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

# Modules that do something when they are imported, or that are not libraries.
_REFUSED = {"antigravity", "this", "idlelib", "turtledemo", "test", "tests", "conftest"}
_NOT_FOUND: dict[str, Any] = {"kind": "missing"}
_DESCRIPTORS = (types.FunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
_DOC_RETURNS = re.compile(
    r"^(?:Returns|Yields)\n-{3,}\n((?:.*\n?)*?)(?=^\S.*\n-{3,}|\Z)", re.MULTILINE
)
_LONGEST = 60_000  # characters of a documentation that are sent on
_LONGEST_DEFAULT = 20  # characters of a default value
_SAME_BEGINNING = 20  # characters that two docs which may say the same have in common
_LONGEST_ALIKE = 2000  # characters of such a one that are sent on
_PASSES = 3  # how far `**keywords` are followed
_WORD = re.compile(r"[A-Za-z_][\w.]*")
_NO_TYPES = {"object", "type", "any", "a", "an", "the", "of", "or", "shape", "self", "if"}


def look_up(path: str, allowed: list[str]) -> dict[str, Any]:
    """Returns what a dotted name is.

    Args:
        path: The name, such as `pandas.DataFrame.max`; `str.join` for a builtin.
        allowed: Packages that may be imported, besides the standard library.

    Returns:
        `kind` (`module`, `class`, `callable`, `value` or `missing`) and, except for the last,
        `name` (the shortest public one), `needs_self`, `parameters` (`[name, kind, has_default,
        default]` each, or null if the library does not give them), `documented`, `raw_signature`
        (as in C code), `alike` (docs of its neighbours that begin as its own do), `aliases` (its
        neighbours that are the same), `further` (parameters and docs of what `**keywords` are
        passed on to) and `returns` (the type of a value or of a call's result).
    """
    try:
        entry = _entry(path, *_walk(path.split("."), allowed))
        if "documented" in entry:
            entry["aliases"] = sorted(_aliases(entry["name"], allowed))
        return entry
    except (Exception, SystemExit):
        return _NOT_FOUND  # a library may raise anything


def _walk(parts: list[str], allowed: list[str]) -> tuple[Any, Any]:
    """Returns an object and what it is an attribute of; imports submodules on the way."""
    top = parts[0]
    owner: Any = None
    found: Any
    if hasattr(builtins, top) and top not in sys.stdlib_module_names:
        owner, found, rest = builtins, getattr(builtins, top), parts[1:]
    else:
        if any(part in _REFUSED or part == "__main__" for part in parts):
            raise ImportError(parts)
        if top not in sys.stdlib_module_names and top not in allowed:
            raise ImportError(top)
        found, rest = importlib.import_module(top), parts[1:]
    for done, part in enumerate(rest, start=1):
        owner = found
        if not hasattr(owner, part) and isinstance(owner, types.ModuleType):
            importlib.import_module(".".join(parts[: done + 1]))
        found = getattr(owner, part)
    return owner, found


def _entry(path: str, owner: Any, found: Any) -> dict[str, Any]:
    if isinstance(found, types.ModuleType):
        return {"kind": "module", "name": path}
    method = isinstance(owner, type) and not isinstance(found, type)
    entry: dict[str, Any] = {"name": _canonical(path, owner, found), "needs_self": False}
    if not callable(found):
        held = _accessed(owner, found) if method else _class_path(type(found))
        return {**entry, "kind": "value", "returns": held}
    is_accessor = _is_accessor(owner, path.rpartition(".")[2], found)
    documented = inspect.getdoc(found) or ""
    raw = getattr(found, "__text_signature__", None)
    entry |= {
        "kind": "class" if isinstance(found, type) else "callable",
        "needs_self": is_accessor or (method and _needs_self(owner, path.rpartition(".")[2])),
        "parameters": _parameters(found.__call__ if is_accessor else found),
        "documented": documented[:_LONGEST],
        "raw_signature": raw if isinstance(raw, str) else "",
        "alike": list(_alike(owner, found, documented)),
    }
    if any(kind == inspect.Parameter.VAR_KEYWORD for _, kind, *_ in entry["parameters"] or ()):
        entry["further"] = list(_further(found, owner, _PASSES))
    if isinstance(found, type):
        return {**entry, "returns": _class_path(found)}
    return {**entry, "returns": _returned(found, owner if method else None, documented)}


def _canonical(path: str, owner: Any, found: Any) -> str:
    """Returns the shortest public name of an object in the package of the given one."""
    if isinstance(owner, type):
        given, _, name = path.rpartition(".")
        defined = next((base for base in owner.__mro__ if name in vars(base)), owner)
        # What a class of a library inherits from a builtin is not part of the library.
        if defined.__module__ == "builtins" and defined is not object:
            return f"{defined.__qualname__}.{name}"
        return f"{_class_path(owner, given)}.{name}"
    if isinstance(found, type):
        return _class_path(found, path)
    module, qualified = getattr(found, "__module__", None), getattr(found, "__qualname__", None)
    return _shortest(found, module, qualified, path)


def _class_path(found: type, given: str = "") -> str:
    if found.__module__ == "builtins":
        return found.__qualname__
    return _shortest(found, found.__module__, found.__qualname__, given)


def _shortest(found: Any, module: Any, name: Any, given: str) -> str:
    if not (isinstance(module, str) and isinstance(name, str)):
        return given
    parts = module.split(".")
    places = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    # `pandas.api.typing` is where pandas lists the classes that its functions return.
    places += [f"{parts[0]}.api.typing", f"{parts[0]}.typing"]
    places += [place.lstrip("_") for place in places if place.startswith("_")]
    names = [f"{place}.{name}" for place in places if _reached(place, name) is found]
    if given:
        names = [other for other in names if other.split(".")[0] == given.split(".")[0]]
        names.append(given)
    if not names:
        return f"{module}.{name}"
    return min(names, key=lambda other: (_private(other), other.count("."), other != given))


def _private(path: str) -> bool:
    return any(part.startswith("_") for part in path.split("."))


def _reached(module: str, name: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def _is_accessor(owner: Any, name: str, found: Any) -> bool:
    """Tells whether `object.name(...)` calls an object that `name` makes, as `frame.plot(...)`."""
    if not (isinstance(owner, type) and isinstance(found, type)):
        return False
    is_made = inspect.getattr_static(owner, name, found) is not found
    return is_made and any("__call__" in vars(base) for base in found.__mro__)


def _needs_self(owner: type, name: str) -> bool:
    held = inspect.getattr_static(owner, name, None)
    if isinstance(held, staticmethod | classmethod):
        return False
    if isinstance(held, _DESCRIPTORS) or inspect.isfunction(getattr(owner, name, None)):
        return True
    # A method that Cython compiled is of a type of its own.
    return hasattr(type(held), "__get__") and (_parameters(held) or [[""]])[0][0] == "self"


def _accessed(owner: type, found: Any) -> str | None:
    """Returns the type of an attribute of an instance, if its getter or its docs state it."""
    if not isinstance(found, property) and not hasattr(found, "func"):
        plain = (str, bytes, int, float, bool, tuple, list, dict)
        return _class_path(type(found)) if isinstance(found, plain) else None
    getter = found.fget if isinstance(found, property) else found.func
    return _returned(getter, owner, inspect.getdoc(found) or "")


def _parameters(found: Any) -> list[list[Any]] | None:
    try:
        signature = inspect.signature(found)
    except Exception:  # a library's own __signature__ and descriptors may raise anything
        return None
    empty = inspect.Parameter.empty
    return [
        [one.name, int(one.kind), one.default is not empty, _written(one.default)]
        for one in signature.parameters.values()
    ]


def _aliases(path: str, allowed: list[str]) -> Iterator[str]:
    """Yields the names of neighbours that are the same object, or say that they are an alias."""
    owner, found = _walk(path.split("."), allowed)
    own = path.rpartition(".")[2]
    for name, other in _neighbours(owner):
        with contextlib.suppress(Exception):  # a library's own __eq__ and __doc__ may raise
            names = [(inspect.getdoc(other) or "", own), (inspect.getdoc(found) or "", name)]
            told = any(
                re.search(rf"\balias (?:for|of) \W*(?:\w+\.)*{of}\b", text[:_LONGEST_ALIKE])
                for text, of in names
            )
            if name != own and callable(other) and (bool(other == found) or told):
                yield name


def _neighbours(owner: Any) -> Iterator[tuple[str, Any]]:
    """Yields the public attributes of a class or a module."""
    if isinstance(owner, type | types.ModuleType):
        for name in dir(owner) if isinstance(owner, type) else [*vars(owner)]:
            if not name.startswith("_"):
                yield name, getattr(owner, name, None)


def _written(default: Any) -> str:
    """Returns how a default value is written; empty if it is more than a constant."""
    is_constant = default is None or type(default) in (bool, int, float, str, bytes)
    return repr(default) if is_constant and len(repr(default)) <= _LONGEST_DEFAULT else ""


def _alike(owner: Any, found: Any, documented: str) -> Iterator[str]:
    """Yields the docs of an object's neighbours, public and no aliases, that begin as its own."""
    for _, other in _neighbours(owner) if documented else ():
        with contextlib.suppress(Exception):  # a library's own __eq__ and __doc__ may raise
            told = inspect.getdoc(other) or ""
            is_alike = told[:_SAME_BEGINNING] == documented[:_SAME_BEGINNING]
            is_other = callable(other) and other != found
            if is_alike and is_other and isinstance(other, type) == isinstance(found, type):
                yield told[:_LONGEST_ALIKE]


def _further(found: Any, owner: Any, passes: int) -> Iterator[tuple[list[str], str]]:
    """Yields names of parameters and docs of what a callable passes its `**keywords` on to."""
    owner = found if isinstance(found, type) else owner
    function = inspect.unwrap(getattr(found, "__init__") if isinstance(found, type) else found)  # noqa: B009
    for other in _callees(function, owner):
        names = [name for name, kind, *_ in _parameters(other) or () if kind in (1, 3)]
        yield names, (inspect.getdoc(other) or "")[:_LONGEST]
        if passes > 1:
            yield from _further(other, owner, passes - 1)


def _callees(function: Any, owner: Any) -> Iterator[Any]:
    """Yields what a function calls with its own `**keywords`, as far as names tell."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except Exception:  # there is no source, or not that of a function
        return
    rest = getattr(getattr(node, "args", None), "kwarg", None)
    for call in ast.walk(node):
        if (
            rest
            and isinstance(call, ast.Call)
            and any(
                one.arg is None and isinstance(one.value, ast.Name) and one.value.id == rest.arg
                for one in call.keywords
            )
        ):
            found = _callee(call.func, getattr(function, "__globals__", {}), owner)
            if callable(found) and found is not function:
                yield found


def _callee(node: ast.expr, scope: dict[str, Any], owner: Any) -> Any:
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if not isinstance(node, ast.Attribute):
        return None
    written = ast.unparse(node.value)
    if written in ("self", "cls"):
        return getattr(owner, node.attr, None)
    if written == "super()" and isinstance(owner, type):
        return getattr(owner.__mro__[1], node.attr, None)
    return getattr(_callee(node.value, scope, owner), node.attr, None)


def _returned(found: Any, owner: type | None, documented: str) -> str | None:
    scope = getattr(inspect.unwrap(found), "__globals__", {}) if callable(found) else {}
    annotation = getattr(found, "__annotations__", {}).get("return")
    if annotation is not None:
        text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        with contextlib.suppress(SyntaxError):
            named = _of_annotation(ast.parse(text, mode="eval").body, scope, owner)
            if named:
                return named
    return _of_documentation(documented, scope, owner)


def _of_annotation(node: ast.expr, scope: dict[str, Any], owner: type | None) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _of_annotation(ast.parse(node.value, mode="eval").body, scope, owner)
    if isinstance(node, ast.BinOp):
        found = [_of_annotation(side, scope, owner) for side in (node.left, node.right)]
        own = _class_path(owner) if owner else None
        return own if own in found else found[0] or found[1]
    if isinstance(node, ast.Subscript):
        name = ast.unparse(node.value).rpartition(".")[2]
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name in ("Optional", "Union", "ContextManager", "Annotated", "Final", "ClassVar"):
            return _of_annotation(inner[0], scope, owner)
        outer = _of_annotation(node.value, scope, owner)
        parts = [_of_annotation(part, scope, owner) or "object" for part in inner]
        containers = ("list", "tuple", "dict", "set")
        return f"{outer}[{', '.join(parts)}]" if outer in containers else outer
    if isinstance(node, ast.Name | ast.Attribute):
        return _named(ast.unparse(node), scope, owner)
    return None


def _named(name: str, scope: dict[str, Any], owner: type | None) -> str | None:
    """Returns the class that a name in an annotation or in documentation means."""
    if name in ("Self", "typing.Self") and owner is not None:
        return _class_path(owner)
    last = name.rpartition(".")[2]
    usual = {
        "List": "list",
        "Dict": "dict",
        "Tuple": "tuple",
        "Iterator": "list",
        "Sequence": "list",
    }
    if last in usual:
        return usual[last]
    package = str(scope.get("__name__", getattr(owner, "__module__", ""))).split(".")[0]
    places = [scope.get(name.split(".")[0]), *_public(package, last), getattr(builtins, last, None)]
    if "." not in name:
        places.insert(0, scope.get(name))
    found = next((place for place in places if isinstance(place, type)), None)
    if found is None or found is object or found.__module__ == "typing":
        return None
    return _class_path(found)


def _public(package: str, name: str) -> list[Any]:
    """Looks a name up at the top of its package, and of others that it often occurs with."""
    tops = [package, f"{package}.api.typing", "numpy", "pandas", "matplotlib.axes"]
    tops += ["matplotlib.text", "matplotlib.lines", "matplotlib.figure", "scipy.sparse"]
    return [getattr(sys.modules.get(top), name, None) for top in tops]


def _of_documentation(documented: str, scope: dict[str, Any], owner: type | None) -> str | None:
    """Reads the section Returns in numpy's style: one type, or a tuple of several."""
    section = _DOC_RETURNS.search(documented)
    if section is None:
        return None
    lines = [line for line in section[1].splitlines() if line and not line[0].isspace()]
    lines = [line for line in lines if "optional" not in line] or lines
    types_ = [_of_line(line, scope, owner) for line in lines]
    if len(types_) == 1:
        return types_[0]
    named = [kind or "object" for kind in types_]
    return (
        f"tuple[{', '.join(named)}]" if any(types_) and all(":" in line for line in lines) else None
    )


def _of_line(line: str, scope: dict[str, Any], owner: type | None) -> str | None:
    name, colon, kind = line.partition(":")
    if colon and name.strip() == "self" and owner is not None:
        return _class_path(owner)
    text = kind if colon else line
    if "ndarray" in text and not re.search("list|tuple", text):
        return "numpy.ndarray"
    container = re.match(r"\W*(list|tuple) of (\W*\w[\w.]*)", text)
    for word in _WORD.findall(container[2] if container else text):
        if word.lower() in _NO_TYPES:
            continue
        plural = {"arrays": "ndarray", "array": "ndarray", "array_like": "ndarray", "string": "str"}
        found = _named(plural.get(word, word), scope, owner)
        if found:
            return f"{container[1]}[{found}]" if container and container[1] == "list" else found
        if colon:  # the type is the first word; the rest explains it
            return "list" if container else None
    return None


def main() -> None:
    """Answers requests until there are no more."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints when it is imported is not a reply
    for line in sys.stdin:
        request = json.loads(line)
        entry = look_up(request["path"], request["allowed"])
        replies.write(json.dumps(entry) + "\n")
        replies.flush()


if __name__ == "__main__":
    # The paths of the process that asked, without the current folder.
    sys.path[:] = json.loads(sys.argv[1])
    main()
