# ruff: noqa: S608  # names are quoted
"""Which columns of texts are numbers or dates: those whose values, written back, are the texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import duckdb

from ...core.untrusted_text import one_line
from .folder import quoted

# Types, and the form of texts that Python writes as DuckDB does.
_FORMS = {
    "BIGINT": r"-?\d+",
    "DOUBLE": r"-?\d+\.\d*[1-9]",
    "DATE": r"\d{4}-\d\d-\d\d",
    "TIMESTAMP": r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?",
    "BOOLEAN": "true|false",
}
_FRACTION = r"0\.\d{1,6}|-?0\.0{0,5}[1-9]\d*|-?[1-9]\d*\.\d+"  # Python writes others as 0E-7
_MOST_DIGITS = 38  # of a DECIMAL
_NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"
_MEASURES = [
    f"bool_and(regexp_full_match({{}}, '{_NUMBER}'))",
    r"bool_or(regexp_matches({}, '^\s|\s$'))",
    "max(length({}))",
    "min(length(split_part({}, '.', 2)))",
    "max(length(split_part({}, '.', 2)))",
    f"bool_and(regexp_full_match({{}}, '{_FRACTION}'))",
    *(
        f"bool_and(case when regexp_full_match({{}}, '{form}') then"
        f" coalesce(cast(try_cast({{}} as {kind}) as varchar) = {{}}, false)"
        " else nullif({} is null, true) end)"
        for kind, form in _FORMS.items()
    ),
]


class TextColumn(NamedTuple):
    """A column of texts: the type that gives each of them back, or VARCHAR."""

    kind: str
    is_number: bool  # all look like numbers
    is_padded: bool  # one begins or ends with a blank


def text_columns(
    db: duckdb.DuckDBPyConnection, table: str, names: Sequence[str]
) -> dict[str, TextColumn]:
    """Returns what the texts in columns of a table (as SQL writes it) are, by column."""
    measures = [measure.replace("{}", quoted(name)) for name in names for measure in _MEASURES]
    row: Sequence[Any] = db.execute(f"select {', '.join(measures)} from {table}").fetchall()[0]
    width = len(_MEASURES)
    return {name: _column(*row[n * width : (n + 1) * width]) for n, name in enumerate(names)}


def _column(
    number: bool | None, padded: bool | None, length: int, shortest: int, longest: int, *holds: bool
) -> TextColumn:
    fraction, *others = holds
    kind = next((kind for kind, fits in zip(_FORMS, others, strict=True) if fits), "VARCHAR")
    if fraction and shortest == longest and length - 1 <= _MOST_DIGITS:
        kind = f"DECIMAL({length - 1},{longest})"
    return TextColumn(kind, bool(number), bool(padded))


def value_as_name(columns: Mapping[str, TextColumn]) -> str:
    """Returns the name of a column that is a number or date as its values are; empty if none is.

    Several names may be numbers in equal steps, such as years.
    """
    found = [
        name
        for name, column in columns.items()
        if (column.is_number and re.fullmatch(_NUMBER, name))
        or (column.kind == "DATE" and re.fullmatch(_FORMS["DATE"], name))
    ]
    if len(found) > 1 and all(name.isdecimal() for name in found):
        steps = {int(later) - int(sooner) for sooner, later in pairwise(found)}
        found = found if len(steps) > 1 else []
    return found[0] if found else ""


def remark(columns: Mapping[str, TextColumn]) -> str:
    """Returns what the user must know of the values of columns that stay texts."""
    texts = {name: column for name, column in columns.items() if column.kind == "VARCHAR"}
    numbers = [name for name, column in texts.items() if column.is_number]
    padded = [name for name, column in texts.items() if column.is_padded]
    found = {
        "texts, as no type of numbers writes all values as the file does (CAST)": numbers,
        "blanks around values are kept (TRIM)": padded,
    }
    return "; ".join(
        f"{one_line(', '.join(names))}: {what}" for what, names in found.items() if names
    )
