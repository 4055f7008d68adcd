"""Opening the user's database, read-only where the engine can.

A database is a URL that SQLAlchemy knows, a file of SQLite or DuckDB, a file of a table (CSV, TSV,
Parquet, JSON), or a folder of those. If a `schema.sql` lies beside them, CSV files (or YAML files,
see `PackageRows`) are loaded into memory with its foreign keys enforced. No password is kept in an
engine or shown in a message.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import sqlalchemy
from sqlalchemy import URL, ExceptionContext
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ...core.errors import InputError, file_problem
from ...core.optional import remedy
from . import files
from .snapshot import driver_message, end_timer, shown, slowest_seconds

# Seconds until a server that does not answer is given up.
CONNECT_SECONDS = 10
# Seconds until a MySQL server that sends nothing in the midst of a query is taken for lost.
SILENT_SECONDS = 1800

_STEPS_A_SECOND = 75_000_000

_DRIVERS = {
    "postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg",
    "mysql": "mysql+pymysql", "mariadb": "mariadb+pymysql",
}  # fmt: skip
_EXTRAS = {"psycopg": "postgresql", "pymysql": "mysql"}
_FILES = ("sqlite", "duckdb")
_MYSQL = ("mysql", "mariadb")
_SECRET_OPTIONS = re.compile(r"pass(word|wd)$|token|secret", re.IGNORECASE)
_FORM = "expected the form postgresql://user:password@host/name or sqlite:///path.db"
_LIBPQ = {
    "connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8",
    "keepalives_idle": 60, "keepalives_interval": 10, "keepalives_count": 6,
}  # fmt: skip
_LIBPQ_OPTIONS = "-c default_transaction_read_only=on -c timezone=UTC -c statement_timeout="
_READING = 6  # times as long as a query may compute
# A server gives up a client that reads a long result slowly; an hour between two reads is enough.
_MYSQL_SESSION = "set session time_zone = '+00:00', net_write_timeout = 3600"
# What reading and reflecting takes; a file of SQLite is allowed nothing else.
_SQLITE_ACTIONS = {
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT,
}  # fmt: skip
_SQLITE_PRAGMAS = {
    *("table_info", "table_xinfo", "table_list", "foreign_key_list", "database_list", "encoding"),
    *("index_list", "index_info", "index_xinfo", "read_uncommitted"),
}
_SQLITE_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "eval"}
_PROBLEMS = (SQLAlchemyError, OSError, OverflowError, RuntimeError, TypeError, ValueError)


def open_database(location: str | Path) -> sqlalchemy.Engine:
    """Opens a database, as the module describes it, and checks that it answers.

    The engine holds no password, and writes nothing; of files of tables, `files.file_notes` says
    how they were read.

    Raises:
        InputError: It is missing, is not a database, does not answer within 10 seconds, lacks its
            driver, or breaks its own constraints.
    """
    if "://" in str(location):
        url = _parse_url(str(location))
        is_file = url.get_backend_name() in _FILES
        engine = _open_file(Path(url.database or "")) if is_file else _open_server(url)
    else:
        engine = _open_path(Path(location))
    _limit_work(engine)
    return engine


def _open_path(path: Path) -> sqlalchemy.Engine:
    if os.path.isdir(path):  # noqa: PTH112  # a path refuses what is too long for one
        if (path / files.SCHEMA).exists():
            return files.engine_for_connection(files.load_folder(path))
        found = files.files_in(path)
        if not found:
            what = f"no {files.SCHEMA} in this folder, and no CSV, TSV, Parquet or JSON file"
            raise InputError(f"{path}: {what}")
    elif files.file_ending(path, named=True):
        found = [path]
    else:
        return _open_file(path)
    from .loader import load_files  # DuckDB and Arrow take memory that most databases do without

    return load_files(found, path)


def _open_server(url: URL) -> sqlalchemy.Engine:
    plain, secrets = _take_secrets(url)
    if plain.drivername.endswith("+pymysql"):
        # Its other time-out does not cover a server that accepts a connection and then is silent.
        hasty = _server_engine(plain, secrets, read_timeout=CONNECT_SECONDS)
        _checked(hasty, secrets).dispose()
    return _checked(_server_engine(plain, secrets), secrets)


def _open_file(path: Path) -> sqlalchemy.Engine:
    header, problem = _first_bytes(path)
    if problem:
        # What was meant to be a URL or a connection string may hold a password.
        named = "..." if re.search(r":.*@|passw", str(path), re.IGNORECASE) else str(path)
        known = "a file of SQLite or DuckDB, a CSV, TSV, Parquet or JSON file, a folder of those"
        raise InputError(f"{named}: {problem}; give {known}, or a URL")
    engine = files.read_only_engine(path) if header[8:] == b"DUCK" else _sqlite(path)
    return _checked(engine)


def _first_bytes(path: Path) -> tuple[bytes, str]:
    """Returns the beginning of a file, or else what is wrong with it."""
    try:
        if path.exists() and not path.is_file():  # reading a pipe waits until somebody writes
            return b"", "not a regular file"
        with path.open("rb") as file:
            return file.read(12), ""
    except (FileNotFoundError, ValueError):
        return b"", "no such database"
    except OSError as error:
        return b"", f"cannot be read ({file_problem(error)})"


def _sqlite(path: Path) -> sqlalchemy.Engine:
    uri = f"file:{quote(str(path.resolve()))}?mode=ro"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        connection.execute("pragma query_only = on")
        files.limit_values(connection)
        connection.set_authorizer(_authorized)
        # It keeps any bytes as a text, and one wrong value is no reason to read no other.
        connection.text_factory = _decoded
        return connection

    return _new_engine(URL.create("sqlite", database=str(path)), creator=connect)


def _authorized(action: int, first: str | None, second: str | None, *_: object) -> int:
    """Returns whether SQLite may do something: only read, and that from no other file."""
    allowed = action in _SQLITE_ACTIONS
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() not in _SQLITE_FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = (first or "").lower() in _SQLITE_PRAGMAS
    elif action == sqlite3.SQLITE_UPDATE:  # how SQLite declares `json_each` and the like to itself
        allowed = first == "sqlite_master"
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _limit_work(engine: sqlalchemy.Engine) -> None:
    """Ends queries of SQLite that compute too long, such as those of a view without end.

    SQLite's steps are counted, not the time: what is made of a row may take as long as it takes.
    """

    def begin(connection: Any, *_: object) -> None:
        left = iter(range(int(slowest_seconds() * _STEPS_A_SECOND / files.STEPS)))
        driver = connection.connection.driver_connection
        driver.set_progress_handler(lambda: next(left, None) is None, files.STEPS)

    if engine.dialect.name == "sqlite":
        sqlalchemy.event.listen(engine, "before_cursor_execute", begin)
    elif engine.dialect.name == "duckdb":
        sqlalchemy.event.listen(engine, "before_cursor_execute", _begin_timer)
        sqlalchemy.event.listen(engine, "checkin", lambda _, record: end_timer(record.info))


def _begin_timer(connection: Any, *_: object) -> None:
    """Ends a query of DuckDB that has no row some time after it began (`stream` ends the timer)."""
    end_timer(connection.info)
    driver = connection.connection.driver_connection
    timer = threading.Timer(slowest_seconds(), driver.interrupt)
    timer.daemon = True
    connection.info["timer"] = timer
    timer.start()


def _decoded(text: bytes) -> str:  # in half the time of a `partial`: it is called for every text
    return text.decode("utf-8", "replace")


def _checked(engine: sqlalchemy.Engine, secrets: Mapping[str, str] = {}) -> sqlalchemy.Engine:
    """Raises an InputError without the driver's own errors, which may hold a password."""
    try:
        sqlalchemy.inspect(engine).get_table_names()
        return engine
    except _PROBLEMS as error:
        problem = _hide(driver_message(error), secrets)
    raise InputError(f"{shown(engine.url)}: cannot open the database: {problem}")


