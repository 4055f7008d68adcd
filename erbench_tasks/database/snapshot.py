"""Reading a database as it was at one moment, with few rows in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, Row

from ...core.errors import InputError
from .database_errors import end_timer, input_errors, shown

_CONSISTENT_MYSQL = "start transaction with consistent snapshot, read only"


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Opens one connection in one read-only transaction that sees the database at one moment.

    A table of MariaDB or MySQL that is not of InnoDB has no snapshots: there every query sees what
    has been written by then.

    Yields:
        The connection; its queries are read to the end, or closed, before the next one begins
        (MySQL and DuckDB have one open result per connection).

    Raises:
        InputError: The database cannot be reached, a query fails, or the connection is lost.
    """
    with input_errors(engine), engine.connect() as connection:
        match engine.dialect.name:
            case "postgresql":
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            case "mysql" | "mariadb":
                connection.execution_options(isolation_level="REPEATABLE READ")
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
