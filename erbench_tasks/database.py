"""Opening the user's database, read-only where the engine can.

A database is a URL that SQLAlchemy knows, an SQLite file, or a folder with a `schema.sql` and one
CSV file per table (or a YAML file, see `package_rows`), which is loaded into memory with foreign
keys enforced.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import sqlalchemy
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from .errors import InputError
from .package_rows import PackageRows


def open_database(location: str | Path) -> sqlalchemy.Engine:
    """Opens a database and checks that it answers.

    Args:
        location: SQLAlchemy URL, path of an SQLite file, or path of a folder with `schema.sql`.

    Returns:
        An engine whose tables can be reflected.

    Raises:
        InputError: It is missing, is not a database, or breaks its own constraints.
    """
    if "://" in str(location):
        engine, shown = _engine_for_url(str(location))
    elif Path(location).is_dir():
        return engine_for_connection(_load_folder(Path(location)))
    else:
        engine, shown = _engine_for_file(Path(location)), str(location)
    try:
        sqlalchemy.inspect(engine).get_table_names()
    except SQLAlchemyError as error:
        raise InputError(f"{shown}: cannot open the database: {first_line(error)}") from error
    return engine


def first_line(error: Exception) -> str:
    """Returns the part of an error that a user needs, without SQLAlchemy's link and SQL."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


def _engine_for_url(url: str) -> tuple[sqlalchemy.Engine, str]:
    """Returns the engine, and the URL without its password."""
    try:
        parsed = sqlalchemy.make_url(url)
        return sqlalchemy.create_engine(parsed), parsed.render_as_string(hide_password=True)
    except (ArgumentError, NoSuchModuleError) as error:
        scheme = url.split("://")[0]
        raise InputError(
            f"{scheme}://...: not a database URL that SQLAlchemy knows; "
            "expected the form postgresql://user:password@host/name or sqlite:///path.db"
        ) from error
    except ImportError as error:
        raise InputError(f"{url.split('://')[0]}://...: no driver installed: {error}") from error


def _engine_for_file(path: Path) -> sqlalchemy.Engine:
    if not path.is_file():
        raise InputError(
            f"{path}: no such database; give an SQLite file, a folder with schema.sql, or a URL"
        )
    uri = f"file:{quote(str(path.resolve()))}?mode=ro"
    return sqlalchemy.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(uri, uri=True, check_same_thread=False)
    )


def engine_for_connection(connection: sqlite3.Connection) -> sqlalchemy.Engine:
    """Returns an engine that uses one open connection, such as a database in memory."""
    return sqlalchemy.create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)


def _load_folder(folder: Path) -> sqlite3.Connection:
    schema = folder / "schema.sql"
    if not schema.is_file():
        raise InputError(f"{folder}: no schema.sql in this folder; it should create the tables")
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("pragma foreign_keys = on")
    try:
        connection.executescript(schema.read_text(encoding="utf-8"))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise InputError(f"{schema}: not a valid SQLite schema: {error}") from error
    tables = connection.execute(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        " order by rowid"
    )
    for (table,) in tables.fetchall():
        _load_rows(connection, table, folder / f"{table}.csv")
    connection.commit()
    return connection


def _load_rows(connection: sqlite3.Connection, table: str, path: Path) -> None:
    columns = [row[1] for row in connection.execute(f"pragma table_info({quoted(table)})")]
    described = path.with_suffix(".yaml")
    if described.exists() and not path.exists():
        rows: Iterable[tuple[int, list[str | None]]] = enumerate(
            PackageRows.read(described).rows(columns), start=1
        )
    else:
        rows = _rows_of_table(path, columns)
    insert_rows(connection, table, columns, rows, path)


def insert_rows(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    rows: Iterable[tuple[int, Sequence[str | int | None]]],
    path: Path,
) -> None:
    """Inserts rows into a table.

    Args:
        connection: The database.
        table: Name of the table.
        columns: Its columns, in the order of a row's values.
        rows: Line number and values of each row.
        path: Where the rows came from, for errors.

    Raises:
        InputError: A row breaks a constraint.
    """
    names = ", ".join(map(quoted, columns))
    marks = ", ".join("?" * len(columns))
    insert = f"insert into {quoted(table)} ({names}) values ({marks})"  # noqa: S608
    for line, row in rows:
        try:
            connection.execute(insert, row)
        except sqlite3.Error as error:
            raise InputError(f"{path}, line {line}: {error}") from error


def quoted(name: str) -> str:
    """Returns a name as SQL writes an identifier."""
    return '"' + name.replace('"', '""') + '"'


def _rows_of_table(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str | None]]]:
    """Yields line numbers and rows in the order of `columns`; an empty cell is NULL."""
    lines = read_csv(path)
    _, header = next(lines)
    if sorted(header) != sorted(columns):
        raise InputError(
            f"{path}, line 1: the columns are {', '.join(header) or 'missing'}; "
            f"schema.sql has {', '.join(columns)}"
        )
    order = [header.index(column) for column in columns]
    for line, row in lines:
        yield line, [row[index] or None for index in order]


def read_csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the line number and the fields of each row, the header first.

    Args:
        path: A CSV file with a header.

    Yields:
        The last line of a row, and its fields; an empty file has an empty header.

    Raises:
        InputError: The file cannot be read, or a row has another number of fields.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file, strict=True)
            header = next(reader, [])
            yield 1, header
            for row in reader:
                if len(row) != len(header):
                    raise InputError(
                        f"{path}, line {reader.line_num}: {len(row)} fields, not {len(header)}"
                    )
                yield reader.line_num, row
    except OSError as error:
        raise InputError(f"{path}: cannot read the table's rows ({error.strerror})") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: not a UTF-8 CSV file: {error}") from error
