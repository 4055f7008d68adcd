"""`run-code`: one program by hand, its verdict as JSON."""

import json

import pytest
import typer
from typer.testing import CliRunner

from erbench_track.cli.run_code import run_code
from erbench_track.core.errors import InputError
from erbench_track.filters.sandbox.bubblewrap import is_missing

app = typer.Typer()
app.command()(run_code)
TESTS = "def test_a():\n    assert task_func(1) == 2\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "solution.py").write_text("def task_func(x):\n    return 2 * x\n")
    (tmp_path / "tests.py").write_text(TESTS)
    return tmp_path


def run(folder, *options, solution="solution.py", tests="tests.py"):
    arguments = [str(folder / solution), "--tests", str(folder / tests), *options]
    return CliRunner().invoke(app, arguments)


@pytest.mark.skipif(bool(is_missing()), reason=is_missing() or "bubblewrap is there")
def test_the_verdict_is_one_json_object_and_the_exit_code_0(files):
    done = run(files, "--json", "--entry-point", "task_func", "--timeout", "20")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "passed": True,
        "status": "passed",
        "tests_run": 1,
        "tests_expected": 1,
        "message": "",
        "unaltered": False,
    }
    (files / "solution.py").write_text("def task_func(x:\n")
    done = run(files, "--memory", "500")
    assert done.exit_code == 0
    assert done.stdout.startswith("failed: 0 of 1 tests ran; the solution is not Python")


@pytest.mark.skipif(bool(is_missing()), reason=is_missing() or "bubblewrap is there")
@pytest.mark.parametrize(
    ("solution", "tests", "said"),
    [
        (
            "from unittest.mock import ANY\ndef task_func(x):\n    return ANY\n",
            TESTS,
            "forged: 1 of 1 tests ran; it passes tests whose expectations were altered, too; it "
            "counts as wrong: read how it does that\n",
        ),
        (
            "def task_func(x):\n    return x\n",
            "def test_a():\n    print(task_func(1))\n",
            "passed: 1 of 1 tests ran; nothing that the tests expect could be altered, so this "
            "says little\n",
        ),
    ],
)
def test_a_pass_that_says_little_comes_with_what_to_do(files, solution, tests, said):
    (files / "solution.py").write_text(solution)
    (files / "tests.py").write_text(tests)
    assert run(files).stdout == said


@pytest.mark.parametrize(
    ("options", "named", "message"),
    [
        (["--timeout", "0"], {}, "must be above 0"),
        (["--sandbox", "docker"], {}, "'docker' is not one of bubblewrap or weak"),
        ([], {"solution": "none.py"}, "none.py: cannot be read"),
        ([], {"tests": "binary.py"}, "binary.py: cannot be read ("),
    ],
)
def test_bad_input_is_reported_in_one_line(files, options, named, message):
    (files / "binary.py").write_bytes(b"\xff\xfe")
    done = run(files, *options, **named)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