def _parse_url(text: str) -> URL:
    """Returns a URL with its driver; no message repeats what is wrong: it may hold a password."""
    url = None
    with suppress(ArgumentError, ValueError):  # which might repeat it, so none is the context
        url = sqlalchemy.make_url(text)
    if url is None:
        raise InputError(f"not a database URL that SQLAlchemy knows; {_FORM}")
    where = f"{url.drivername}://..."
    backend = url.get_backend_name()
    if not url.database and backend in (*_FILES, *_MYSQL):
        raise InputError(f"{where}: names no database; {_FORM}")
    if backend not in _FILES and "@" in f"{url.host}{url.database}":
        what = "an '@' or '/' of the user or password must be written as %40 or %2F"
        raise InputError(f"{where}: {what}")
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def _take_secrets(url: URL) -> tuple[URL, dict[str, str]]:
    """Returns a server's URL without its secrets, and these by the driver's name of the option.

    Without them SQLAlchemy's own messages cannot show them. Dialects whose drivers we do not know
    keep theirs.
    """
    if url.get_backend_name() not in ("postgresql", *_MYSQL):
        return url, {}
    found = {key: value for key, value in url.query.items() if _SECRET_OPTIONS.search(key)}
    secrets = {key: value if isinstance(value, str) else value[-1] for key, value in found.items()}
    if url.password is not None:
        secrets.setdefault("password", url.password)
    return url.difference_update_query(found).set(password=None), secrets


