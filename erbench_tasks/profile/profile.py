"""The profile of a database, from its catalogue and from counts and samples of its tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import sqlalchemy
from sqlalchemy import Table

from ...core.errors import InputError, did_you_mean
from ...core.progress import watched
from ..database.files import file_notes
from ..database.reflection import connected, reflect_all, table_names
from ..database.snapshot import snapshot
from .dependencies import dependencies, inclusions
from .private import hold_back, masked, private
from .records import ColumnProfile, Profile, Reference, TableProfile
from .sample import Sample, most_rows, read_sample

# Values of a column of which all are listed, and of others, frequent ones and such at random.
_ALL, _SOME = 30, 5
_ROWS = 3


def profile(
    engine: sqlalchemy.Engine,
    *,
    schema: str | None = None,
    tables: Collection[str] = (),
    values: bool = True,
    public_persons: str | None = None,
) -> Profile:
    """Describes a database: its tables, what they have, and what holds in it.

    Of other tables than `tables`, if those are given, only what they refer to is read. If names of
    persons may be shown, `public_persons` says why. It is an InputError if a table does not exist,
    or the database cannot be read.
    """
    with connected(engine) as connection:
        own = None if schema == sqlalchemy.inspect(connection).default_schema_name else schema
        real = table_names(connection, own)
        listed = table_names(connection, own, views=True)
        for name in tables:
            if name not in listed:
                raise InputError(f"--tables: no table {name!r}; {did_you_mean(name, listed)}")
        reflected = reflect_all(connection, listed, own).tables.values()
    known = {table.name: table for table in reflected if table.schema == own}
    samples = _samples(engine, known)
    references = [reference for table in known.values() for reference in _declared(table)]
    of_tables = {name: sample for name, sample in samples.items() if name in real}
    references += [*inclusions(engine, known, of_tables, references)]
    views = [name for name in listed if name not in real]
    public = public_persons is not None
    held, columns = private(known, samples, references, views, public=public)
    described = [TableProfile(name) for name in listed if name not in known]
    described += [_described(table, samples.get(name), references) for name, table in known.items()]
    described = [replace(t, kind="view") if t.name in views else t for t in described]
    described = [hold_back(t, held.get(t.name), columns.get(t.name, {})) for t in described]
    described = sorted(described, key=_importance)
    described = described if values else [table.without_values() for table in described]
    shown = tuple(table for table in described if not tables or table.name in tables)
    others = tuple(table.name for table in described if tables and table.name not in tables)
    notes = tuple(map(masked, file_notes(engine)))
    return Profile(engine.dialect.name, shown, others, notes, public_persons, values)


def _importance(table: TableProfile) -> tuple[bool, bool, int, int, str]:
    """Sorts tables: what most others refer to first, what nothing can be asked about last."""
    empty = not table.rows
    return table.personal is not None, empty, -table.referred_by, -len(table.references), table.name


def _samples(engine: sqlalchemy.Engine, tables: dict[str, Table]) -> dict[str, Sample]:
    """Reads each table on a connection of its own: what one fails at is nothing to the next."""
    most = most_rows(sum(len(table.columns) for table in tables.values()))
    found = {}
    for name, table in watched(tables.items(), "Reading tables", len(tables)):
        try:
            with snapshot(engine) as connection:
                found[name] = read_sample(connection, table, most)
        except InputError as error:
            if getattr(error.__cause__, "connection_invalidated", False):
                raise
    return found


def _declared(table: Table) -> Iterator[Reference]:
    for key in sorted(table.foreign_key_constraints, key=lambda key: [*key.column_keys]):
        targets = tuple(element.column.name for element in key.elements)
        yield Reference(table.name, tuple(key.column_keys), key.referred_table.name, targets)


def _described(table: Table, sample: Sample | None, every: Sequence[Reference]) -> TableProfile:
    described = TableProfile(
        table.name,
        comment=table.comment or "",
        primary_key=tuple(column.name for column in table.primary_key.columns),
        columns=tuple(_column(column, sample) for column in table.columns),
        references=tuple(reference for reference in every if reference.table == table.name),
        referred_by=len({r.table for r in every if r.target == table.name} - {table.name}),
    )
    if sample is None:
        return described
    binary = ["(binary)"] * sample.read
    shown = [sample.columns.get(column.name, binary) for column in table.columns]
    rows = tuple(tuple(texts[row] for texts in shown) for row in sample.order[:_ROWS])
    found = tuple(dependencies(sample, [c for c in sample.columns if c not in sample.unique]))
    described = replace(described, rows=sample.rows, rows_read=sample.read)
    return replace(described, dependencies=found, samples=rows)


def _column(column: sqlalchemy.Column[object], sample: Sample | None) -> ColumnProfile:
    name, said = column.name, column.comment or ""
    if sample is None:
        return ColumnProfile(name, "other", said)
    kind, values = sample.types[name], sample.values.get(name, {})
    width = 20 if kind == "integer" else 0  # so that 2 comes before 10
    often = sorted(values, key=lambda text: (-values[text], text.zfill(width)))
    if len(values) > _ALL:
        often = [text for text in often[:_SOME] if values[text] > 1]
    others = tuple([text for text in islice(values, 2 * _SOME) if text not in often][:_SOME])
    frequent = tuple((text, values[text]) for text in often)
    distinct = len(values) if name in sample.values else None
    is_key = name in sample.unique
    return ColumnProfile(name, kind, said, sample.nulls[name], distinct, is_key, frequent, others)
