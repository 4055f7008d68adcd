"""`erbench-track lint`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..core.files import write_text
from ..core.untrusted_text import plain, value
from ..erbench_tasks.dependencies.declared import DeclaredDependency
from ..erbench_tasks.generator import Benchmark
from ..erbench_tasks.lint import lint as linting
from ..erbench_tasks.lint.findings import LintedEntry
from ..erbench_tasks.spec.spec import QuestionSpec
from .options import DatabaseOption, SpecArgument, plain_table


def lint(
    spec: SpecArgument,
    database: DatabaseOption = None,
    most: Annotated[
        int, typer.Option(min=1, help="Determinants of an entry to ask about; of more, a sample.")
    ] = linting.MOST,
    seed: Annotated[int, typer.Option(help="Decides what is sampled.")] = 0,
    show: Annotated[
        int, typer.Option(min=0, help="Determinants to show that violate a dependency, of each.")
    ] = 3,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write what is found to this file.")
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 if an entry fails.")
    ] = False,
) -> None:
    """Look for questions that nobody should ask: leaks, repetitions, values without meaning.

    Each entry of `questions` is looked at with all its items, or those of a sample. It fails if
    something is so often wrong, or so bad, that it should not be asked; a remedy stands below.

    For each functional dependency the database counts the rows, the distinct determinants, and
    those that violate it (several dependent values): nothing is asked about them. Each join says
    what it follows: a declared key, or values of one side that the other side has.

    Example: erbench-track lint movie --show 5
    """
    benchmark = Benchmark.open(spec, database)
    entries = linting.lint(benchmark, most=most, seed=seed, examples=show)
    questions = benchmark.spec.questions
    _print(Console(highlight=False), questions, entries)
    if json_file is not None:
        found = {"spec": benchmark.spec.name, "seed": seed, "most": most}
        found["entries"] = [_as_json(questions[entry.index], entry) for entry in entries]
        write_text(json_file, json.dumps(found, indent=1, default=str) + "\n")
    for name in sorted(benchmark.spec.relations.keys() - benchmark.relations.keys()):
        typer.echo(plain(f"\nrelation {name}: not looked at, as no entry of `questions` names it"))
    failed = sum(entry.failed for entry in entries)
    typer.echo(f"\n{failed} of {len(entries)} entries fail")
    if failed and exit_code:
        raise typer.Exit(1)


def _print(
    console: Console, questions: Sequence[QuestionSpec], entries: Sequence[LintedEntry]
) -> None:
    console.print(_table(questions, entries))
    for entry in entries:
        console.print()
        console.print(plain(f"questions[{entry.index}]: {linting.title(questions[entry.index])}"))
        for line in _lines(entry):
            console.print(plain(line), soft_wrap=True)


def _table(questions: Sequence[QuestionSpec], entries: Sequence[LintedEntry]) -> Table:
    table = plain_table("Entry", "Items", "Looked at", "")
    for entry in entries:
        table.add_row(
            plain(f"{entry.index}. {linting.title(questions[entry.index])}"),
            f"{'about ' * (entry.looked_at < entry.items)}{entry.items:,}",
            f"{entry.looked_at:,}",
            "FAILS" if entry.failed else "passes",
        )
    return table


def _lines(entry: LintedEntry) -> Iterator[str]:
    if entry.looked_at < entry.items:
        yield f"  a sample of {entry.looked_at:,} of about {entry.items:,} items was looked at"
    for finding in entry.findings:
        yield f"  {'FAILS' if finding.fails else 'note'}: {finding}"
        if finding.fails:
            yield f"    remedy: {finding.remedy}"
    if entry.rows_lost:
        yield f"  {entry.rows_lost:,} rows left out since a value is NULL"
    yield from (f"  join: {line}" for line in entry.joins)
    yield from chain.from_iterable(map(_dependency, entry.dependencies))


def _dependency(declared: DeclaredDependency) -> Iterator[str]:
    """Yields how far a dependency holds, and determinants for which it does not."""
    check = declared.check
    numbers = f"{check.determinants:,} determinants, {check.tuples:,} rows"
    if not check.holds:
        numbers = f"{check.violating:,} of {numbers}; {declared.left_out:,} left out"
    verdict = "VIOLATED" if declared.is_violated else "holds" if check.holds else "accepted"
    yield f"  dependency: {declared.fd}: {verdict} ({numbers})"
    for example in declared.examples:
        several = [
            f"{_pairs(declared.fd.dependent, values)} ({rows:,})"
            for values, rows in example.dependents
        ]
        if more := example.count - len(several):
            several.append(f"{more:,} more")
        yield f"    {_pairs(declared.fd.determinant, example.determinant)}: {'; '.join(several)}"
    if declared.examples and (more := check.violating - len(declared.examples)):
        yield f"    ... and {more:,} more (--show)"


def _pairs(names: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name}={value(v)}" for name, v in zip(names, values, strict=True))


def _as_json(question: QuestionSpec, entry: LintedEntry) -> dict[str, Any]:
    what = {"type": question.type, "relation": question.relation, "fds": [*map(str, question.fds)]}
    findings = [
        {"entry": entry.index, **dataclasses.asdict(f), "share": f.share} for f in entry.findings
    ]
    dependencies = [
        {**dataclasses.asdict(d), "violated": d.is_violated} for d in entry.dependencies
    ]
    return {
        **dataclasses.asdict(entry), **what, "failed": entry.failed, "findings": findings,
        "dependencies": dependencies,
    }  # fmt: skip
