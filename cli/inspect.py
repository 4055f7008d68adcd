"""`erbench-track inspect`."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer

from ..core.files import write_text
from ..erbench_tasks.database.opening import open_database
from ..erbench_tasks.profile.profile import profile
from ..erbench_tasks.profile.text import text, tokens
from .options import (
    DATABASES,
    PublicPersonsOption,
    SchemaOption,
    TablesOption,
    check_reason,
    table_names,
)


def inspect(
    database: Annotated[str, typer.Argument(help=DATABASES)],
    tables: TablesOption = "",
    schema: SchemaOption = None,
    no_values: Annotated[bool, typer.Option("--no-values", help="Show no value.")] = False,
    public_persons: PublicPersonsOption = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the whole profile to this file.")
    ] = None,
) -> None:
    """Show what is in a database: tables, values, keys, references, dependencies; nothing private.

    What is personal by its name or its values is named, and no value of it is shown. The text has
    at most 8,000 tokens, and says what it leaves out.

    Example: erbench-track inspect chinook.sqlite --tables Album,Artist
    """
    check_reason(public_persons)
    found = profile(
        open_database(database),
        schema=schema,
        tables=table_names(tables),
        values=not no_values,
        public_persons=public_persons,
    )
    shown = text(found)
    typer.echo(shown, nl=False)
    typer.echo(f"about {tokens(shown):,} tokens (characters / 4)", err=True)
    if json_file is not None:
        write_text(json_file, json.dumps(dataclasses.asdict(found), indent=1) + "\n")
