"""The library calls of a problem's solution: which are resolved, and why others are not.

A generalised call (B.2) stands for all like it. What a problem's tests and instruction tell about
the parameters of its function helps to resolve calls.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from .flow.expressions import Call
from .flow.flow import Flow, Hints, type_of_annotation
from .flow.known_types import KnownTypes, path_of
from .flow.values import Instance, Local, Method, Value
from .library.entries import Entry
from .library.library import Library
from .problems import Problem, parsed

RESOLVED = "resolved"
BUILTIN = "builtin, or method of a builtin type"
LOCAL = "function of the solution itself"
UNKNOWN_OBJECT = "method of an object of unknown type"
CHAINED = "chained call on a value of unknown type"
UNKNOWN_FUNCTION = "call of an unknown object"
NOT_FOUND = "not in the installed library"
NOT_NAMED = "library that the problem does not name"
NO_SIGNATURE = "no signature"
NO_BINDING = "does not bind to the installed version"
NO_SUMMARY = "no documentation"
OTHER_ARGUMENTS = "its documentation is about arguments that the call lacks"
NOT_PUBLIC = "no public name"
ACCESSOR = "accessor, which has no signature of its own"
OWN_KEYWORDS = "passes keywords that are the problem's own"
REFERS = "its documentation refers to that of something else"
SHARED = "its documentation is that of another function, too"
SAYS_LITTLE = "its documentation says no more than its name"
KINDS = (
    RESOLVED, BUILTIN, LOCAL, UNKNOWN_OBJECT, CHAINED, UNKNOWN_FUNCTION, NOT_FOUND, NOT_NAMED,
    NO_SIGNATURE, NO_BINDING, NO_SUMMARY, OTHER_ARGUMENTS, NOT_PUBLIC, ACCESSOR, OWN_KEYWORDS,
    REFERS, SHARED, SAYS_LITTLE,
)  # fmt: skip
_POSITIONAL_ONLY, _POSITIONAL, _REST, _KEYWORD_ONLY, _KEYWORDS = range(5)
# `Like quote(), but also replace ' ' with '+'`
_REFERRING = re.compile(
    r"(?:Like|Same as|Similar to|Identical to|Equivalent to|See|Alias|Synonym)\b"
)
# `frame (pd.DataFrame): ...` in an instruction, as in a docstring in Google's or numpy's style.
_DOCUMENTED = re.compile(r"[`'*-]*\b(\w+)[`'*]*\s*\(([\w.]+(?:\[[\w., ]+\])?)(?:, optional)?\)")
_USUAL = {
    "DataFrame": "pandas.DataFrame", "pd.DataFrame": "pandas.DataFrame",
    "Series": "pandas.Series", "pd.Series": "pandas.Series", "ndarray": "numpy.ndarray",
    "np.ndarray": "numpy.ndarray", "np.array": "numpy.ndarray", "array": "numpy.ndarray",
}  # fmt: skip


class FoundCall(NamedTuple):
    """One call in a solution.

    Attributes:
        node: Its syntax node.
        kind: One of `KINDS`.
        path: Dotted name of what it calls; empty if that is not known.
        generalised: The generalised call; empty if there is none.
        entry: What the installed library says; None if it was not asked.
    """

    node: ast.Call
    kind: str
    path: str = ""
    generalised: str = ""
    entry: Entry | None = None

    @property
    def is_fact(self) -> bool:
        """Whether it makes a fact."""
        return self.kind == RESOLVED


def find_calls(problem: Problem, tree: ast.Module, library: Library) -> list[FoundCall]:
    """Finds the calls of a solution.

    Args:
        problem: The problem.
        tree: Its solution.
        library: Looks up names; only the standard library and the problem's `libs`.

    Returns:
        Every call once, in the order of execution.
    """
    types = KnownTypes(library, problem.libs)
    flow = Flow(types, hints_of(problem, tree, types))
    if (tests := parsed(problem.tests)) is not None:
        flow.visit(imports_of(tests))
    flow.visit(tree)
    return [_found(call, types, problem) for call in flow.calls]


def _found(call: Call, types: KnownTypes, problem: Problem) -> FoundCall:
    callee = call.callee
    if isinstance(callee, Local):
        return FoundCall(call.node, LOCAL)
    if callee is None or isinstance(callee, Instance):
        return FoundCall(call.node, _unknown(call.node.func))
    path = path_of(callee)
    if _is_builtin(path):
        return FoundCall(call.node, BUILTIN, path)
    entry = types.entry(path)
    if entry.kind == "missing" or entry.kind == "module":
        named = _may_be_looked_up(path, types)
        return FoundCall(call.node, NOT_FOUND if named else NOT_NAMED, path)
    if _is_builtin(entry.name):
        return FoundCall(call.node, BUILTIN, path)
    return _generalised(call.node, path, entry, isinstance(callee, Method))


def _generalised(node: ast.Call, path: str, entry: Entry, on_object: bool) -> FoundCall:
    if entry.kind == "value" or entry.parameters is None:
        return FoundCall(node, NO_SIGNATURE, path, entry=entry)
    try:
        written = generalised_call(entry, node, on_object=on_object)
    except DoesNotBind:
        return FoundCall(node, NO_BINDING, path, entry=entry)
    kind = OWN_KEYWORDS if _own_keywords(entry, node) else _documentation(entry, written)
    return FoundCall(node, kind, path, written, entry)


def _own_keywords(entry: Entry, node: ast.Call) -> bool:
    """Tells whether a call passes keywords that nothing documents, as `frame.assign(total=1)`.

    Without them it would do something else, if anything.
    """
    known = {*entry.keywords, *(one.name for one in entry.parameters or ())}
    return not entry.passes_on and any(one.arg and one.arg not in known for one in node.keywords)


def _documentation(entry: Entry, written: str) -> str:
    """Returns of which kind a resolved call is, by what the library says about it."""
    if entry.kind == "class" and entry.needs_self:
        return ACCESSOR  # `pandas.DataFrame.plot` is a class, whose signature is another one
    if any(part.startswith("_") and not part.endswith("__") for part in entry.name.split(".")):
        return NOT_PUBLIC
    if not entry.summary:
        return NO_SUMMARY
    for is_so, kind in (
        (_REFERRING.match(entry.summary), REFERS),
        (entry.is_shared, SHARED),
        (entry.says_little, SAYS_LITTLE),
        (_says_of_others(entry, written), OTHER_ARGUMENTS),
    ):
        if is_so:
            return kind
    return RESOLVED


def _says_of_others(entry: Entry, written: str) -> bool:
    """Tells whether a summary is about arguments that a call does not pass.

    `numpy.where(condition)` does not do what its first sentence says of `x` and `y`, and
    `file.read()` does not read "at most n characters".
    """
    passed = set(re.findall(r"\w+", written.partition("(")[2]))
    optional = {one.name for one in entry.parameters or () if one.has_default} - passed
    named = set(re.findall(r"`(\w+)`", entry.summary))
    # Without quotes, only a word that is none of English.
    named |= {
        word for word in re.findall(r"(?<![\w-])\w+(?![\w-])", entry.summary) if _is_name(word)
    }
    bound = re.search(r"\b(?:at most|up to) \w\b", entry.summary)
    # `Truncate file to size bytes.`, where the parameter has another name
    size = re.search(r"(?<!up )\bto (size|\w) bytes\b", entry.summary)
    is_bound = bound is not None and passed <= {"self"}
    return bool(optional & named) or is_bound or (size is not None and size[1] not in passed)


def _is_name(word: str) -> bool:
    return "_" in word or not re.search(r"[aeiouy]", word, re.IGNORECASE)


def _unknown(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return BUILTIN if hasattr(builtins, function.id) else UNKNOWN_FUNCTION
    if not isinstance(function, ast.Attribute):
        return UNKNOWN_FUNCTION
    base: ast.expr = function
    while isinstance(base, ast.Attribute):
        base = base.value
    return UNKNOWN_OBJECT if isinstance(base, ast.Name) else CHAINED


def _is_builtin(path: str) -> bool:
    top = path.partition(".")[0]
    return hasattr(builtins, top) or top == "NoneType"


def _may_be_looked_up(path: str, types: KnownTypes) -> bool:
    return types.entry(path.partition(".")[0]).kind != "missing"


class DoesNotBind(ValueError):  # noqa: N818 -- an answer, not an error
    """A call does not fit the signature of the installed library."""


def generalised_call(entry: Entry, call: ast.Call, *, on_object: bool) -> str:
    """Writes a call with formal names instead of the source's expressions.

    The name is the canonical one. A method is written with its class and begins with `self`, as in
    `pandas.DataFrame.max(self, axis=axis)`: so it is valid Python that binds to the unchanged
    signature. Required parameters are always there, optional ones where the source passes them.
    Required ones stand by position where they can, others that are passed by keyword as keywords
    with the parameter's name as their value, unless it is True, False or None.

    Args:
        entry: What is called; its parameters are known.
        call: The call in the source.
        on_object: Whether a method is called on an object, and not through its class.

    Returns:
        The call, such as `pandas.concat(objs, axis=axis)`.

    Raises:
        DoesNotBind: The source's call does not fit the signature.
    """
    signature = entry.signature()
    if signature is None:
        raise DoesNotBind(entry.name)
    parameters = list(signature.parameters.values())
    if entry.needs_self and parameters and parameters[0].kind in (_POSITIONAL_ONLY, _POSITIONAL):
        del parameters[0]
    positional = ["self"] if entry.needs_self else []
    passed = call.args if on_object or not entry.needs_self else call.args[1:]
    positional += _positional(parameters, passed, entry.name)
    keywords = dict(_keywords(entry, parameters, call.keywords, set(positional)))
    _add_required(parameters, positional, keywords)
    _place_required(parameters, positional, keywords)
    text = ", ".join([*positional, *(f"{name}={value}" for name, value in keywords.items())])
    written = f"{entry.name}({text})"
    check_binds(signature, written)
    return written


def check_binds(signature: inspect.Signature, written: str) -> None:
    """Checks that a generalised call is valid Python that fits a signature.

    Raises:
        DoesNotBind: It is not, or does not.
    """
    try:
        call = ast.parse(written, mode="eval").body
    except SyntaxError as error:
        raise DoesNotBind(written) from error
    if not isinstance(call, ast.Call):
        raise DoesNotBind(written)
    arguments: list[Any] = [ast.unparse(argument) for argument in call.args]
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        raise DoesNotBind(f"{written}: {error}") from error


def _positional(
    parameters: list[inspect.Parameter], passed: list[ast.expr], name: str
) -> list[str]:
    """Returns the formal names of the positional arguments."""
    plain = [one for one in parameters if one.kind in (_POSITIONAL_ONLY, _POSITIONAL)]
    rest = next((f"*{one.name}" for one in parameters if one.kind == _REST), None)
    starred = next((i for i, one in enumerate(passed) if isinstance(one, ast.Starred)), None)
    count = len(passed) if starred is None else starred
    if count > len(plain) and rest is None:
        raise DoesNotBind(f"{name}: takes no {count} arguments by position")
    named = [one.name for one in plain[:count]]
    return [*named, rest] if rest and (count > len(plain) or starred is not None) else named


def _keywords(
    entry: Entry, parameters: list[inspect.Parameter], passed: list[ast.keyword], taken: set[str]
) -> Iterator[tuple[str, str]]:
    """Yields the formal names of the keyword arguments, and what stands for their values.

    What `**names` takes under a name of the problem's own, such as a column that is assigned, is
    left out.
    """
    by_name = {one.name: one for one in parameters}
    takes_any = any(one.kind == _KEYWORDS for one in parameters)
    for keyword in passed:
        if keyword.arg is None:  # `**options`: the keywords in it are not known
            continue
        one = by_name.get(keyword.arg)
        known = one is not None and one.kind in (_POSITIONAL, _KEYWORD_ONLY)
        if keyword.arg in taken or not (known or takes_any):
            raise DoesNotBind(f"{entry.name}: takes no argument {keyword.arg!r}")
        if known or entry.passes_on or keyword.arg in entry.keywords:
            yield keyword.arg, _value(keyword)


def _value(keyword: ast.keyword) -> str:
    constant = keyword.value.value if isinstance(keyword.value, ast.Constant) else keyword
    if constant is None or isinstance(constant, bool):
        return repr(constant)
    return str(keyword.arg)


def _add_required(
    parameters: list[inspect.Parameter], positional: list[str], keywords: dict[str, str]
) -> None:
    """Adds required parameters that are passed in a way that cannot be seen, such as `*values`."""
    before: list[str] = []
    for one in parameters:
        missing = one.default is inspect.Parameter.empty and one.kind not in (_REST, _KEYWORDS)
        if missing and one.name not in positional and one.name not in keywords:
            if one.kind == _KEYWORD_ONLY or not all(name in positional for name in before):
                keywords[one.name] = one.name
            else:
                is_rest = bool(positional) and positional[-1].startswith("*")
                positional.insert(len(positional) - is_rest, one.name)
        before.append(one.name)


def _place_required(
    parameters: list[inspect.Parameter], positional: list[str], keywords: dict[str, str]
) -> None:
    """Turns keyword arguments for required parameters that come next into positional ones."""
    for one in parameters:
        if one.name in positional:
            continue
        is_required = one.kind == _POSITIONAL and one.default is inspect.Parameter.empty
        if not is_required or keywords.get(one.name) != one.name:
            return
        positional.append(keywords.pop(one.name))


def hints_of(problem: Problem, tree: ast.Module, types: KnownTypes) -> dict[str, Hints]:
    """Returns what is known of the parameters of a problem's function.

    For each parameter, the type that most calls in the unit tests pass (a few pass a wrong one on
    purpose); else the type that the instruction gives in brackets after its name. Both are only
    read; nothing is run.

    Args:
        problem: The problem.
        tree: Its solution.
        types: What the libraries say.

    Returns:
        For each function, the types of its parameters by name.
    """
    function = next(
        (
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name == problem.entry_point
        ),
        None,
    )
    if function is None:
        return {}
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    found = {**_documented(problem, types), **_tested(problem, tree, names, types)}
    return {problem.entry_point: found}


def imports_of(tree: ast.Module) -> ast.Module:
    """Returns a module with the imports of another.

    The solution and its tests run in one namespace: each may use what the other imports.
    """
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return ast.Module(body=[*imports], type_ignores=[])


def _tested(
    problem: Problem, tree: ast.Module, names: list[str], types: KnownTypes
) -> dict[str, Value]:
    tests = parsed(problem.tests)
    if tests is None:
        return {}
    flow = Flow(types)
    flow.visit(imports_of(tree))
    flow.visit(tests)
    counts: dict[str, Counter[Instance]] = {}
    for call in flow.calls:
        function = call.node.func
        if isinstance(function, ast.Name) and function.id == problem.entry_point:
            passed = {**dict(zip(names, call.arguments, strict=False)), **call.keywords}
            for name, value in passed.items():
                if isinstance(value, Instance) and value.type != "NoneType":
                    counts.setdefault(name, Counter())[value] += 1
    return {name: counted.most_common(1)[0][0] for name, counted in counts.items()}


def _documented(problem: Problem, types: KnownTypes) -> dict[str, Value]:
    flow = Flow(types)
    found: dict[str, Value] = {}
    for name, kind in _DOCUMENTED.findall(problem.instruction):
        if kind in _USUAL:
            found[name] = Instance(_USUAL[kind])
        elif (tree := parsed(kind)) and isinstance(tree.body[0], ast.Expr):
            found[name] = type_of_annotation(flow, tree.body[0].value)
    return {name: value for name, value in found.items() if value is not None}
