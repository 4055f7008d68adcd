"""A consistent view of the database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy


@contextmanager
def snapshot(engine: sqlalchemy.Engine) -> Iterator[sqlalchemy.Connection]:
    """Yields a connection."""
    with engine.connect() as connection:
        yield connection


def stream(
    connection: sqlalchemy.Connection, query: sqlalchemy.Select[Any], batch: int = 2000
) -> Iterator[Sequence[sqlalchemy.Row[Any]]]:
    """Yields batches of rows."""
    result = connection.execution_options(stream_results=True).execute(query)
    yield from result.partitions(batch)
