"""`erbench-track diff`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console


def diff(
    old: Annotated[
        Path,
        typer.Argument(metavar="OLD", help="A folder that erbench-track generate wrote."),
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="A later one of the same benchmark.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Folder for what is new, as a benchmark."),
    ] = None,
    list_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write all differences to this file, as JSON Lines."),
    ] = None,
    show: Annotated[int, typer.Option(min=0, help="Number of examples to show of each kind.")] = 10,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with code 1 if an item differs.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the output folder if it exists.")
    ] = False,
) -> None:
    """List the questions that are new since a benchmark was last generated.

    After the database has changed, ask a model only what is new:

        erbench-track generate erbench --database movies.sqlite -o october

        erbench-track diff september october -o fresh

        lm_eval --tasks erbench_movie --metadata '{"dataset": "fresh"}' ...

    A question type without new items is not in that folder: then name the tasks of the others
    (--tasks erbench_movie_bn_yes,erbench_movie_mc).

    An item is unchanged if nothing in it differs. The same question with another answer or
    rationale has an other answer. Changed is what asks the same about the same entity with other
    options, or in other words, if nothing else asks that about it; the rest is added or removed.

    Example: erbench-track diff september october --json differences.jsonl
    """
    from ..erbench_tasks.stored.diff import (
        FRESH,
        KINDS,
        compare,
        other_causes,
        print_comparison,
        write_list,
        write_subset,
    )
    from ..erbench_tasks.stored.reader import GeneratedBenchmark

    comparison = compare(
        *(GeneratedBenchmark.open(folder, allow_empty=True) for folder in (old, new))
    )
    causes = other_causes(comparison.old.manifest, comparison.new.manifest)
    if causes:
        typer.echo(
            f"warning: not the same {', '.join(causes)}: "
            "items change for another reason than the database",
            err=True,
        )
    is_new = comparison.count(*FRESH) > 0
    if output is not None and is_new:
        write_subset(comparison, output, overwrite=overwrite)
    if list_file is not None:
        write_list(comparison, list_file)
    print_comparison(comparison, Console(), show)
    if output is not None and is_new:
        types = [found for found in comparison.types if len(found.fresh)]
        counts = ", ".join(f"{len(found.fresh)} {found.question_type}" for found in types)
        typer.echo(f"{output}: {counts}")
    elif output is not None:
        typer.echo(f"nothing is new; {output} is not written")
    if exit_code and comparison.count(*KINDS):
        raise typer.Exit(1)
