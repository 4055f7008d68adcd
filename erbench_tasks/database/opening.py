"""Opening the user's database, read-only where the engine can.

A database is a URL that SQLAlchemy knows, a file of SQLite or DuckDB, or a folder with a
`schema.sql` and one CSV file per table (or a YAML file, see `package_rows`), which is loaded into
memory with foreign keys enforced.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from ...core.errors import InputError
from .database_errors import driver_message, shown
from .folder import engine_for_connection, insert_rows, load_folder, quoted, read_csv
from .url import CONNECT_SECONDS, hide, is_file, new_engine, parse_url, server_engine, take_secrets

__all__ = [
    "engine_for_connection",
    "insert_rows",
    "open_database",
    "quoted",
    "read_csv",
]

# A benchmark reads, and does not compute: DuckDB would take most of the machine's memory.
_DUCKDB = {
    "memory_limit": "400MB",
    "threads": "2",
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
}
_PROBLEMS = (SQLAlchemyError, OSError, OverflowError, RuntimeError, TypeError, ValueError)


def open_database(location: str | Path) -> sqlalchemy.Engine:
    """Opens a database and checks that it answers.

    Args:
        location: SQLAlchemy URL, path of a file of SQLite or DuckDB, or path of a folder with
            `schema.sql`.

    Returns:
        An engine whose tables can be reflected. It holds no password, and writes nothing.

    Raises:
        InputError: It is missing, is not a database, does not answer within 10 seconds, lacks its
            driver, or breaks its own constraints.
    """
    if "://" in str(location):
        url = parse_url(str(location))
        return _open_file(Path(url.database or "")) if is_file(url) else _open_server(url)
    if _is_folder(Path(location)):
        return engine_for_connection(load_folder(Path(location)))
    return _open_file(Path(location))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long for a path, or not one
        return False


def _open_server(url: URL) -> sqlalchemy.Engine:
    plain, secrets = take_secrets(url)
    if plain.drivername.endswith("+pymysql"):
        # Its other time-out does not cover a server that accepts a connection and then is silent.
        hasty = server_engine(plain, secrets, read_timeout=CONNECT_SECONDS)
        _check(hasty, secrets)
        hasty.dispose()
    engine = server_engine(plain, secrets)
    _check(engine, secrets)
    return engine


def _open_file(path: Path) -> sqlalchemy.Engine:
    header, problem = _first_bytes(path)
    if problem:
        # What was meant to be a URL or a connection string may hold a password.
        named = "..." if re.search(r":.*@|passw", str(path), re.IGNORECASE) else str(path)
        raise InputError(
            f"{named}: {problem}; give a file of SQLite or DuckDB, a folder with schema.sql, or "
            "a URL"
        )
    engine = _duckdb(path) if header[8:] == b"DUCK" else _sqlite(path)
    _check(engine, {})
    return engine


def _first_bytes(path: Path) -> tuple[bytes, str]:
    """Returns the beginning of a file, or else what is wrong with it."""
    try:
        with path.open("rb") as file:
            return file.read(12), ""
    except (FileNotFoundError, ValueError):
        return b"", "no such database"
    except OSError as error:
        return b"", f"cannot be read ({error.strerror})"


def _sqlite(path: Path) -> sqlalchemy.Engine:
    uri = f"file:{quote(str(path.resolve()))}?mode=ro"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        connection.execute("pragma query_only = on")
        return connection

    return new_engine(URL.create("sqlite", database=str(path)), creator=connect)


def _duckdb(path: Path) -> sqlalchemy.Engine:
    options = {"read_only": True, "config": _DUCKDB}
    engine = new_engine(URL.create("duckdb", database=str(path)), connect_args=options)
    sqlalchemy.event.listen(engine, "connect", _set_duckdb_session)
    return engine


def _set_duckdb_session(connection: Any, _: object) -> None:
    connection.cursor().execute("set timezone = 'UTC'")


def _check(engine: sqlalchemy.Engine, secrets: dict[str, str]) -> None:
    """Raises an InputError without the driver's own errors, which may hold a password."""
    problem = None
    try:
        sqlalchemy.inspect(engine).get_table_names()
    except _PROBLEMS as error:
        problem = hide(driver_message(error), secrets)
    if problem is not None:
        raise InputError(f"{shown(engine.url)}: cannot open the database: {problem}")
