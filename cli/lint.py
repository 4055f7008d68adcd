"""`erbench-track lint`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..core.files import write_text
from ..core.untrusted_text import plain
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

    Example: erbench-track lint movie
    """
    benchmark = Benchmark.open(spec, database)
    entries = linting.lint(benchmark, most=most, seed=seed)
    questions = benchmark.spec.questions
    _print(Console(highlight=False), questions, entries)
    if json_file is not None:
        found = {"spec": benchmark.spec.name, "seed": seed, "most": most}
        found["entries"] = [_as_json(questions[entry.index], entry) for entry in entries]
        write_text(json_file, json.dumps(found, indent=1) + "\n")
    failed = sum(entry.failed for entry in entries)
    typer.echo(f"\n{failed} of {len(entries)} entries fail")
    if failed and exit_code:
        raise typer.Exit(1)


def _print(
    console: Console, questions: Sequence[QuestionSpec], entries: Sequence[LintedEntry]
) -> None:
    console.print(_table(questions, entries))
    for entry in entries:
        if not (entry.findings or entry.joins):
            continue
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
    yield from (f"  join: {line}" for line in entry.joins)


def _as_json(question: QuestionSpec, entry: LintedEntry) -> dict[str, Any]:
    what = {"type": question.type, "relation": question.relation, "fds": [*map(str, question.fds)]}
    findings = [
        {"entry": entry.index, **dataclasses.asdict(f), "share": f.share} for f in entry.findings
    ]
    return {**dataclasses.asdict(entry), **what, "failed": entry.failed, "findings": findings}
