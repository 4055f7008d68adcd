"""What a database or its driver complains of, in one line without a password."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError

from ...core.errors import InputError, first_line

_SECONDS = "ERBENCH_TRACK_QUERY_SECONDS"
# How SQLite, DuckDB, PostgreSQL, MariaDB and MySQL say so.
_TOO_LONG = re.compile(
    r"interrupted!?$|due to statement timeout|max_statement_time|maximum statement execution time",
    re.IGNORECASE,
)


def slowest_seconds() -> float:
    """Returns how long a database may take for one query, by default five minutes.

    Raises:
        InputError: The environment variable for another time has no number above 0.
    """
    given = os.environ.get(_SECONDS, "300")
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0
    if not seconds > 0:
        raise InputError(f"{_SECONDS}: {given!r} is no number of seconds above 0")
    return seconds


def end_timer(info: MutableMapping[Any, Any]) -> None:
    """Lets a query go on, whose first rows are there: reading them may take as long as it takes."""
    if timer := info.pop("timer", None):
        timer.cancel()


def driver_message(error: BaseException) -> str:
    """Returns the line of an error that a user needs, without SQLAlchemy's link and SQL."""
    cause = getattr(error, "orig", None) or error
    if _TOO_LONG.search(first_line(cause, cause.args[-1] if cause.args else None)):
        return (
            f"a query takes longer than {slowest_seconds():g} seconds, such as that of a view or "
            f"column without end; {_SECONDS} allows more"
        )
    # MySQL's drivers raise (number, message).
    numbered = len(cause.args) == 2 and isinstance(cause.args[0], int)
    return first_line(cause, cause.args[1] if numbered else None)


def shown(url: URL) -> str:
    """Returns a database's location for people: no password, and no options, which may hold one."""
    if url.get_backend_name() in ("sqlite", "duckdb"):
        return url.database or "the database"
    plain = URL.create(url.drivername, url.username, None, url.host, url.port, url.database)
    return plain.render_as_string()


@contextmanager
def input_errors(engine: sqlalchemy.Engine) -> Iterator[None]:
    """Turns what the database complains of in the block into one line for the user.

    Raises:
        NoSuchTableError: As it is.
        InputError: Anything else, such as a lost connection.
    """
    try:
        yield
    except NoSuchTableError:
        raise  # who asked for the table knows where its name is written
    except SQLAlchemyError as error:
        where, what = shown(engine.url), driver_message(error)
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            raise InputError(f"{where}: the connection was lost: {what}; run it again") from error
        raise InputError(f"{where}: cannot be read: {what}") from error
