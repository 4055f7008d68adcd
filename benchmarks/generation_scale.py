"""Prints speed and peak memory of generating from databases of growing size.

Two joined tables; every row of the first gives two binary questions and a multiple-choice one. The
sizes differ by a factor of ten: the memory should not, and the time should by ten.

Run it on an idle machine: python benchmarks/generation_scale.py [--rows 100000 1000000]
The whole job runs on one core where the system can pin it (taskset).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET_SPEED = 30_000
TARGET_MEMORY = 600

SPEC = """\
name: shop
relations:
  product:
    sql: |
      SELECT p.title, p.year, p.colour, m.name AS maker, m.country
      FROM product p
      JOIN maker m ON m.id = p.maker_id
    entity: [title]
questions:
  - type: binary
    relation: product
    fd: title, year -> maker
    wording:
      basic: Is there a maker of the product {{ title }} that came out in {{ year }}?
      negated: Is it true that the product {{ title }} that came out in {{ year }} has no maker?
  - type: multiple_choice
    relation: product
    fd: title -> maker, country, colour, year
    wording:
      - question: Which option about the product {{ title }} is false? Provide an explanation.
        maker: It was made by {{ maker }}.
        country: Its maker is in {{ country }}.
        colour: Its colour is {{ colour }}.
        year: It came out in {{ year }}.
"""
SCHEMA = """\
create table maker (id integer primary key, name text not null, country text not null);
create table product (
  id integer primary key, title text not null unique, year integer not null,
  colour text not null, maker_id integer not null references maker (id)
);
"""
COLOURS = ("red", "green", "blue", "black", "white", "grey", "brown", "pink")


def product(number: int, rows: int) -> tuple[object, ...]:
    # 7919 is a prime: the titles are distinct, and not in the order of the keys.
    title = f"Product {number * 7919 % rows:07}"
    return number, title, 1900 + number % 120, COLOURS[number % 8], number % (rows // 20)


def make_database(folder: Path, rows: int) -> None:
    (folder / "benchmark.yaml").write_text(SPEC)
    with sqlite3.connect(folder / "shop.sqlite") as connection:
        connection.executescript(SCHEMA)
        connection.executemany(
            "insert into maker values (?, ?, ?)",
            ((i, f"Maker {i:06}", f"Country {i % 190:03}") for i in range(rows // 20)),
        )
        connection.executemany(
            "insert into product values (?, ?, ?, ?, ?)",
            (product(i, rows) for i in range(rows)),
        )


def generate(folder: Path) -> None:
    """The measured job; runs in a process of its own and prints its figures as JSON."""
    from erbench_track.erbench_tasks.generator import Benchmark
    from erbench_track.erbench_tasks.stored.writer import export

    start = time.perf_counter()
    benchmark = Benchmark.open(folder / "benchmark.yaml", folder / "shop.sqlite")
    written = export(benchmark, folder / "items")
    seconds = time.perf_counter() - start
    items = sum(part.items for part in written.question_types.values())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"items": items, "seconds": seconds, "peak": peak}))


def measure(rows: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_database(folder, rows)
        done = subprocess.run(
            [sys.executable, __file__, "--generate", name],
            check=True, capture_output=True, text=True,
            preexec_fn=_use_one_core if hasattr(os, "sched_setaffinity") else None,
        )  # fmt: skip
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _use_one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--generate", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.generate:
        generate(options.generate)
        return
    print(f"{'rows':>10}{'items':>12}{'seconds':>10}{'items/s':>10}{'peak MB':>10}")
    found = []
    for rows in options.rows:
        figures = measure(rows)
        found.append(figures)
        speed = figures["items"] / figures["seconds"]
        print(
            f"{rows:>10,}{figures['items']:>12,}{figures['seconds']:>10.1f}"
            f"{speed:>10,.0f}{figures['peak']:>10.0f}"
        )
    first, last = found[0], found[-1]
    speed = last["items"] / last["seconds"]
    print(f"\nspeed / target of {TARGET_SPEED:,} items/s: {speed / TARGET_SPEED:.2f}")
    print(f"peak memory / target of {TARGET_MEMORY} MB: {last['peak'] / TARGET_MEMORY:.2f}")
    print(f"peak memory, last / first: {last['peak'] / first['peak']:.2f}")
    per_item = [part["seconds"] / part["items"] for part in (first, last)]
    print(f"seconds per item, last / first: {per_item[1] / per_item[0]:.2f}")


if __name__ == "__main__":
    main()
