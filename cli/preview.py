"""`erbench-track preview`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ..core.files import write_text
from ..core.progress import watched
from ..core.untrusted_text import plain
from ..erbench_tasks.generator import Benchmark
from ..erbench_tasks.items.item import Item
from ..erbench_tasks.preview import preview as previewing
from ..erbench_tasks.preview.preview import Preview, mention
from .options import DatabaseOption, SpecArgument

SIGNING = (
    "Where something is wrong, edit the specification and look again; --items and --seed show "
    "other questions. `erbench-track publish ... --reviewed` says that you have read them."
)


def preview(
    spec: SpecArgument,
    database: DatabaseOption = None,
    items: Annotated[
        int, typer.Option(min=1, help="Questions of each entry to show.")
    ] = previewing.QUESTIONS,
    seed: Annotated[
        int, typer.Option(help="Decides which questions are shown, and which options are false.")
    ] = 0,
    page: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Write a page instead, which needs no network."
        ),
    ] = None,
) -> None:
    """Read a few questions of each entry before you publish, with what is right and why.

    Shows their answers, what a rationale must mention, which rows say so, what the lint finds, and
    what is left out. With --html it is a page; `publish` asks whether you have read it.

    Example: erbench-track preview movie --html preview.html
    """
    benchmark = Benchmark.open(spec, database)
    found = previewing.preview(benchmark, spec, questions=items, seed=seed, watch=_with_progress)
    if page is None:
        console = Console(highlight=False)
        for line, style in _lines(found):
            console.print(plain(line), style=style, soft_wrap=True)
        return
    from ..erbench_tasks.preview.page import html

    write_text(page, html(found))
    typer.echo(page)


def _lines(preview: Preview) -> Iterator[tuple[str, str]]:
    """Yields the lines of the preview, each with its style."""
    yield f"{preview.name}: {len(preview.entries)} entries, {preview.amount}", "bold"
    if preview.always_yes:
        yield preview.always_yes, "dim"
    for warning in preview.warnings:
        yield f"warning: {warning}", "red"
    for index, entry in enumerate(preview.entries):
        yield "", ""
        yield f"[{index}] {entry.asks} ({entry.items:,} questions)", "bold"
        yield from ((f"  {line}", "dim") for line in entry.why)
        for finding in entry.lint.findings:
            style = "red" if finding.fails else "yellow"
            yield f"  {'FAILS' if finding.fails else 'note'}: {finding}", style
        for item in entry.shown:
            yield from _question(item)
    yield "", ""
    yield from ((f"left out: {line}", "dim") for line in preview.left_out)
    yield from ((f"personal data: {line}", "red") for line in preview.personal)
    yield SIGNING, "bold"


def _question(item: Item) -> Iterator[tuple[str, str]]:
    yield "", ""
    if item.context:
        yield f"  Passage: {item.context}", "dim"
    if item.picture:
        yield f"  An image ({item.image_kind}) stands before the question.", "dim"
    yield f"  Q: {item.question}", ""
    for number, option in enumerate(item.options, 1):
        yield f"     Option {number}: {option}", ""
    yield f"  A: {item.answer}", "green"
    for element in item.rationale:
        yield f"     must mention {mention(element)}", "green"


def _with_progress(entries: Collection[Any]) -> Iterable[Any]:
    return watched(entries, "Linting", len(entries))
