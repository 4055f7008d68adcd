"""What a pass keeps, on the disk while the pass goes on: one Parquet file per table."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import pyarrow as pa
import pyarrow.parquet as pq

from ...erbench_tasks.errors import InputError
from .dump_columns import TABLES

_ROWS = 1 << 16  # of a row group; fewer wait in memory


class Shards:
    """Writes the rows of `dump_columns.TABLES`.

    Attributes:
        rows: How many rows of each table were added.
    """

    def __init__(self, folder: Path) -> None:
        """Makes the folder and its files.

        Raises:
            InputError: It cannot be written.
        """
        self.rows: Counter[str] = Counter()
        self._open = ExitStack()
        self._waiting: dict[str, list[pa.RecordBatch]] = {name: [] for name in TABLES}
        folder.mkdir()
        self._writers = {
            name: self._open.enter_context(
                pq.ParquetWriter(
                    folder / f"{name}.parquet", schema,
                    compression="zstd", compression_level=1, use_dictionary=["classes", "property"],
                )
            )
            for name, schema in TABLES.items()
        }  # fmt: skip

    def __enter__(self) -> Shards:
        """Returns the shards."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Writes what waits, unless something went wrong, and closes the files."""
        with self._open:
            if kind is None:
                for name in TABLES:
                    self._flush(name)

    def add(self, tables: dict[str, pa.RecordBatch]) -> None:
        """Adds rows.

        Raises:
            InputError: The disk is full, or cannot be written.
        """
        for name, batch in tables.items():
            self.rows[name] += batch.num_rows
            self._waiting[name].append(batch)
            if sum(part.num_rows for part in self._waiting[name]) >= _ROWS:
                self._flush(name)

    def _flush(self, name: str) -> None:
        try:
            self._writers[name].write_table(
                pa.Table.from_batches(self._waiting[name], TABLES[name]), row_group_size=2 * _ROWS
            )
        except OSError as error:
            raise InputError(f"the store cannot be written ({error})") from error
        self._waiting[name].clear()
