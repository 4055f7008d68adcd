"""What the runs of a program amount to: whether it passes, fails, or says what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .altered.module import Version
from .protocol import Outcome, Status

Run = Callable[[Version], Mapping[str, Any]]


@dataclass
class Examination:
    """One program before its tests, in versions of which each has other expectations altered.

    Attributes:
        outcome: The verdict so far.
        fooled: For each run in which it did not fail what nobody can pass: the version, and the
            numbers of these assertions.
    """

    outcome: Outcome
    fooled: list[tuple[Version, frozenset[int]]] = field(default_factory=list)


def examine(versions: Sequence[Version], run: Run) -> Examination:
    """Has a program meet its tests.

    Args:
        versions: Of its tests.
        run: Runs it before one; returns what `inside.verdict.Report.outcome` does.
    """
    altered = 0
    fooled = []
    for version in versions:
        found = run(version)
        outcome = _outcome(found, version)
        if not outcome.passed:
            return Examination(outcome)
        if believed := _believed(found, version):
            fooled.append((version, believed))
        altered += len(version.must_fail & {number for number, _ in found["broke"]})
    outcome = replace(outcome, unaltered=not altered and not fooled)
    return Examination(_forged(outcome) if fooled else outcome, fooled)


def excused(program: Examination, run_reference: Run) -> bool:
    """Whether a right program does not fail what it seemed that nobody can pass either.

    Args:
        program: One that is `forged`.
        run_reference: Runs the right one.
    """
    for version, believed in program.fooled:
        found = run_reference(version)
        held = set(found["held"]) - {number for number, _ in found["broke"]}
        if not _outcome(found, version).passed or not believed <= held:
            return False
    return bool(program.fooled)


def _outcome(found: Mapping[str, Any], version: Version) -> Outcome:
    """Returns the verdict on one run, by all that is as its author wrote it."""
    names = ("passed", "status", "tests_run", "tests_expected", "message")
    outcome = Outcome(**{name: found[name] for name in names})
    wrong = _wrong(found["broke"], version)
    if wrong and outcome.status in ("passed", "failed"):
        status: Status = "memory" if ": MemoryError" in wrong else "failed"
        return replace(outcome, passed=False, status=status, message=wrong)
    return outcome


def _wrong(broke: Iterable[tuple[int, str]], version: Version) -> str:
    """Says which assertion should have held; empty if none."""
    known = version.must_fail | version.unclear
    return next(
        (text or "an assertion failed" for number, text in broke if number not in known), ""
    )


def _believed(found: Mapping[str, Any], version: Version) -> frozenset[int]:
    """Returns the assertions that held though they are false, or of which a test did not tell."""
    held, broke = set(found["held"]), {number for number, _ in found["broke"]}
    ran = {name.rpartition(".")[2] for name in found["ran"]}
    due = {number for number, tests in version.certain.items() if tests & ran}
    return frozenset((version.must_fail & held) | (due - held - broke))


def _forged(outcome: Outcome) -> Outcome:
    message = "it passes tests whose expectations were altered, too"
    return replace(outcome, passed=False, status="forged", message=message)
