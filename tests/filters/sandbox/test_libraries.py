"""A program is run where the libraries that it imports are loaded, and few others."""

from __future__ import annotations

import pytest

from erbench_track.filters.sandbox import bubblewrap
from erbench_track.filters.sandbox.libraries import level, levels
from erbench_track.filters.sandbox.pool import PRELOAD, ProgramSandbox
from erbench_track.filters.sandbox.protocol import Program

MISSING = bubblewrap.is_missing()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", 0),
        ("import os, json.decoder\nfrom collections import abc", 0),
        ("text = 'import pandas as pd'", 0),
        ("import numpy.linalg as la", 1),
        ("import os, pandas", 1),
        ("def f():\n    from pandas import DataFrame", 1),
        ("import pandas\nimport seaborn as sns; sns.set()", 2),
        ("from matplotlib import pyplot", 2),
        ("import something_else", 2),
    ],
)
def test_the_level_is_that_of_the_last_library_imported(source, expected):
    assert level(source, levels(PRELOAD)) == expected


def test_every_library_has_one_level():
    assert sorted(name for part in levels(PRELOAD) for name in part) == sorted(PRELOAD)
    assert levels(()) == []
    assert level("import pandas", []) == 0


LOADED = """
import sys
LOADED = [name for name in ("json", "numpy", "pandas") if name in sys.modules]
def task_func():
    NEED
    return LOADED
"""
TESTS = "def test_a():\n    assert task_func() == EXPECTED\n"


@pytest.mark.skipif(bool(MISSING), reason=MISSING or "bubblewrap is there")
@pytest.mark.parametrize("kind", ["bubblewrap", "weak"])
def test_a_program_finds_its_libraries_loaded_and_may_import_others(kind):
    pytest.importorskip("pandas")
    every = ["json", "numpy", "pandas"]
    few = every if kind == "weak" else ["json"]
    pairs = (
        ("pass", few),
        ("import numpy", every),
        ("__import__('numpy')", few),
        ("pass", few),
    )
    programs = [
        Program(LOADED.replace("NEED", need), TESTS.replace("EXPECTED", repr(found)), "task_func")
        for need, found in pairs
    ]
    with ProgramSandbox(kind, workers=1, preload=("numpy", "pandas")) as sandbox:
        outcomes = sandbox.run(programs)
    assert [(outcome.status, outcome.message) for outcome in outcomes] == [("passed", "")] * 4
