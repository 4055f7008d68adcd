"""`erbench-track`: generate benchmarks, run TRACK's study, score recorded responses."""

from __future__ import annotations

import sys

import typer

from ..core.errors import InputError
from .deferred import add_deferred

COMMANDS = {
    "inspect": (
        "inspect_database:inspect",
        "Propose what to ask of a database: a commented specification that you edit.",
    ),
    "check": (
        "check:check",
        "Check the functional dependencies of a specification in its database.",
    ),
    "mine": (
        "mine:mine",
        "Find functional dependencies that a specification could ask about.",
    ),
    "diff": ("diff:diff", "List the questions that are new since a benchmark was last generated."),
    "publish": (
        "publish:publish",
        "Publish a generated benchmark, or a gap dataset, on the Hugging Face Hub.",
    ),
    "export-tasks": (
        "export_tasks:export_tasks",
        "Write lm_eval task files for a generated benchmark.",
    ),
    "known": (
        "known:known",
        "Write which entities a model knows, from its runs of the known tasks.",
    ),
    "gaps": (
        "gaps:gaps",
        "Record which of the probed facts a model knows: its gap dataset.",
    ),
    "track": (
        "track:track",
        "Run TRACK's whole study of one model: probe, gaps, injections, judging, report.",
    ),
    "finetune": (
        "finetune:finetune",
        "Fine-tune a model on benchmarks (ERBench, Section 4.6), and hold some entities out.",
    ),
    "quality": (
        "quality:quality",
        "Check the facts of a TRACK dataset with one or two judges, and drop what is wrong.",
    ),
    "wikidata": (
        "wikidata:wikidata",
        "Make a store of facts from a Wikidata JSON dump, in one pass.",
    ),
    "run-code": (
        "run_code:run_code",
        "Run a program against its tests in the sandbox, as the CODE tasks do.",
    ),
    "score": ("score:score", "Score recorded responses, without a model."),
    "report": (
        "report:report",
        "Make the papers' tables from the runs of one or more models, of ERBench and TRACK.",
    ),
    "tasks-dir": (
        "tasks_dir:tasks_dir",
        "Print the folder of the task files, for `lm_eval --include_path`.",
    ),
}
GENERATE = {
    "track-wiki": (
        "generate.track_wiki:track_wiki",
        "Generate TRACK's multi-hop questions over a graph of facts (scenario WIKI).",
    ),
    "track-math": (
        "generate.track_math:track_math",
        "Generate TRACK's mathematical problems with the facts of their steps (scenario MATH).",
    ),
    "track-code": (
        "generate.track_code:track_code",
        "Generate TRACK's coding problems with facts about their library calls (scenario CODE).",
    ),
    "erbench": (
        "generate.erbench:erbench",
        "Generate ERBench questions from a relational database.",
    ),
}

app = typer.Typer(
    name="erbench-track",
    help="ERBench and TRACK for lm-evaluation-harness: generate benchmarks, score responses.",
    epilog="The models themselves are run by lm_eval: lm_eval --tasks erbench_movie --model hf ...",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
generate = typer.Typer(help="Generate a benchmark as a Hugging Face dataset.", no_args_is_help=True)
add_deferred(app, COMMANDS)
add_deferred(generate, GENERATE)
app.add_typer(generate, name="generate")


def main() -> None:
    """Runs the command; what the user can fix is one line on stderr and exit code 2."""
    try:
        app()
    except InputError as error:
        from ..core.untrusted_text import visible

        # It may quote a file or a database, whose escape sequences the terminal must not obey.
        typer.echo(f"erbench-track: error: {visible(str(error))}", err=True)
        sys.exit(2)
