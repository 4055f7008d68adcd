"""`erbench-track label`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RunsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="RESULTS...",
        help="Output folders of lm_eval --log_samples, or a folder of such folders.",
    ),
]


def label(
    runs: RunsArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")
    ],
    number: Annotated[
        int, typer.Option("-n", "--number", min=1, help="How many responses to draw.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="Equal seeds draw the same responses.")] = 0,
) -> None:
    """Write a page on which a person labels a sample of responses, by keyboard.

    The page needs no server and asks no other host. Whoever labels sees the question, what is
    right, and the response; neither the model's name nor what our rules or a judge said of it.
    What readings or judges differ about is drawn three times as often; the probabilities are kept
    with the labels. The page remembers what was marked, and saves labels.jsonl by download.

    Example: erbench-track label results -n 200 -o labels.html
    then open labels.html in a browser, save labels.jsonl, and run:
    erbench-track audit results --labels labels.jsonl
    """
    from ...core.files import write_text
    from ...core.untrusted_text import visible
    from ...filters.text.injection_trace import said, split_trace
    from ...metrics.audit.page import Said, drawn_from, html
    from ...metrics.audit.responses import responses_of
    from ...metrics.report.runs import read_models

    responses, left_out = responses_of(read_models(runs))
    key, drawn = drawn_from(responses, number, seed)
    page = html(key, drawn, responses, lambda text: Said(said(text), split_trace(text)[1]))
    write_text(output, page)
    for line in left_out:
        typer.echo(visible(line))
    doubtful = sum(each.is_doubtful for each in responses)
    often = f"; scorers differ about {doubtful:,}, which are drawn three times as often"
    typer.echo(f"{len(drawn):,} of {len(responses):,} responses{often if doubtful else ''}")
    typer.echo(output)
