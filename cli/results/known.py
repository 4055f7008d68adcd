"""`erbench-track known`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ...core.files import write_text
from .report import Reading


def known(
    runs: Annotated[list[Path], typer.Argument(help="lm_eval's output folders of a model.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    reading: Annotated[
        Reading,
        typer.Option(
            help="How replies are read: `robust`, or `paper` (every yes, no and unsure counts)."
        ),
    ] = Reading.ROBUST,
    unless_no: Annotated[
        bool,
        typer.Option(
            "--unless-no",
            help="Count every reply without a standalone no, as the paper's tables do.",
        ),
    ] = False,
    common: Annotated[
        bool,
        typer.Option(
            "--common", help="Each folder belongs to a different model; write what all know."
        ),
    ] = False,
) -> None:
    """Write which entities a model knows, from its runs of the known tasks.

    Example: lm_eval --tasks erbench_movie_known_bn --log_samples --output_path results ...
    and then: erbench-track known results/MODEL -o known.json

    The file restricts what is asked (--metadata '{"known_entities": "known.json"}'), what is scored
    (erbench-track score --entities known.json) and what the report counts.
    """
    from ...plugin.scoring.knowledge import assess, common_to

    models = [[run] for run in runs] if common else [runs]
    assessed = [assess(folders, reading=reading.value, unless_no=unless_no) for folders in models]
    found = common_to(assessed)
    write_text(output, json.dumps(found, indent=1) + "\n")
    for domain, kinds in found.items():
        for kind, entities in kinds.items():
            typer.echo(f"{domain} {kind}: {len(entities)} known entities")
