"""`erbench-track inspect`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.chat.client import ChatClient
from ..core.errors import InputError
from ..core.files import write_text
from ..core.progress import watched
from ..core.untrusted_text import visible
from ..erbench_tasks.database.opening import open_database
from ..erbench_tasks.inspection.inspect_database import inspect_database
from ..erbench_tasks.spec.phrasing import diff, rephrased
from ..erbench_tasks.spec.spec_file import read_spec


def inspect(
    database: Annotated[
        str, typer.Argument(help="SQLAlchemy URL, SQLite or DuckDB file, or folder of CSV files.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The specification to write (YAML).")
    ],
    name: Annotated[
        str | None,
        typer.Option(help="Name of the benchmark.", show_default="the output file's"),
    ] = None,
    schema: Annotated[
        str | None,
        typer.Option(help="Schema of the tables.", show_default="the connection's"),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(help="Only inspect these tables (names, separated by commas)."),
    ] = None,
    phrase_with: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Let a model at OPENAI_BASE_URL rewrite the question templates, once. "
            "It is sent names and wordings, and no rows. Read the diff: nothing can check that "
            "a question still asks the same.",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the file if it exists.")
    ] = False,
) -> None:
    """Propose what to ask of a database: a commented specification that you edit.

    Reads tables, keys and foreign keys, and the values of some rows. Keys give functional
    dependencies, foreign keys give multi-hop questions and many-to-many ones. The database is
    only read. The result works as it is. Example:

    erbench-track inspect sqlite:///shop.db -o shop.yaml

    erbench-track generate erbench --benchmark shop.yaml --database sqlite:///shop.db -o shop
    """
    if output.exists() and not overwrite:
        raise InputError(f"{output}: exists already; give another file, or --overwrite")
    found = inspect_database(
        open_database(database),
        name or output.stem,
        schema=schema,
        only=[part.strip() for part in tables.split(",")] if tables else (),
        watch=_with_progress,
    )
    write_text(output, found.text)
    read_spec(output)
    if phrase_with is not None:
        write_text(output, _phrased(found.text, phrase_with, str(output)))
    for column in found.unsupported:
        typer.echo(f"left out: {visible(column)}: its type is not supported", err=True)
    typer.echo(
        f"{output}: {found.questions} question entries about {found.relations} relations "
        f"of {found.tables} tables; read it, edit it, then: erbench-track generate erbench "
        f"--benchmark {output} --database ... -o DIR"
    )


def _phrased(text: str, name: str, where: str) -> str:
    """Has a model rephrase the wordings, and shows what it changed."""
    model = ChatClient(name)
    new, changes = rephrased(text, model, where)
    typer.echo(visible(diff(text, new), keep="\n"))
    for change in changes:
        if change.reason:
            kept = f"kept: {where}, line {change.line}: {change.field} {change.reason}"
            typer.echo(visible(kept), err=True)
    spent = model.budget
    typer.echo(f"{spent.prompt_tokens} tokens sent, {spent.completion_tokens} received", err=True)
    return new


def _with_progress(tables: Collection[Any]) -> Iterable[Any]:
    return watched(tables, "Inspecting", len(tables))
