"""What several commands take, and show."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from ..core.errors import InputError

DATABASES = "URL, file of SQLite or DuckDB, CSV, TSV, Parquet or JSON file, or a folder of those."

SpecArgument = Annotated[
    str, typer.Argument(help="Specification (YAML file), or the name of an embedded domain.")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        help=f"{DATABASES} By default the specification's own folder.", show_default=False
    ),
]
TablesOption = Annotated[str, typer.Option(help="These tables alone: a,b.")]
SchemaOption = Annotated[str | None, typer.Option(help="Schema of the tables.")]
PublicPersonsOption = Annotated[
    str | None,
    typer.Option(
        metavar="REASON", help="Names of persons may be used, who are of public interest."
    ),
]


def table_names(tables: str) -> list[str]:
    """Returns the tables that an option names."""
    return [name.strip() for name in tables.split(",") if name.strip()]


def check_reason(public_persons: str | None) -> None:
    """Stops at a reason that says nothing.

    Raises:
        InputError: It is blank.
    """
    if public_persons is not None and not public_persons.strip():
        raise InputError("--public-persons: say why, such as 'winners of the Tour de France'")


def plain_table(first: str, *numbers: str) -> Table:
    """Returns a table without rows or frame: a column of texts, and columns of numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, overflow="fold", min_width=12)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
