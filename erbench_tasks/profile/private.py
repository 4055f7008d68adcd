"""What a profile holds back: what is personal by its name, by its values, or by what it links."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import sqlalchemy

from ..privacy.personal import (
    LinkedTable,
    PersonalData,
    divisions,
    personal_column,
    personal_tables,
)
from ..privacy.values import MOST, personal_texts
from .records import ColumnProfile, Reference, TableProfile
from .sample import Sample

HIDDEN = "(personal, not shown)"
_NAMES = "names or numbers of "  # what is shown of persons whom the public knows
_DIVISION = "how an organisation divides itself, by the reference of "


def hold_back(table: TableProfile, why: str | None, reasons: Mapping[str, str]) -> TableProfile:
    """Returns a table without any personal value: why all of it is, or some of its columns."""
    columns = [replace(column, comment=masked(column.comment)) for column in table.columns]
    table = replace(table, comment=masked(table.comment), columns=tuple(columns))
    if any(masked(column.name) == HIDDEN for column in columns):  # a file without header
        table = replace(table, columns=(), references=(), primary_key=())
        why = "names of columns are personal data"
    if why:
        return replace(table.without_values(), personal=why, dependencies=())
    shown = [_column(column, reasons.get(column.name)) for column in columns]
    why_not = [column.personal for column in shown]
    rows = [
        tuple(text and masked(text, reason) for text, reason in zip(row, why_not, strict=True))
        for row in table.samples
    ]
    return replace(table, columns=tuple(shown), samples=tuple(rows))


def _column(column: ColumnProfile, reason: str | None) -> ColumnProfile:
    if reason:
        return replace(column, frequent=(), others=(), personal=reason)
    frequent = tuple((masked(text), count) for text, count in column.frequent)
    return replace(column, frequent=frequent, others=tuple(map(masked, column.others)))


def private(
    tables: Mapping[str, sqlalchemy.Table],
    samples: Mapping[str, Sample],
    references: Sequence[Reference],
    views: Collection[str],
    *,
    public: bool = False,
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Finds the tables, and the columns of each table, that are personal, to the reason.

    If a table is, all views are held back, as they may read it. Where `public`, the names of
    persons in other tables are not.
    """
    linked = [_linked(table, samples.get(name), references) for name, table in tables.items()]
    columns: dict[str, dict[str, str]] = {}
    for index, one in enumerate(linked):
        values = samples[one.name].values if one.name in samples else {}
        texts = {column: list(values.get(column, ()))[:MOST] for column in one.columns}
        found = _columns(tables[one.name], texts, of_people=one.is_of_people)
        shown = {c for c, data in found.items() if public and data.what.startswith(_NAMES)}
        columns[one.name] = {c: str(data) for c, data in found.items() if c not in shown}
        linked[index] = replace(one, kinds=frozenset(data.what for data in found.values()))
    personal = {name: str(data) for name, data in personal_tables(linked).items()}
    parts = {name: _DIVISION + other for name, other in divisions(linked, personal).items()}
    while new := [r for r in references if r.target in personal and r.table not in personal]:
        personal |= {r.table: f"rows that refer to {r.target}" for r in new}
    hidden = dict.fromkeys(views, "a view, which may read private tables") if personal else {}
    return hidden | parts | personal, columns


def _linked(
    table: sqlalchemy.Table, sample: Sample | None, references: Sequence[Reference]
) -> LinkedTable:
    """Describes a table; where no key is declared, the first unique column is one."""
    linked = LinkedTable.of(table)
    found = [(r.columns, r.target) for r in references if r.table == table.name and not r.declared]
    unique = [c for c in linked.columns if sample and c in sample.unique][:1]
    key = linked.primary_key or unique
    return replace(linked, primary_key=key, foreign_keys=[*linked.foreign_keys, *found])


def _columns(
    table: sqlalchemy.Table, texts: Mapping[str, list[str]], *, of_people: bool
) -> dict[str, PersonalData]:
    said = {column.name: column.comment or "" for column in table.columns}
    judged = {
        name: personal_column(name, values, of_people=of_people, comment=said[name])
        for name, values in texts.items()
    }
    return {name: data for name, data in judged.items() if data}


def masked(text: str, reason: str | None = None) -> str:
    """Returns a text, or what stands for one that has a mail address, phone or card number."""
    return HIDDEN if reason or personal_texts([text]) else text
