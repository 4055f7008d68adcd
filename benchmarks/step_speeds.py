"""Prints how fast the steps of the main job are; compare the figures, nothing is asserted.

Run it on an idle machine: python benchmarks/step_speeds.py
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.erbench import process_results
from erbench_track.plugin.models.simulated import SimulatedLM

RESPONSES = 20_000


def best_of(times: int, run: Callable[[], Any]) -> float:
    """Returns the shortest of several wall times, in seconds."""
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        durations.append(time.perf_counter() - start)
    return min(durations)


def generation() -> tuple[str, float, float]:
    benchmark = Benchmark.open("movie")
    items = len(list(benchmark.items()))
    return (
        "generate the Movie items (items/s)",
        items / best_of(5, lambda: list(benchmark.items())),
        20_000,
    )


def scoring() -> tuple[str, float, float]:
    docs = [item.to_row() for item in Benchmark.open("movie").items()]
    docs = (docs * (RESPONSES // len(docs) + 1))[:RESPONSES]
    model = SimulatedLM()
    # Real explanations are longer than simulated ones; the ballast makes them about 300 characters.
    ballast = " It was widely reviewed, and its cast and crew were interviewed on the occasion." * 3
    responses = [[f"{model._respond(doc)} ({number}){ballast}"] for number, doc in enumerate(docs)]

    def score() -> None:
        extracted = ReadingFilter().apply(responses, docs)
        for doc, extraction in zip(docs, extracted, strict=True):
            process_results(doc, [extraction])

    return "score recorded responses (responses/s)", RESPONSES / best_of(3, score), 20_000


def score_command() -> tuple[str, float, float]:
    docs = [item.to_row() for item in Benchmark.open("movie").items()]
    docs = [doc for doc in docs if doc["question_type"] == "mc"]
    model = SimulatedLM()
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(folder, "samples.jsonl")
        with samples.open("w") as file:
            for number in range(3000):
                doc = docs[number % len(docs)]
                line = {"doc_id": number, "doc": doc, "resps": [[model._respond(doc)]]}
                file.write(json.dumps(line) + "\n")
        command = [sys.executable, "-m", "erbench_track.cli", "score", str(samples)]
        command += ["--task", "erbench_movie_mc", "-o", str(Path(folder, "scored"))]
        seconds = best_of(3, lambda: subprocess.run(command, check=True, capture_output=True))
    return "the score command on 3,000 responses (s)", seconds, 5


def command_line() -> tuple[str, float, float]:
    """What every command pays before it does anything; in CPU time, as other programs may run."""
    command = [sys.executable, "-m", "erbench_track.cli", "--help"]
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return "erbench-track --help (CPU s)", min(seconds), 0.5


def start_up_hook() -> tuple[str, float, float]:
    """The hook's module, as `-X importtime` counts it at a Python start."""
    command = [sys.executable, "-X", "importtime", "-c", "pass"]
    starts = []
    for _ in range(20):
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        ours = [line.split("|") for line in lines.splitlines() if "erbench_track_startup" in line]
        starts.append(sum(int(fields[0].split(":")[1]) for fields in ours))
    return "the start-up hook (ms per Python start)", sorted(starts)[len(starts) // 2] / 1000, 1


def loading_all_domains(times: int) -> Callable[[], tuple[str, float, float]]:
    """Loads every task of `erbench` in a new process, from a cold or a warm item cache."""

    def load() -> tuple[str, float, float]:
        code = (
            "import logging, time; logging.disable(logging.CRITICAL)\n"
            "from erbench_track.plugin.hook.register import register, tasks_dir; register()\n"
            "from lm_eval.tasks import TaskManager\n"
            "m = TaskManager(include_defaults=False, include_path=tasks_dir())\n"
            "t = time.perf_counter(); m.load(['erbench']); print(time.perf_counter() - t)\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "ERBENCH_TRACK_ITEM_CACHE": folder}
            for _ in range(times):
                done = subprocess.run(
                    [sys.executable, "-c", code],
                    check=True, capture_output=True, text=True, env=environment,
                )  # fmt: skip
        cache, target = ("cold", 10) if times == 1 else ("warm", 1)
        return f"load all of erbench, {cache} cache (s)", float(done.stdout), target

    return load


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'step':45}{'measured':>12}{'target':>12}{'ratio':>8}")
    for step in (
        generation,
        scoring,
        score_command,
        command_line,
        start_up_hook,
        loading_all_domains(1),
        loading_all_domains(2),
    ):
        name, measured, target = step()
        print(f"{name:45}{measured:>12,.2f}{target:>12,}{measured / target:>8.2f}")


if __name__ == "__main__":
    main()
