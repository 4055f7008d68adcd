"""`erbench-track check`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from ..core.errors import InputError
from ..core.files import write_text
from ..core.untrusted_text import plain, value
from ..core.wikidata.sparql.client import WIKIDATA
from ..erbench_tasks.declared_dependencies import (
    CheckedBenchmark,
    DeclaredDependency,
    check_declared,
)
from ..erbench_tasks.dependencies.check import ViolatingDeterminant
from ..erbench_tasks.generator import Benchmark
from ..erbench_tasks.provenance import report
from ..erbench_tasks.provenance.check import CheckedRelation, check_relations
from ..erbench_tasks.provenance.compare import Verdict
from ..erbench_tasks.provenance.source import open_source
from ..track_tasks.wiki.comparison import compare_graph, is_graph
from .options import DatabaseOption, SpecArgument


class Against(str, Enum):
    """What facts are compared with."""

    WIKIDATA = "wikidata"


_WIKIDATA = "Against Wikidata"


def check(
    spec: SpecArgument,
    database: DatabaseOption = None,
    against: Annotated[
        Against | None,
        typer.Option(help="Compare the facts with Wikidata instead.", show_default=False),
    ] = None,
    show: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Number of violating determinants to show per dependency, or of differences and "
            "of rows without an item per relation.",
            show_default="3, or 20",
        ),
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the numbers and the examples to this file."),
    ] = None,
    exit_code: Annotated[
        bool,
        typer.Option(
            "--exit-code", help="Exit with 1 if a dependency is violated, or a fact differs."
        ),
    ] = False,
    relation: Annotated[
        list[str] | None,
        typer.Option(
            help="Relation to compare, several times for several.", rich_help_panel=_WIKIDATA,
            show_default="all that have a `wikidata:` part",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            min=1, help="Entities of a relation to compare, the first ones.", show_default="all",
            rich_help_panel=_WIKIDATA,
        ),
    ] = None,
    source: Annotated[
        str, typer.Option(
            help="URL of a SPARQL endpoint, or a store of erbench-track wikidata.",
            rich_help_panel=_WIKIDATA,
        )
    ] = WIKIDATA,
    contact: Annotated[
        str | None,
        typer.Option(
            help="Your mail address or URL, which Wikimedia's policy asks for.",
            rich_help_panel=_WIKIDATA, envvar="ERBENCH_TRACK_CONTACT",
        ),
    ] = None,
    report_file: Annotated[
        Path | None,
        typer.Option(
            "--report", rich_help_panel=_WIKIDATA,
            help="Write what became of each value to this CSV file.",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(help="Folder that keeps the answers.", rich_help_panel=_WIKIDATA),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Use the answers that the folder has.", rich_help_panel=_WIKIDATA
        ),
    ] = False,
) -> None:  # fmt: skip
    """Check the functional dependencies of a specification in its database, or its facts.

    Questions are asked only where the dependencies hold. For each one the database counts the
    tuples, the distinct determinants, and those that violate it (several dependent values). "Left
    out" is what the generator does not ask about. Each join says what it follows: a declared key,
    or values of one side that the other side has.

    With --against wikidata, each row is found by its name and a further column, and its other
    values are compared with what the item says. Where they differ, one of the two is wrong. Nothing
    is written into the database.

    Example: erbench-track check movie --show 5

    TRACK's embedded graph (track-wiki), or any graph of that form (FILE.tsv), is compared in the
    same way, with a relation for each kind of subject.

    Example: erbench-track check movie --against wikidata --contact you@example.org --report
    movie.csv
    """
    if against is not None:
        with open_source(source, contact=contact, cache=cache, resume=resume) as wikidata:
            if is_graph(spec):
                compared = list(compare_graph(spec, wikidata, relation or (), most))
            else:
                compared = list(check_relations(spec, database, wikidata, relation or (), most))
        most_shown = 20 if show is None else show
        differing = _report_facts(compared, report_file, json_file, most_shown)
        if differing and exit_code:
            raise typer.Exit(1)
        return
    if any((report_file, relation, most, cache, resume)):
        raise InputError(
            "--report, --relation, --most, --cache and --resume need --against wikidata"
        )
    benchmark = Benchmark.open(spec, database)
    checked = check_declared(benchmark, 3 if show is None else show)
    _print(Console(highlight=False), checked)
    for name in sorted(benchmark.spec.relations.keys() - benchmark.relations.keys()):
        typer.echo(f"\nRelation {plain(name)}: not checked, as no entry of `questions` names it")
    if json_file is not None:
        write_text(json_file, json.dumps(_as_json(checked), indent=1, default=str) + "\n")
    violated = sum(declared.is_violated for declared in checked.dependencies)
    typer.echo(f"\n{violated} of {len(checked.dependencies)} dependencies do not hold")
    if violated and exit_code:
        raise typer.Exit(1)


def _report_facts(
    relations: Sequence[CheckedRelation],
    report_file: Path | None,
    json_file: Path | None,
    show: int,
) -> int:
    """Prints and writes what a comparison found; returns the number of differences."""
    console = Console(highlight=False)
    for relation in relations:
        _print_relation(console, relation, show)
    if report_file is not None:
        report.write_report(report_file, relations)
    if json_file is not None:
        write_text(json_file, json.dumps(report.summary(relations), indent=1) + "\n")
    differing = sum(len(report.differences(relation)) for relation in relations)
    said = "1 value differs" if differing == 1 else f"{differing:,} values differ"
    typer.echo(f"\n{said} from Wikidata{_ADVICE if differing else ''}")
    return differing


_OF_VALUES = (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNTOLD)
_ADVICE = ": look at the source of each, and correct the table or the item"


def _print_relation(console: Console, relation: CheckedRelation, show: int) -> None:
    rows = relation.rows()
    console.print()
    heading = f"Relation {relation.name}: {len(relation.entities):,} entities; "
    heading += ", ".join(f"{verdict.value}: {rows[verdict]:,}" for verdict in Verdict)
    if relation.left_out:
        heading += f"; {relation.left_out:,} more were not compared (--most)"
    console.print(plain(heading), soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Attribute", overflow="fold", min_width=12)
    for verdict in _OF_VALUES:
        table.add_column(verdict.value.capitalize(), justify="right")
    for attribute, counts in relation.counted().items():
        table.add_row(plain(attribute), *(f"{counts[verdict]:,}" for verdict in _OF_VALUES))
    console.print(table)
    for heading, lines in (
        ("Differences", report.differences(relation)),
        ("Without an item", report.without_item(relation)),
    ):
        if lines and show:
            console.print(plain(f"{heading}:"))
        for line in lines[:show]:
            console.print(plain(f"  {line}"), soft_wrap=True)
        if show and len(lines) > show:
            console.print(plain(f"  ... and {len(lines) - show:,} more (--show, --report)"))


def _print(console: Console, checked: CheckedBenchmark) -> None:
    for relation in dict.fromkeys(declared.relation for declared in checked.dependencies):
        dependencies = [d for d in checked.dependencies if d.relation == relation]
        console.print()
        console.print(plain(f"Relation {relation}"))
        for join in checked.joins[relation]:
            console.print(plain(f"  join: {join}"), soft_wrap=True)
        console.print(_table(dependencies, checked.incomplete))
        for line in _examples(dependencies):
            console.print(plain(line), soft_wrap=True)


def _table(dependencies: list[DeclaredDependency], incomplete: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Dependency", overflow="fold", min_width=16)
    for heading in ("Tuples", "Determinants", "Violating", "Left out"):
        table.add_column(heading, justify="right", no_wrap=True)
    for declared in dependencies:
        check = declared.check
        table.add_row(
            plain(str(declared.fd)),
            f"{check.tuples:,}",
            f"{check.determinants:,}",
            f"{check.violating:,}",
            f"{declared.omitted:,}",
        )
        lost = incomplete[declared.entry]
        also = f"; {lost:,} rows left out since a value is NULL" if lost else ""
        table.add_row(f"  {declared.question_type}: {_verdict(declared)}{also}")
    return table


def _verdict(declared: DeclaredDependency) -> str:
    if declared.check.holds:
        return "holds"
    return "accepted" if declared.several_values else "VIOLATED"


def _examples(dependencies: list[DeclaredDependency]) -> Iterator[str]:
    shown = set()
    for declared in dependencies:
        if str(declared.fd) in shown:  # two entries may share a dependency
            continue
        shown.add(str(declared.fd))
        for example in declared.examples:
            yield f"  {_example(declared, example)}"
        if declared.examples and (more := declared.check.violating - len(declared.examples)):
            yield f"  ... and {more:,} more determinants of {declared.fd}"
        if declared.check.too_many:
            yield f"  {declared.check.too_many:,} have more tuples than the generator compares"


def _example(declared: DeclaredDependency, example: ViolatingDeterminant) -> str:
    several = [
        f"{_pairs(declared.fd.dependent, values)} ({tuples:,})"
        for values, tuples in example.dependents
    ]
    if more := example.count - len(several):
        several.append(f"{more:,} more")
    return f"{_pairs(declared.fd.determinant, example.determinant)}: {'; '.join(several)}"


def _pairs(names: list[str], values: tuple[Any, ...]) -> str:
    return ", ".join(f"{name}={value(v)}" for name, v in zip(names, values, strict=True))


def _as_json(checked: CheckedBenchmark) -> dict[str, Any]:
    dependencies = [
        {
            "entry": declared.entry,
            "relation": declared.relation,
            "fd": str(declared.fd),
            "question_type": declared.question_type,
            "several_values": declared.several_values,
            "violated": declared.is_violated,
            "left_out": declared.omitted,
            **dataclasses.asdict(declared.check),
            "examples": [dataclasses.asdict(example) for example in declared.examples],
        }
        for declared in checked.dependencies
    ]
    joins = {
        relation: [
            {
                "join": str(join),
                "declared": join.declared,
                "holds": join.holds,
                "values": join.values,
                "missing": join.missing,
            }
            for join in checks
        ]
        for relation, checks in checked.joins.items()
    }
    return {"incomplete": checked.incomplete, "dependencies": dependencies, "joins": joins}
