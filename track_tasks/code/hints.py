"""What a problem's tests and instruction say about the parameters of its function."""

from __future__ import annotations

import ast
import re
from collections import Counter

from .flow.flow import Flow, Hints
from .flow.known_types import KnownTypes
from .flow.parameters import type_of_annotation
from .flow.values import Instance, Value
from .problems import Problem, parsed

# `frame (pd.DataFrame): ...` in an instruction, as in a docstring in Google's or numpy's style.
_DOCUMENTED = re.compile(r"[`'*-]*\b(\w+)[`'*]*\s*\(([\w.]+(?:\[[\w., ]+\])?)(?:, optional)?\)")
_USUAL = {
    "DataFrame": "pandas.DataFrame", "pd.DataFrame": "pandas.DataFrame",
    "Series": "pandas.Series", "pd.Series": "pandas.Series", "ndarray": "numpy.ndarray",
    "np.ndarray": "numpy.ndarray", "np.array": "numpy.ndarray", "array": "numpy.ndarray",
}  # fmt: skip


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
