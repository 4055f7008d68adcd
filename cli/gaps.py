"""`erbench-track gaps`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def gaps(
    run: Annotated[
        Path,
        typer.Argument(
            metavar="RUN_DIR",
            help="Output folder of lm_eval --tasks track_wiki_probe --log_samples.",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The Parquet file to write.")],
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", help="wiki, code or math, if the folder has several probes."),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the file if it exists.")
    ] = False,
) -> None:
    """Record which of the probed facts a model knows: its gap dataset.

    One row per fact: whether it is known, how confidently, and every distinct response with its
    count and verdict. The tasks that inject facts read it:
    lm_eval --tasks track_wiki_append --metadata '{"gaps": "gaps/MODEL.parquet", "kas": 10}'.

    Example: erbench-track gaps results -o gaps/my-model.parquet
    """
    from ..core.errors import InputError
    from ..core.untrusted_text import visible
    from ..metrics.report.how_made import judge_of
    from ..plugin.scoring.knowledge import read_gaps

    if output.exists() and not overwrite:
        raise InputError(f"{output}: exists already; give another file, or --overwrite it")
    found = read_gaps(run, scenario)
    found.write(output)
    known = list(found.known().values())
    confident = sum((gap.knowledge_confidence or 0) >= 0.5 for gap in found.facts)
    typer.echo(
        f"{found.manifest.scenario}: {len(known)} facts, {known.count(True)} known "
        f"({confident} with KConf >= 0.5), "
        f"{known.count(False)} unknown, {known.count(None)} unjudged; in {output}"
    )
    typer.echo(f"Judge: {visible(judge_of(found.manifest.judged_by).title)}")
