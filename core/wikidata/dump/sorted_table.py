"""Look-ups in sorted Parquet files of any size.

Only the row groups that may hold a key are read: of a hundred million rows, a few thousand per
key. (DuckDB 2.0 reads nearly all of them for a list of keys.)

Imported only where a store is read: it needs duckdb and pyarrow.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...errors import InputError, first_line

GROUPS = 64  # row groups in memory at a time


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Makes one clear line of what goes wrong while a store is read."""
    try:
        yield
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        raise InputError(f"{folder}: the store cannot be read ({first_line(error)})") from error


class SortedTable:
    """A Parquet file whose rows are sorted by the first column, which is a number."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        """Reads which keys are in which row group.

        Args:
            path: The file.
            columns: The columns that are looked up, the key first.

        Raises:
            OSError: It cannot be read.
            pyarrow.ArrowInvalid: It is not a Parquet file with such columns.
        """
        self._file = pq.ParquetFile(path)
        self._columns = columns
        metadata = self._file.metadata
        if missing := set(columns) - set(self._file.schema_arrow.names):
            raise pa.ArrowInvalid(f"{path.name} has no column {min(missing)}")
        key = self._file.schema_arrow.names.index(columns[0])
        groups = range(metadata.num_row_groups if metadata.num_rows else 0)
        statistics = [metadata.row_group(group).column(key).statistics for group in groups]
        if not all(statistics):
            raise pa.ArrowInvalid(f"{path.name} does not say what is in its row groups")
        self._first = [part.min for part in statistics]
        self._last = [part.max for part in statistics]

    def rows(self, keys: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        """Yields all rows with one of some keys, sorted by it."""
        wanted = sorted(set(keys))
        groups = sorted({group for key in wanted for group in self._groups(key)})
        values = pa.array(wanted, pa.int64())
        for start in range(0, len(groups), GROUPS):
            table = self._file.read_row_groups(groups[start : start + GROUPS], self._columns)
            found = table.filter(pc.is_in(table[self._columns[0]], value_set=values))
            yield from zip(*(found[name].to_pylist() for name in self._columns), strict=True)

    def _groups(self, key: int) -> range:
        return range(bisect_left(self._last, key), bisect_right(self._first, key))
