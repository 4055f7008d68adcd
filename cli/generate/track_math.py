"""`erbench-track generate track-math`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ...core.errors import InputError
from ...core.progress import watched
from ...core.untrusted_text import visible

if TYPE_CHECKING:
    from ...track_tasks.questions.question import Question

_T = TypeVar("_T")


def track_math(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    source: Annotated[
        str,
        typer.Option(
            metavar="embedded|FILE.jsonl[.gz]|HUB_ID[:CONFIG[:SPLIT]]",
            help="Where the problems are: the embedded families, which make new ones; or problems "
            "with annotated solutions, in the format of GSM8K (openai/gsm8k:socratic:test), "
            "ReasonEval or PRM800K.",
        ),
    ] = "embedded",
    count: Annotated[
        int | None,
        typer.Option(
            "-n",
            min=1,
            help="Number of questions; from a file, this many are drawn.",
            show_default="500, or all problems of a file",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Another seed makes other problems, or draws others.")
    ] = 0,
    phrase_with: Annotated[
        str | None,
        typer.Option(
            metavar="openai/MODEL",
            help="Let a model at OPENAI_BASE_URL break the solutions of a file down into facts and "
            "questions that need no context. Without it, a probing question quotes the problem. "
            "Its replies are kept in OUTPUT.socratic.jsonl: nothing is asked twice.",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate TRACK's mathematical problems with the facts of their steps (scenario MATH).

    Every step and every answer of the embedded families is verified with SymPy. The result opens
    with datasets.load_dataset(FOLDER), and with
    lm_eval --tasks track_math_probe,track_math --metadata '{"dataset": "FOLDER"}'.

    Example: erbench-track generate track-math -n 500 --seed 1 -o math_questions
    """
    from ...core.files import check_new_folder
    from ...track_tasks.questions.stored import write_questions

    check_new_folder(output, overwrite=overwrite)
    if source == "embedded":
        if phrase_with is not None:
            raise InputError("--phrase-with: the embedded problems need no model; give a --source")
        questions = _of_families(count, seed)
    else:
        questions = _of_solutions(source, count, seed, phrase_with, output)
    settings = {"source": source, "seed": seed, "phrase_with": phrase_with}
    manifest = write_questions(questions, output, settings=settings, overwrite=overwrite)
    typer.echo(f"{manifest.questions} questions over {manifest.facts} facts in {output}")


def _of_families(count: int | None, seed: int) -> list[Question]:
    from ...track_tasks.math.generate import generate_questions
    from ...track_tasks.scenarios import DEFAULT_COUNT

    return generate_questions(DEFAULT_COUNT if count is None else count, seed, watch=_progress)


def _of_solutions(
    source: str, count: int | None, seed: int, model: str | None, output: Path
) -> list[Question]:
    from ...track_tasks.math.decomposition import questions_from_source, without_model
    from ...track_tasks.math.socratic import Socratic

    cache = output.with_name(f"{output.name}.socratic.jsonl")
    decompose = without_model if model is None else Socratic.open(model, cache)
    found = questions_from_source(source, count, seed, decompose, _progress)
    for reason, number in sorted(found.omissions.items()):
        typer.echo(visible(f"left out ({reason}): {number}"), err=True)
    for reason, number in sorted(found.not_facts.items()):
        typer.echo(visible(f"no fact (a step that {reason}): {number}"), err=True)
    return found.questions


def _progress(items: Sequence[_T], total: int) -> Iterable[_T]:
    return watched(items, "Generating", total)
