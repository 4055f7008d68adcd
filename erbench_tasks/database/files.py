"""Databases in files: of tables, which become one of DuckDB, or a folder with a `schema.sql`.

The latter is loaded into memory from a file per table: `TABLE.csv`, or a `TABLE.yaml` that names a
package, its file and the columns, and may take a sample. The sample depends on the rows alone: each
is ranked by a hash, so that rows which a later version of the package adds displace few others.
"""

from __future__ import annotations

import csv
import hashlib
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from io import StringIO
from pathlib import Path
from typing import Any

import sqlalchemy
from pydantic import BaseModel, ValidationError
from sqlalchemy import URL
from sqlalchemy.pool import StaticPool

from ...core.errors import InputError, file_problem
from ...core.untrusted_text import check_regular, read_text
from ...core.yaml_files import read_yaml

SCHEMA = "schema.sql"
STEPS = 1_000_000
"""So often SQLite is asked whether a query may go on; it does as many steps in about 20 ms."""
_MOST_STEPS = 2_000  # times STEPS, to load a folder
_LARGEST_VALUE = 50_000_000  # bytes
_TEXTS = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".tab", ".tab.gz")
_NAMED_TEXTS = (".txt", ".txt.gz", ".dat", ".dat.gz")  # ... only if they are named themselves
_TYPED = (".parquet", ".json", ".jsonl", ".ndjson")  # files that say what their values are
NOTES = "erbench_track_notes"  # option of an engine

# A benchmark reads, and does not compute: DuckDB would take most of the machine's memory.
CONFIG = {
    "memory_limit": "400MB",
    "threads": "2",
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
}


def file_ending(path: Path, *, named: bool = False) -> str:
    """Returns the ending by which a file is one of tables; empty if it is none.

    A file that the user named, and not the folder that it lies in, may have more of them.
    """
    known = (*_TEXTS, *_TYPED, *(_NAMED_TEXTS if named else ()))
    return max(filter(path.name.lower().endswith, known), key=len, default="")


def files_in(folder: Path) -> list[Path]:
    """Returns the files of tables of a folder, sorted; an InputError if one links out of it."""
    try:
        # Some archives hold a hidden file with the properties of each.
        names = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({file_problem(error)})") from error
    files = [path for path in names if file_ending(path)]
    for path in files:
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"{path}: a link that leads out of its folder; name the file itself")
    return files


def file_notes(engine: sqlalchemy.Engine) -> list[str]:
    """Returns how the files of a database were read, a line each; none if it has no files."""
    return list(engine.get_execution_options().get(NOTES, ()))


def read_only_engine(location: Path, database: Path | None = None) -> sqlalchemy.Engine:
    """Returns an engine of a file of DuckDB, which reads nothing else and writes nothing.

    Its URL shows `location`, also if the file is another one (`database`).
    """
    url = URL.create("duckdb", database=str(location))
    options = {"read_only": True, "config": dict(CONFIG)}
    engine = sqlalchemy.create_engine(url, connect_args=options)

    def connect(_: object, __: object, ___: object, options: dict[str, Any]) -> None:
        options["database"] = str(database or location)

    def begin(connection: Any, _: object) -> None:
        # A slow query would print a progress bar on stdout.
        connection.cursor().execute("set timezone = 'UTC'; set enable_progress_bar = false")

    sqlalchemy.event.listen(engine, "do_connect", connect)
    sqlalchemy.event.listen(engine, "connect", begin)
    return engine


def limit_values(connection: sqlite3.Connection) -> None:
    """Refuses values of gigabytes, which a generated column or a view makes of nothing."""
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_VALUE)


def engine_for_connection(connection: sqlite3.Connection) -> sqlalchemy.Engine:
    """Returns an engine that uses one open connection, such as a database in memory."""
    return sqlalchemy.create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)


def load_folder(folder: Path) -> sqlite3.Connection:
    """Loads a folder into memory, with its foreign keys enforced.

    Raises:
        InputError: A file is missing or malformed, or a row breaks a constraint.
    """
    schema = folder / SCHEMA
    text = read_text(schema)
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("pragma foreign_keys = on")
    limit_values(connection)
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, STEPS)
    try:
        connection.executescript(text)
    except (sqlite3.Error, ValueError) as error:
        raise InputError(f"{schema}: not a valid SQLite schema: {error}") from error
    tables = connection.execute(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        " order by rowid"
    )
    for (table,) in tables.fetchall():
        _load_rows(connection, table, folder / f"{table}.csv")
    connection.commit()
    connection.set_progress_handler(None, 0)
    return connection


def _load_rows(connection: sqlite3.Connection, table: str, path: Path) -> None:
    columns = [row[1] for row in connection.execute(f"pragma table_info({quoted(table)})")]
    rows: Iterable[tuple[int, list[str | None]]] = _rows_of_table(path, columns)
    if (described := path.with_suffix(".yaml")).exists() and not path.exists():
        rows = enumerate(PackageRows.read(described).rows(columns), start=1)
    insert_rows(connection, table, columns, rows, path)


