"""`erbench-track check`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
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
from ..erbench_tasks.generator import Benchmark
from ..erbench_tasks.provenance import report
from ..erbench_tasks.provenance.check import CheckedRelation, check_relations
from ..erbench_tasks.provenance.compare import Verdict
from ..erbench_tasks.provenance.source import open_source
from ..track_tasks.wiki.comparison import compare_graph, is_graph
from .options import DatabaseOption, SpecArgument, plain_table


class Against(str, Enum):
    """What facts are compared with."""

    WIKIDATA = "wikidata"


# Examples that are shown, of each dependency or relation.
_VIOLATIONS, _DIFFERENCES = 3, 20


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
            show_default=f"{_VIOLATIONS}, or {_DIFFERENCES}",
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
        wrong = _print_facts(compared, _DIFFERENCES if show is None else show)
        written: Any = report.summary(compared)
        if report_file is not None:
            report.write_report(report_file, compared)
    elif any((report_file, relation, most, cache, resume)):
        raise InputError(
            "--report, --relation, --most, --cache and --resume need --against wikidata"
        )
    else:
        benchmark = Benchmark.open(spec, database)
        checked = check_declared(benchmark, _VIOLATIONS if show is None else show)
        wrong = _print_dependencies(benchmark, checked)
        written = _as_json(checked)
    if json_file is not None:
        write_text(json_file, json.dumps(written, indent=1, default=str) + "\n")
    if wrong and exit_code:
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


def _print_dependencies(benchmark: Benchmark, checked: CheckedBenchmark) -> int:
    """Prints how far the dependencies hold; returns how many do not."""
    for relation in dict.fromkeys(declared.relation for declared in checked.dependencies):
        dependencies = [d for d in checked.dependencies if d.relation == relation]
        joins = (f"  join: {join}" for join in checked.joins[relation])
        _print(["", f"Relation {relation}", *joins], _counts(dependencies, checked.incomplete))
        # Two entries may share a dependency.
        _print(_examples(list({str(d.fd): d for d in reversed(dependencies)}.values())[::-1]))
    for name in sorted(benchmark.spec.relations.keys() - benchmark.relations.keys()):
        _print(["", f"Relation {name}: not checked, as no entry of `questions` names it"])
    violated = sum(declared.is_violated for declared in checked.dependencies)
    typer.echo(f"\n{violated} of {len(checked.dependencies)} dependencies do not hold")
    return violated


def _counts(dependencies: list[DeclaredDependency], incomplete: Sequence[int]) -> Table:
    table = plain_table("Dependency", "Tuples", "Determinants", "Violating", "Left out")
    for declared in dependencies:
        check = declared.check
        numbers = (check.tuples, check.determinants, check.violating, declared.left_out)
        table.add_row(plain(str(declared.fd)), *(f"{number:,}" for number in numbers))
        failed = "accepted" if declared.several_values else "VIOLATED"
        lost = incomplete[declared.entry]
        also = f"; {lost:,} rows left out since a value is NULL" if lost else ""
        table.add_row(f"  {declared.question_type}: {'holds' if check.holds else failed}{also}")
    return table


def _examples(dependencies: Iterable[DeclaredDependency]) -> Iterator[str]:
    for declared in dependencies:
        for example in declared.examples:
            several = [
                f"{_pairs(declared.fd.dependent, values)} ({tuples:,})"
                for values, tuples in example.dependents
            ]
            if more := example.count - len(several):
                several.append(f"{more:,} more")
            yield f"  {_pairs(declared.fd.determinant, example.determinant)}: {'; '.join(several)}"
        if declared.examples and (more := declared.check.violating - len(declared.examples)):
            yield f"  ... and {more:,} more determinants of {declared.fd}"
        if declared.check.too_many:
            yield f"  {declared.check.too_many:,} have more tuples than the generator compares"


def _pairs(names: list[str], values: tuple[Any, ...]) -> str:
    return ", ".join(f"{name}={value(v)}" for name, v in zip(names, values, strict=True))


def _as_json(checked: CheckedBenchmark) -> dict[str, Any]:
    found: dict[str, Any] = dataclasses.asdict(checked)
    for written, declared in zip(found["dependencies"], checked.dependencies, strict=True):
        written |= {"violated": declared.is_violated, **written.pop("check")}
    for relation, joins in checked.joins.items():
        for written, join in zip(found["joins"][relation], joins, strict=True):
            written |= {"join": str(join), "holds": join.holds}
    return found
