"""`erbench-track quality`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.files import cache_folder, write_text

if TYPE_CHECKING:
    from ..filters.judge.protocol import Judge
    from ..track_tasks.quality.control import Quality


def quality(
    dataset: Annotated[Path, typer.Argument(help="A TRACK dataset's folder.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="Folder for the annotations, the report and the remaining facts."
        ),
    ],
    judge: Annotated[
        list[str],
        typer.Option(
            metavar="openai/MODEL",
            help="The annotating judge; repeat it for two (OPENAI_BASE_URL, OPENAI_API_KEY).",
        ),
    ],
    human: Annotated[
        Path | None,
        typer.Option(
            help="Labels of people to compare with, in the shape of annotations.jsonl: "
            "question_id, fact_id, task, label (1, 0 or null), judge."
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            min=1, help="Annotate only this many questions of each scenario; drop nothing."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which questions are sampled.")] = 0,
    factuality_only: Annotated[
        bool, typer.Option("--factuality-only", help="Do not ask whether questions need facts.")
    ] = False,
    drop_unnecessary: Annotated[
        bool,
        typer.Option(
            "--drop-unnecessary", help="Also drop facts that their question does not need."
        ),
    ] = False,
    drop_if_both: Annotated[
        bool, typer.Option("--drop-if-both", help="Drop only what both judges reject.")
    ] = False,
    unjudged_as_no: Annotated[
        bool,
        typer.Option(
            "--unjudged-as-no", help="Count a judge's failure as a no, as the paper's figures do."
        ),
    ] = False,
    metadata: Annotated[
        str | None,
        typer.Option(help="Further settings of the judges, as for lm_eval: a JSON object."),
    ] = None,
) -> None:
    """Check the facts of a TRACK dataset with one or two judges, and drop what is wrong.

    Each fact is annotated twice: is the answer to its probing question right, and does its question
    need it? A wrong fact is dropped. A question that is a chain (WIKI) is dropped if any of its
    facts is, any other question if no fact is left. OUTPUT gets annotations.jsonl, report.json,
    report.md and, without --sample, the remaining dataset as questions/. A run that was killed
    continues where it stopped: what has a verdict in annotations.jsonl is not asked again. So to
    use two judges of different providers, run one after the other, the second time with both names
    and the second one's key.

    Example: erbench-track quality wiki -o checked --judge openai/gpt-5-mini --sample 50
    """
    from ..track_tasks.quality.annotations import TASKS, AnnotationFile, read_labels
    from ..track_tasks.quality.control import Settings, check_quality
    from ..track_tasks.quality.dropping import Policy
    from ..track_tasks.questions.stored import read_questions, write_questions

    settings = Settings(
        tasks=TASKS[:1] if factuality_only else TASKS,
        policy=Policy(TASKS if drop_unnecessary else TASKS[:1], "both" if drop_if_both else "any"),
        sample=sample,
        seed=seed,
        unjudged_as_no=unjudged_as_no,
    )
    labels = read_labels(human) if human is not None else []
    judges = _judges(judge, metadata)
    file = AnnotationFile(output / "annotations.jsonl")
    found = check_quality(read_questions(dataset), judges, file, labels, settings)
    _write(found, output)
    _tell(found)
    if found.filtered is not None and found.filtered.questions:
        write_questions(found.filtered.questions, output / "questions", overwrite=True)


def _judges(names: list[str], metadata: str | None) -> list[Judge]:
    from ..filters.judge.choose import open_judge
    from ..plugin.tasks.settings import check_judge_settings, judge_settings

    settings = judge_settings(metadata)
    check_judge_settings(settings)
    cache = cache_folder("judge", "ERBENCH_TRACK_JUDGE_CACHE")
    return [open_judge({**settings, "judge": name}, cache) for name in names]


def _write(found: Quality, output: Path) -> None:
    from ..track_tasks.quality.report import as_json, as_markdown

    write_text(output / "report.json", json.dumps(as_json(found), indent=1) + "\n")
    write_text(output / "report.md", as_markdown(found))
    typer.echo(output / "report.md")


def _tell(found: Quality) -> None:
    from ..track_tasks.quality.label_agreement import ALL
    from ..track_tasks.quality.report import cell

    for share in found.shares:
        if share.scenario == ALL:
            number = share.estimate
            yes = cell(number.value, number.low, number.high, 100) if number else "no verdict"
            what = f"{share.task}, % yes" if number else share.task
            typer.echo(f"{share.judge}, {what}: {yes}, {share.unjudged:,} unjudged")
    if found.filtered is not None:
        facts, questions = found.filtered.dropped_facts, found.filtered.dropped_questions
        typer.echo(
            f"dropped {len(facts):,} facts and {len(questions):,} questions; "
            f"{len(found.filtered.questions):,} questions are left"
        )
