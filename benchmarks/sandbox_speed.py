"""Programs per second: warm workers on two cores, against interpreters that import pandas anew.

Run with `python benchmarks/sandbox_speed.py [PROGRAMS]`; the sandbox is bubblewrap's.
"""

import argparse
import subprocess
import sys
import time

from erbench_track.filters.sandbox.pool import choose_sandbox
from erbench_track.filters.sandbox.protocol import Program

SOLUTION = """
import numpy as np
import pandas as pd

def task_func(rows):
    frame = pd.DataFrame({"group": np.arange(rows) % 3, "value": np.arange(rows)})
    return frame.groupby("group")["value"].sum().tolist()
"""
TESTS = """
import unittest

class TestCases(unittest.TestCase):
    def test_sums(self):
        self.assertEqual(task_func(6), [3, 5, 7])

    def test_one(self):
        self.assertEqual(task_func(1), [0])

    def test_length(self):
        self.assertEqual(len(task_func(100)), 3)

    def test_total(self):
        self.assertEqual(sum(task_func(100)), 4950)
"""
COLD_RUNS = 5
WORKERS = 2


def warm_rate(count: int) -> float:
    with choose_sandbox({"sandbox": "bubblewrap", "sandbox_workers": WORKERS}) as sandbox:
        program = Program(SOLUTION, TESTS, "task_func")
        sandbox.run([program] * 2 * WORKERS)
        started = time.perf_counter()
        outcomes = sandbox.run([program] * count)
        seconds = time.perf_counter() - started
    assert all(outcome.passed for outcome in outcomes), outcomes[0]
    return count / seconds


def cold_rate() -> float:
    source = f"{SOLUTION}\n{TESTS}\nunittest.main()\n"
    started = time.perf_counter()
    for _ in range(COLD_RUNS):
        subprocess.run([sys.executable, "-c", source], check=True, capture_output=True)
    return COLD_RUNS / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=int, nargs="?", default=200)
    count = parser.parse_args().programs
    print(f"warm, {WORKERS} workers: {warm_rate(count):.1f} programs/s ({count} programs, 4 tests)")
    print(f"cold, one core: {cold_rate():.1f} programs/s ({COLD_RUNS} programs)")


if __name__ == "__main__":
    main()