def insert_rows(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    rows: Iterable[tuple[int, Sequence[str | int | None]]],
    path: Path,
) -> None:
    """Inserts rows, each with its line in their file; an InputError if one breaks a constraint."""
    names, marks = ", ".join(map(quoted, columns)), ", ".join("?" * len(columns))
    insert = f"insert into {quoted(table)} ({names}) values ({marks})"  # noqa: S608
    for line, row in rows:
        try:
            connection.execute(insert, row)
        except sqlite3.Error as error:
            raise InputError(f"{path}, line {line}: {error}") from error


def quoted(name: str) -> str:
    """Returns a name as SQL writes an identifier."""
    return '"' + name.replace('"', '""') + '"'


def read_csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the last line and the fields of each row, the header first; empty lines are none.

    Raises:
        InputError: The file cannot be read, or a row has another number of fields.
    """
    check_regular(path)
    line = 1  # where the row begins: a quote that is not closed is found at the end of the file
    try:
        text = StringIO(path.read_bytes().decode("utf-8-sig"), newline="")
        reader = csv.reader(text, strict=True)
        yield 1, (header := next(reader, []))
        line = reader.line_num + 1
        for row in reader:
            if row and len(row) != len(header):
                what = f"{len(row)} fields, not {len(header)}"
                raise InputError(f"{path}, line {reader.line_num}: {what}")
            if row:
                yield reader.line_num, row
            line = reader.line_num + 1
    except UnicodeDecodeError as error:
        line += error.object[: error.start].count(b"\n")
        raise InputError(f"{path}, line {line}: not a UTF-8 CSV file: {error.reason}") from error
    except csv.Error as error:
        raise InputError(f"{path}, line {line}: not a UTF-8 CSV file: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot read the table's rows ({file_problem(error)})") from error


def _rows_of_table(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str | None]]]:
    """Yields line numbers and rows in the order of `columns`; an empty cell is NULL."""
    lines = read_csv(path)
    _, header = next(lines)
    if sorted(header) != sorted(columns):
        found, expected = ", ".join(header) or "missing", ", ".join(columns)
        raise InputError(f"{path}, line 1: the columns are {found}; schema.sql has {expected}")
    order = [header.index(column) for column in columns]
    for line, row in lines:
        yield line, [row[index] or None for index in order]


class PackageRows(BaseModel, extra="forbid", frozen=True):
    """What to take from a file of a package.

    The package is looked up, never imported: a folder's YAML file is not trusted to name code.
    """

    package: str
    file: str  # CSV that it installs, as its list of files names it
    columns: dict[str, str]  # of the table, and those of the file
    distinct: list[str] = []  # columns of the file that leave out rows which share a value
    letters: list[str] = []  # columns of the file that leave out rows with anything but letters
    sample: int | None = None  # number of rows to take; None takes all
    seed: int = 0  # decides which

    @classmethod
    def read(cls, path: Path) -> PackageRows:
        """Reads the YAML file; an InputError says that it cannot be, or which field is wrong."""
        try:
            return cls.model_validate(read_yaml(path))
        except ValidationError as error:
            raise InputError(f"{path}: not a description of a package's rows: {error}") from error

    def rows(self, columns: list[str]) -> list[list[str | None]]:
        """Returns the rows in the order of the table's columns; an empty cell is None.

        It is an InputError if the package is not installed, or its file lacks a column.
        """
        try:
            wanted = [self.columns[column] for column in columns]
            chosen = self._chosen(list(csv.DictReader(StringIO(self._text()))))
            return [[row[name] or None for name in wanted] for row in chosen]
        except PackageNotFoundError as error:
            what = f"the package {self.package!r} is not installed"
            raise InputError(f"{what}: pip install {self.package}") from error
        except (OSError, KeyError) as error:
            raise InputError(f"{self.package}: {self.file} cannot be read ({error})") from error

    def _text(self) -> str:
        for path in distribution(self.package).files or []:
            if path.as_posix() == self.file:
                return Path(str(path.locate())).read_text(encoding="utf-8")
        raise InputError(f"{self.package}: this package has no file {self.file!r}")

    def _chosen(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """Samples the rows with no empty cell, values of their own and letters as asked."""
        complete = [row for row in rows if all(row[name] for name in self.columns.values())]
        for name in self.distinct:
            counts = Counter(row[name] for row in complete)
            complete = [row for row in complete if counts[row[name]] == 1]
        lettered = [row for row in complete if all(row[name].isalpha() for name in self.letters)]
        return sorted(lettered, key=self._rank)[: self.sample]

    def _rank(self, row: dict[str, str]) -> str:
        content = "\x1f".join([str(self.seed), *(row[name] for name in self.columns.values())])
        return hashlib.sha256(content.encode()).hexdigest()
