"""How long TRACK's whole study takes, and how much time being killed costs it.

Runs `erbench-track track` with the simulated model on 500 questions, two methods and four scopes,
with the lexical judge. With `--kills N` a second study is killed N times at random moments and
continued; its tables and its responses are compared with those of the first.

    python benchmarks/study_speed.py --kills 10
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ARGUMENTS = ("--model", "track-simulated", "--model_args", "p=0.6,q=0.8,r=0.9,luck=0.1")
_MAIN = "from erbench_track.cli.main import main; main()"


def start(run: Path, questions: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _MAIN, "track", *ARGUMENTS, "--questions", str(questions),
         "--kas", "1,10,100,500", "-o", str(run)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def finished(run: Path, questions: int) -> float:
    started = time.perf_counter()
    if start(run, questions).wait():
        raise SystemExit(f"the study in {run} failed")
    return time.perf_counter() - started


def kill_and_continue(run: Path, questions: int, kills: int, longest: float, seed: int) -> int:
    """Kills a study several times, at random moments; returns how often it was still running."""
    draws = random.Random(seed)  # noqa: S311 -- not secret
    killed = 0
    for _ in range(kills):
        process = start(run, questions)
        try:
            process.wait(draws.uniform(0.5, longest))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
    return killed


def tables(run: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes().replace(str(run).encode(), b"RUN")
        for path in (run / "report").iterdir()
        if path.suffix in (".md", ".csv")
    }


def responses(run: Path) -> Counter[tuple[str, str]]:
    """Counts the recorded responses to each prompt of each stage."""
    return Counter(
        (path.parent.name, json.loads(line)["prompt"])
        for path in run.glob("*/responses.rank0.jsonl")
        for line in path.open(encoding="utf-8")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole, broken = Path(folder) / "whole", Path(folder) / "broken"
        seconds = finished(whole, options.questions)
        generated = responses(whole)
        print(f"{options.questions} questions, 2 methods, 4 scopes: {seconds:.1f} s")
        print(
            f"responses: {generated.total():,} ({generated.total() / seconds:,.0f}/s, all included)"
        )
        if options.kills:
            killed = kill_and_continue(
                broken, options.questions, options.kills, seconds / 2, options.seed
            )
            last = finished(broken, options.questions)
            print(f"killed {killed} times of {options.kills}; the last run took {last:.1f} s")
            print(f"tables byte-identical: {tables(broken) == tables(whole)}")
            print(f"responses generated twice: {(responses(broken) - generated).total()}")
            print(f"responses missing: {(generated - responses(broken)).total()}")


if __name__ == "__main__":
    main()
