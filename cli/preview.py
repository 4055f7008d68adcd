"""`erbench-track preview`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..core.errors import InputError
from ..core.files import write_text
from ..core.untrusted_text import plain, visible
from ..erbench_tasks.generator import Benchmark
from ..erbench_tasks.preview import preview as previewing
from ..erbench_tasks.preview.preview import Preview, question_lines
from ..erbench_tasks.preview.signature import sign as sign_file
from ..erbench_tasks.spec.embedded import is_embedded, is_of_package
from ..erbench_tasks.spec.spec import signer_name
from ..erbench_tasks.spec.strict import not_among
from .options import DatabaseOption, SpecArgument

SIGNING = (
    "Where something is wrong, edit the specification and look again; --items and --seed show "
    "other questions. --sign NAME says that you have read them, and that they may be published."
)
OURS = "It is part of the package, and published without a signature of yours."


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
    sign: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Write into the specification that you have read it."),
    ] = None,
    entries: Annotated[
        str | None,
        typer.Option(metavar="0,2,5", help="Sign only these entries; others become comments."),
    ] = None,
) -> None:
    """Read a few questions of each entry before you publish, with what is right and why.

    Shows their answers, what a rationale must mention, which rows say so, what the lint finds, and
    what is left out. With --html it is a page; `publish` wants the name of who has read it.

    Example: erbench-track preview movie --html preview.html
    """
    benchmark = Benchmark.open(spec, database)
    chosen = _chosen(benchmark, sign, entries)
    found = previewing.preview(benchmark, spec, questions=items, seed=seed)
    if page is None:
        console = Console(highlight=False)
        for line, style in _lines(found):
            console.print(plain(line), style=style, soft_wrap=True)
    else:
        from ..erbench_tasks.preview.page import html

        write_text(page, html(found))
        typer.echo(page)
    if chosen is not None:
        if entries is None and found.failed:
            failed = ",".join(str(entry.lint.index) for entry in found.failed)
            raise InputError(
                f"{spec}: entries {failed} of questions fail the lint: edit, or use --entries"
            )
        signature = sign_file(benchmark.spec, benchmark.path, sign or "", date.today(), chosen)
        typer.echo(visible(f"{spec}: {signature}"))


def _chosen(benchmark: Benchmark, name: str | None, entries: str | None) -> set[int] | None:
    """Returns the entries that are signed; None if nobody signs."""
    if name is None and entries is not None:
        raise InputError("--entries: goes with --sign NAME; without it nothing is signed")
    if name is None:
        return None
    if is_of_package(benchmark.path):
        raise InputError(
            f"--sign: {benchmark.spec.name} is part of the package, which is not signed"
        )
    try:
        signer_name(name)
    except ValueError as error:
        raise InputError(f"--sign: {error}") from error
    every = [str(index) for index in range(len(benchmark.spec.questions))]
    given = every if entries is None else [text.strip() for text in entries.split(",")]
    if unknown := set(given).difference(every):
        raise InputError(f"--entries: {not_among(min(unknown), every)}")
    return set(map(int, given))


def _lines(preview: Preview) -> Iterator[tuple[str, str]]:
    """Yields the lines of the preview, each with its style."""
    yield f"{preview.asked.name}: {len(preview.entries)} entries, {preview.amount}", "bold"
    if preview.signed and preview.signed not in preview.warnings:
        yield preview.signed, "green"
    for warning in preview.warnings:
        yield f"warning: {warning}", "red"
    for index, entry in enumerate(preview.entries):
        yield "", ""
        yield f"[{index}] {entry.asks} ({entry.items:,} questions)", "bold"
        for about, text in (("why known", entry.question.why_known), ("risk", entry.question.risk)):
            yield from [(f"  {about}: {text}", "yellow")] if text else []
        yield from ((f"  {line}", "dim") for line in entry.why)
        for finding in entry.lint.findings:
            style = "red" if finding.fails else "yellow"
            yield f"  {'FAILS' if finding.fails else 'note'}: {finding}", style
        for item in entry.shown:
            yield "", ""
            for line in question_lines(item):
                yield f"  {line}", "green" if line.startswith(("A: ", "   must")) else ""
    yield "", ""
    yield from ((f"left out: {line}", "dim") for line in preview.left_out)
    yield from ((f"personal data: {line}", "red") for line in preview.personal)
    yield OURS if is_embedded(preview.spec) else SIGNING, "bold"
