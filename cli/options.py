"""What several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

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
