"""`erbench-track check`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from ..core.files import write_text
from ..core.untrusted_text import plain, value
from ..erbench_tasks.declared_dependencies import (
    CheckedBenchmark,
    DeclaredDependency,
    check_declared,
)
from ..erbench_tasks.dependencies.check import ViolatingDeterminant
from ..erbench_tasks.generator import Benchmark

# What `lint` and `preview` take as well.
SpecArgument = Annotated[
    str, typer.Argument(help="Specification (YAML file), or the name of an embedded domain.")
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        help="SQLAlchemy URL, SQLite or DuckDB file, or folder with schema.sql and CSV. "
        "By default the specification's own folder.",
        show_default=False,
    ),
]


def check(
    spec: SpecArgument,
    database: DatabaseOption = None,
    show: Annotated[
        int, typer.Option(min=0, help="Number of violating determinants to show per dependency.")
    ] = 3,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the numbers and the examples to this file."),
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 if a dependency is violated.")
    ] = False,
) -> None:
    """Check the functional dependencies of a specification in its database.

    Questions are asked only where the dependencies hold. For each one the database counts the
    distinct determinants, those that violate it (several dependent values), and the error g3: the
    smallest share of tuples to remove for it to hold (Kivinen & Mannila 1995). Support is the
    number of determinants that several tuples share and that still have a single value: the
    evidence for the dependency. "Left out" is what the generator does not ask about.

    Example: erbench-track check movie --show 5
    """
    checked = check_declared(Benchmark.open(spec, database), show)
    _print(Console(highlight=False), checked)
    if json_file is not None:
        write_text(json_file, json.dumps(_as_json(checked), indent=1, default=str) + "\n")
    violated = sum(declared.is_violated for declared in checked.dependencies)
    typer.echo(f"\n{violated} of {len(checked.dependencies)} dependencies do not hold")
    if violated and exit_code:
        raise typer.Exit(1)


def _print(console: Console, checked: CheckedBenchmark) -> None:
    for relation, incomplete in checked.incomplete.items():
        dependencies = [d for d in checked.dependencies if d.relation == relation]
        console.print()
        console.print(plain(f"Relation {relation}: {dependencies[0].check.tuples:,} tuples"))
        if incomplete:
            console.print(plain(f"{incomplete:,} more are left out since an attribute is NULL"))
        console.print(_table(dependencies))
        for line in _examples(dependencies):
            console.print(plain(line), soft_wrap=True)


def _table(dependencies: list[DeclaredDependency]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Dependency", overflow="fold", min_width=16)
    for heading in ("Deter-\nminants", "Violating", "Left out", "Error g3", "Support"):
        table.add_column(heading, justify="right", no_wrap=True)
    for declared in dependencies:
        check = declared.check
        table.add_row(
            plain(str(declared.fd)),
            f"{check.determinants:,}",
            f"{check.violating:,}",
            f"{declared.omitted:,}",
            f"{check.error:.2%}",
            f"{check.support:,} ({check.support_share:.0%})",
        )
        table.add_row(f"  {declared.question_type}: {_verdict(declared)}")
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
            "relation": declared.relation,
            "fd": str(declared.fd),
            "question_type": declared.question_type,
            "several_values": declared.several_values,
            "violated": declared.is_violated,
            "left_out": declared.omitted,
            **declared.check.numbers(),
            "examples": [dataclasses.asdict(example) for example in declared.examples],
        }
        for declared in checked.dependencies
    ]
    return {"incomplete": checked.incomplete, "dependencies": dependencies}
