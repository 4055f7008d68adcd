"""`erbench-track draft`."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from ..core.chat.budget import Budget, Prices, read_prices
from ..core.chat.client import ChatClient
from ..core.errors import InputError
from ..erbench_tasks.database.opening import open_database
from ..erbench_tasks.draft.authoring import MOST_REPAIRS, Assignment, Author
from ..erbench_tasks.draft.correspondence import Correspondence, Record, Settings
from ..erbench_tasks.draft.draft import Draft
from ..erbench_tasks.draft.drafting import (
    Written,
    benchmark_name,
    write_draft,
    write_record_form,
)
from ..erbench_tasks.draft.record_form import record_form
from ..erbench_tasks.draft.verification import Verification
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

_TIMEOUT = 900.0  # seconds for a reply: a whole draft is long
_REPLY = 4_000  # tokens, about
_AUTHOR = (
    "The model that writes, at an OpenAI-compatible endpoint (OPENAI_BASE_URL); without one, "
    "questions are made in record form."
)
_BETTER = (
    "A model words it better, and asks what people would: draft DATABASE --author openai/MODEL."
)


def draft(
    database: Annotated[str, typer.Argument(help=DATABASES)],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The specification to write.")
    ] = Path("benchmark.yaml"),
    author: Annotated[str | None, typer.Option(metavar="openai/MODEL", help=_AUTHOR)] = None,
    critic: Annotated[
        str | None,
        typer.Option(
            metavar="openai/MODEL", help="Who reads the questions; by default the author."
        ),
    ] = None,
    instructions: Annotated[
        str, typer.Option(metavar="TEXT", help="What it is about, and what to ask.")
    ] = "",
    language: Annotated[str, typer.Option(help="Language of the questions.")] = "English",
    tables: TablesOption = "",
    schema: SchemaOption = None,
    no_values: Annotated[bool, typer.Option("--no-values", help="Send no value.")] = False,
    public_persons: PublicPersonsOption = None,
    replies: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Make the draft again from its replies, without a model."
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry_run", "--dry-run", help="Print what would be sent, and send nothing."),
    ] = False,
    prices: Annotated[
        str | None,
        typer.Option(
            metavar="SENT,RECEIVED", help="Prices per million tokens, to tell what it costs."
        ),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the files.")] = False,
) -> None:
    """Have a model write a specification for a database, which the database then verifies.

    The model gets the profile (`inspect`), without what is personal. What it writes is verified
    entry by entry; what fails goes back to it, at most twice, and then stays in the file as a
    comment. A critic reads some questions of each entry. All prompts and replies are kept beside
    the specification, in FILE.author.json: a draft that was interrupted goes on where it was.

    Without --author the questions are about lines `column: value` of records: grammatical for any
    database, and nobody's first choice.

    Example: erbench-track draft films.sqlite -o films.yaml --author openai/gpt-5-mini
    """
    check_reason(public_persons)
    if output.exists() and not (overwrite or dry_run):
        raise InputError(f"{output}: there already; give another --output, or --overwrite")
    if author is None and replies is None:
        if dry_run:
            raise InputError("--dry_run: without --author nothing is sent")
        _in_record_form(database, output, table_names(tables), schema, public_persons)
        return
    paid = None if prices is None else read_prices("--prices", prices)
    kept = output.with_suffix(".author.json")
    if replies is not None:
        record = Record.read(replies)
    else:
        settings = Settings(
            name=benchmark_name(output),
            author=_model("--author", author or ""),
            critic=_model("--critic", critic or author or ""),
            on=date.today(),
            instructions=" ".join(instructions.split()),
            language="" if language.strip().lower() == "english" else language.strip(),
            tables=table_names(tables),
            schema_name=schema,
            values=not no_values,
            public_persons=public_persons,
        )
        record = _begun(settings, kept, anew=overwrite)
    settings = record.settings
    engine = open_database(database)
    found = profile(
        engine,
        schema=settings.schema_name,
        tables=settings.tables,
        values=settings.values,
        public_persons=settings.public_persons,
    )
    assignment = Assignment(text(found), found.dialect, settings.instructions, settings.language)
    if dry_run:
        _show(assignment.prompt, paid)
        return
    budget = Budget(prices=paid)
    client = None if replies else lambda name: ChatClient(name, timeout=_TIMEOUT, budget=budget)
    correspondence = Correspondence(kept, settings, client, record.letters)
    verification = Verification(engine, found, settings.schema_name)
    writer = Author(
        assignment, correspondence, verification, settings.author, settings.critic, _tell
    )
    empty = Draft(settings.name, settings.public_persons)
    written = write_draft(writer, empty, output, lambda done: _head(settings, done))
    if budget.calls:
        cost = f", cost {budget.cost:.2f}" if budget.prices else ""
        sent, received = budget.prompt_tokens, budget.completion_tokens
        _tell(f"{budget.calls} requests, {sent:,} tokens sent, {received:,} received{cost}")
    _report(output, written)
    if not written.entries:
        raise InputError(f"{output}: nothing that the model wrote holds; see the file")


def _in_record_form(
    database: str,
    output: Path,
    tables: list[str],
    schema: str | None,
    public_persons: str | None,
) -> None:
    """Drafts without a model."""
    engine = open_database(database)
    found = profile(engine, schema=schema, tables=tables, public_persons=public_persons)
    form = record_form(found, benchmark_name(output), engine)
    if form.why_not:
        typer.echo(f"nothing to ask: {form.why_not}")
        return
    spec = {**form.spec, **({"personal_data": public_persons} if public_persons else {})}
    verification = Verification(engine, found, schema)
    _report(output, write_record_form(spec, verification, output, _head_of_form, found.dialect))
    _tell(_BETTER)


def _head_of_form(written: Written) -> list[str]:
    return [
        f"{written.entries} entries in record form, about {written.items:,} questions: made without"
        " a model, and worded alike for any database.",
        _BETTER,
    ]


def _begun(settings: Settings, path: Path, *, anew: bool) -> Record:
    """Returns the draft that was begun with these settings, if one was.

    Raises:
        InputError: The file is of another draft.
    """
    if anew or not path.exists():
        return Record(settings=settings, letters=[])
    there = Record.read(path)
    if there.settings != settings.model_copy(update={"on": there.settings.on}):
        raise InputError(
            f"{path}: it has the replies of another draft; give another --output, or --overwrite"
        )
    return there


def _model(option: str, name: str) -> str:
    kind, _, model = name.partition("/")
    if kind != "openai" or not model:
        raise InputError(f"{option}: {name!r} is not of the form openai/MODEL")
    return model


def _show(prompt: str, paid: Prices | None) -> None:
    typer.echo(prompt)
    sent = tokens(prompt)
    # Each later prompt has the first one in it, the draft, and what is said of it.
    later = (MOST_REPAIRS + 1) * (sent + 2 * _REPLY)
    most = f"at most about {sent + later:,} and {(MOST_REPAIRS + 2) * _REPLY:,} back in all"
    cost = "" if paid is None else f": {paid.of(sent + later, (MOST_REPAIRS + 2) * _REPLY):.2f}"
    typer.echo(f"this is what would be sent, about {sent:,} tokens; {most}{cost}", err=True)


def _head(settings: Settings, written: Written) -> list[str]:
    return [
        f"Drafted by {settings.author} on {settings.on}. Nobody has read it yet:",
        "erbench-track preview FILE --database DATABASE shows what it asks.",
        f"{written.entries} entries, about {written.items:,} questions.",
        *([f"{len(written.failed)} more are commented out below."] if written.failed else []),
    ]


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _report(output: Path, written: Written) -> None:
    for id_, lines in written.failed.items():
        _tell(f"not asked: {id_}: {lines[0]}")
    typer.echo(f"{output}: {written.entries} entries, about {written.items:,} questions")
