"""`erbench-track`: generate benchmarks, run TRACK's study, score recorded responses."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ..core.errors import InputError
from ..core.files import no_room_is_said
from .output import with_verbosity

COMMANDS = {
    "inspect": (
        "inspect:inspect",
        "Show what is in a database: tables, values, keys, references, dependencies; nothing "
        "private.",
    ),
    "draft": (
        "draft:draft",
        "Have a model write a specification for a database, which the database then verifies.",
    ),
    "check": (
        "check:check",
        "Compare the facts behind a specification with Wikidata.",
    ),
    "lint": (
        "lint:lint",
        "Look for questions that nobody should ask: leaks, repetitions, values without meaning.",
    ),
    "preview": (
        "preview:preview",
        "Read a few questions of each entry before you publish, with what is right and why.",
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
        "results.known:known",
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
    "score": ("results.score:score", "Score recorded responses, without a model."),
    "report": (
        "results.report:report",
        "Make the papers' tables from the runs of one or more models, of ERBench and TRACK.",
    ),
    "label": (
        "results.label:label",
        "Write a page on which a person labels a sample of responses, by keyboard.",
    ),
    "audit": (
        "results.audit:audit",
        "Say how far readings and judges agree with people, and correct the rates by that.",
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
_MOST_SAID = 1000  # characters at each end of a message

app = typer.Typer(
    name="erbench-track",
    help="ERBench and TRACK for lm-evaluation-harness: generate benchmarks, score responses.",
    epilog="The models themselves are run by lm_eval: lm_eval --tasks erbench_movie --model hf ...",
    no_args_is_help=True,
    rich_markup_mode=None,  # whose boxes cut the names of options at 80 columns
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
generate = typer.Typer(
    help="Generate a benchmark as a Hugging Face dataset.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_deferred(app: typer.Typer, commands: Mapping[str, tuple[str, str]]) -> None:
    """Adds commands that are imported only when they run or show their own help.

    Args:
        app: The group that lists them.
        commands: By name: `module:function` in this package, and the line that the group's help
            shows, which is the first line of the function's docstring.
    """
    for name, (target, summary) in commands.items():
        deferred = _deferred(name, target)
        command = app.command(name, cls=deferred, help=summary, short_help=summary)
        command(_not_yet_imported)


def load(name: str, target: str) -> Any:
    """Imports a command.

    Args:
        name: Its name on the command line.
        target: `module:function` in this package.

    Returns:
        A typer command.
    """
    module, function = target.split(":")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    given = getattr(import_module(f".{module}", __package__), function)
    alone.command(name)(with_verbosity(given))
    return typer.main.get_command(alone)


def _deferred(name: str, target: str) -> type[TyperCommand]:
    class Deferred(TyperCommand):
        """Represents a command in its group's list; its context is that of the real command."""

        def make_context(self, *args: Any, **settings: Any) -> Any:
            return load(name, target).make_context(*args, **settings)

    return Deferred


def _not_yet_imported() -> None:
    """Is never called: typer wants a function for every command."""


def _say_version(is_asked: bool) -> None:
    if is_asked:
        from .. import __version__

        typer.echo(f"erbench-track {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_say_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """The options of `erbench-track` itself; its help stands above."""


add_deferred(app, COMMANDS)
add_deferred(generate, GENERATE)
app.add_typer(generate, name="generate")


def main() -> None:
    """Runs the command; what the user can fix is one line on stderr and exit code 2."""
    try:
        with no_room_is_said("a file"):
            app()
    except InputError as error:
        _refuse(error)
    except ImportError as error:
        from ..core.optional import library_problem

        problem = library_problem(error, "this command")
        if problem is None:
            raise
        _refuse(problem)
    finally:
        with contextlib.suppress(ValueError):  # not the main thread: nobody interrupts it
            # Ctrl-C while libraries tidy up ends the process, without a traceback of theirs.
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def _refuse(error: InputError) -> None:
    from ..core.untrusted_text import visible

    # It may quote a file or a database: its escape sequences are not for the terminal, and what
    # it says may be as long as the file.
    said = str(error)
    if len(said) > 2 * _MOST_SAID:
        said = f"{said[:_MOST_SAID]} … {said[-_MOST_SAID:]}"
    typer.echo(f"erbench-track: error: {visible(said)}", err=True)
    sys.exit(2)
