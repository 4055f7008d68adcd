"""`erbench-track mine`."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich import box
from rich.console import Console
from rich.table import Table

from ..core.errors import InputError
from ..core.files import write_text
from ..core.untrusted_text import plain, visible
from ..erbench_tasks.database.opening import open_database
from ..erbench_tasks.database.snapshot import snapshot
from ..erbench_tasks.dependencies.mining import (
    Mined,
    MinedDependency,
    MiningSource,
    mine_dependencies,
    open_source,
)


def mine(
    database: Annotated[
        str,
        typer.Argument(
            help="SQLAlchemy URL, SQLite, DuckDB, CSV or TSV file, or folder of CSV files."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TABLE_OR_SPEC:RELATION",
            help="A table, or a relation of a specification (YAML file or embedded domain).",
        ),
    ],
    max_error: Annotated[
        float,
        typer.Option(help="Largest error g3: the share of rows to remove for it to hold."),
    ] = 0.0,
    max_determinant: Annotated[
        int, typer.Option(min=1, help="Largest number of attributes on the left side.")
    ] = 2,
    rows: Annotated[
        int, typer.Option(min=1, help="Read at most this many rows; sample a larger table.")
    ] = 100_000,
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help='Compare these columns (or attributes) only; "a,b" is one whose name has a comma.',
            show_default="all",
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(min=1, help="Number of dependencies, and of keys, to print.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="Decides which rows are sampled.")] = 0,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write everything that was found to this file."),
    ] = None,
) -> None:
    """Find functional dependencies that a specification could ask about.

    They are searched for in the rows that are read, and then checked by the database on every row:
    the printed error is that of the whole table. Only minimal dependencies are listed.

    A table has many dependencies by accident. They are ranked by support: the number of
    determinants that several rows share and that still have a single value, which is the evidence
    that a dependency is not an accident. A key (no two rows share a determinant) determines
    everything without any such evidence, so keys are listed separately.

    Needs the extra fd, the library desbordante.

    Example: erbench-track mine library.sqlite book --max-error 0.01
    """
    if not 0 <= max_error < 1:
        raise InputError(f"--max-error: {max_error} is not a share from 0 to below 1")
    engine = open_database(database)
    source = open_source(engine, target, _names(columns))
    with (
        snapshot(engine) as connection,
        Console(stderr=True).status("Reading rows") as status,
    ):
        mined = mine_dependencies(
            connection, source,
            max_error=max_error, max_determinant=max_determinant, rows=rows, seed=seed,
            progress=lambda count: status.update(f"{count:,} dependencies checked"),
        )  # fmt: skip
    _print(Console(highlight=False), source, mined, top)
    if json_file is not None:
        write_text(json_file, json.dumps(_as_json(source, mined), indent=1) + "\n")


def _names(columns: str | None) -> list[str] | None:
    return next(csv.reader([columns], skipinitialspace=True), []) if columns is not None else None


def _print(console: Console, source: MiningSource, mined: Mined, top: int) -> None:
    read = "all" if mined.rows_read == mined.rows else f"a sample of {mined.rows_read:,}"
    console.print(f"Looked for dependencies in {read} of {mined.rows:,} rows")
    for what, names in (
        ("Skipped, since no question could mention their types", source.skipped),
        ("One value, so that everything determines them", mined.constants),
    ):
        if names:
            console.print(plain(f"{what}: {', '.join(names)}"), soft_wrap=True)
    console.print(_table(mined.dependencies[:top]) if mined.dependencies else "None was found.")
    _print_more(console, len(mined.dependencies) - top, "dependencies")
    if mined.keys:
        console.print("Keys: no two rows share their values, so they determine everything")
    for key in mined.keys[:top]:
        console.print(plain(f"  {', '.join(key.fd.determinant)}"), soft_wrap=True)
    _print_more(console, len(mined.keys) - top, "keys")
    if mined.dependencies or mined.keys:
        console.print("\nFor a specification:")
    for line in _specification(source, mined.dependencies[:top], mined.keys[:top]):
        typer.echo(line)


def _print_more(console: Console, more: int, what: str) -> None:
    if more > 0:
        console.print(f"... and {more:,} more {what} (--top, --json)")


def _table(dependencies: Sequence[MinedDependency]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Dependency", overflow="fold", min_width=16)
    for heading in ("Support", "Deter-\nminants", "Violating", "Error g3"):
        table.add_column(heading, justify="right", no_wrap=True)
    for mined in dependencies:
        check = mined.check
        table.add_row(
            plain(str(mined.fd)),
            f"{check.support:,} ({check.support_share:.0%})",
            f"{check.determinants:,}",
            f"{check.violating:,}",
            f"{check.error:.2%}",
        )
    return table


def _specification(
    source: MiningSource, dependencies: Sequence[MinedDependency], keys: Sequence[MinedDependency]
) -> Iterator[str]:
    """Yields lines to paste; for a table, also the names of its columns as attributes."""
    fds = [mined.fd for mined in (*dependencies, *keys)]
    described = source.described([name for fd in fds for name in fd.determinant + fd.dependent])
    if fds and described:
        text = yaml.safe_dump(described, sort_keys=False, allow_unicode=True, width=10**6)
        readable = all(map(str.isprintable, text.splitlines()))
        yield "# in relations:"
        yield (text if readable else yaml.safe_dump(described, sort_keys=False)).rstrip()
    if fds:
        yield "# in questions:"
    yield from (f"fd: {visible(str(mined.fd))}" for mined in dependencies)
    yield from (f"fd: {visible(str(key.fd))}  # key" for key in keys)


def _as_json(source: MiningSource, mined: Mined) -> dict[str, Any]:
    def entries(found: Sequence[MinedDependency]) -> list[dict[str, Any]]:
        return [{"fd": str(mined.fd), **mined.check.numbers()} for mined in found]

    return {
        "rows": mined.rows,
        "rows_read": mined.rows_read,
        "skipped": source.skipped,
        "constants": mined.constants,
        "relation": source.relation,
        "dependencies": entries(mined.dependencies),
        "keys": entries(mined.keys),
    }
