"""Opening the user's database, read-only where the engine can.

A database is a URL that SQLAlchemy knows, a file of SQLite or DuckDB, a CSV or TSV file, or a
folder of those. If a `schema.sql` lies beside them, they (or YAML files, see `PackageRows`) are
loaded into memory with its foreign keys enforced. No password is kept in an engine or shown in a
message.
"""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import sqlalchemy
from sqlalchemy import URL, ExceptionContext
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ...core.errors import InputError, file_problem
from ...core.optional import remedy
from .csv_files import table_name
from .database_errors import driver_message, shown, slowest_seconds
from .folder import SCHEMA, STEPS, engine_for_connection, limit_values, load_folder
from .undeclared_tables import load_files

# Seconds until a server that does not answer is given up.
CONNECT_SECONDS = 10
# Seconds until a MySQL server that sends nothing in the midst of a query is taken for lost.
SILENT_SECONDS = 1800

_STEPS_A_SECOND = 75_000_000
_WHOLE = "erbench_track_seconds"  # option of a connection: how long a query may take as a whole

_DRIVERS = {
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mariadb": "mariadb+pymysql",
}
_EXTRAS = {"psycopg": "postgresql", "pymysql": "mysql", "duckdb": "duckdb"}
_SECRET_OPTIONS = re.compile(r"pass(word|wd)$|token|secret", re.IGNORECASE)
_FORM = "expected the form postgresql://user:password@host/name or sqlite:///path.db"
_LIBPQ = {
    "connect_timeout": CONNECT_SECONDS,
    "client_encoding": "utf8",
    "keepalives_idle": 60,
    "keepalives_interval": 10,
    "keepalives_count": 6,
}
_LIBPQ_OPTIONS = "-c default_transaction_read_only=on -c timezone=UTC"
# A server gives up a client that reads a long result slowly; an hour between two reads is enough.
_MYSQL_SESSION = (
    "set session transaction read only",
    "set session time_zone = '+00:00'",
    "set session net_write_timeout = 3600",
)
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
        location: SQLAlchemy URL, path of a file of SQLite or DuckDB, of a CSV or TSV file, or of a
            folder of those.

    Returns:
        An engine whose tables can be reflected. It holds no password, and writes nothing.

    Raises:
        InputError: It is missing, is not a database, does not answer within 10 seconds, lacks its
            driver, or breaks its own constraints.
    """
    engine = _opened(location)
    _limit_work(engine)
    return engine


def _opened(location: str | Path) -> sqlalchemy.Engine:
    if "://" in str(location):
        url = _parse_url(str(location))
        return _open_file(Path(url.database or "")) if _is_file(url) else _open_server(url)
    path = Path(location)
    if _is_folder(path):
        has_schema = (path / SCHEMA).exists()
        return engine_for_connection(load_folder(path) if has_schema else _load_files_in(path))
    return engine_for_connection(load_files([path])) if table_name(path) else _open_file(path)


def _load_files_in(folder: Path) -> sqlite3.Connection:
    try:
        # Some archives hold a hidden file with the properties of each.
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({file_problem(error)})") from error
    files = [path for path in files if table_name(path)]
    if not files:
        raise InputError(f"{folder}: no {SCHEMA} in this folder, and no CSV or TSV file")
    return load_files(files)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long for a path, or not one
        return False


def _open_server(url: URL) -> sqlalchemy.Engine:
    plain, secrets = _take_secrets(url)
    if plain.drivername.endswith("+pymysql"):
        # Its other time-out does not cover a server that accepts a connection and then is silent.
        hasty = _server_engine(plain, secrets, read_timeout=CONNECT_SECONDS)
        _check(hasty, secrets)
        hasty.dispose()
    engine = _server_engine(plain, secrets)
    _check(engine, secrets)
    return engine


def _open_file(path: Path) -> sqlalchemy.Engine:
    header, problem = _first_bytes(path)
    if problem:
        # What was meant to be a URL or a connection string may hold a password.
        named = "..." if re.search(r":.*@|passw", str(path), re.IGNORECASE) else str(path)
        raise InputError(
            f"{named}: {problem}; give a file of SQLite or DuckDB, a CSV or TSV file, a folder of "
            "those, or a URL"
        )
    engine = _duckdb(path) if header[8:] == b"DUCK" else _sqlite(path)
    _check(engine, {})
    return engine


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
        limit_values(connection)
        # It keeps any bytes as a text, and one wrong value is no reason to read no other.
        connection.text_factory = _decoded
        return connection

    return _new_engine(URL.create("sqlite", database=str(path)), creator=connect)


def limit_statements(engine: sqlalchemy.Engine, seconds: float | None = None) -> None:
    """Ends queries of SQLite some time after they began, however slowly their rows are read.

    A server ends its own.

    Args:
        engine: The database.
        seconds: How long one query may take; by default as long as any query may compute.
    """
    engine.update_execution_options(**{_WHOLE: seconds or slowest_seconds()})


def _limit_work(engine: sqlalchemy.Engine) -> None:
    """Ends queries of SQLite that compute too long, such as those of a view without end.

    SQLite's steps are counted, not the time: what is made of a row may take as long as it takes.
    """

    def begin(connection: Any, *_: object) -> None:
        whole, most = _whole(connection), slowest_seconds()
        until = time.monotonic() + (whole or 0)
        left = iter(range(int(most * _STEPS_A_SECOND / STEPS)))
        driver = connection.connection.driver_connection
        driver.set_progress_handler(
            (lambda: time.monotonic() > until) if whole else (lambda: next(left, None) is None),
            STEPS,
        )

    if engine.dialect.name == "sqlite":
        sqlalchemy.event.listen(engine, "before_cursor_execute", begin)


def _whole(connection: Any) -> float | None:
    found: float | None = connection.get_execution_options().get(_WHOLE)
    return found


def _decoded(text: bytes) -> str:  # in half the time of a `partial`: it is called for every text
    return text.decode("utf-8", "replace")


def _duckdb(path: Path) -> sqlalchemy.Engine:
    options = {"read_only": True, "config": _DUCKDB}
    engine = _new_engine(URL.create("duckdb", database=str(path)), connect_args=options)
    sqlalchemy.event.listen(engine, "connect", _set_duckdb_session)
    return engine


def _set_duckdb_session(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("set timezone = 'UTC'")
    cursor.execute("set enable_progress_bar = false")  # a slow query would print it on stdout


def _check(engine: sqlalchemy.Engine, secrets: dict[str, str]) -> None:
    """Raises an InputError without the driver's own errors, which may hold a password."""
    problem = None
    try:
        sqlalchemy.inspect(engine).get_table_names()
    except _PROBLEMS as error:
        problem = _hide(driver_message(error), secrets)
    if problem is not None:
        raise InputError(f"{shown(engine.url)}: cannot open the database: {problem}")


