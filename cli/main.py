"""`erbench-track`: generate benchmarks, score recorded responses."""

from __future__ import annotations

import sys

import typer

from ..core.errors import InputError
from ..core.untrusted_text import visible
from . import (
    check,
    diff,
    export_tasks,
    finetune,
    gaps,
    inspect_database,
    known,
    mine,
    publish,
    quality,
    report,
    run_code,
    score,
    tasks_dir,
    track,
    wikidata,
)
from .generate import erbench as generate

app = typer.Typer(
    name="erbench-track",
    help="ERBench and TRACK for lm-evaluation-harness: generate benchmarks, score responses.",
    epilog="The models themselves are run by lm_eval: lm_eval --tasks erbench_movie --model hf ...",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("inspect")(inspect_database.inspect)
app.command("check")(check.check)
app.command("mine")(mine.mine)
app.add_typer(generate.app, name="generate")
app.command("diff")(diff.diff)
app.command("publish")(publish.publish)
app.command("export-tasks")(export_tasks.export_tasks)
app.command("known")(known.known)
app.command("gaps")(gaps.gaps)
app.command("track")(track.track)
app.command("finetune")(finetune.finetune)
app.command("quality")(quality.quality)
app.command("wikidata")(wikidata.wikidata)
app.command("run-code")(run_code.run_code)
app.command("score")(score.score)
app.command("report")(report.report)
app.command("tasks-dir")(tasks_dir.tasks_dir)


def main() -> None:
    """Runs the command; what the user can mend is one line on stderr and exit code 2."""
    try:
        app()
    except InputError as error:
        # It may quote a file or a database, which the terminal must not obey.
        typer.echo(f"erbench-track: error: {visible(str(error))}", err=True)
        sys.exit(2)
