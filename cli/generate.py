"""`erbench-track generate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.progress import track

from ..erbench_tasks.export import export
from ..erbench_tasks.generator import Benchmark

app = typer.Typer(help="Generate a benchmark as a Hugging Face dataset.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keeps `erbench` a subcommand while it is the only one."""


@app.command()
def erbench(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    benchmark: Annotated[
        str,
        typer.Option(help="Specification (YAML file), or the name of an embedded domain."),
    ] = "movie",
    database: Annotated[
        Optional[str],  # noqa: UP045 -- typer reads it at run time
        typer.Option(
            help="SQLAlchemy URL, SQLite file, or folder with schema.sql and CSV files. "
            "By default the specification's own folder.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which options are false.")] = 0,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate ERBench questions from a relational database.

    The result opens with datasets.load_dataset(FOLDER), and with
    lm_eval --tasks erbench_movie --metadata '{"dataset": "FOLDER"}'.

    Example: erbench-track generate erbench --benchmark movie -o movie_items
    """
    console = Console(stderr=True)
    opened = Benchmark.open(benchmark, database)
    items = track(
        opened.items(seed), "Generating", console=console, disable=not console.is_terminal
    )
    written = export(items, opened.spec.name, output, overwrite=overwrite)
    for line in opened.report.lines():
        typer.echo(f"left out: {line}", err=True)
    typer.echo(f"{written} items in {output}")
