# ruff: noqa: S102, S302, S311, E501 -- our own code objects, and seeds of tests
"""Altered tests: an honest program fails each assertion that was altered, and no other."""

from __future__ import annotations

import builtins
import marshal
import types
from random import Random

import pytest

from erbench_track.filters.sandbox.altered.module import TestModule

HEAD = "import math, unittest\nfrom unittest.mock import patch, Mock\nclass T(unittest.TestCase):\n"
STATEMENTS = [
    "self.assertEqual(task_func(2), 4)",
    "self.assertEqual(4, task_func(2))",
    "self.assertEqual(task_func(-2), -4)",
    "self.assertEqual(task_func('a'), 'aa')",
    "self.assertEqual(task_func(b'a'), b'aa')",
    "self.assertEqual(task_func([None, True]), [None, True, None, True])",
    "self.assertEqual(task_func([]), [])",
    "self.assertEqual({task_func(1)}, {2})",
    "self.assertEqual(set(task_func([1, 2])), set([1, 2, 2]))",
    "self.assertEqual({'k': task_func(1)}, {'k': 2})",
    "self.assertEqual(task_func(1), sum([1, 1]))",
    "self.assertEqual(task_func(1), task_func(1))",
    "self.assertNotEqual(task_func(1), 3)",
    "self.assertAlmostEqual(task_func(0.5), 1, delta=0.2)",
    "self.assertAlmostEqual(task_func(500), 1000, delta=900)",
    "self.assertTrue(task_func(1) == 2, 'it is 2')",
    "self.assertTrue(0 < task_func(1) <= 2)",
    "self.assertTrue(task_func(1) is not None and task_func(1) == 2)",
    "self.assertTrue(not task_func(0))",
    "self.assertTrue(math.isclose(task_func(0.5), 1.0))",
    "self.assertTrue('a' in task_func('a'))",
    "self.assertTrue(task_func('a').startswith('a'))",
    "self.assertTrue(isinstance(task_func(1), int))",
    "self.assertFalse(task_func(1) != 2)",
    "self.assertFalse(task_func(1) == 3)",
    "self.assertIn(task_func(1), (1, 2, 3))",
    "self.assertIn('a', task_func('a'))",
    "self.assertNotIn(5, task_func([1]))",
    "self.assertIsNone(print(task_func('')))",
    "self.assertIsInstance(task_func(1), (int, float))",
    "self.assertGreater(task_func(1), 1)",
    "self.assertLessEqual(task_func(1), 2)",
    "self.assertRegex(task_func('a'), 'a+')",
    "self.assertCountEqual(task_func([1]), [1, 1])",
    "assert task_func(2) == 4, 'it is 4'",
    "assert task_func(2)",
    "self.assertRaises(TypeError, task_func, None)",
    "with self.assertRaises(TypeError):\n            task_func(None)",
    "with self.assertRaisesRegex((TypeError, KeyError), 'unsupported'):\n            task_func(None)",
    "expected = 4\n        self.assertEqual(task_func(2), expected)",
    "expected = 4\n        wanted = expected\n        self.assertEqual(task_func(2), wanted)",
    "data = [1]\n        self.assertEqual(task_func(data)[:1], data)",
    "for x, y in [(1, 2), (3, 6)]:\n            self.assertEqual(task_func(x), y)",
    "for x, y in {1: 2, 3: 6}.items():\n            self.assertEqual(task_func(x), y)",
    "for x, y in zip([1, 3], [2, 6]):\n            self.assertEqual(task_func(x), y)",
    "rows = [(1, 2)]\n        for x, y in rows:\n            self.assertEqual(task_func(x), y)",
    "mock = Mock()\n        mock(task_func(1))\n        mock.assert_called_once_with(2)",
    "mock = Mock()\n        mock(task_func(1))\n        mock.assert_called_once()",
]


def task_func(x):
    return 2 * x


