"""What a pass has kept so far, on disk: a pass that was ended goes on after the last segment.

Imported only where a dump is read: it needs pyarrow.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import InputError, file_problem
from ...files import locked
from ...hashing import stable_hash
from ...journal import Journal
from .entities import TABLES, Counts, KeptPart

Placed = tuple[
    int, int, KeptPart
]  # bytes of the file up to there, offset in the dump, what is kept
_ROWS = 1 << 16  # of a row group; fewer wait in memory
SEGMENT = 1 << 31  # bytes of the decompressed dump


class Shards:
    """Writes the rows of `entities.TABLES`.

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
            InputError: The disk is full or cannot be written.
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


class End(NamedTuple):
    """How a dump ended (see `lines.Dump`)."""

    truncated_at: int | None
    damage: str


class Segments:
    """The segments of a pass, in a folder beside the store: `STORE.partial`.

    Another pass for the same store waits until this one has ended.

    Attributes:
        folder: It has a folder for each segment.
        start: Offset in the dump where the pass goes on.
        counts: What was read so far.
        rows: How many rows of each table were kept.
        end: How the dump ended; None while it has not.
    """

    def __init__(self, store: Path, identity: Sequence[str]) -> None:
        """Takes the place; nothing is read or written yet.

        Args:
            store: Folder of the store.
            identity: What the segments depend on; those of another pass are removed.
        """
        self._partial = store.with_name(f"{store.name}.partial")
        self.folder = self._partial / stable_hash(identity)
        self._journal = Journal(self.folder / "segments.jsonl")
        self._open = ExitStack()
        self._shards: Shards | None = None
        self._first = self.start = 0
        self.counts, self.rows = Counts(), Counter[str]()
        self.end: End | None = None

    def __enter__(self) -> Segments:
        """Opens the segments of a pass that was ended, if there are any.

        Raises:
            InputError: The folder cannot be written.
        """
        try:
            self._partial.mkdir(parents=True, exist_ok=True)
            lock = self._open.enter_context((self._partial / "lock").open("w"))
            self._open.enter_context(locked(lock))
            for other in self._partial.iterdir():
                if other.is_dir() and other != self.folder:
                    shutil.rmtree(other)
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            reason = file_problem(error)
            raise InputError(f"{self._partial}: cannot be written ({reason})") from error
        known = {self._taken(line) for _, line in self._journal.read()}
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in known:
                shutil.rmtree(path)
        return self

    def _taken(self, line: dict[str, Any]) -> str:
        """Takes over what the journal says of a segment; returns the name of its folder."""
        self.start, self.counts = line["stop"], Counts(*line["counts"])
        self.rows.update(line["rows"])
        self.end = End(*line["end"]) if line["end"] else None
        return str(line["name"])

    def add(self, stop: int, kept: KeptPart) -> Counts:
        """Adds what is kept of a part; returns what was read so far.

        Args:
            stop: Offset of the first byte after it.
            kept: What is kept.

        Raises:
            InputError: The disk is full or cannot be written.
        """
        if self._shards is None:
            self._first, self._shards = self.start, Shards(self.folder / f"{self.start:015}")
        self._shards.add(kept.tables)
        self.start, self.counts = stop, self.counts.plus(kept.counts)
        if stop - self._first >= SEGMENT:
            self._close(None)
        return self.counts

    def finish(self, truncated_at: int | None, damage: str) -> None:
        """Closes the last segment: the dump has ended."""
        self._close(End(truncated_at, damage))

    def _close(self, end: End | None) -> None:
        name, rows = "", Counter[str]()
        if self._shards is not None:
            with self._shards:
                name = f"{self._first:015}"
            rows, self._shards = self._shards.rows, None
        line = {"name": name, "stop": self.start, "counts": self.counts, "rows": rows, "end": end}
        self._journal.append([line])
        self.rows.update(rows)
        self.end = end

    def remove(self) -> None:
        """Removes the folder: the store is made, or there is nothing to go on with."""
        shutil.rmtree(self._partial, ignore_errors=True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the files; nothing is left of a pass that was ended before its first segment."""
        if self._shards is not None:
            self._shards.__exit__(kind, error, trace)
        if kind is not None and not self.rows["entities"]:
            self.remove()
        self._open.close()
