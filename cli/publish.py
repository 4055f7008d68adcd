"""`erbench-track publish`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.untrusted_text import visible

if TYPE_CHECKING:
    from ..erbench_tasks.stored.publish import Publication


def publish(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR|FILE",
            help="A folder of `erbench-track generate`, or a gap dataset of `erbench-track gaps`.",
        ),
    ],
    repo_id: Annotated[
        str, typer.Option("--repo-id", metavar="USER/NAME", help="The dataset on the Hub.")
    ],
    license_id: Annotated[
        str,
        typer.Option(
            "--license", metavar="ID", help="The Hub's id of the licence: cc-by-4.0, odbl, other."
        ),
    ],
    private: Annotated[
        bool, typer.Option("--private", help="Let only its owner see a new dataset.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be sent without sending it.")
    ] = False,
    revision: Annotated[
        str | None,
        typer.Option(metavar="BRANCH", help="A branch, created if there is none (default: main)."),
    ] = None,
    commit_message: Annotated[
        str, typer.Option(help="First line of the commit.")
    ] = "Publish the benchmark",
) -> None:
    """Publish a generated benchmark, or a gap dataset, on the Hugging Face Hub.

    What a benchmark asks has to be signed (`erbench-track preview SPEC --sign NAME`); our domains,
    TRACK's questions and gap datasets need no signature.
    The token is that of `hf auth login`, or HF_TOKEN. The folder is checked but not changed; what
    the Hub already has is not sent again, so an interrupted upload can simply be repeated.

    Example: erbench-track publish movie_items --repo-id me/erbench-movie --license odbl
    """
    if not sys.stderr.isatty():  # in a log, bars are noise
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    from ..erbench_tasks.stored.publish import Publication
    from ..erbench_tasks.stored.publish import publish as send
    from ..track_tasks import publication as track_publication

    is_track = track_publication.is_track(folder)
    prepare = track_publication.prepare if is_track else Publication.prepare
    publication = prepare(folder, repo_id, license_id)
    if dry_run:
        _show(publication)
        if publication.unsigned:
            typer.echo(f"warning: not published: {visible(publication.unsigned)}", err=True)
        return
    done = send(
        publication,
        private=private,
        revision=revision,
        message=commit_message,
        tell=lambda line: typer.echo(line, err=True),
    )
    if done.sent or done.deleted:
        typer.echo(f"{done.sent} files sent, {done.deleted} old files deleted: {done.url}")
    else:
        typer.echo(f"nothing has changed: {done.url}")


def _show(publication: Publication) -> None:
    typer.echo(f"{publication.repo_id} would get:")
    for path, size in publication.sizes.items():
        typer.echo(f"{size:>15,} bytes  {path}")
    typer.echo(f"{sum(publication.sizes.values()):>15,} bytes  in {len(publication.sizes)} files")
    typer.echo(f"\n{publication.card}", nl=False)
