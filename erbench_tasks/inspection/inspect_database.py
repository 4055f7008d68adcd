"""Inspecting a database: the whole way from a connection to the text of a specification."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy
from sqlalchemy.exc import SQLAlchemyError

from ...core.errors import InputError
from ..database.database_errors import driver_message
from ..database.snapshot import snapshot
from .columns import Column, judge_columns
from .entities import find_entities
from .proposals import Proposer
from .schema import read_schema
from .spec_text import spec_text


@dataclass(frozen=True)
class Inspection:
    """What was found.

    Attributes:
        text: The specification.
        tables: Number of tables that were looked at.
        relations: Number of relations that are proposed.
        questions: Number of question entries.
        unsupported: Columns of a type that is not supported, as `table.column`.
    """

    text: str
    tables: int
    relations: int
    questions: int
    unsupported: tuple[str, ...]


def inspect_database(
    engine: sqlalchemy.Engine,
    name: str,
    *,
    schema: str | None = None,
    only: Sequence[str] = (),
    watch: Callable[[Collection[Any]], Iterable[Any]] = iter,
) -> Inspection:
    """Looks at a database's schema and values, and proposes what to ask.

    Args:
        engine: The database.
        name: Name of the benchmark.
        schema: Schema of the tables; by default the connection's.
        only: Names of the tables to look at; none for all.
        watch: Sees the tables pass, and then those that are asked about: such as a progress bar.

    Returns:
        The specification, and the counts to report with it.

    Raises:
        InputError: The database cannot be read, or there is nothing in it to ask about.
    """
    tables = read_schema(engine, schema, only)
    try:
        with snapshot(engine) as connection:
            judged = {t.name: judge_columns(connection, t) for t in watch(tables.values())}
            entities = find_entities(connection, tables, judged)
            proposer = Proposer(engine, connection, entities, tables, tables.schema)
            proposals = [p for entity in watch(entities.values()) for p in proposer.about(entity)]
            proposals += proposer.through_links()
    except SQLAlchemyError as error:
        raise InputError(f"the database cannot be read: {driver_message(error)}") from error
    if not proposals:
        raise InputError(_nothing(judged))
    return Inspection(
        text=spec_text(name, proposals, tables, judged, entities, tables.schema),
        tables=len(tables),
        relations=len(proposals),
        questions=sum(len(proposal.questions) for proposal in proposals),
        unsupported=tuple(_unsupported(judged)),
    )


def _unsupported(judged: dict[str, list[Column]]) -> Iterable[str]:
    for table, columns in judged.items():
        for column in columns:
            if column.kind is None and "not supported" in column.reason:
                yield f"{table}.{column.name}"


def _nothing(judged: dict[str, list[Column]]) -> str:
    reasons = [
        f"{table}.{column.name}: {column.reason}"
        for table, columns in judged.items()
        for column in columns
        if column.kind is None
    ]
    shown = "; ".join(reasons[:8]) + ("; ..." if len(reasons) > 8 else "")
    return (
        "nothing to ask about: no table has both a column that names its rows (text such as a name "
        f"or a title) and another that can be asked for ({shown or 'the tables are empty'})"
    )
