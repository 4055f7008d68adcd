"""`erbench-track generate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import InputError
from ...core.files import check_new_folder
from ...core.progress import watched
from ...core.untrusted_text import visible
from ...erbench_tasks.database.files import file_notes
from ...erbench_tasks.generator import Benchmark
from ...erbench_tasks.items.item import Item
from ...erbench_tasks.official import open_benchmark
from ...erbench_tasks.passages.wikipedia import PassageSettings
from ...erbench_tasks.preview.signature import changed_since
from ...erbench_tasks.privacy.asked import refuse_personal_data
from ...erbench_tasks.stored.writer import export
from ...erbench_tasks.wikidata.domain import domain_names
from ...erbench_tasks.wikidata.prepare import WikidataOptions
from ...metrics.statistics.quantiles import Part
from ..options import DatabaseOption


class Source(str, Enum):
    """Which tables to ask about."""

    embedded = "embedded"
    official = "official"
    wikidata = "wikidata"


def erbench(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    benchmark: Annotated[
        str,
        typer.Option(help="Specification (YAML file), or the name of an embedded domain."),
    ] = "movie",
    database: DatabaseOption = None,
    source: Annotated[
        Source,
        typer.Option(
            help="Ask about our databases, about the tables of the paper's authors, or about "
            "items of Wikidata."
        ),
    ] = Source.embedded,
    domain: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE.yaml",
            help="Which items of Wikidata: a domain (movie, soccer, airport, music, book, element, "
            "river, painting, university, ...), or a file that describes one.",
            show_default=False,
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("-n", min=1, help="Number of items of Wikidata.", show_default="all"),
    ] = None,
    wikidata: Annotated[
        Path | None,
        typer.Option(
            metavar="STORE",
            help="A store that erbench-track wikidata made of a dump, not the query service.",
            show_default=False,
        ),
    ] = None,
    endpoint: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Another query service with Wikidata's RDF.",
            show_default="https://query.wikidata.org/sparql",
        ),
    ] = None,
    contact: Annotated[
        str | None,
        typer.Option(
            help="Your mail address or URL, which is sent to the query service as its policy asks "
            "(default: ERBENCH_TRACK_CONTACT)."
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue an interrupted run with what the query service has answered (kept in "
            "OUTPUT.sparql-cache): nothing is asked twice.",
        ),
    ] = False,
    path: Annotated[
        str | None,
        typer.Option(help="A checkout of the authors' repository (--source official)."),
    ] = None,
    passages: Annotated[
        str | None,
        typer.Option(
            metavar="wikipedia|column",
            help="Put passages about what a question names before each single-hop question.",
        ),
    ] = None,
    passage_cache: Annotated[
        Path | None,
        typer.Option(
            help="Folder that keeps the fetched pages (default: ~/.cache/erbench-track/passages)."
        ),
    ] = None,
    images: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the images to show, named by entity id, instead of those of the "
            "specification (benchmarks with images, such as movie_mm).",
            show_default=False,
        ),
    ] = None,
    popularity: Annotated[
        str | None,
        typer.Option(
            metavar="FROM:TO",
            help="Ask about a part of the entities by their popularity: 0:0.25 for the least "
            "popular quarter, 0.75:1 for the most popular one.",
            show_default="all",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which options are false.")] = 0,
    nota: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="SHARE",
            help="Add the option None of the above to multiple-choice questions; it is right for "
            "this share of them.",
            show_default="no such option",
        ),
    ] = None,
    max_items: Annotated[
        int | None,
        typer.Option(
            "--max-items",
            "--max_items",
            min=1,
            help="The most items of all entries of `questions` together: small entries whole, the "
            "others equally, entities drawn with the seed.",
            show_default="max_items of the specification, or all",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=1, help="The same: the most items (not entities).", show_default=False),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Generate ERBench questions from a relational database.

    Personal data is asked about only if the specification says why (`personal_data: <reason>`).
    The result opens with datasets.load_dataset(FOLDER), and with
    lm_eval --tasks erbench_movie --metadata '{"dataset": "FOLDER"}'.

    With --source wikidata, the database and its specification are written into OUTPUT.wikidata.

    Example: erbench-track generate erbench --benchmark movie -o movie_items
    """
    if sample is not None and max_items is not None:
        raise InputError("--sample: --max-items is given too, and both say the same; give one")
    asked = WikidataOptions(domain, number, wikidata, endpoint, contact, resume)
    if source is Source.wikidata:
        check_new_folder(output, overwrite=overwrite)
        prepared = asked.prepared(output, seed, overwrite=overwrite)
        for line in prepared.lines:
            typer.echo(line, err=True)
        benchmark, database = str(prepared.specification), str(prepared.database)
    elif asked != WikidataOptions():
        raise InputError(f"{asked.given()}: goes with --source wikidata")
    opened = open_benchmark(benchmark, database, _official(source, path), images)
    refuse_personal_data(opened, passages=passages is not None)
    opened = opened if popularity is None else opened.among(_part(popularity))
    chosen = None
    if passages is not None:
        chosen = PassageSettings.resolve(passages, passage_cache).open(benchmark)
    for line in _notes(opened):
        typer.echo(f"note: {visible(line)}", err=True)
    if changed := changed_since(opened.spec, opened.path):
        typer.echo(f"warning: {visible(f'{opened.path}: {changed}')}", err=True)
    written = export(
        opened, output,
        seed=seed, none_share=nota, passages=chosen, max_items=max_items or sample,
        overwrite=overwrite, of_package=domain in domain_names(),
        watch=lambda items: _with_progress(opened, items),
    )  # fmt: skip
    for line in opened.omissions.lines():
        typer.echo(f"left out: {line}", err=True)
    for question_type, named in opened.named_in_passages.items():
        typer.echo(f"{question_type}: {named}", err=True)
    count = sum(part.items for part in written.question_types.values())
    typer.echo(f"{count} items in {output}{_limited(count, opened, written.max_items)}")


def _notes(benchmark: Benchmark) -> Iterator[str]:
    """Says how files were read, and what joins follow that are not declared."""
    yield from file_notes(benchmark.engine)
    for relation, joins in benchmark.joins.items():
        yield from (f"{relation}: join: {join}" for join in joins if not join.declared)


def _limited(count: int, benchmark: Benchmark, most: int | None) -> str:
    """Says how a limit was used, if it was."""
    if benchmark.expected == benchmark.possible:
        return ""
    drawn = f", drawn from {benchmark.possible} (at most {most})"
    fewer = benchmark.expected - count
    return f"{drawn}; {fewer} that were drawn are left out (see above)" if fewer else drawn


def _with_progress(benchmark: Benchmark, items: Iterable[Item]) -> Iterator[Item]:
    """Shows how many items there are so far, of how many, and how long the others take."""
    remaining = iter(items)
    for first in remaining:  # the number is known with the first one
        yield from watched(chain([first], remaining), "Generating", benchmark.expected)


def _part(popularity: str) -> Part:
    try:
        return Part.read(popularity)
    except ValueError as error:
        raise InputError(f"--popularity: {popularity!r} is not {error}") from error


def _official(source: Source, path: str | None) -> str | None:
    """Returns the checkout's root, or None for an embedded domain."""
    if source is Source.official and path is None:
        raise InputError("--path: missing; --source official needs a checkout's root")
    if source is not Source.official and path is not None:
        raise InputError("--path: goes with --source official; another database is --database")
    return path
