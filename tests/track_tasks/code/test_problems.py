"""The embedded problems of CODE: their form, and that their tests accept only the solution."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from erbench_track import track_tasks

FILES = sorted((Path(track_tasks.__file__).parent / "data" / "code").glob("*.yaml"))
FIELDS = {"id", "instruction", "entry_point", "libs", "solution", "tests"}
Problem = dict[str, Any]

# Reads the problems of one file and runs the tests of each twice: with the solution, and
# with a solution that does the same and returns None. The problems are our own, so no sandbox.
RUNNER = r"""
import json, sys, unittest, warnings

NOTHING = '''
_solution = task_func


def task_func(*args, **kwargs):
    _solution(*args, **kwargs)
'''


def run(solution, tests):
    names = {"__name__": "problem"}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(compile(solution, "<solution>", "exec"), names)
        exec(compile(tests, "<tests>", "exec"), names)
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(names["TestCases"]).run(result)
    wrong = [trace for _, trace in result.failures + result.errors]
    warned = [str(one.message) for one in caught if one.filename == "<solution>"]
    return {"run": result.testsRun, "wrong": wrong, "warned": warned}


found = {}
for problem in json.load(sys.stdin):
    solution, tests = problem["solution"], problem["tests"]
    found[problem["id"]] = [run(solution, tests), run(solution + NOTHING, tests)]
json.dump(found, sys.stdout)
"""


def read(path: Path) -> list[Problem]:
    problems: list[Problem] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return problems


PROBLEMS = [problem for path in FILES for problem in read(path)]


def imported(source: str) -> set[str]:
    """The top-level names of what a source imports, at any depth."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            assert node.level == 0
            names.add(node.module.split(".")[0])
    return names


def test_there_are_enough_problems_over_all_libraries() -> None:
    libraries = Counter(
        "pandas" if "pandas" in problem["libs"] else "numpy" if "numpy" in problem["libs"] else ""
        for problem in PROBLEMS
    )
    assert len(PROBLEMS) >= 120
    assert libraries[""] >= 60
    assert libraries["numpy"] >= 25
    assert libraries["pandas"] >= 35


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ids_are_the_topic_and_a_number(path: Path) -> None:
    ids = [problem["id"] for problem in read(path)]
    assert ids == [f"{path.stem}_{number:02d}" for number in range(1, len(ids) + 1)]


def test_no_two_problems_have_the_same_text() -> None:
    for field in ("id", "instruction", "solution", "tests"):
        counts = Counter(problem[field] for problem in PROBLEMS)
        assert [text for text, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem["id"])
def test_a_problem_is_well_formed(problem: Problem) -> None:
    assert set(problem) == FIELDS
    assert problem["entry_point"] == "task_func"
    assert "\n" not in problem["instruction"]
    assert len(problem["instruction"]) >= 150
    tree = ast.parse(problem["solution"])
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert [function.name for function in functions] == ["task_func"]
    arguments = ", ".join(argument.arg for argument in functions[0].args.args)
    assert f"`task_func({arguments})`" in problem["instruction"]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem["id"])
def test_a_problem_imports_what_it_says_and_nothing_unusual(problem: Problem) -> None:
    usual = set(sys.stdlib_module_names) | {"numpy", "pandas"}
    assert problem["libs"] == sorted(imported(problem["solution"]))
    assert imported(problem["solution"]) <= usual
    assert imported(problem["tests"]) <= usual


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem["id"])
def test_the_tests_of_a_problem_are_four_methods_or_more(problem: Problem) -> None:
    tree = ast.parse(problem["tests"])
    cases = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert [case.name for case in cases] == ["TestCases"]
    methods = [node for node in cases[0].body if isinstance(node, ast.FunctionDef)]
    tests = [method for method in methods if method.name.startswith("test_")]
    assert len({test.name for test in tests}) == len(tests) >= 4
    for test in tests:
        calls = {ast.unparse(node.func) for node in ast.walk(test) if isinstance(node, ast.Call)}
        assert any("assert" in call for call in calls), test.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_solutions_pass_their_tests_and_returning_nothing_does_not(
    path: Path, tmp_path: Path
) -> None:
    problems = read(path)
    if any("pandas" in problem["libs"] for problem in problems):
        pytest.importorskip("pandas")
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(problems),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == {problem["id"] for problem in problems}
    for name, (solution, nothing) in found.items():
        assert solution["run"] >= 4, name
        assert solution["wrong"] == [], name
        assert solution["warned"] == [], name
        assert nothing["wrong"], f"{name}: returning None passes"
