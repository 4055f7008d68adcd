"""`erbench-track check`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..core.files import write_text
from ..core.untrusted_text import plain
from ..core.wikidata.sparql.client import WIKIDATA
from ..erbench_tasks.provenance import report
from ..erbench_tasks.provenance.check import CheckedRelation, check_relations
from ..erbench_tasks.provenance.compare import Verdict
from ..erbench_tasks.provenance.source import open_source
from ..track_tasks.wiki.comparison import compare_graph, is_graph
from .options import DatabaseOption, SpecArgument, plain_table


def check(
    spec: SpecArgument,
    database: DatabaseOption = None,
    show: Annotated[
        int,
        typer.Option(
            min=0, help="Differences to show, and rows without an item, of each relation."
        ),
    ] = 20,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the numbers and the examples to this file."),
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 if a fact differs.")
    ] = False,
    relation: Annotated[
        list[str] | None,
        typer.Option(
            help="Relation to compare, several times for several.",
            show_default="all that have a `wikidata:` part",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            min=1, help="Entities of a relation to compare, the first ones.", show_default="all"
        ),
    ] = None,
    source: Annotated[
        str, typer.Option(help="URL of a SPARQL endpoint, or a store of erbench-track wikidata.")
    ] = WIKIDATA,
    contact: Annotated[
        str | None,
        typer.Option(
            help="Your mail address or URL, which Wikimedia's policy asks for.",
            envvar="ERBENCH_TRACK_CONTACT",
        ),
    ] = None,
    report_file: Annotated[
        Path | None,
        typer.Option("--report", help="Write what became of each value to this CSV file."),
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder that keeps the answers.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Use the answers that the folder has.")
    ] = False,
) -> None:
    """Compare the facts behind a specification with Wikidata.

    Each row is found by its name and a further column, and its other values are compared with what
    the item says. Where they differ, one of the two is wrong. Nothing is written into the database.

    TRACK's embedded graph (track-wiki), or any graph of that form (FILE.tsv), is compared in the
    same way, with a relation for each kind of subject.

    Example: erbench-track check movie --contact you@example.org --report movie.csv
    """
    with open_source(source, contact=contact, cache=cache, resume=resume) as wikidata:
        if is_graph(spec):
            compared = list(compare_graph(spec, wikidata, relation or (), most))
        else:
            compared = list(check_relations(spec, database, wikidata, relation or (), most))
    differing = _print_facts(compared, show)
    if report_file is not None:
        report.write_report(report_file, compared)
    if json_file is not None:
        write_text(json_file, json.dumps(report.summary(compared), indent=1, default=str) + "\n")
    if differing and exit_code:
        raise typer.Exit(1)


def _print_facts(relations: Sequence[CheckedRelation], show: int) -> int:
    """Prints what a comparison found; returns the number of differences."""
    differing = 0
    for relation in relations:
        rows, found = relation.rows(), report.differences(relation)
        differing += len(found)
        heading = f"Relation {relation.name}: {len(relation.entities):,} entities; "
        heading += ", ".join(f"{verdict.value}: {rows[verdict]:,}" for verdict in Verdict)
        if relation.left_out:
            heading += f"; {relation.left_out:,} more were not compared (--most)"
        _print(["", heading], _verdicts(relation))
        _print(_first("Differences", found, show))
        _print(_first("Without an item", report.without_item(relation), show))
    said = "1 value differs" if differing == 1 else f"{differing:,} values differ"
    advice = ": look at the source of each, and correct the table or the item"
    typer.echo(f"\n{said} from Wikidata{advice if differing else ''}")
    return differing


def _print(lines: Iterable[str], table: Table | None = None) -> None:
    console = Console(highlight=False)
    for line in lines:
        console.print(plain(line), soft_wrap=True)
    if table is not None:
        console.print(table)


def _verdicts(relation: CheckedRelation) -> Table:
    verdicts = (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNTOLD)
    table = plain_table("Attribute", *(verdict.value.capitalize() for verdict in verdicts))
    for attribute, counts in relation.counted().items():
        table.add_row(plain(attribute), *(f"{counts[verdict]:,}" for verdict in verdicts))
    return table


def _first(heading: str, lines: Sequence[str], show: int) -> Iterator[str]:
    """Yields the first lines below a heading, and how many more there are."""
    if lines and show:
        yield f"{heading}:"
        yield from (f"  {line}" for line in lines[:show])
        if len(lines) > show:
            yield f"  ... and {len(lines) - show:,} more (--show, --report)"
