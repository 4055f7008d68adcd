"""Files that nobody would want, and the commands that read them."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import code_problems
import conftest
import track_runs
from labelled_runs import response, write_labels, write_run

SECRET = "sk-secret-0123456789"  # noqa: S105
DATE = track_runs.DATE
ERBENCH, TRACK, PROBE = "erbench_movie_bn_yes", "track_wiki", "track_wiki_probe"
SAMPLES = f"run/samples_{ERBENCH}_{DATE}.jsonl"
OF_TRACK = f"track/samples_{TRACK}_{DATE}.jsonl"
OF_PROBE = f"probe/samples_{PROBE}_{DATE}.jsonl"
DATA = "test-00000-of-00001.parquet"
SCORE = f"score run --task {ERBENCH} -o out"
SCORE_TRACK = f"score track --task {TRACK} -o out"
SCORE_PROBE = f"score probe --task {PROBE} -o out"
GENERATE = "generate erbench --benchmark toy/benchmark.yaml -o out"
PUBLISH = "--repo-id a/b --license mit --dry-run"


def build(folder: Path, command: Callable[..., tuple[int, str, str]]) -> None:
    """Writes one of each kind of file that a command reads."""
    toy = folder / "toy"
    toy.mkdir()
    files = {"schema.sql": conftest.TOY_SCHEMA, "benchmark.yaml": conftest.TOY_SPEC}
    rows = {f"{name}.csv": text for name, text in conftest.TOY_ROWS.items()}
    for name, text in (files | conftest.TOY_TEMPLATES | rows).items():
        (toy / name).write_text(text)
    _database(folder / "x.db")
    _runs(folder)
    (folder / "entities.json").write_text('["e0", "e1"]')
    (folder / "code.jsonl").write_text(code_problems.line() + "\n")
    (folder / "math.jsonl").write_text(json.dumps(SOLVED) + "\n")
    (folder / "x.tsv").write_text("Q142\tFrance\tP36\tQ90\tParis\nQ1\tAnn\tP27\tQ142\tFrance\n")
    (folder / "x.types.tsv").write_text("Q142\tQ3624078\nQ90\tQ515\nQ1\tQ5\n")
    (folder / "study" / "wiki_probe").mkdir(parents=True)
    (folder / "study" / "wiki_probe" / "stage.json").write_text("{}")
    for line in MADE:
        code, _, err = command(*line.split())
        assert code == 0, err


SOLVED = {
    "question": "What is the square of the sum of 3 and 4?",
    "answer": "49",
    "steps": ["I add: 3 + 4 = 7.", "The square of 7 is 49."],
}
MADE = (
    "generate erbench --benchmark toy/benchmark.yaml -o items",
    "generate track-math -n 4 -o math",
    "gaps probe -o gaps.parquet",
)
STUDY = "track --model track-simulated --questions 3 --methods closed_book -o study"


def _database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("create table city (name text primary key, country text, founded integer)")
    rows = [(f"City {chr(65 + n % 26)}{n}", f"Country {n % 7}", 1800 + n) for n in range(100)]
    connection.executemany("insert into city values (?, ?, ?)", rows)
    connection.commit()
    connection.close()


def _runs(folder: Path) -> None:
    from erbench_track.metrics.audit.page import drawn_from
    from erbench_track.metrics.audit.responses import responses_of
    from erbench_track.metrics.report.runs import read_models

    run = write_run(folder / "run", (response(number) for number in range(3)))
    track_runs.write(
        folder / "track", TRACK, [track_runs.answer(n) for n in range(3)], model_name="m"
    )
    found = {
        "known": True,
        "knowledge_confidence": 1.0,
        "responses": [{"text": "x", "count": 10, "equivalent": True}],
        "simulated": False,
    }
    probes = [
        {**track_runs.probe(n, True, 1.0), "filtered_resps": [json.dumps(found)]} for n in range(3)
    ]
    judged = {PROBE: {"metadata": {"judged_by": {"judge": "lexical"}}}}
    config = {"model": "hf", "model_args": {"pretrained": "m"}}
    track_runs.write(folder / "probe", PROBE, probes, model_name="m", config=config, configs=judged)
    responses, _ = responses_of(read_models([run]))
    key, drawn = drawn_from(responses, 3, 0)
    write_labels(folder / "labels.jsonl", key, drawn, responses, lambda _: ("right", [True]))


# What each command reads.
READS = (
    ("check toy/benchmark.yaml", "toy/benchmark.yaml", "toy/city.csv"),
    ("lint toy/benchmark.yaml", "toy/benchmark.yaml", "toy/schema.sql", "toy/city.jinja"),
    ("preview toy/benchmark.yaml --html out", "toy/benchmark.yaml", "toy/city_mc.jinja"),
    (GENERATE, "toy/benchmark.yaml", "toy/city.csv", "toy/city.jinja", "toy/schema.sql"),
    ("diff items items -o out", "items/benchmark.json", f"items/mc/{DATA}"),
    (f"publish items {PUBLISH}", "items/benchmark.json", f"items/mc/{DATA}"),
    (f"publish math {PUBLISH}", "math/track.json", f"math/questions/{DATA}"),
    (f"publish gaps.parquet {PUBLISH}", "gaps.parquet"),
    ("export-tasks items -o out", "items/benchmark.json", f"items/bn_yes/{DATA}"),
    ("gaps probe -o out", OF_PROBE, f"probe/results_{DATE}.json"),
    (SCORE, SAMPLES, f"run/results_{DATE}.json"),
    (f"{SCORE} --entities entities.json", "entities.json"),
    (SCORE_TRACK, OF_TRACK),
    (SCORE_PROBE, OF_PROBE),
    ("report run -o out", SAMPLES, f"run/results_{DATE}.json"),
    ("report track -o out", OF_TRACK),
    ("report run --labels labels.jsonl -o out", "labels.jsonl"),
    ("label run -o out", SAMPLES),
    ("audit run --labels labels.jsonl -o out", "labels.jsonl"),
    (STUDY, "study/wiki_probe/stage.json"),
    ("finetune --pretrained m --dataset items --data_only -o out", f"items/bn_yes/{DATA}"),
    ("quality math -o out --judge openai/m", f"math/questions/{DATA}"),
    ("generate track-wiki --source x.tsv -n 1 --depths 2:1 -o out", "x.tsv", "x.types.tsv"),
    ("generate track-math --source math.jsonl -o out", "math.jsonl"),
    ("generate track-code --source code.jsonl --no-run-tests -o out", "code.jsonl"),
)  # fmt: skip


def rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(change(path.read_bytes()))


def replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
    def damage(path: Path) -> None:
        path.unlink()
        make(path)

    return damage


# What no command may take for a file of its own.
DAMAGED: dict[str, Callable[[Path], object]] = {
    "a folder": replaced(lambda path: path.mkdir()),
    "a pipe": replaced(os.mkfifo),
    "a device": replaced(lambda path: path.symlink_to("/dev/zero")),
    "UTF-16": rewritten(lambda text: text.decode("latin-1").encode("utf-16")),
    "no UTF-8": rewritten(lambda text: b"\xe9\xff" + text[:-1]),
    "noise": rewritten(lambda _: random.Random(1).randbytes(4000)),  # noqa: S311
    "compressed": rewritten(lambda text: b"\x1f\x8b\x08\x00" + text),
    "lists in lists": rewritten(lambda _: b"[" * 100_000 + b"\n"),
    "maps in maps": rewritten(lambda _: b'{"a":' * 100_000 + b"\n"),
    "many digits": rewritten(lambda _: b"9" * 10_000 + b"\n"),
    "NaN": rewritten(lambda _: b"NaN\n"),
    "a list of lists": rewritten(lambda _: b"[[]]\n"),
    "a long line": rewritten(lambda _: b"x" * 1_000_000),
    "the first half of a byte more": rewritten(lambda text: text[: len(text) // 2] + b"\xc3"),
}  # fmt: skip
# What is only another way to write the same.
RESPELT: dict[str, Callable[[Path], object]] = {
    "a byte order mark": rewritten(lambda text: b"\xef\xbb\xbf" + text),
    "Windows' lines": rewritten(lambda text: text.replace(b"\n", b"\r\n")),
}
