"""`erbench-track generate track-wiki`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import InputError
from ...core.progress import watched
from ...track_tasks.wiki.chains import ANSWER_SHARE, Chain


def track_wiki(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    source: Annotated[
        str,
        typer.Option(
            metavar="embedded|FILE.tsv|sparql|URL|STORE|DUMP",
            help="Where the facts are: the embedded graph, written from general knowledge (for a "
            "paper, take the facts from Wikidata); a file of claims (subject, "
            "subject_label, property, object, object_label) with FILE.types.tsv (entity, type) "
            "beside it; Wikidata's SPARQL endpoint, or another; a store of erbench-track wikidata, "
            "or a Wikidata dump.",
        ),
    ] = "embedded",
    count: Annotated[
        int,
        typer.Option(
            "-n", min=1, help="Number of questions, divided among 2 to 6 hops as in the paper."
        ),
    ] = 500,
    depths: Annotated[
        str | None,
        typer.Option(
            metavar="HOPS:N,...",
            help="Number of questions per number of hops, such as 2:120,3:100, instead of -n.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which chains are sampled.")] = 0,
    as_of: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM",
            help="When the facts hold: every question begins with it (default: as the source "
            "says).",
        ),
    ] = None,
    answer_share: Annotated[
        float,
        typer.Option(
            min=0.001,
            max=1.0,
            help="Largest share of the questions that may have the same answer (three always "
            "may); 1 for no bound.",
        ),
    ] = ANSWER_SHARE,
    resume: Annotated[
        bool,
        typer.Option(
            help="Continue an interrupted run with what the endpoint has answered (kept in "
            "OUTPUT.sparql-cache): nothing is asked twice."
        ),
    ] = False,
    contact: Annotated[
        str | None,
        typer.Option(
            help="Your mail address or URL, which is sent to the endpoint as Wikidata's policy "
            "asks (default: ERBENCH_TRACK_CONTACT)."
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate TRACK's multi-hop questions over a graph of facts (scenario WIKI).

    The result opens with datasets.load_dataset(FOLDER), and with
    lm_eval --tasks track_wiki_probe,track_wiki --metadata '{"dataset": "FOLDER"}'.

    Example: erbench-track generate track-wiki -n 500 --seed 1 -o wiki_questions
    """
    from ...core.files import check_new_folder
    from ...track_tasks.questions.stored import write_questions
    from ...track_tasks.wiki.questions import generate_questions
    from ...track_tasks.wiki.sources import SourceSettings, open_source

    check_new_folder(output, overwrite=overwrite)
    shares = None if depths is None else read_depths(depths)
    cache = output.with_name(f"{output.name}.sparql-cache")
    with open_source(source, SourceSettings(as_of, cache, resume, contact)) as graph:
        questions = generate_questions(
            graph, count, seed, shares, answer_share, watch=with_progress
        )
    settings = {"seed": seed, "depths": shares or count, "answer_share": answer_share}
    manifest = write_questions(questions, output, settings=settings, overwrite=overwrite)
    typer.echo(f"{manifest.questions} questions over {manifest.facts} facts in {output}")


def with_progress(chains: Iterator[Chain], total: int) -> Iterator[Chain]:
    """Shows how many chains there are so far."""
    return watched(chains, "Sampling chains", total)


def read_depths(text: str) -> dict[int, int]:
    """Reads `2:120,3:100`.

    Raises:
        InputError: It is something else.
    """
    depths: dict[int, int] = {}
    for part in text.split(","):
        hops, _, number = part.strip().partition(":")
        if not (hops.isdecimal() and number.isdecimal() and int(hops) >= 1 and int(number) >= 1):
            raise InputError(f"--depths: {part!r} is not HOPS:N, such as 2:120 (both from 1)")
        depths[int(hops)] = int(number)
    return depths
