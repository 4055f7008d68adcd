"""Writing items to Parquet files as they come: a folder per question type, a file per shard."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .item_table import BATCH, BATCH_OF_IMAGES, record_batch
from .manifest import QuestionType
from .records import Item, features

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyarrow.parquet import ParquetWriter

ROWS_PER_SHARD = 500_000
_BYTES_PER_SHARD = 500_000_000  # in memory, of images
# The other columns hardly repeat, and a dictionary would only cost time.
_REPEATED = ("domain", "question_type", "fd", "answer", "rationale.list.element.attribute",
             "rationale.list.element.match")  # fmt: skip


class ShardWriter:
    """Writes the items of one question type.

    Shards are named `test-00000-of-00003.parquet` when their number is known, by `close`.
    """

    def __init__(
        self, folder: Path, rows_per_shard: int = ROWS_PER_SHARD, *, images: bool = False
    ) -> None:
        """Makes the folder.

        Args:
            folder: The question type's folder.
            rows_per_shard: A shard that has at least so many rows is full.
            images: Whether the items have images, which are put in.
        """
        folder.mkdir()
        self._folder = folder
        self._rows_per_shard = rows_per_shard
        self._images = images
        self._batch = min(BATCH_OF_IMAGES if images else BATCH, rows_per_shard)
        self._waiting: list[Item] = []
        self._writer: ParquetWriter | None = None
        self._rows_in_shard, self._bytes_in_shard = 0, 0
        self._shards: list[Path] = []
        self._rows = 0
        self._digest = hashlib.sha256()

    def add(self, item: Item) -> None:
        """Takes an item; writes when a batch is full."""
        self._waiting.append(item)
        if len(self._waiting) >= self._batch:
            self._flush()

    def write(self, batch: RecordBatch) -> None:
        """Writes items that are in Arrow's form already, as one row group."""
        from pyarrow.parquet import ParquetWriter

        if self._writer is None:
            path = self._folder / f".{len(self._shards)}.parquet"
            self._writer = ParquetWriter(
                path, features(self._images).arrow_schema, compression="zstd", compression_level=1,
                use_dictionary=list(_REPEATED),
            )  # fmt: skip
            self._shards.append(path)
        self._writer.write_batch(batch)
        self._digest.update(_lines(batch["id"].to_pylist()))
        self._rows += len(batch)
        self._rows_in_shard += len(batch)
        self._bytes_in_shard += batch.nbytes if self._images else 0
        full = self._bytes_in_shard >= _BYTES_PER_SHARD
        if full or self._rows_in_shard >= self._rows_per_shard:
            self._end_shard()

    def close(self) -> QuestionType:
        """Writes what waits, and names the shards.

        Returns:
            How many items there are, and a digest of their ids.
        """
        self._flush()
        self._end_shard()
        for number, path in enumerate(self._shards):
            path.rename(self._folder / shard_name(number, len(self._shards)))
        return QuestionType(items=self._rows, digest=self._digest.hexdigest()[:16])

    def _flush(self) -> None:
        if self._waiting:
            self.write(record_batch(self._waiting, images=self._images, embed=self._images))
            self._waiting = []

    def _end_shard(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer, self._rows_in_shard, self._bytes_in_shard = None, 0, 0


def digest_of(ids: Iterable[str]) -> str:
    """Returns the digest of items by their ids, in order: 16 hexadecimal digits."""
    return hashlib.sha256(_lines(ids)).hexdigest()[:16]


def _lines(ids: Iterable[str]) -> bytes:
    return "".join(f"{identity}\n" for identity in ids).encode()


def shard_name(number: int, count: int) -> str:
    """Returns the file name of a shard, counted from 0."""
    return f"test-{number:05d}-of-{count:05d}.parquet"
