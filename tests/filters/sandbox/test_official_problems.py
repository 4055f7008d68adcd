"""Official programs get the same verdict inside the sandbox as outside."""

from __future__ import annotations

import ast
import gzip
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from erbench_track.filters.sandbox import bubblewrap
from erbench_track.filters.sandbox.pool import ProgramSandbox
from erbench_track.filters.sandbox.protocol import Program

MISSING = bubblewrap.is_missing()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=MISSING or "bubblewrap is there"),
]


@pytest.fixture(scope="module")
def problems():
    from conftest import OFFICIAL

    path = OFFICIAL / "track" / "bigcodebench_dev.jsonl.gz"
    if not path.exists():
        pytest.skip("no official data here")
    for name in ("numpy", "pandas", "matplotlib", "scipy", "sklearn", "seaborn"):
        pytest.importorskip(name)
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


class _Broken(ast.NodeTransformer):
    def visit_Return(self, node):
        return ast.copy_location(ast.Return(ast.Constant(None)), node)


def broken(solution: str) -> str:
    return ast.unparse(_Broken().visit(ast.parse(solution)))


def passes_outside(folder, number: int, solution: str, tests: str) -> bool:
    home = folder / str(number)
    home.mkdir()
    (home / "program.py").write_text(f"{solution}\n{tests}\nimport unittest\nunittest.main()\n")
    environment = {**bubblewrap.environment(), "HOME": str(home), "TMPDIR": str(home)}
    environment["MPLCONFIGDIR"] = str(folder)
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=home, env=environment, capture_output=True, timeout=900
    )
    return done.returncode == 0


def test_verdicts_are_the_same_inside_and_outside(problems, tmp_path):
    sources = [(p["canonical_solution"], p["test"], p["entry_point"]) for p in problems]
    sources += [(broken(solution), tests, name) for solution, tests, name in sources]
    with ProgramSandbox("bubblewrap") as sandbox:
        inside = sandbox.run([Program(*source) for source in sources])
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
        outside = list(
            threads.map(
                lambda pair: passes_outside(tmp_path, pair[0], *pair[1][:2]), enumerate(sources)
            )
        )
    names = [p["task_id"] for p in problems] + [f"{p['task_id']} broken" for p in problems]
    rows = list(zip(names, inside, outside, strict=True))
    different = [(name, outcome) for name, outcome, other in rows if outcome.passed != other]
    half = len(problems)
    print(f"canonical: {sum(o.passed for o in inside[:half])} of {half} pass inside,", end=" ")
    print(f"{sum(outside[:half])} outside; broken: {sum(o.passed for o in inside[half:])} inside,")
    print(f"{sum(outside[half:])} outside; different: {different}")
    assert not different
    assert sum(o.passed for o in inside[half:]) <= half / 20
