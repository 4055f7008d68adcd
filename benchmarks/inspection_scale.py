"""Prints how long it takes to judge the columns of a large schema, and of a large table.

Run it on an idle machine: python benchmarks/inspection_scale.py [--tables 400] [--rows 1000000]
Both databases are files of SQLite that are made first; that is not counted.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

COLUMNS = {
    "id": "integer primary key", "name": "text not null", "kind": "text", "country": "text",
    "founded": "integer", "opened": "date", "area_km2": "real", "budget": "numeric(12, 2)",
    "is_open": "boolean", "director": "text", "last_update": "timestamp", "remarks": "text",
}  # fmt: skip
MORE = {f"extra_{number}": "text" for number in range(8)}
COUNTRIES = ("Peru", "Chile", "Spain", "Kenya", "Japan", "Norway", "Egypt")


def row(number: int, rows: int) -> tuple[object, ...]:
    # 7919 is a prime: the names are distinct, and not in the order of the keys.
    name = f"Place {number * 7919 % rows:07}"
    day = f"{1900 + number % 99}-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return (
        number, name, f"kind {number % 9}", COUNTRIES[number % 7], 1800 + number % 220, day,
        number / 7, number % 1000 * 1.25, number % 2, f"Ann{number % 300} Lee{number % 200}",
        f"{day} 10:11:12", name * 3, *(f"value {number % (5 + 40 * i)}" for i in range(len(MORE))),
    )  # fmt: skip


def make(path: Path, tables: int, rows: int) -> None:
    columns = ", ".join(f"{name} {kind}" for name, kind in (COLUMNS | MORE).items())
    marks = ", ".join("?" * len(COLUMNS | MORE))
    with sqlite3.connect(path) as connection:
        for table in range(tables):
            connection.execute(f"create table place_{table} ({columns})")
            content = (row(number, rows) for number in range(rows))
            insert = f"insert into place_{table} values ({marks})"  # noqa: S608
            connection.executemany(insert, content)
    connection.close()


def measured(tables: int, rows: int) -> Iterator[tuple[str, float]]:
    """Yields what was done, and its seconds."""
    from erbench_track.erbench_tasks.database.opening import open_database
    from erbench_track.erbench_tasks.database.snapshot import snapshot
    from erbench_track.erbench_tasks.inspection.columns import judge_columns
    from erbench_track.erbench_tasks.inspection.schema import read_schema

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "places.sqlite"
        make(path, tables, rows)
        engine = open_database(path)
        start = time.perf_counter()
        schema = read_schema(engine)
        read = time.perf_counter()
        yield "reading the schema", read - start
        with snapshot(engine) as connection:
            columns = sum(len(judge_columns(connection, table)) for table in schema.values())
        yield f"judging {columns:,} columns", time.perf_counter() - read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    for tables, rows in ((1, 100), (options.tables, 1000), (1, options.rows)):
        print(f"{tables:,} tables of {rows:,} rows and {len(COLUMNS | MORE)} columns")
        for what, seconds in measured(tables, rows):
            print(f"  {what:30}{seconds:8.1f} s")


if __name__ == "__main__":
    main()
