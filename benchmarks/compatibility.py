"""Runs the main commands with each lm_eval in each Python, and prints the table that docs show.

Every Python is that of an environment with this package; what lies in it stays as it is:

    python benchmarks/compatibility.py --lm-eval lm-eval==0.4.12 WHEEL... -- PYTHON...
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BESIDE = Path(__file__).with_name("with_lm_eval.sh")
TRACK = ["-m", "erbench_track"]
COMMANDS = {
    "run": [
        "-m", "lm_eval", "--model", "erbench-simulated", "--tasks", "erbench_movie",
        "--limit", "20", "--output_path", "run", "--log_samples",
    ],
    "track": [
        *TRACK, "track", "--model", "track-simulated", "--kas", "1", "--questions", "12",
        "-o", "study",
    ],
    "score": [*TRACK, "score", "run/erbench-simulated", "--task", "erbench_movie", "-o", "scored"],
    "report": [*TRACK, "report", "run", "-o", "report"],
    "generate": [
        *TRACK, "generate", "erbench", "--benchmark", "movie", "--sample", "5", "-o", "items",
    ],
}  # fmt: skip
# What is the first of `$@` to the shell: runs each command, and says how it ended.
EACH = """
import subprocess, sys, json
for name, command in json.loads(sys.argv[1]).items():
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    print(f"{name}: {done.returncode}", flush=True)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
"""


def outcomes(python: str, lm_eval: str) -> tuple[str, dict[str, int]]:
    """Returns the version of lm_eval, and how each command ended."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [BESIDE, python, lm_eval, "-c", EACH, json.dumps(COMMANDS)],
            cwd=folder,
            env={**os.environ, "HF_HUB_OFFLINE": "1"},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    version = re.search(r"^lm_eval (\S+)$", done.stdout, re.MULTILINE)
    ended = dict(re.findall(r"^(\w+): (-?\d+)$", done.stdout, re.MULTILINE))
    return version[1] if version else lm_eval, {name: int(ended.get(name, 1)) for name in COMMANDS}


def python_version(python: str) -> str:
    """Returns the version of a Python."""
    code = "import platform; print(platform.python_version())"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout


def main() -> None:
    """Prints a row for each Python and lm_eval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lm-eval", nargs="+", default=["lm-eval==0.4.13"])
    parser.add_argument("python", nargs="*", default=[sys.executable])
    given = parser.parse_args()
    print(f"| Python | lm_eval | {' | '.join(COMMANDS)} |")
    print("|---|---|" + "---|" * len(COMMANDS))
    for python in given.python:
        for wanted in given.lm_eval:
            path = Path(wanted)
            version, ended = outcomes(python, str(path.resolve()) if path.is_file() else wanted)
            said = " | ".join("yes" if code == 0 else f"no ({code})" for code in ended.values())
            print(f"| {python_version(python).strip()} | {version} | {said} |", flush=True)


if __name__ == "__main__":
    main()