def said(version, function=task_func):
    """Runs the tests of one version in this process: what held, and what did not."""
    held, broke = set(), set()
    names = {f"@{name}": value for name, value in vars(builtins).items()}
    names |= {"@held": held.add, "@broke": broke.add, "task_func": function}
    module = types.ModuleType("tests")
    vars(module).update(names)
    exec(marshal.loads(version.code), vars(module))
    case = vars(module)["T"]
    for name in dir(case):
        if name.startswith("test"):
            case(name).debug()
    return held, broke


@pytest.mark.parametrize("statement", STATEMENTS)
def test_an_honest_program_fails_what_was_altered_and_nothing_else(statement, capsys):
    made = TestModule(f"{HEAD}    def test_a(self):\n        {statement}\n", "task_func")
    assert made.sites == made.assertions == 1
    for seed in range(4):
        for version in made.versions(Random(seed)):
            assert said(version) == (({0}, set()) if not version.must_fail else (set(), {0}))


def test_what_the_program_is_given_is_never_altered():
    given = []

    def recorded(x):
        given.append(x)
        return 2 * x

    tests = f"{HEAD}    def test_a(self):\n        data = 3\n"
    tests += "        self.assertEqual(task_func(data), data + 3)\n"
    tests += "        self.assertTrue(task_func(data) == task_func(3))\n"
    for version in TestModule(tests, "task_func").versions(Random(3)):
        said(version, recorded)
    assert set(given) == {3}


def test_expectations_of_helpers_and_of_set_up_are_altered_where_they_are_written():
    tests = (
        f"{HEAD}    def setUp(self):\n        self.expected = 4\n"
        "    def check(self, x, wanted):\n        self.assertEqual(task_func(x), wanted)\n"
        "    def test_a(self):\n        self.check(1, 2)\n        self.check(3, wanted=6)\n"
        "    def test_b(self):\n        self.assertEqual(task_func(2), self.expected)\n"
    )
    for seed in range(6):
        for version in TestModule(tests, "task_func").versions(Random(seed)):
            held, broke = said(version)
            assert (held, broke) == ({0, 1} - version.must_fail, set(version.must_fail))


@pytest.mark.parametrize(
    ("helper", "call", "reached"),
    [
        ("def check(self, x):", "self.check(1)", True),
        ("def check(self, x):", "found = self.check(1)", True),
        ("def check(self, x):", "other.check(1)", False),
        ("def check(self, x):", "if x: self.check(1)", False),
        ("def check(self, x):\n        yield", "self.check(1)", False),
        ("@wrapped\n    def check(self, x):", "self.check(1)", False),
        ("def check(self, x):\n        if x > 1: return", "self.check(1)", False),
        ("def check(self, x):\n        self.inner()\n    def inner(self):", "self.check(1)", True),
    ],
)
def test_a_helper_is_reached_by_the_tests_that_surely_call_it(helper, call, reached):
    tests = f"{HEAD}    {helper}\n        assert task_func(1) == 2\n"
    tests += f"    def test_a(self):\n        {call}\n    def test_b(self):\n        pass\n"
    (version,) = {v.certain[0] for v in TestModule(tests, "task_func").versions(Random(1))}
    assert version == (frozenset({"test_a"}) if reached else frozenset())


def test_what_the_tests_handle_themselves_is_left_alone():
    tests = (
        f"{HEAD}    def test_a(self):\n        try:\n            self.assertEqual(task_func(1), 3)\n"
        "        except AssertionError:\n            pass\n"
        "        with self.assertRaises(AssertionError):\n            assert task_func(1) == 3\n"
    )
    made = TestModule(tests, "task_func")
    assert made.assertions == 1
    for version in made.versions(Random(2)):
        assert said(version)[1] == version.must_fail


def test_an_exception_that_is_looked_at_leaves_that_assertion_unclear():
    tests = (
        f"{HEAD}    def test_a(self):\n        with self.assertRaises(TypeError) as caught:\n"
        "            task_func(None)\n"
        "        self.assertIn('unsupported', str(caught.exception))\n"
    )
    for version in TestModule(tests, "task_func").versions(Random(5)):
        assert version.must_fail <= said(version)[1] <= version.must_fail | version.unclear
