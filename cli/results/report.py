"""`erbench-track report`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from time import time
from typing import Annotated

import typer

from ...core.suites.erbench import PAPER, ROBUST


class Reading(str, Enum):
    """How ERBench's responses are read."""

    ROBUST = ROBUST
    PAPER = PAPER
    BOTH = "both"


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN_DIR...",
            help="Output folders of lm_eval --log_samples, folders of one model in them, or a "
            "folder of such output folders.",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")],
    known: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL=FILE",
            help="Entities that a model knows, as `erbench-track known` writes them. Repeatable.",
        ),
    ] = None,
    reading: Annotated[
        Reading,
        typer.Option(
            help="How ERBench's responses are read: as a careful person does, by the paper's "
            "rules, or in both ways, in rows below each other. Runs scored before there were two "
            "readings have the paper's only."
        ),
    ] = Reading.ROBUST,
    no_samples: Annotated[
        bool,
        typer.Option(
            "--no_samples",
            "--no-samples",
            help="Leave the questions and responses out of the page, which is then smaller and "
            "shows figures only.",
        ),
    ] = False,
    labels: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Labels by people (erbench-track label): adds a table of corrected rates. "
            "Repeatable.",
        ),
    ] = None,
    plots: Annotated[
        str,
        typer.Option(
            metavar="FORMATS",
            help="Also write each plot as a file, with title and legend, for a paper: png, svg, "
            "or png,svg.",
        ),
    ] = "",
    every_eval_ever: Annotated[
        str,
        typer.Option(
            "--every_eval_ever",
            "--every-eval-ever",
            metavar="ORGANIZATION",
            help="Also write the folder every_eval_ever, with a JSON file for each run as the "
            "leaderboards of Every Eval Ever read them; the name is that of who publishes them.",
        ),
    ] = "",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Make the papers' tables from the runs of one or more models, of ERBench and TRACK.

    Every figure has a 95% interval (over entities, or over questions). Writes report.md, one CSV
    file per table, and report.html, a page with plots and with the responses behind every number,
    that needs no network. Many responses are in the folder samples beside it.

    Example: erbench-track report results -o report --known my-model=known.json
    """
    from ...core.files import new_folder
    from ...core.untrusted_text import visible
    from ...filters.text.injection_trace import said
    from ...harnesses.every_eval_ever import write_records
    from ...metrics.audit.audit import audit
    from ...metrics.audit.table import audit_table
    from ...metrics.report.plots.rendering import check_formats
    from ...metrics.report.report import check_output, make_report, write_report
    from ...metrics.responses.collection import explore

    formats = check_formats(plots)
    made = make_report(runs, known or [], reading.value)
    if labels:
        (made.erbench or made.track).append(audit_table(audit(made.models, labels)))
    check_output(made, output)
    explorer = explore(made.models, None if no_samples else said)
    with new_folder(output, overwrite=overwrite) as folder:
        write_report(made, folder, explorer, formats)
        if every_eval_ever:
            (folder / "every_eval_ever").mkdir()
            write_records(runs, folder / "every_eval_ever", every_eval_ever, time())
    for line in made.warnings:
        typer.echo(f"warning: {visible(line)}", err=True)
    for line in [*made.reading_notes, *made.judge_notes, *made.omissions]:
        typer.echo(visible(line))
    typer.echo(output / "report.html")
