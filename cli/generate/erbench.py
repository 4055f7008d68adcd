"""`erbench-track generate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ...core.errors import InputError
from ...erbench_tasks.items.item import Item
from ...erbench_tasks.official import open_benchmark
from ...erbench_tasks.passages.passage_settings import PassageSettings
from ...erbench_tasks.privacy.asked import refuse_personal_data
from ...erbench_tasks.stored.writer import export

# Progress is shown once per this many items.
STEP = 1000


class Source(str, Enum):
    """Which tables to ask about."""

    embedded = "embedded"
    official = "official"


def erbench(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    benchmark: Annotated[
        str,
        typer.Option(help="Specification (YAML file), or the name of an embedded domain."),
    ] = "movie",
    database: Annotated[
        str | None,
        typer.Option(
            help="SQLAlchemy URL, SQLite or DuckDB file, or folder with schema.sql and CSV. "
            "By default the specification's own folder.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        Source,
        typer.Option(help="Ask about our databases, or about the tables of the paper's authors."),
    ] = Source.embedded,
    path: Annotated[
        str | None,
        typer.Option(help="A checkout of the authors' repository (--source official)."),
    ] = None,
    passages: Annotated[
        str | None,
        typer.Option(
            metavar="wikipedia|column",
            help="Put a passage about the entity before each single-hop question.",
        ),
    ] = None,
    passage_cache: Annotated[
        Path | None,
        typer.Option(
            help="Folder that keeps the fetched pages (default: ~/.cache/erbench-track/passages)."
        ),
    ] = None,
    images: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the images to show, named by entity id, instead of those of the "
            "specification (benchmarks with images, such as movie_mm).",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which options are false.")] = 0,
    sample: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Number of entities to ask about per question type, drawn with the seed.",
            show_default="all",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate ERBench questions from a relational database.

    Personal data is asked about only if the specification says why (`personal_data: <reason>`).
    The result opens with datasets.load_dataset(FOLDER), and with
    lm_eval --tasks erbench_movie --metadata '{"dataset": "FOLDER"}'.

    Example: erbench-track generate erbench --benchmark movie -o movie_items
    """
    opened = open_benchmark(benchmark, database, _official(source, path), images)
    refuse_personal_data(
        opened.spec, opened.path, opened.relations, opened.engine, passages=passages is not None
    )
    chosen = None
    if passages is not None:
        chosen = PassageSettings.resolve(passages, passage_cache).open(benchmark)
    written = export(
        opened, output,
        seed=seed, passages=chosen, sample=sample, overwrite=overwrite,
        watch=partial(_with_progress, quiet=chosen is not None),  # fetching shows its own bar
    )  # fmt: skip
    for line in opened.omissions.lines():
        typer.echo(f"left out: {line}", err=True)
    count = sum(part.items for part in written.question_types.values())
    typer.echo(f"{count} items in {output}")


def _with_progress(items: Iterable[Item], *, quiet: bool) -> Iterator[Item]:
    """Shows how many items there are so far, and how fast they come."""
    console = Console(stderr=True)
    columns = (
        TextColumn("Generating"),
        SpinnerColumn(),
        TextColumn("{task.completed:,.0f} items"),
        TextColumn("{task.fields[rate]:,.0f} items/s"),
        TimeElapsedColumn(),
    )
    disable = quiet or not console.is_terminal
    with Progress(*columns, console=console, disable=disable, transient=True) as progress:
        task = progress.add_task("", total=None, rate=0)
        for count, item in enumerate(items, start=1):
            yield item
            if count % STEP == 0:
                speed = progress.tasks[0].speed or 0
                progress.update(task, completed=count, rate=speed)


def _official(source: Source, path: str | None) -> str | None:
    """Returns the checkout's root, or None for an embedded domain."""
    if source is Source.official and path is None:
        raise InputError("--path: missing; --source official needs a checkout's root")
    if source is Source.embedded and path is not None:
        raise InputError("--path: goes with --source official; another database is --database")
    return path
