"""`erbench-track inspect`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.chat.client import ChatClient
from ..core.errors import InputError
from ..core.files import write_text
from ..core.progress import watched
from ..core.untrusted_text import visible
from ..erbench_tasks.database.opening import limit_statements, open_database
from ..erbench_tasks.english.words import plural
from ..erbench_tasks.inspection.inspect_database import MAX_ITEMS, MAX_NULL, inspect_database
from ..erbench_tasks.inspection.selection import ENTRIES
from ..erbench_tasks.spec.phrasing import diff, rephrased
from ..erbench_tasks.spec.spec_file import read_spec

# So many tables and columns of personal data are named on the terminal.
_SHOWN = 12


def inspect(
    database: Annotated[
        str,
        typer.Argument(
            help="SQLAlchemy URL, SQLite, DuckDB, CSV or TSV file, or folder of such files as "
            "Kaggle has them: each is a table."
        ),
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
        typer.Option(
            help="Schema of the tables; several are separated by commas.",
            show_default="the connection's",
        ),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(help="Only inspect these tables or views (names, separated by commas)."),
    ] = None,
    entries: Annotated[
        int, typer.Option(min=1, help="How many question entries to ask at most.")
    ] = ENTRIES,
    max_items: Annotated[
        int,
        typer.Option(min=1, help="How many questions they give at most, balanced over entries."),
    ] = MAX_ITEMS,
    max_null: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Ask about columns that have no value in at most this share of the rows.",
        ),
    ] = MAX_NULL,
    about: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS",
            help="What all questions are about, such as 'the Eurovision Song Contest'; a sentence "
            "before each says so.",
            show_default="the database's name, where it is telling and one of them needs it",
        ),
    ] = None,
    unsettled: Annotated[
        bool,
        typer.Option(
            "--unsettled",
            help="Ask, too, what nothing says people agree on: a film's song, of which there are "
            "several, or a politician's party, who had three. By default it is a comment. Of such "
            "entries expect to throw out every second one.",
        ),
    ] = False,
    undeclared_keys: Annotated[
        bool | None,
        typer.Option(
            "--undeclared-keys/--no-undeclared-keys",
            help="Follow foreign keys that nobody declared, too, where a column's name and all of "
            "its values say so. By default only where no foreign key at all is declared; else the "
            "file hints at them.",
        ),
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

    Reads tables, keys and foreign keys, and values. What is about private people is left out. The
    questions that an entry would give are looked at before it is proposed: those that give their
    answer away, repeat themselves or are the same for nearly all rows stay comments, with the
    reason. The database is only read. Then read the questions (`erbench-track preview`), and edit
    the file.

    Example: erbench-track inspect sqlite:///shop.db -o shop.yaml
    """
    if output.exists() and not overwrite:
        raise InputError(f"{output}: exists already; give another file, or --overwrite")
    engine = open_database(database)
    limit_statements(engine)
    found = inspect_database(
        engine,
        name or output.stem,
        schema=schema,
        only=[part.strip() for part in tables.split(",")] if tables else (),
        entries=entries,
        max_items=max_items,
        max_null=max_null,
        undeclared=undeclared_keys,
        about=about,
        unsettled=unsettled,
        called="" if "://" in database else Path(database).name,
        watch=_with_progress,
    )
    write_text(output, found.text)
    if not found.nothing:
        read_spec(output)
    if phrase_with is not None and not found.nothing:
        write_text(output, _phrased(found.text, phrase_with, str(output)))
    for column in found.unsupported:
        typer.echo(f"left out: {visible(column)}: its type is not supported", err=True)
    if found.personal:
        shown = ", ".join(map(visible, found.personal[:_SHOWN]))
        more = f" and {len(found.personal) - _SHOWN} more" if len(found.personal) > _SHOWN else ""
        typer.echo(f"left out, personal data: {shown}{more}; {output} says why", err=True)
    if found.nothing:
        raise InputError(
            f"{output} has no question yet: {found.nothing}; it says why, table by table. "
            f"What may help: {'; '.join(found.remedies)}"
        )
    asked = _number(found.questions, "entry")
    tables = _number(found.tables, "table")
    refused = _number(found.refused, "other entry")
    typer.echo(
        f"{output}: {asked}, about {found.items:,} items, of {tables} (not fit: {refused}; the "
        "file says why); read the questions, then edit it: "
        f"erbench-track preview {output} --database ..."
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun if count == 1 else plural(noun)}"


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


def _with_progress(what: str, steps: Sequence[Any]) -> Iterable[Any]:
    return watched(steps, what, len(steps))
