"""`erbench-track generate track-code`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...track_tasks.code.problems import FORMS

if TYPE_CHECKING:
    from ...track_tasks.code.problems import CanonicalTests


def track_code(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    source: Annotated[
        str,
        typer.Option(
            metavar="embedded|FILE.jsonl[.gz]|USER/NAME",
            help="Where the problems are: the embedded ones; a file with BigCodeBench's fields "
            "(task_id, instruct_prompt, canonical_solution, test, entry_point, libs); a data set "
            "of the Hub that has them, such as bigcode/bigcodebench.",
        ),
    ] = "embedded",
    count: Annotated[
        int | None,
        typer.Option("-n", min=1, help="Number of questions; by default as many as there are."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which problems are taken.")] = 0,
    phrase_with: Annotated[
        str | None,
        typer.Option(
            metavar="openai/MODEL",
            help="A model that words facts and probing questions, from OPENAI_BASE_URL; by default "
            "templates do.",
        ),
    ] = None,
    run_tests: Annotated[
        bool | None,
        typer.Option(
            "--run-tests/--no-run-tests",
            help="Leave out problems whose own solution fails its tests here, run in the sandbox; "
            "by default where bubblewrap can be used.",
            show_default=False,
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate TRACK's coding problems with facts about their library calls (scenario CODE).

    The facts describe the libraries that are installed here. What became of problems and calls is
    reported on standard error.

    Example: erbench-track generate track-code --source bigcodebench.jsonl -o code_questions
    """
    from ...core.errors import InputError
    from ...core.files import check_new_folder
    from ...core.progress import watched
    from ...core.untrusted_text import visible
    from ...track_tasks.code.generate import generate_questions
    from ...track_tasks.code.phrase import Phraser, phrasing_model
    from ...track_tasks.code.problems import open_problems
    from ...track_tasks.questions.stored import write_questions

    check_new_folder(output, overwrite=overwrite)
    problems = open_problems(source)
    if not problems:
        raise InputError(f"--source: {source} has no problem; give {FORMS}")
    phraser = Phraser(phrasing_model(phrase_with) if phrase_with else None)
    name = "embedded problems" if source == "embedded" else Path(source).name
    with _tests(run_tests) as tests:
        questions, report = generate_questions(
            problems,
            count,
            seed,
            source=name,
            phraser=phraser,
            watch=lambda given: watched(
                tests.watch(given) if tests else given, "Reading", len(given)
            ),
            refuse=tests.refuse if tests else lambda problem: "",
        )
    settings = {
        "seed": seed, "count": count, "phrase_with": phrase_with, "tests_run": bool(tests)
    }  # fmt: skip
    manifest = write_questions(questions, output, settings=settings, overwrite=overwrite)
    for line in report.lines():
        typer.echo(visible(line), err=True)
    typer.echo(f"{manifest.questions} questions over {manifest.facts} facts in {output}")


@contextmanager
def _tests(wanted: bool | None) -> Iterator[CanonicalTests | None]:
    """Opens the sandbox for canonical solutions; where there is none, says why and yields None."""
    from ...filters.sandbox.bubblewrap import is_missing
    from ...filters.sandbox.pool import choose_sandbox
    from ...track_tasks.code.problems import CanonicalTests

    reason = is_missing() if wanted is None else ""
    if reason:
        typer.echo(f"tests are not run: {reason}", err=True)
    if reason or wanted is False:
        yield None
        return
    with choose_sandbox({}) as sandbox:
        yield CanonicalTests(sandbox)
