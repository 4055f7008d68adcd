"""`erbench-track inspect`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.progress import track

from ..erbench_tasks.database import open_database
from ..erbench_tasks.errors import InputError
from ..erbench_tasks.files import write_text
from ..erbench_tasks.inspection.inspect_database import inspect_database
from ..erbench_tasks.inspection.schema import TableSchema
from ..erbench_tasks.spec_file import read_spec


def inspect(
    database: Annotated[
        str, typer.Argument(help="SQLAlchemy URL, SQLite or DuckDB file, or folder of CSV files.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The specification to write (YAML).")
    ],
    name: Annotated[
        Optional[str],  # noqa: UP045 -- typer reads it at run time
        typer.Option(help="Name of the benchmark.", show_default="the output file's"),
    ] = None,
    schema: Annotated[
        Optional[str],  # noqa: UP045 -- as above
        typer.Option(help="Schema of the tables.", show_default="the connection's"),
    ] = None,
    tables: Annotated[
        Optional[str],  # noqa: UP045 -- as above
        typer.Option(help="Look at these tables only: names, separated by commas."),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the file if it exists.")
    ] = False,
) -> None:
    """Propose what to ask of a database: a commented specification that you edit.

    Reads tables, keys and foreign keys, and the values of some rows. Keys give functional
    dependencies, foreign keys give multi-hop questions and many-to-many ones. The database is
    only read. The result works as it is:

    erbench-track inspect sqlite:///shop.db -o shop.yaml

    erbench-track generate erbench --benchmark shop.yaml --database sqlite:///shop.db -o shop
    """
    if output.exists() and not overwrite:
        raise InputError(f"{output}: exists already; give another file, or --overwrite")
    found = inspect_database(
        open_database(database),
        name or output.stem,
        schema=schema,
        only=[part.strip() for part in tables.split(",")] if tables else (),
        watch=_with_progress,
    )
    write_text(output, found.text)
    read_spec(output)
    for column in found.unsupported:
        typer.echo(f"left out: {column}: its type is not supported", err=True)
    typer.echo(
        f"{output}: {found.questions} question entries about {found.relations} relations "
        f"of {found.tables} tables; read it, edit it, then: erbench-track generate erbench "
        f"--benchmark {output} --database ... -o DIR"
    )


def _with_progress(tables: Iterable[TableSchema]) -> Iterable[TableSchema]:
    console = Console(stderr=True)
    return track(list(tables), "Inspecting", console=console, disable=not console.is_terminal)
