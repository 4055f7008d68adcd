"""`erbench-track export-tasks`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export_tasks(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder of `erbench-track generate erbench`.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    dataset: Annotated[
        str | None,
        typer.Option(
            metavar="USER/NAME|DIR",
            help="Where the items will be: a dataset on the Hub, or a folder (default: DIR).",
        ),
    ] = None,
    prefix: Annotated[str, typer.Option(help="The beginning of the tasks' names.")] = "erbench",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Write lm_eval task files for a generated benchmark.

    One task per question type, and groups of them. They need only these files, the dataset, and
    erbench-track's filters and metrics.

    Example: erbench-track export-tasks my_items -o tasks --dataset me/erbench-mine
    """
    from ..erbench_tasks.stored.reader import GeneratedBenchmark
    from ..plugin.tasks import export as task_export

    benchmark = GeneratedBenchmark.open(folder)
    groups = task_export.export_tasks(benchmark, output, dataset, prefix, overwrite=overwrite)
    typer.echo(f"lm_eval --include_path {output} --tasks {','.join(groups)}")
