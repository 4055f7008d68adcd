"""Tables of which nobody wrote a schema: CSV files as people publish them.

A column's type is that of all its values, and a column of ids is the key. Rows are streamed into a
file of SQLite's that no one else sees and that goes with the connection, first as texts.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import InputError
from .csv_files import find_layout, read_csv, table_name
from .folder import limit_values, quoted
from .value_kinds import TEXT, common_kind, is_of, kind_of

_NULL = r"\N"  # as MySQL, PostgreSQL and IMDb write it
_MOST_PAGES = 10_000_000  # of 4 kB: what a small compressed file may grow to
_AS = {
    "INTEGER": "cast({} as integer)",
    "REAL": "cast({} as real)",
    "BOOLEAN": "lower({}) = 'true'",
}
_IS_ID = re.compile(r".*(?:[^a-z0-9]id|[a-z](?:Id|ID))", re.DOTALL)


@dataclass
class _Column:
    """A column: where it stands in a row, its name, and what the values read so far are.

    Attributes:
        position: The number of columns before it.
        name: Its name in the header.
        kind: The type of its values; empty if it has none yet.
        no_values: What it has that stands for no value: `NA`.
    """

    position: int
    name: str
    kind: str = ""
    no_values: set[str] = field(default_factory=set)


def load_files(paths: Iterable[Path]) -> sqlite3.Connection:
    """Loads CSV and TSV files into a database on disk: a table each, which has the file's name.

    Args:
        paths: The files; their first lines name the columns.

    Raises:
        InputError: A file cannot be read, is malformed, or is called as another one.
    """
    connection = sqlite3.connect("", check_same_thread=False)
    limit_values(connection)
    for where in ("main", "temp"):
        connection.execute(f"pragma {where}.journal_mode = off")
        connection.execute(f"pragma {where}.max_page_count = {_MOST_PAGES}")
    tables: dict[str, Path] = {}
    for path in paths:
        table = re.sub(r"[^\w]+", "_", table_name(path)).strip("_") or "table"
        if (other := tables.setdefault(table.lower(), path)) != path:
            raise InputError(f"{path}: the table {table!r} would be that of {other.name} as well")
        try:
            _load(connection, table, path)
        except (sqlite3.Error, ValueError) as error:
            raise InputError(f"{path}: cannot become a table: {error}") from error
    connection.commit()
    connection.execute("pragma query_only = on")
    return connection


def _load(connection: sqlite3.Connection, table: str, path: Path) -> None:
    rows = read_csv(path, find_layout(path))
    columns = _named(next(rows)[1], path)
    texts = ", ".join(f"c{column.position} text" for column in columns)
    connection.execute(f"create table temp.texts ({texts})")
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"insert into temp.texts values ({marks})", _values(rows, columns))  # noqa: S608
    read = _read(columns)
    possible = _possible_keys(table, columns)
    key = next((c for c in possible if _is_key(connection, read[c.position])), None)
    declared = [
        f"{quoted(column.name)} {column.kind or TEXT}{' primary key' if column is key else ''}"
        for column in columns
    ]
    connection.execute(f"create table {quoted(table)} ({', '.join(declared)})")
    values = ", ".join(read.values())
    connection.execute(f"insert into {quoted(table)} select {values} from temp.texts")  # noqa: S608
    connection.execute("drop table temp.texts")


def _named(header: Sequence[str], path: Path) -> list[_Column]:
    """Returns the columns that have a name: one without, as of row numbers, cannot be asked for."""
    columns = [_Column(position, " ".join(name.split())) for position, name in enumerate(header)]
    columns = [column for column in columns if column.name]
    names: set[str] = set()
    for column in columns:
        if column.name.lower() in names:
            raise InputError(f"{path}, line 1: two columns are called {column.name!r}")
        names.add(column.name.lower())
    if not columns:
        raise InputError(f"{path}, line 1: the names of the columns are missing")
    return columns


def _values(
    rows: Iterable[tuple[int, list[str]]], columns: Sequence[_Column]
) -> Iterator[list[str | None]]:
    """Yields the texts of each row, and notes what those of each column are."""
    open_columns = list(enumerate(columns))  # those that are no texts yet
    for _, row in rows:
        stripped = (row[column.position].strip() for column in columns)
        values = [None if text in ("", _NULL) else text for text in stripped]
        if not any(values):  # a spreadsheet's empty rows
            continue
        for index, column in open_columns:
            if (value := values[index]) and not is_of(column.kind, value):
                column.kind = common_kind(column.kind, found := kind_of(value))
                if not found:
                    column.no_values.add(value)
        if any(column.kind == TEXT for _, column in open_columns):
            open_columns = [(i, column) for i, column in open_columns if column.kind != TEXT]
        yield values


def _possible_keys(table: str, columns: Sequence[_Column]) -> list[_Column]:
    """Returns columns by whose names a row may be told: `id`, the table's, or a first `..._id`."""
    ids = [c for c in columns if c.name.lower() == "id" or _IS_ID.fullmatch(c.name)]
    own = [c for c in ids if _plain(table).startswith(_plain(c.name).removesuffix("id"))]
    return own + [column for column in ids if column is columns[0]]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _is_key(connection: sqlite3.Connection, value: str) -> bool:
    (is_key,) = connection.execute(
        f"select count(*) > 0 and count(*) = count(distinct {value}) from temp.texts"  # noqa: S608
    ).fetchone()
    return bool(is_key)


def _read(columns: Sequence[_Column]) -> dict[int, str]:
    """Returns the SQL of the values of each column, by its position.

    What stands for no value among numbers or dates does so wherever the file has it.
    """
    typed = [column for column in columns if column.kind not in ("", TEXT)]
    marks = ", ".join(f"'{mark}'" for mark in sorted(set().union(*(c.no_values for c in typed))))
    found = {}
    for column in columns:
        text = f"c{column.position}"
        text = f"case when {text} not in ({marks}) then {text} end" if marks else text
        found[column.position] = _AS.get(column.kind, "{}").format(text)
    return found
