"""`erbench-track generate`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.progress import track

from ..erbench_tasks.errors import InputError
from ..erbench_tasks.export import export
from ..erbench_tasks.official import open_benchmark
from ..erbench_tasks.passage_settings import PassageSettings

app = typer.Typer(help="Generate a benchmark as a Hugging Face dataset.", no_args_is_help=True)


class Source(str, Enum):
    """Whose tables to ask about."""

    embedded = "embedded"
    official = "official"


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
    source: Annotated[
        Source,
        typer.Option(help="Ask about our databases, or about the tables of the paper's authors."),
    ] = Source.embedded,
    path: Annotated[
        Optional[str],  # noqa: UP045 -- as above
        typer.Option(help="A checkout of the authors' repository (--source official)."),
    ] = None,
    passages: Annotated[
        Optional[str],  # noqa: UP045 -- as above
        typer.Option(
            metavar="wikipedia|column",
            help="Put a passage about its entity before each single-hop question.",
        ),
    ] = None,
    passage_cache: Annotated[
        Optional[Path],  # noqa: UP045 -- as above
        typer.Option(
            help="Keep the fetched pages there (default: ~/.cache/erbench-track/passages)."
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
    opened = open_benchmark(benchmark, database, _official(source, path))
    chosen = None
    if passages is not None:
        chosen = PassageSettings.resolve(passages, passage_cache).open(benchmark)
    items = track(
        opened.items(seed, passages=chosen),
        "Generating",
        console=console,
        disable=not console.is_terminal or chosen is not None,  # fetching shows its own bar
    )
    written = export(items, opened.spec.name, output, overwrite=overwrite)
    for line in opened.report.lines():
        typer.echo(f"left out: {line}", err=True)
    typer.echo(f"{written} items in {output}")


def _official(source: Source, path: str | None) -> str | None:
    """Returns the checkout's root, or None for an embedded domain."""
    if source is Source.official and path is None:
        raise InputError("--path: missing; --source official needs a checkout's root")
    if source is Source.embedded and path is not None:
        raise InputError("--path: goes with --source official; another database is --database")
    return path
