"""`erbench-track score`."""

from __future__ import annotations

import glob
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ...core.suites import TASK_FILES


def _tasks(incomplete: str) -> list[str]:
    """Completes the name of an embedded task or group."""
    return sorted(path.stem for path in TASK_FILES.rglob(f"{glob.escape(incomplete)}*.yaml"))


def score(
    samples: Annotated[
        list[Path],
        typer.Argument(
            help="lm_eval's samples_*.jsonl (or .jsonl.gz) files, or a folder with one model's."
        ),
    ],
    task: Annotated[
        str,
        typer.Option("--task", "-t", help="The task or group to score as.", autocompletion=_tasks),
    ],
    entities: Annotated[
        Path | None,
        typer.Option(help="Score only these: a JSON list of entity ids, or a known-entity file."),
    ] = None,
    output_path: Annotated[
        Path | None,
        typer.Option(
            "--output_path",
            "--output-path",
            "-o",
            help="Folder for lm_eval's results_*.json and samples_*.jsonl.",
        ),
    ] = None,
    include_path: Annotated[
        Path | None,
        typer.Option("--include_path", "--include-path", help="A folder with more task files."),
    ] = None,
    model_name: Annotated[
        str | None,
        typer.Option(help="File the results under this name (default: the samples' folder)."),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="openai/MODEL|nli/MODEL|lexical",
            help="Let a judge check rationales and unread texts (OPENAI_BASE_URL, OPENAI_API_KEY).",
        ),
    ] = None,
    strict_judge: Annotated[
        bool, typer.Option("--strict-judge", help="A missing verdict is an error.")
    ] = False,
    metadata: Annotated[
        str | None,
        typer.Option(help="Further settings of the judge, as for lm_eval: a JSON object."),
    ] = None,
    confirm_run_unsafe_code: Annotated[
        bool,
        typer.Option(
            "--confirm_run_unsafe_code",
            "--confirm-run-unsafe-code",
            help="TRACK's CODE tasks run the recorded programs, in a sandbox; agree to that.",
        ),
    ] = False,
) -> None:
    """Score recorded responses, without a model.

    Generate on a GPU machine with lm_eval --log_samples (also with --predict_only), score
    anywhere. The documents come from the file, so any responses recorded in lm_eval's samples
    format can be scored. With --judge, a judge is asked about every rationale; its verdicts are
    kept in a cache, so that an interrupted run continues where it stopped.

    Example: erbench-track score results/MODEL --task erbench_movie -o scored
    """
    if not sys.stderr.isatty():
        os.environ.setdefault("TQDM_DISABLE", "1")
    from ...plugin.scoring import result_files, scoring
    from ...plugin.tasks.settings import judge_settings

    settings = judge_settings(metadata)
    if judge is not None:
        settings["judge"] = judge
    if strict_judge:
        settings["strict_judge"] = True
    scores = scoring.score(
        samples, task, entities, include_path, model_name, settings, confirm_run_unsafe_code
    )
    typer.echo(f"recorded responses of {scores.model_name}")
    typer.echo(scores.table())
    if output_path is not None:
        for path in result_files.save(scores, output_path):
            typer.echo(path)
