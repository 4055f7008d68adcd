"""Prints how long the profile of a large database takes, and its peak memory.

Two databases of SQLite: one of many tables that refer to each other, undeclared, and one of a
single table of many rows. Either should take at most 30 seconds.

Run it on an idle machine: python benchmarks/profile_scale.py [--tables 400] [--rows 1000000]
"""

from __future__ import annotations

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET_SECONDS = 30
ROWS_OF_EACH = 1_500
COLUMNS = (
    "id integer, name text, other_id integer, kind text, year integer, note text, share real, "
    "town text, country text, day text"
)


def row(number: int, rows: int) -> tuple[object, ...]:
    town = number * 7919 % rows % 500
    return (
        number, f"Name {number * 7919 % rows:07}", number % 97 + 1, f"kind {number % 12}",
        1900 + number % 120, f"a note of some length about {number}", number % 1013 / 7,
        f"town {town}", f"country {town % 60}", f"19{number % 90 + 10}-0{number % 9 + 1}-11",
    )  # fmt: skip


def make_database(path: Path, tables: int, rows: int) -> None:
    with sqlite3.connect(path) as connection:
        for number in range(tables):
            columns = COLUMNS.replace("other_id", f"thing{(number + 1) % tables}_id")
            connection.execute(f"create table thing{number} ({columns})")
            connection.executemany(
                f"insert into thing{number} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                (row(n, rows) for n in range(1, rows + 1)),
            )


def describe(path: Path) -> None:
    """The measured job; runs in a process of its own and prints its figures as JSON."""
    from erbench_track.erbench_tasks.database.opening import open_database
    from erbench_track.erbench_tasks.profile.profile import profile
    from erbench_track.erbench_tasks.profile.text import text, tokens

    start = time.perf_counter()
    found = profile(open_database(path))
    seconds = time.perf_counter() - start
    size = tokens(text(found))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    references = sum(len(table.references) for table in found.tables)
    figures = {"seconds": seconds, "peak": peak, "references": references, "tokens": size}
    print(json.dumps(figures))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--describe", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.describe:
        describe(options.describe)
        return
    print(f"{'tables':>8}{'rows of each':>14}{'seconds':>9}{'peak MB':>9}{'references':>12}")
    for tables, rows in ((options.tables, ROWS_OF_EACH), (1, options.rows)):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name, "scale.sqlite")
            make_database(path, tables, rows)
            done = subprocess.run(
                [sys.executable, __file__, "--describe", str(path)],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
        figures = json.loads(done.stdout)
        print(
            f"{tables:>8,}{rows:>14,}{figures['seconds']:>9.1f}{figures['peak']:>9.0f}"
            f"{figures['references']:>12,}"
            f"   seconds / target: {figures['seconds'] / TARGET_SECONDS:.2f}"
        )


if __name__ == "__main__":
    main()
