"""A test module in versions: each with other expectations altered, none of which says which."""

from __future__ import annotations

import ast
import contextlib
import marshal
import threading
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from random import Random

from .assertions import Assertion, assertions_of, report
from .builtin_names import use_own_builtins
from .origins import Names
from .sites import Site, sites_of

_FEWEST_RUNS, _FEWEST_DECISIONS = 2, 6
_FILE = "<tests>"


@dataclass(frozen=True)
class Version:
    """A test module of which something is altered.

    Attributes:
        code: It, compiled, as `marshal` writes it.
        must_fail: Numbers of the assertions that no program fulfils.
        unclear: Numbers of those of which nobody knows.
        certain: Numbers of those that tests come past if they end, each with these tests' names
            (without their classes).
    """

    code: bytes
    must_fail: frozenset[int] = frozenset()
    unclear: frozenset[int] = frozenset()
    certain: Mapping[int, frozenset[str]] = field(default_factory=dict)


class TestModule:
    """The tests of a program.

    Args:
        source: Python source, from a dataset.
        entry_point: What they call; empty if that is not known.

    Attributes:
        assertions: How many there are.
        sites: How many places can be altered.

    Raises:
        SyntaxError: It is not Python.
        ValueError: It cannot be source, such as text with a null byte.
        RecursionError: It is nested too deeply.
        MemoryError: It is nested too deeply for the parser.
    """

    __test__ = False  # it only sounds like one

    def __init__(self, source: str, entry_point: str) -> None:
        self._source = source
        self._entry_point = entry_point
        _, assertions, sites = self._read()
        self.assertions, self.sites = len(assertions), len(sites)

    def versions(self, rng: Random) -> list[Version]:
        """Draws the versions that a program has to meet.

        Each second one alters what the one before did not. There are so many that a program that
        guesses what is altered has a chance of at most one in 64.
        """
        if not self.sites:
            return [self.unaltered]
        drawn: list[set[int]] = []
        for _ in range(max(_FEWEST_RUNS, ceil(_FEWEST_DECISIONS / self.sites))):
            every = set(range(self.sites))
            other = every - drawn[-1] if len(drawn) % 2 else None
            drawn.append({i for i in every if rng.random() < 0.5} if other is None else other)
        return [self._version(altered, rng) for altered in drawn]

    @cached_property
    def unaltered(self) -> Version:
        """The tests as their author wrote them."""
        return self._version(set(), Random(0))  # noqa: S311 -- nothing is drawn

    def _read(self) -> tuple[ast.Module, list[Assertion], list[Site]]:
        module = parse(self._source)
        assertions = assertions_of(module)
        return module, assertions, sites_of(assertions, Names(module, self._entry_point))

    def _version(self, altered: set[int], rng: Random) -> Version:
        module, assertions, sites = self._read()
        chosen = [sites[index] for index in sorted(altered)]
        for site in chosen:
            site.change(rng)
        use_own_builtins(module)
        report(assertions)
        with _no_warnings():
            code = compile(ast.fix_missing_locations(module), _FILE, "exec", dont_inherit=True)
        unclear = frozenset(number for site in chosen for number in site.touches)
        broken = frozenset(number for site in chosen for number in site.breaks)
        certain = {one.number: one.tests for one in assertions}
        return Version(marshal.dumps(code), broken - unclear, unclear, certain)


def parse(source: str) -> ast.Module:
    """Parses a module in one thread at a time.

    Raises:
        SyntaxError: It is no Python.
        ValueError: It has null bytes.
    """
    with _no_warnings():
        return ast.parse(source)


# Python 3.11 and before count how deep a tree is for all threads together, and warnings have no
# filters of one thread's own.
_ONE_AT_A_TIME = threading.Lock()


@contextlib.contextmanager
def _no_warnings() -> Iterator[None]:
    """Lets one thread at a time read or compile tests, and keeps quiet about odd escapes."""
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
