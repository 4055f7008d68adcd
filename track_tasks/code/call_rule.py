"""Deciding without a judge that a program uses a documented call (Appendix A.2, CODE).

The program's calls are resolved to canonical names and bound to the real signatures of the
installed libraries. A fact whose call is among those that bind is entailed; whether another one is
stays undecided, since a simple flow analysis does not resolve every call.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Sequence

from ...filters.judge.protocol import Entailment, Verdict
from .calls import FoundCall, find_calls
from .library.library import Library
from .problems import Problem, parsed

_CALL = re.compile(r"`([A-Za-z_][\w.]*)\(")


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
        named = [_named(statement) for statement in request.statements]
        bound = self._bound(request, named)
        return tuple(
            Verdict(True, f"by binding: the program calls {name}, and its arguments fit")
            if name and name in bound
            else None
            for name in named
        )

    def _bound(self, request: Entailment, named: Sequence[str]) -> set[str]:
        """Returns the canonical names of the program's calls that bind."""
        tree = parsed(request.response)
        if tree is None:
            return set()
        libraries = sorted({name.partition(".")[0] for name in named if name})
        problem = Problem("", request.question, request.response, "", "", tuple(libraries))
        self._library = self._library or Library().__enter__()
        try:
            calls = find_calls(problem, tree, self._library)
        except RecursionError:  # a program may be nested to any depth
            return set()
        return {call.generalised.partition("(")[0] for call in calls if _binds(call)}


def _binds(call: FoundCall) -> bool:
    """Tells whether the call's own arguments fit the real signature."""
    signature = call.entry.signature() if call.generalised and call.entry else None
    if signature is None or call.entry is None:
        return False
    given = [argument for argument in call.node.args if not isinstance(argument, ast.Starred)]
    named = {keyword.arg: keyword for keyword in call.node.keywords if keyword.arg}
    is_spread = len(given) + len(named) < len(call.node.args) + len(call.node.keywords)
    bind = signature.bind_partial if is_spread else signature.bind
    # A method's object is given by what stands before the dot, or as the first argument.
    for objects in ([object()], []) if call.entry.needs_self else ([],):
        with contextlib.suppress(TypeError):
            bind(*objects, *given, **named)
            return True
    return False


def _named(statement: str) -> str:
    """Returns the name of the call that a fact is about, or an empty text."""
    found = _CALL.search(statement)
    return found[1] if found else ""
