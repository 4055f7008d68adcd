# ruff: noqa: S311 -- seeds of tests
"""Programs that pass what they do not meet are found, and honest ones are not mistaken for them."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from random import Random

import forging_interpreter
import forging_programs as forging
import honest_programs
import pytest

from erbench_track.filters.sandbox import bubblewrap
from erbench_track.filters.sandbox.altered.module import TestModule
from erbench_track.filters.sandbox.examination import examine
from erbench_track.filters.sandbox.pool import ProgramSandbox
from erbench_track.filters.sandbox.protocol import Limits, Program
from erbench_track.track_tasks.code.problems import embedded_problems

pytestmark = pytest.mark.long

MISSING = bubblewrap.is_missing()


@pytest.fixture(scope="module")
def sandbox():
    if MISSING:
        pytest.skip(MISSING)
    for name in ("numpy", "pandas"):
        pytest.importorskip(name)
    with ProgramSandbox("bubblewrap", Limits(wall_seconds=20), preload=("numpy", "pandas")) as it:
        yield it


def run(sandbox, solutions):
    suites = forging.SUITES
    programs = [Program(source, suites[suite][0], "task_func") for suite, source in solutions]
    return sandbox.run(programs)


def test_no_forging_program_passes(sandbox):
    forgeries = forging.FORGERIES | forging_interpreter.FORGERIES
    assert len(forgeries) >= 210
    outcomes = dict(zip(forgeries, run(sandbox, forgeries.values()), strict=True))
    assert [name for name, outcome in outcomes.items() if outcome.passed] == []
    statuses = Counter(outcome.status for outcome in outcomes.values())
    assert statuses["forged"] >= 140, statuses
    assert set(statuses) <= {"forged", "failed", "crashed"}, statuses


@pytest.mark.slow
def test_most_forging_programs_would_pass_if_nothing_were_altered(sandbox, monkeypatch):
    monkeypatch.setattr(TestModule, "versions", lambda self, rng: [self._version(set(), rng)])
    forgeries = forging.FORGERIES | forging_interpreter.FORGERIES
    outcomes = run(sandbox, forgeries.values())
    assert sum(outcome.passed for outcome in outcomes) >= 130


def test_honest_programs_are_not_forged(sandbox):
    honest = [(suite, solution) for suite, (_, solution) in forging.SUITES.items()]
    outcomes = run(sandbox, honest * 3)
    assert [outcome for outcome in outcomes if not outcome.passed or outcome.unaltered] == []


def test_right_programs_in_unusual_styles_pass(sandbox):
    assert len(honest_programs.PROGRAMS) >= 40
    sources = honest_programs.PROGRAMS.values()
    outcomes = sandbox.run([Program(source, tests, "task_func") for source, tests in sources])
    named = zip(honest_programs.PROGRAMS, outcomes, strict=True)
    assert [(n, of) for n, of in named if not of.passed or of.unaltered] == []


def test_a_wrong_program_has_failed_and_is_not_forged(sandbox):
    wrong = [(suite, "def task_func(*a):\n    return 4\n") for suite in forging.SUITES]
    assert {outcome.status for outcome in run(sandbox, wrong * 2)} == {"failed"}


REFUSES = """
import unittest

class TestCases(unittest.TestCase):
    def test_too_much(self):
        with self.assertRaises(MemoryError):
            task_func(10**9)

    def test_little(self):
        self.assertEqual(task_func(2), [0, 0])
"""


def test_a_program_may_raise_a_memory_error_where_its_tests_ask_for_one(sandbox):
    honest = "def task_func(n):\n    if n > 9:\n        raise MemoryError(n)\n    return [0] * n\n"
    greedy = "def task_func(n):\n    return bytearray(10**12)\n"
    programs = [Program(source, REFUSES, "task_func") for source in (honest, honest, greedy)]
    statuses = [outcome.status for outcome in sandbox.run(programs)]
    assert statuses == ["passed", "passed", "memory"]


PRINTS = "def test_a():\n    print(task_func(2))\n"


def test_tests_in_which_nothing_can_be_altered_say_so(sandbox):
    (outcome,) = sandbox.run([Program("def task_func(x):\n    return x\n", PRINTS)])
    assert (outcome.passed, outcome.unaltered) == (True, True)


# What the tests hand to the program is equal to everything.
ODD = """
class Near:
    def __eq__(self, other):
        return True

def test_a():
    assert task_func(Near()) == 3
"""


def test_tests_that_a_right_program_seems_to_forge_are_excused_by_it(sandbox):
    solution = "def task_func(x):\n    return x\n"
    alone, excused = sandbox.run(
        [
            Program(solution, ODD, "task_func"),
            Program(solution, ODD, "task_func", reference=solution),
        ]
    )
    assert (alone.status, excused.status) == ("forged", "passed")


def _versions(tests: str):
    made = TestModule(tests, "task_func")
    return made, made.versions(Random(7))


def _reported(held, broke, passed=True):
    found = {"passed": passed, "status": "passed" if passed else "failed", "tests_run": 1}
    found |= {"tests_expected": 1, "message": "", "ran": ["test_a"]}
    return {**found, "held": sorted(held), "broke": [(number, "") for number in sorted(broke)]}


ONE = "def test_a():\n    assert task_func(2) == 4\n    assert task_func(3) == 6\n"


@pytest.mark.parametrize(
    ("says", "status"),
    [
        (lambda false: ({0, 1} - false, false), "passed"),
        (lambda _: ({0, 1}, set()), "forged"),
        (lambda _: (set(), {0, 1}), "failed"),
        (lambda false: ({0, 1}, false), "forged"),
        (lambda false: ({0, 1} - false, set()), "forged"),
        (lambda false: (false, {0, 1} - false), "failed"),
    ],
)
def test_the_verdict_is_what_was_altered_against_what_was_said(says, status):
    _, versions = _versions(ONE)
    found = examine(versions, lambda version: _reported(*says(set(version.must_fail))))
    assert found.outcome.status == status


def test_each_place_is_altered_in_one_of_two_runs_and_left_in_the_other():
    made, versions = _versions(forging.CONTAINERS)
    assert len(versions) == 2
    first, second = (version.must_fail for version in versions)
    assert first | second == set(range(made.assertions)) - versions[0].unclear - versions[1].unclear
    assert not first & second


def test_the_fewer_there_is_to_guess_the_more_runs_there_are():
    _, versions = _versions("def test_a():\n    assert task_func(2) == 4\n")
    assert len(versions) == 6


def _examined(programs):
    """Runs right programs, of which none may be forged; returns how many there are by status."""
    if MISSING:
        pytest.skip(MISSING)
    with ProgramSandbox("bubblewrap") as made:
        outcomes = made.run(programs)
    assert not any(outcome.unaltered for outcome in outcomes)
    return Counter(outcome.status for outcome in outcomes)


@pytest.mark.slow
def test_every_canonical_solution_of_the_embedded_problems_passes():
    programs = [Program(of.solution, of.tests, of.entry_point) for of in embedded_problems()]
    assert _examined(programs) == {"passed": len(programs)}


@pytest.mark.slow
def test_no_canonical_solution_of_bigcodebench_is_forged(official):
    with gzip.open(official("track/bigcodebench_dev.jsonl.gz"), "rt") as file:
        rows = [json.loads(line) for line in file]
    programs = [Program(r["canonical_solution"], r["test"], r["entry_point"]) for r in rows]
    statuses = _examined(programs)
    print(statuses)
    assert statuses["forged"] == 0
