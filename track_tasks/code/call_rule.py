"""Deciding without a judge that a program uses a documented call (Appendix A.2, CODE).

The program's calls are resolved to canonical names and bound to the real signatures of the
installed libraries; dead code does not count. A fact is entailed if one of the calls that it is
about binds, and contradicted if there are such calls, but none binds, or none ever runs. Where a
signature takes `**keywords`, those count that the documentation gives; what it does not is open.
Everything else stays open as well, since a simple flow analysis does not resolve every call.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from ...filters.judge.live_code import entry_points, live_code
from ...filters.judge.protocol import Entailment, Verdict
from .calls import FoundCall, find_calls
from .library.entries import Entry
from .library.library import Library
from .problems import Problem, parsed

_CALL = re.compile(r"`([A-Za-z_][\w.]*)\(")
_Lookup = Callable[[str], Entry]
_ALIKE = 0.85  # share of equal letters from which a keyword is a misspelt one


class CallRule:
    """Decides for each fact whether the program has its call; None where that is undecided."""

    def __init__(self, library: Library | None = None) -> None:
        """Opens nothing yet.

        Args:
            library: Looks up names; by default the installed libraries with the user's cache.
        """
        self._library = library

    def __call__(self, request: Entailment) -> tuple[Verdict | None, ...]:
        """Decides what it can.

        Args:
            request: A program as the response, and the facts about calls as statements.
        """
        facts = [_CALL.search(statement) for statement in request.statements]
        named = [fact[1] if fact else "" for fact in facts]
        tree = parsed(request.response)
        try:
            program = self._program(request, tree, named) if tree else None
        except RecursionError:  # a program may be nested to any depth
            program = None
        if tree is None or program is None:
            return (None,) * len(named)
        written = set(_names(ast.walk(tree)))
        return tuple(program.verdict(fact[1], written) if fact else None for fact in facts)

    def _program(self, request: Entailment, tree: ast.Module, named: Sequence[str]) -> _Program:
        entries = sorted(entry_points(request.question, tree))
        libraries = tuple(sorted({name.partition(".")[0] for name in named if name}))
        problem = Problem(
            "", request.question, request.response, "", entries[0] if entries else "", libraries
        )
        self._library = library = self._library or Library().__enter__()
        live = live_code(copy.deepcopy(tree), entries)
        calls = find_calls(problem, live, library)
        return _Program(calls, live, lambda name: library.entry(name, libraries))


class _Program:
    """The calls of a program, without its dead code."""

    def __init__(self, calls: Sequence[FoundCall], live: ast.Module, library: _Lookup) -> None:
        """Takes what was found.

        Args:
            calls: The calls of the live code.
            live: The live code.
            library: Looks up the canonical name that a fact is about.
        """
        self._calls = calls
        self._library = library
        called = {id(call.node.func) for call in calls}
        nodes = [node for node in ast.walk(live) if id(node) not in called]
        self._values, self._live = set(_names(nodes)), set(_names(ast.walk(live)))

    def verdict(self, name: str, written: set[str]) -> Verdict | None:
        """Decides whether the program uses a call.

        Args:
            name: Canonical name of what is called.
            written: The names in the whole program, its dead code included.

        Returns:
            None if it stays open.
        """
        fit, last = set(self._fits(name)), name.rpartition(".")[2]
        if True in fit:
            return Verdict(True, f"by binding: the program calls {name}, and its arguments fit")
        if None in fit or last in self._values:
            return None
        if fit:
            return Verdict(False, f"by binding: the arguments of the program's {name} do not fit")
        if last in written - self._live:
            return Verdict(False, f"by binding: the program has {last} in dead code only")
        return None

    def _fits(self, name: str) -> Iterator[bool | None]:
        """Yields for each call that may be the one whether its arguments fit; None if unknown."""
        for call in self._calls:
            if call.entry is not None:
                if call.entry.name == name:
                    yield _binds(call.entry, call.node)
            elif not call.path and _last(call.node.func) == name.rpartition(".")[2]:
                yield False if _binds(self._library(name), call.node) is False else None


def _binds(entry: Entry, node: ast.Call) -> bool | None:
    """Tells whether a call's own arguments fit the real signature; None if it does not say."""
    signature = entry.signature()
    if signature is None:
        return None
    given = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    named = {keyword.arg: keyword for keyword in node.keywords if keyword.arg}
    is_spread = len(given) + len(named) < len(node.args) + len(node.keywords)
    bind = signature.bind_partial if is_spread else signature.bind
    # A method's object is given by what stands before the dot, or as the first argument.
    for objects in ([object()], []) if entry.needs_self else ([],):
        with contextlib.suppress(TypeError):
            bind(*objects, *given, **named)
            return _are_documented(named, signature, entry)
    return False


def _are_documented(
    named: Iterable[str], signature: inspect.Signature, entry: Entry
) -> bool | None:
    """Tells whether `**keywords` take some keywords; None if the documentation does not say."""
    known = {*signature.parameters, *entry.keywords}
    unknown = [name for name in named if name not in known]
    if any(_alike(name, other) for name in unknown for other in known):
        return None if entry.passes_on else False
    return True if not unknown or entry.passes_on else None


def _alike(name: str, other: str) -> bool:
    """Whether a name is another one misspelt."""
    return SequenceMatcher(None, name.lower(), other.lower()).ratio() >= _ALIKE


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (name for node in nodes if (name := _last(node)))


def _last(node: ast.AST) -> str:
    return str(getattr(node, "attr", "") or getattr(node, "id", ""))