def _parse_url(text: str) -> URL:
    """Returns a URL with its driver filled in.

    Raises:
        InputError: It is malformed; the message does not repeat it, as it may hold a password.
    """
    url = _parsed(text)
    if url is None:
        raise InputError(f"not a database URL that SQLAlchemy knows; {_FORM}")
    where = f"{url.drivername}://..."
    if not url.database and url.get_backend_name() in ("sqlite", "duckdb", "mysql", "mariadb"):
        raise InputError(f"{where}: names no database; {_FORM}")
    if not _is_file(url) and "@" in f"{url.host}{url.database}":
        raise InputError(
            f"{where}: an '@' or '/' of the user or password must be written as %40 or %2F"
        )
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def _parsed(text: str) -> URL | None:
    """Parses a URL; an error that might repeat it is not kept."""
    try:
        return sqlalchemy.make_url(text)
    except (ArgumentError, ValueError):
        return None


def _is_file(url: URL) -> bool:
    """Returns whether a database is a file of this machine."""
    return url.get_backend_name() in ("sqlite", "duckdb")


def _take_secrets(url: URL) -> tuple[URL, dict[str, str]]:
    """Returns a server's URL without its secrets, and these by the driver's name of the option.

    Without them SQLAlchemy's own messages cannot show them. Dialects whose drivers we do not know
    keep theirs.
    """
    if url.get_backend_name() not in ("postgresql", "mysql", "mariadb"):
        return url, {}
    found = {key: value for key, value in url.query.items() if _SECRET_OPTIONS.search(key)}
    secrets = {key: value if isinstance(value, str) else value[-1] for key, value in found.items()}
    if url.password is not None:
        secrets.setdefault("password", url.password)
    return url.difference_update_query(found).set(password=None), secrets


