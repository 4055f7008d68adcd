"""Programs per second: warm workers on two cores, against interpreters that import pandas anew.

Run with `python benchmarks/sandbox_speed.py [PROGRAMS]`; the sandbox is bubblewrap's. A program is
run twice, with other expectations altered. CPU time is that of all processes, which a machine that
has other work to do hardly changes.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

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


def cpu_seconds(pid: int) -> float:
    """Returns the CPU time of a process and its descendants, so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(child) for file in children for child in file.read_text().split()]
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(cpu_seconds, below))


def warm_rate(count: int) -> tuple[float, float]:
    """Returns programs per second, and CPU seconds per program."""
    with choose_sandbox({"sandbox": "bubblewrap", "sandbox_workers": WORKERS}) as sandbox:
        program = Program(SOLUTION, TESTS, "task_func")
        everything = Program(f"import sklearn\n{SOLUTION}", TESTS, "task_func")
        sandbox.run([everything, program] * 2 * WORKERS)  # until every library is loaded
        started, before = time.perf_counter(), cpu_seconds(os.getpid())
        outcomes = sandbox.run([program] * count)
        seconds, used = time.perf_counter() - started, cpu_seconds(os.getpid()) - before
    assert all(outcome.passed for outcome in outcomes), outcomes[0]
    return count / seconds, used / count


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
    rate, used = warm_rate(count)
    print(f"warm, {WORKERS} workers: {rate:.1f} programs/s ({count} programs, 4 tests), ", end="")
    print(f"{1000 * used:.1f} ms of CPU each")
    print(f"cold, one core: {cold_rate():.1f} programs/s ({COLD_RUNS} programs)")


if __name__ == "__main__":
    main()
