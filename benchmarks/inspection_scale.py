"""Prints how long it takes to look at a large schema, and at large tables.

python benchmarks/inspection_scale.py [--tables 400] [--rows 1000000] [--steps]
The seconds are those of the processor, SQLite's included: other programs do not change them much.
The databases are files of SQLite that are made first; that is not counted.
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
    from erbench_track.erbench_tasks.dependencies.inclusions import find_inclusions
    from erbench_track.erbench_tasks.dependencies.small import small_dependencies
    from erbench_track.erbench_tasks.inspection.columns import judge_columns
    from erbench_track.erbench_tasks.inspection.schema import read_schema

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "places.sqlite"
        make(path, tables, rows)
        engine = open_database(path)
        start = time.process_time()
        schema = read_schema(engine)
        read = time.process_time()
        yield "reading the schema", read - start
        with snapshot(engine) as connection:
            columns = sum(len(judge_columns(connection, table)) for table in schema.values())
            judged = time.process_time()
            yield f"judging {columns:,} columns", judged - read
            find_inclusions(connection, {name: each.table for name, each in schema.items()}, {})
            found = time.process_time()
            yield "looking for foreign keys", found - judged
            first = next(iter(schema.values())).table
            small_dependencies(connection, first, ["kind", "country", "founded"], ["director"])
            yield "looking for determinants", time.process_time() - found


def about(number: int, albums: int, genres: int) -> tuple[object, ...]:
    return 1900 + number % 120, COUNTRIES[number % 7], number * 31 % albums, number % genres


def make_large(path: Path, rows: int) -> None:
    """Makes two large tables: of things that have a name, and of what happened to them."""
    with sqlite3.connect(path) as connection:
        connection.executescript(LARGE)
        few, some = max(20, rows // 200), max(20, rows // 20)
        names = {"genre": few, "album": some}
        for table, count in names.items():
            content = ((i, f"{table.title()} {i * 7919 % count:06}") for i in range(count))
            connection.executemany(f"insert into {table} values (?, ?)", content)  # noqa: S608
        songs = (
            (
                i,
                f"Song {i * 7919 % rows:07}",
                1900 + i % 120,
                COUNTRIES[i % 7],
                i * 31 % some,
                i % few,
            )
            for i in range(rows)
        )
        connection.executemany("insert into song values (?, ?, ?, ?, ?, ?)", songs)
        awards = (
            (i, i * 17 % some, 1900 + i // few, COUNTRIES[i % 7], i % few, f"Jury {i * 13 % 90}")
            for i in range(rows)
        )
        connection.executemany("insert into award values (?, ?, ?, ?, ?, ?)", awards)
    connection.close()


LARGE = """\
create table genre (id integer primary key, name text not null);
create table album (id integer primary key, title text not null);
create table song (
  id integer primary key, title text not null, year integer, country text,
  album_id integer references album (id), genre_id integer references genre (id)
);
create table award (
  id integer primary key, album_id integer not null references album (id), year integer not null,
  country text, genre_id integer not null references genre (id), jury text
);
"""


def inspected(path: Path) -> float:
    """Returns how many seconds all of it takes."""
    from erbench_track.erbench_tasks.database.opening import open_database
    from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database

    start = time.process_time()
    inspect_database(open_database(path), "places")
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--steps", action="store_true", help="also measure steps alone")
    options = parser.parse_args()
    sizes = ((1, 100), (options.tables, 1000), (1, options.rows))
    for tables, rows in sizes if options.steps else ():
        print(f"{tables:,} tables of {rows:,} rows and {len(COLUMNS | MORE)} columns")
        for what, seconds in measured(tables, rows):
            print(f"  {what:30}{seconds:8.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        many, large = Path(folder) / "many.sqlite", Path(folder) / "large.sqlite"
        make(many, options.tables, 1000)
        print(f"inspect: {options.tables:,} tables of 1,000 rows{inspected(many):12.1f} s")
        make_large(large, options.rows)
        print(f"inspect: 2 tables of {options.rows:,} rows{inspected(large):14.1f} s")


if __name__ == "__main__":
    main()
