"""Drafting questions about lines `column: value` of records, which are English for any schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import sqlalchemy

from ..lint.checks import FEWEST, FEWEST_OPTIONS
from ..profile.records import Profile
from .columns import Column, Reader, label, plain_name, quoted

_Columns = Sequence[Column]
_OPTIONS = 5  # the most of a question
_NAMED, _DESCRIBED = 0.95, 0.8  # of the records that have a name, or a description, alone
_WHOLE = 0.6  # of the records that have all lines of an entry

_FALSE_LINE = "which line of the record with {name} is false?"
_ALTERED = "is there a record with {lines}? If not, what does the record with {name} say instead?"
_BASIC = "is there a record with {lines}? If so, what does that record say for {asked}?"
_NEGATED = "is it true that no record has {lines}? If not, what does that record say for {asked}?"
_WORDS = " ".join(["In the table", _FALSE_LINE, _ALTERED, _BASIC, _NEGATED])


@dataclass(frozen=True)
class RecordForm:
    """A specification for `BenchmarkSpec.model_validate`, or `why_not`: why it is empty."""

    spec: dict[str, Any]
    why_not: str = ""


def record_form(profile: Profile, name: str, engine: sqlalchemy.Engine) -> RecordForm:
    """Drafts questions about the records of each table that has a name of its own, but no view.

    Nothing is used that the profile calls personal. Up to 20,000 rows of each table are read.

    Raises:
        InputError: The database cannot be read.
    """
    reader = Reader(profile, engine)
    relations, questions = dict[str, Any](), list[dict[str, Any]]()
    reason = "no table has a column that names rows" if reader.tables else "every table is personal"
    for table in reader.tables.values():
        columns = reader.columns(table)
        named = _identifying(columns, _NAMED)
        reason = "no table says enough of what it names" if named else reason
        for lines in _lines(named, columns):
            relation = plain_name(label(table.name), relations)
            relations[relation] = _relation(reader, table.name, named, lines)
            questions += [{**entry, "relation": relation} for entry in _entries(named, lines)]
    spec = {"name": name, "relations": relations, "questions": questions}
    return RecordForm(spec) if questions else RecordForm({}, reason)


def _identifying(columns: _Columns, share: float) -> _Columns:
    """Returns one or two columns whose values most rows have alone, or none."""
    pairs = product([column for column in columns if column.can_name], columns)
    found: list[_Columns] = [(a,) if a is b else (a, b) for a, b in pairs if b.kind != "measure"]
    for some in sorted(found, key=_order):
        rows = Counter(_complete(some))
        if sum(count == 1 for count in rows.values()) >= share * max(1, rows.total()):
            return some
    return ()


def _order(some: _Columns) -> tuple[int, int, int]:
    """Ranks texts before dates and numbers, one before two, and two by how few values they have."""
    kind = max(("text", "date", "count").index(column.kind) for column in some)
    return kind, len(some), len(some[1:]) * sum(len(column.counts) for column in some)


def _complete(columns: _Columns) -> list[tuple[str | None, ...]]:
    """Returns the rows without NULL; none if they are few."""
    rows = [row for row in zip(*(c.values for c in columns), strict=True) if None not in row]
    return rows if len(rows) >= max(FEWEST, _WHOLE * len(columns[0].values)) else []


def _lines(named: _Columns, columns: _Columns) -> Iterator[list[Column]]:
    """Yields what to ask for, about as many columns for each relation, those with NULLs last."""
    asked: list[Column] = []
    for column in columns if named else ():
        if column not in named and not column.is_short:
            known = [*named, *asked, column]
            if all(one.told(known, _WORDS) is not None for one in (*asked, column)):
                asked.append(column)
    asked.sort(key=lambda column: -column.counts.total())
    size = -(-len(asked) // max(1, -(-len(asked) // _OPTIONS)))
    while asked:
        some, asked = asked[:size], asked[size:]
        if lines := [c for n, c in enumerate(some, 1) if _complete([*named, *some[:n]])]:
            yield lines


def _described(named: _Columns, lines: _Columns) -> _Columns:
    """Returns lines that nearly always are of one record, if its name can be asked for."""
    found = _identifying(lines, _DESCRIBED)
    asked = (not name.is_short and name.told(found, _WORDS) is not None for name in named)
    return found if all(asked) else ()


def _relation(reader: Reader, table: str, named: _Columns, lines: _Columns) -> dict[str, Any]:
    """Returns a query, with a flag that is false where a question would have its answer."""
    columns, described = [*named, *lines], _described(named, lines)
    relation: dict[str, Any] = {"entity": [column.name for column in named]}
    chosen = [f"{column.sql} AS {quoted(column.name)}" for column in columns]
    pairs = [*product(lines, [columns]), *product(named if described else (), [described])]
    if told := [each for column, others in pairs for each in column.told(others, _WORDS) or ()]:
        relation["ask"] = plain_name("asked", [column.name for column in columns])
        case = f"CASE WHEN {' OR '.join(told)} THEN FALSE ELSE TRUE END"
        chosen.append(f"{case} AS {quoted(relation['ask'])}")
    source = " ".join([f"{quoted(table)} AS r", *(column.join for column in columns)])
    return {"sql": reader.sql(f"SELECT {', '.join(chosen)} FROM {source}"), **relation}  # noqa: S608


def _entries(named: _Columns, lines: _Columns) -> Iterator[dict[str, Any]]:
    """Yields the entries of a relation."""
    name, asked = _said(named), " and ".join(f'"{column.label}"' for column in named)

    def worded(text: str, said: _Columns = named) -> str:
        worded = text.format(name=name, asked=asked, lines=_said(said))
        return f'In the table "{named[0].table}", {worded}'

    def entry(kind: str, left: _Columns, right: _Columns, **more: Any) -> dict[str, Any]:
        fd = " -> ".join(", ".join(column.name for column in side) for side in (left, right))
        return {"type": kind, "fd": fd, **more}

    if len(lines) >= FEWEST_OPTIONS:
        options = {c.name: f"{c.label}: {{{{ {c.name} }}}}." for c in lines}
        wording = {"question": worded(_FALSE_LINE), **options}
        yield entry("multiple_choice", named, lines, wording=wording)
    some = lines[:2]
    replaced, wording = [c.name for c in some], {"basic": worded(_ALTERED, [*named, *some])}
    yield entry("altered", named, some, replaced=replaced, mixed=True, wording=wording)
    if described := _described(named, lines):
        wording = {"basic": worded(_BASIC, described), "negated": worded(_NEGATED, described)}
        yield entry("binary", described, named, wording=wording)


def _said(columns: _Columns) -> str:
    """Returns lines as a wording says them: `"film: {{ film }}" and "year: {{ year }}"`."""
    lines = [f'"{column.label}: {{{{ {column.name} }}}}"' for column in columns]
    return " and ".join(filter(None, [", ".join(lines[:-1]), lines[-1]]))
