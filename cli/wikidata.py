"""`erbench-track wikidata`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from ..core.untrusted_text import visible
from ..core.wikidata.dump.summary import Watch
from ..track_tasks.wiki.dump.dump import read_dump


def wikidata(
    dump: Annotated[
        str,
        typer.Argument(help="Wikidata JSON dump: .json, .json.gz or .json.bz2; - for a pipe."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the store to make.")],
    as_of: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM",
            help="When the facts hold.",
            show_default="the date in the file's name, else that of the latest edit",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes that decode.", show_default="one per core"),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the folder.")] = False,
    domain: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE.yaml",
            help="Keep what another domain of Wikidata needs, too (may be given several times).",
            show_default=False,
        ),
    ] = None,
    ray: Annotated[
        bool,
        typer.Option(
            "--ray", help="Decode on the Ray cluster of RAY_ADDRESS, else on a local one."
        ),
    ] = False,
) -> None:
    """Make a store of facts from a Wikidata JSON dump, in one pass.

    The store keeps English names, types, sitelinks, the claims that TRACK's WIKI questions use, and
    the statements of all domains of erbench-track generate erbench --source wikidata: chains and
    domains can then be made of it any number of times. The pass needs little memory, whatever the
    size of the dump.

    A pass that was interrupted goes on when it is started again: what it has read is in
    OUTPUT.partial until it is done. A dump that is truncated or damaged is read as far as possible,
    and lines that are not entities are left out; both are reported on standard error.

    Needs the extra wikidata; --ray also the extra ray.

    Example: erbench-track wikidata latest-all.json.bz2 -o wikidata

    Much faster, since it decompresses on all cores: lbzip2 -dc latest-all.json.bz2 | erbench-track
    wikidata - -o wikidata
    """
    with _progress(dump) as watch:
        summary = read_dump(
            dump, output,
            as_of=as_of, workers=workers, overwrite=overwrite, watch=watch, on_ray=ray,
            domains=domain or (),
        )  # fmt: skip
    for warning in summary.warnings():
        typer.echo(f"erbench-track: warning: {visible(warning)}", err=True)
    typer.echo(
        f"{summary.name}: {summary.items:,} items; {output} has {summary.claims:,} claims for "
        f"TRACK's chains, and what was stated of {len(summary.statements)} properties for domains"
    )


@contextmanager
def _progress(dump: str) -> Iterator[Watch]:
    console = Console(stderr=True)
    path = Path(dump)
    total = path.stat().st_size if path.is_file() else None
    columns = (
        SpinnerColumn(), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(), TextColumn("{task.fields[items]:,} items"),
    )  # fmt: skip
    disable = not console.is_terminal
    with Progress(*columns, console=console, disable=disable, transient=True) as progress:
        task = progress.add_task("", total=total, items=0)
        yield lambda position, items: progress.update(task, completed=position, items=items)
