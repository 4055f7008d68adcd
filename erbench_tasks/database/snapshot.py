"""Reading a database as it was at one moment, with few rows in memory at a time.

What the database or its driver complains of is one line without a password.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy
from sqlalchemy import URL, Connection, Engine, Row
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError

from ...core.errors import InputError, first_line

_REPEATABLE: dict[str, Any] = {"isolation_level": "REPEATABLE READ"}
_CONSISTENT_MYSQL = "start transaction with consistent snapshot, read only"
_SECONDS = "ERBENCH_TRACK_QUERY_SECONDS"
# How SQLite, DuckDB, PostgreSQL, MariaDB and MySQL say so.
_TOO_LONG = re.compile(
    r"interrupted!?$|due to statement timeout|max_statement_time|maximum statement execution time",
    re.IGNORECASE,
)


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Opens one connection in one read-only transaction that sees the database at one moment.

    A table of MariaDB or MySQL that is not of InnoDB has no snapshots: there every query sees what
    has been written by then. Queries are read to the end, or closed, before the next one begins
    (MySQL and DuckDB have one open result per connection).

    Raises:
        InputError: The database cannot be reached, a query fails, or the connection is lost.
    """
    with input_errors(engine), engine.connect() as connection:
        match engine.dialect.name:
            case "postgresql":
                connection.execution_options(**_REPEATABLE, postgresql_readonly=True)
            case "mysql" | "mariadb":
                connection.execution_options(**_REPEATABLE)
                connection.exec_driver_sql(_CONSISTENT_MYSQL)
            case "sqlite":
                driver: Any = connection.connection.driver_connection
                if not driver.in_transaction:  # such as of an outer snapshot
                    connection.exec_driver_sql("begin")
        # It is the first query that takes the snapshot.
        first = "select count(*) from sqlite_master" if engine.name == "sqlite" else "select 1"
        connection.exec_driver_sql(first).all()
        yield connection


def stream(
    connection: Connection, query: sqlalchemy.Executable, batch: int = 2000
) -> Iterator[Sequence[Row[Any]]]:
    """Yields the rows of a query in batches, of which none is empty, without holding them all.

    The query runs when the first batch is asked for.

    Raises:
        InputError: The query fails, a value cannot be read, or the connection is lost.
    """
    with input_errors(connection.engine):
        result = connection.execute(query, execution_options={"stream_results": True})
        try:
            for rows in result.partitions(batch):
                end_timer(connection.info)
                yield rows
        except ValueError as error:
            where = shown(connection.engine.url)
            raise InputError(f"{where}: a value cannot be read: {error}") from error
        finally:
            result.close()


def slowest_seconds() -> float:
    """Returns how long a database may take for one query, by default five minutes."""
    given = os.environ.get(_SECONDS, "300")
    with suppress(ValueError):
        if (seconds := float(given)) > 0:
            return seconds
    raise InputError(f"{_SECONDS}: {given!r} is no number of seconds above 0")


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
def input_errors(engine: Engine) -> Iterator[None]:
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
