"""A generated benchmark on disk, checked against its own record before anybody else gets it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import InputError
from .manifest import Manifest
from .records import features

# All that there are, in the order of the paper.
QUESTION_TYPES = ("bn_yes", "bn_no", "mc", "mh_yes", "mh_no", "known_bn", "known_mc")

_SHARD_NAME = re.compile(r"test-(\d{5,})-of-(\d{5,})\.parquet")
_AGAIN = "generate the benchmark again"


@dataclass(frozen=True)
class Shard:
    """One Parquet file.

    Attributes:
        path: Where it is.
        rows: Number of its rows.
        size: Its size in bytes.
        uncompressed: Size of its columns in bytes before compression.
    """

    path: Path
    rows: int
    size: int
    uncompressed: int


@dataclass(frozen=True)
class GeneratedBenchmark:
    """A folder that `erbench-track generate erbench` wrote.

    Attributes:
        folder: The folder.
        manifest: Its record.
        shards: Question type to its files, in order.
    """

    folder: Path
    manifest: Manifest
    shards: dict[str, list[Shard]]

    @classmethod
    def open(cls, folder: Path) -> GeneratedBenchmark:
        """Opens a folder; of the Parquet files only the footers are read.

        Args:
            folder: The folder.

        Raises:
            InputError: It has no readable record, or its files are not those of the record.
        """
        manifest = Manifest.read(folder)
        unknown = set(manifest.question_types) - set(QUESTION_TYPES)
        if unknown or not manifest.question_types:
            raise InputError(
                f"{folder}: question_types has {sorted(unknown) or 'nothing'}; "
                f"there is {', '.join(QUESTION_TYPES)}"
            )
        shards = {
            question_type: _checked_shards(folder / question_type, expected.items, manifest.images)
            for question_type, expected in manifest.question_types.items()
        }
        return cls(folder, manifest, shards)

    @property
    def items(self) -> int:
        """The number of items of all types."""
        return sum(some.items for some in self.manifest.question_types.values())

    def first(self, question_type: str) -> dict[str, Any]:
        """Returns the first item of a type, as `Item.to_row()` does.

        Raises:
            InputError: It cannot be read.
        """
        shard = next(shard for shard in self.shards[question_type] if shard.rows)
        with _readable(shard.path) as file:
            row: dict[str, Any] = next(file.iter_batches(batch_size=1)).to_pylist()[0]
            return row

    def distinct(self, question_type: str, column: str) -> set[str]:
        """Returns the distinct values of a text column, reading no other.

        Raises:
            InputError: The column cannot be read.
        """
        found: set[str] = set()
        for shard in self.shards[question_type]:
            with _readable(shard.path) as file:
                for batch in file.iter_batches(columns=[column]):
                    found.update(batch.column(0).unique().to_pylist())
        return found


def _checked_shards(folder: Path, items: int, images: bool) -> list[Shard]:
    """Reads the footers of one type's files, which together must hold `items` rows."""
    paths = sorted(folder.glob("*.parquet"))
    _check_names(folder, paths)
    shards = [_read_footer(path, images) for path in paths]
    rows = sum(shard.rows for shard in shards)
    if rows != items:
        raise InputError(f"{folder}: {rows} rows, benchmark.json says {items}; {_AGAIN}")
    return shards


def _check_names(folder: Path, paths: list[Path]) -> None:
    """Checks that no file of `test-00000-of-0000N.parquet` is missing, and none is too many."""
    numbers = [match for path in paths if (match := _SHARD_NAME.fullmatch(path.name))]
    total = int(numbers[0][2]) if numbers else 1
    expected = {f"test-{index:05d}-of-{total:05d}.parquet" for index in range(total)}
    found = {path.name for path in paths}
    if expected - found:
        raise InputError(f"{folder}: {min(expected - found)} is missing; {_AGAIN}")
    if found - expected:
        raise InputError(f"{folder}: {min(found - expected)} is none of its files; {_AGAIN}")


def _read_footer(path: Path, images: bool) -> Shard:
    from datasets import Features

    with _readable(path) as file:
        footer = file.metadata
        found = Features.from_arrow_schema(file.schema_arrow.remove_metadata())
        groups = [footer.row_group(index) for index in range(footer.num_row_groups)]
        shard = Shard(
            path=path,
            rows=footer.num_rows,
            size=path.stat().st_size,
            uncompressed=sum(group.total_byte_size for group in groups),
        )
    expected = Features.from_arrow_schema(features(images).arrow_schema.remove_metadata())
    if found != expected:
        raise InputError(f"{path}: {_difference(found, expected)}; {_AGAIN}")
    return shard


def _difference(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    for name in {**expected, **found}:
        if found.get(name) != expected.get(name):
            return f"column {name!r} is {found.get(name)}, expected {expected.get(name)}"
    return f"the columns are {', '.join(found)}, expected {', '.join(expected)}"


@contextmanager
def _readable(path: Path) -> Iterator[Any]:
    """Opens a Parquet file; what cannot be read in it is the user's to mend."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            yield file
    except (ArrowException, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        raise InputError(f"{path}: not a readable Parquet file ({reason}); {_AGAIN}") from error
