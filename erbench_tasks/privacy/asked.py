"""What a specification asks about people: it needs a reason, which is published with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy

from ...core.errors import InputError
from ...core.untrusted_text import read_text
from ..database.gate import Query
from ..database.lineage import BaseTable
from ..database.reflection import reflect_all, table_names
from ..database.snapshot import input_errors
from ..relations.relation import Relation
from ..spec.spec import BenchmarkSpec
from ..spec.spec_file import place
from .personal import LinkedTable, PersonalData, personal_column, personal_tables
from .values import MOST

if TYPE_CHECKING:
    from ..generator import Benchmark

REMEDY = "`personal_data: <reason>`"
# The location of something in the specification, what it asks about, and what that is.
Found = tuple[list[Any], str, PersonalData]


def refuse_personal_data(benchmark: Benchmark, *, passages: bool = False) -> None:
    """Stops if a specification asks about personal data, also in passages, and gives no reason.

    Raises:
        InputError: It does; the message names what, where and the remedy.
    """
    if benchmark.spec.personal_data is not None:
        return
    for location, what, data in personal_data(benchmark, passages=passages):
        where = place(str(benchmark.path), read_text(benchmark.path), location)
        remedy = f"ask about something else, or say at the top why this may be asked: {REMEDY}"
        raise InputError(f"{where}: {what} is personal data ({data}): {remedy}")


def personal_data(benchmark: Benchmark, *, passages: bool = False) -> list[Found]:
    """Returns what is personal of that which a specification asks about (see above)."""
    judge = _Judge(benchmark)
    found: list[Found] = []
    with input_errors(benchmark.engine), benchmark.engine.connect() as connection:
        for name, relation in benchmark.relations.items():
            columns = asked_columns(benchmark.spec, name, passages=passages)
            values = _sample(connection, relation, columns)
            found += judge.query(["relations", name, "sql"], relation.query, values)
    for name, spellings in benchmark.spellings.items():
        for column, queries in spellings.queries.items():
            for query in queries:
                where = ["relations", name, "spellings", column]
                found += judge.query(where, query, {[*query.columns][-1]: []})
    return found


def asked_columns(spec: BenchmarkSpec, name: str, *, passages: bool) -> list[str]:
    """Returns the columns of a relation whose values an item, or its passages, may have."""
    relation = spec.relations[name]
    used = list(relation.entity)
    for question in spec.questions:
        if question.relation == name:
            used += [column for fd in question.fds for column in fd.determinant + fd.dependent]
            used += [*question.columns, *getattr(question, "must_share", ())]
            image = spec.relations[question.relation].images.get(question.image or "")
            used += image.columns if image else []
    held = [relation.passages[column].column for column in relation.passages if column in used]
    used += [column for column in held if column is not None and passages]
    return list(dict.fromkeys(used))


class _Judge:
    """Judges queries by the tables and columns that they read."""

    def __init__(self, benchmark: Benchmark) -> None:
        """Reads the schema: all tables of the database, and the views that are asked about."""
        self._binder = benchmark.binder
        names = table_names(benchmark.engine, self._binder.schema)
        metadata = reflect_all(benchmark.engine, names, self._binder.schema)
        every = [*metadata.tables.values(), *self._binder.metadata.tables.values()]
        self._tables = {table.name: LinkedTable.of(table) for table in reversed(every)}
        self._personal = personal_tables(self._tables.values())

    def query(
        self, where: list[Any], query: Query, columns: Mapping[str, list[str]]
    ) -> Iterator[Found]:
        """Yields what is personal of some columns of a query, and of what it reads."""
        for table in query.tables:
            if table.name in self._personal:
                yield where, f"the table {table.name}", self._personal[table.name]
        for column, values in columns.items():
            for what, data in self._column(query, column, values).items():
                yield where, what, data

    def _column(self, query: Query, name: str, values: list[str]) -> dict[str, PersonalData]:
        """Returns what is personal of that which a column is made of, or else of itself."""
        found: dict[str, PersonalData] = {}
        bases = sorted(query.columns[name], key=str)
        for base in bases:
            column = self._binder.table(BaseTable(base.schema, base.table)).c[base.column]
            data = personal_column(
                base.column,
                values if base == query.plain.get(name) else [],
                of_people=self._tables[base.table].is_of_people,
                comment=column.comment or "",
            )
            found |= {f"{base.table}.{base.column}": data} if data else {}
        of_people = any(self._tables[base.table].is_of_people for base in bases)
        own = personal_column(name, values, of_people=of_people)
        return found or ({name: own} if own else {})


def _sample(
    connection: sqlalchemy.Connection, relation: Relation, names: Sequence[str]
) -> dict[str, list[str]]:
    """Returns some values of those columns that are about the entity, and none of others."""
    read = [name for name in names if name in relation.attributes]
    columns = [relation.columns[name].label(f"c{i}") for i, name in enumerate(read)]
    query = sqlalchemy.select(*columns).select_from(relation.source).limit(MOST)
    rows = zip(*connection.execute(query), strict=True)
    values = ([str(value) for value in column if value is not None] for column in rows)
    return {name: [] for name in names} | dict(zip(read, values, strict=False))
