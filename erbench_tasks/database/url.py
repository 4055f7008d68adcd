"""From a database's URL to an engine: drivers, read-only connections, and no password in sight."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, quote_plus

import sqlalchemy
from sqlalchemy import URL, ExceptionContext
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from ...core.errors import InputError
from ...core.optional import remedy
from .database_errors import driver_message, shown

# Seconds until a server that does not answer is given up.
CONNECT_SECONDS = 10
# Seconds until a MySQL server that sends nothing in the midst of a query is taken for lost.
SILENT_SECONDS = 1800

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


def parse_url(text: str) -> URL:
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
    if not is_file(url) and "@" in f"{url.host}{url.database}":
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


def is_file(url: URL) -> bool:
    """Returns whether a database is a file of this machine."""
    return url.get_backend_name() in ("sqlite", "duckdb")


def take_secrets(url: URL) -> tuple[URL, dict[str, str]]:
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


def hide(text: str, secrets: dict[str, str]) -> str:
    """Returns a driver's message with any secret that it repeats starred out."""
    for secret in secrets.values():
        for form in (secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]):
            if len(form) > 2:  # a shorter one would star out parts of words
                text = text.replace(form, "***")
    return text


def server_engine(url: URL, secrets: dict[str, str], **connect: Any) -> sqlalchemy.Engine:
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
    engine = new_engine(url, connect_args={**options, **_encoded(url, secrets), **connect})
    if url.get_backend_name() in ("mysql", "mariadb"):
        sqlalchemy.event.listen(engine, "connect", _set_mysql_session)
        sqlalchemy.event.listen(engine, "handle_error", _forget_lost_result)
    elif engine.driver == "psycopg":
        sqlalchemy.event.listen(engine, "connect", _strip_padding)
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


def new_engine(url: URL, **options: Any) -> sqlalchemy.Engine:
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