def _hide(text: str, secrets: dict[str, str]) -> str:
    """Returns a driver's message with any secret that it repeats starred out."""
    for secret in secrets.values():
        for form in (secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]):
            if len(form) > 2:  # a shorter one would star out parts of words
                text = text.replace(form, "***")
    return text


def _server_engine(url: URL, secrets: dict[str, str], **connect: Any) -> sqlalchemy.Engine:
    """Returns an engine whose connections only read.

    Args:
        url: Location of a server's database, without secrets.
        secrets: Its password and the like.
        connect: Further options of the driver.

    Raises:
        InputError: The driver is not installed.
    """
    options = {key: value for key, value in _options(url).items() if key not in url.query}
    if "options" in url.query:  # the server's settings: the user's, then ours
        given = url.query["options"]
        options["options"] = f"{given if isinstance(given, str) else ' '.join(given)} "
        options["options"] += _LIBPQ_OPTIONS
    engine = _new_engine(url, connect_args={**options, **_encoded(url, secrets), **connect})
    if url.get_backend_name() in ("mysql", "mariadb"):
        sqlalchemy.event.listen(engine, "connect", _set_mysql_session)
        sqlalchemy.event.listen(engine, "handle_error", _forget_lost_result)
    elif engine.driver == "psycopg":
        sqlalchemy.event.listen(engine, "connect", _strip_padding)
        sqlalchemy.event.listen(engine, "connect", _read_any_date)
    return engine


def _options(url: URL) -> dict[str, Any]:
    if url.drivername in ("postgresql+psycopg", "postgresql+psycopg2"):
        return {**_LIBPQ, "options": _LIBPQ_OPTIONS}
    if url.drivername in ("mysql+pymysql", "mariadb+pymysql"):
        return {"connect_timeout": CONNECT_SECONDS, "read_timeout": SILENT_SECONDS}
    return {}


def _encoded(url: URL, secrets: dict[str, str]) -> dict[str, str | bytes]:
    """Encodes passwords as MySQL's own client does; PyMySQL would take them for Latin-1."""
    if url.drivername not in ("mysql+pymysql", "mariadb+pymysql"):
        return dict(secrets)
    return {key: secret.encode() for key, secret in secrets.items()}


def _set_mysql_session(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for statement in _MYSQL_SESSION:
        cursor.execute(statement)
    cursor.close()


def _forget_lost_result(context: ExceptionContext) -> None:
    """Keeps PyMySQL from reading the rest of a result off a lost connection, and complaining."""
    cursor = getattr(context.execution_context, "cursor", None)
    result = getattr(cursor, "_result", None)
    if context.is_disconnect and result is not None:
        result.unbuffered_active = False


def _strip_padding(connection: Any, _: object) -> None:
    """Reads a CHAR(n) of PostgreSQL as every other engine gives it, without its padding."""
    from psycopg.types.string import TextLoader

    class Unpadded(TextLoader):
        def load(self, data: Any) -> bytes | str:
            text = super().load(data)
            return text.rstrip(" ") if isinstance(text, str) else text.rstrip(b" ")

    connection.adapters.register_loader("bpchar", Unpadded)


def _read_any_date(connection: Any, _: object) -> None:
    """Reads dates that Python has none of, such as `infinity` or one before Christ, as a text."""
    from psycopg import DataError
    from psycopg.types import datetime as dates

    def lenient(loader: type[Any]) -> type[Any]:
        class Lenient(loader):  # type: ignore[misc]
            def load(self, data: Any) -> Any:
                try:
                    return super().load(data)
                except DataError:
                    return bytes(data).decode()

        return Lenient

    loaders = {
        "date": dates.DateLoader,
        "timestamp": dates.TimestampLoader,
        "timestamptz": dates.TimestamptzLoader,
    }
    for name, loader in loaders.items():
        connection.adapters.register_loader(name, lenient(loader))


def _new_engine(url: URL, **options: Any) -> sqlalchemy.Engine:
    """Returns SQLAlchemy's engine for a URL.

    Args:
        url: Location of the database, without secrets.
        options: Keywords of `sqlalchemy.create_engine`.

    Raises:
        InputError: The dialect is unknown, its driver is not installed or asynchronous, or an
            option has a wrong value.
    """
    where = shown(url)
    extra = _EXTRAS.get(url.drivername.rpartition("+")[2])
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
