"""Leaving out problems whose own solution does not pass their tests here.

Answer Pass would be wrong for every answer to them: their tests need another version of a library,
the network, or more time than the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...filters.sandbox.protocol import Outcome, Program, Sandbox
from .problems import Problem

_AT_ONCE = 32


class CanonicalTests:
    """Runs canonical solutions in a sandbox, some at once, before their problems are read."""

    def __init__(self, sandbox: Sandbox) -> None:
        """Takes the sandbox; nothing is run yet.

        Args:
            sandbox: Runs the solutions: they come from a dataset, and are not trusted.
        """
        self._sandbox = sandbox
        self._outcomes: dict[Problem, Outcome] = {}

    def watch(self, problems: Sequence[Problem]) -> Iterator[Problem]:
        """Yields the problems, and runs the solutions of the next ones ahead."""
        for start in range(0, len(problems), _AT_ONCE):
            some = problems[start : start + _AT_ONCE]
            yield from self._run(some)

    def refuse(self, problem: Problem) -> str:
        """Says why a problem is unusable; an empty text if its solution passes its tests."""
        if problem not in self._outcomes:
            list(self._run([problem]))
        outcome = self._outcomes[problem]
        if outcome.passed:
            return ""
        return (
            f"its own solution does not pass its tests here ({outcome.status}: {outcome.message})"
        )

    def _run(self, problems: Sequence[Problem]) -> Iterable[Problem]:
        programs = [Program(of.solution, of.tests, of.entry_point) for of in problems]
        self._outcomes |= zip(problems, self._sandbox.run(programs), strict=True)
        return problems