def _hide(text: str, secrets: Mapping[str, str]) -> str:
    """Returns a driver's message with any secret that it repeats starred out."""
    for secret in secrets.values():
        for form in (secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]):
            if len(form) > 2:  # a shorter one would star out parts of words
                text = text.replace(form, "***")
    return text


def _server_engine(url: URL, secrets: dict[str, str], **connect: Any) -> sqlalchemy.Engine:
    """Returns an engine whose connections only read; `connect` are more options of the driver."""
    engine = _new_engine(url, connect_args=_options(url, secrets) | connect)
    if url.get_backend_name() in _MYSQL:
        sqlalchemy.event.listen(engine, "connect", _set_mysql_session)
        sqlalchemy.event.listen(engine, "handle_error", _forget_lost_result)
    elif engine.driver == "psycopg":
        sqlalchemy.event.listen(engine, "connect", _set_loaders)
    return engine


def _options(url: URL, secrets: dict[str, str]) -> dict[str, Any]:
    """Returns the driver's options that the URL does not have, and the secrets."""
    options, fixed = dict[str, Any](), dict[str, Any](secrets)
    if url.drivername in ("postgresql+psycopg", "postgresql+psycopg2"):
        given = url.query.get("options", ())  # the server's settings: the user's, then ours
        limit = f"{_LIBPQ_OPTIONS}{max(1, int(slowest_seconds() * 1000))}"
        fixed["options"] = " ".join([*([given] if isinstance(given, str) else given), limit])
        options = _LIBPQ
    elif url.drivername in ("mysql+pymysql", "mariadb+pymysql"):
        # As MySQL's own client encodes passwords; PyMySQL would take them for Latin-1.
        fixed = {key: secret.encode() for key, secret in secrets.items()}
        options = {"connect_timeout": CONNECT_SECONDS, "read_timeout": SILENT_SECONDS}
    return {key: value for key, value in options.items() if key not in url.query} | fixed


def _set_mysql_session(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("set session transaction read only")
    cursor.execute(_MYSQL_SESSION)
    cursor.execute("select version()")
    # A server counts how long a client takes to read a result, too.
    seconds = _READING * slowest_seconds()
    if "mariadb" in str(cursor.fetchone()[0]).lower():
        cursor.execute(f"set session max_statement_time = {seconds:f}")
        # By default it compares each pair of rows where a join has no index; MySQL hashes them.
        cursor.execute("set session join_cache_level = 4")
    else:
        cursor.execute(f"set session max_execution_time = {max(1, int(seconds * 1000))}")
    cursor.close()


def _forget_lost_result(context: ExceptionContext) -> None:
    """Keeps PyMySQL from reading the rest of a result off a lost connection, and complaining."""
    cursor = getattr(context.execution_context, "cursor", None)
    result = getattr(cursor, "_result", None)
    if context.is_disconnect and result is not None:
        result.unbuffered_active = False


def _set_loaders(connection: Any, _: object) -> None:
    """Reads a CHAR(n) of PostgreSQL without its padding, as every other engine gives it.

    Dates that Python has none of, such as `infinity` or one before Christ, are read as a text.
    """
    from psycopg import DataError
    from psycopg.types import datetime as dates
    from psycopg.types.string import TextLoader

    class Unpadded(TextLoader):
        def load(self, data: Any) -> bytes | str:
            text = super().load(data)
            return text.rstrip(" ") if isinstance(text, str) else text.rstrip(b" ")

    connection.adapters.register_loader("bpchar", Unpadded)
    for loader in (dates.DateLoader, dates.TimestampLoader, dates.TimestamptzLoader):

        class Lenient(loader):  # type: ignore[valid-type, misc]
            def load(self, data: Any) -> Any:
                try:
                    return super().load(data)
                except DataError:
                    return bytes(data).decode()

        name = loader.__name__.removesuffix("Loader").lower()
        connection.adapters.register_loader(name, Lenient)


def _new_engine(url: URL, **options: Any) -> sqlalchemy.Engine:
    where, extra = shown(url), _EXTRAS.get(url.drivername.rpartition("+")[2])
    try:
        engine = sqlalchemy.create_engine(url, **options)
    except (NoSuchModuleError, ImportError) as error:
        if not extra and isinstance(error, NoSuchModuleError):
            raise InputError(f"{where}: not a database that SQLAlchemy knows; {_FORM}") from error
        fix = f"; {remedy(extra)}" if extra else ""
        raise InputError(f"{where}: no driver installed: {driver_message(error)}{fix}") from error
    except (ArgumentError, TypeError, ValueError) as error:
        raise InputError(f"{where}: a wrong option: {driver_message(error)}") from error
    if engine.dialect.is_async:
        raise InputError(f"{where}: an asynchronous driver; name another, or none")
    return engine
