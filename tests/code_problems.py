"""Helpers of the tests of CODE: problems, and packages that look installed."""

from __future__ import annotations

import json
from pathlib import Path

from erbench_track.track_tasks.code.problems import Problem

SOLUTION = """\
import pandas as pd

def task_func(frames):
    return pd.concat(frames, ignore_index=True)
"""
TESTS = """\
import unittest


class TestCases(unittest.TestCase):
    def test_rows(self):
        frame = pd.DataFrame({"a": [1]})
        self.assertEqual(list(task_func([frame, frame]).index), [0, 1])
"""


def problem(solution: str = SOLUTION, libs=("pandas",), **fields) -> Problem:
    usual = {
        "task_id": "toy/1",
        "instruction": "Join the tables.",
        "tests": "import unittest\n",
        "entry_point": "task_func",
    }
    return Problem(**{**usual, **fields}, solution=solution, libs=tuple(libs))


def line(**changes) -> str:
    """A line of a file with BigCodeBench's fields; a field that is None is left out."""
    row = {
        "task_id": "toy/1",
        "instruct_prompt": "Join the tables.",
        "canonical_solution": SOLUTION,
        "test": TESTS,
        "entry_point": "task_func",
        "libs": "['pandas']",
        **changes,
    }
    return json.dumps({name: value for name, value in row.items() if value is not None})


def install(site: Path, name: str, code: str) -> None:
    """Puts a package with one module where Python finds both it and its metadata."""
    site.mkdir(exist_ok=True)
    (site / f"{name}.py").write_text(code)
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "top_level.txt").write_text(f"{name}\n")
    (info / "RECORD").write_text(f"{name}.py,,\n")
