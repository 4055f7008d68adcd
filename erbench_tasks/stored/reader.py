"""Reading a generated benchmark: checked against its own record, by columns and by rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError, first_line
from ...core.hashing import stable_hash
from ..items.item import columns as columns_of
from ..items.item import features
from .manifest import FILE, Manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import int64, uint64
    from numpy.typing import NDArray
    from pyarrow import Array, Table

    Positions = NDArray[int64]
    Numbers = NDArray[uint64]

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
        raise InputError(
            f"{path}: not a readable Parquet file ({first_line(error)}); {_AGAIN}"
        ) from error


_BATCH_ROWS = 65_536
_HEX = "^[0-9a-f]{16}$"
# The columns that items are compared by.
_TYPES = {"id": "string", "entity_id": "string", "variant": "int32", "fd": "string"}


@dataclass(frozen=True)
class _Shard:
    """One file of a question type; row groups and their first rows count from the shard's."""

    path: Path
    start: int
    rows: int
    group_starts: list[int]


class StoredItems:
    """The items of a folder that `erbench-track generate` wrote.

    A row is found by its position among the rows of its question type, from 0.

    Attributes:
        folder: The folder.
        manifest: What it was generated from.
    """

    def __init__(self, folder: Path) -> None:
        """Reads the record and the footers of the files, no item yet.

        Args:
            folder: The folder.

        Raises:
            InputError: It is no generated benchmark, a file is damaged, or one is missing.
        """
        self.folder = folder
        self.manifest = Manifest.read(folder)
        self._columns = list(columns_of(self.manifest.images))
        self._shards = {name: self._find(name) for name in self.manifest.question_types}

    def ids(self, question_type: str) -> Numbers:
        """Returns the ids of a question type's items as numbers, by position; maybe there is none.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np

        with _reading(self.folder / question_type):
            found = [_numbers(ids) for (ids,) in self._batches(question_type, ["id"])]
            return np.concatenate([np.empty(0, np.uint64), *found])

    def keys(self, question_type: str, positions: Positions) -> Numbers:
        """Returns for some items what each asks about whom, as one number.

        Two of them are equal by chance as rarely as two ids are: the number has 64 bits too.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np

        found = [np.empty(0, np.uint64)]
        columns = ["entity_id", "variant", "fd"] if len(positions) else []
        with _reading(self.folder / question_type):
            for entity, variant, fd in self._batches(question_type, columns):
                found.append(_numbers(entity) ^ _hashes(variant) ^ _hashes(fd))
        return np.concatenate(found)[positions]

    def table(self, question_type: str, positions: Positions) -> Table:
        """Returns the items at one or more positions in full, in this order.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np
        import pyarrow as pa

        order = np.argsort(positions, kind="stable")
        wanted = positions[order]
        parts: list[Table] = []
        for shard in self._shards[question_type]:
            first, last = np.searchsorted(wanted, [shard.start, shard.start + shard.rows])
            parts.extend(_read(shard, wanted[first:last] - shard.start, self._columns))
        with _reading(self.folder / question_type):
            return pa.concat_tables(parts).take(np.argsort(order, kind="stable"))

    def rows(self, question_type: str, positions: Positions) -> list[dict[str, Any]]:
        """Returns the items at some positions as plain values, in this order.

        Raises:
            InputError: A file is damaged.
        """
        if not len(positions):
            return []
        with _reading(self.folder / question_type):
            rows: list[dict[str, Any]] = self.table(question_type, positions).to_pylist()
        return rows

    def _find(self, question_type: str) -> list[_Shard]:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", question_type):  # else it could lead elsewhere
            raise InputError(f"{self.folder / FILE}: {question_type!r} is no question type")
        shards: list[_Shard] = []
        total = 0
        for path in sorted((self.folder / question_type).glob("test-*.parquet")):
            shards.append(_open_shard(path, total, self._columns))
            total += shards[-1].rows
        items = self.manifest.question_types[question_type].items
        if total != items:
            raise InputError(
                f"{self.folder / question_type}: {total} items in {len(shards)} files, "
                f"{FILE} says {items}; copy the folder again, whole, or generate it again"
            )
        return shards

    def _batches(self, question_type: str, columns: Sequence[str]) -> Iterator[list[Array]]:
        """Yields columns, the first of which holds 16 hexadecimal digits; no column, no batch."""
        from pyarrow import compute, parquet

        for shard in self._shards.get(question_type, []) if columns else []:
            with _reading(shard.path), parquet.ParquetFile(shard.path) as file:
                for batch in file.iter_batches(_BATCH_ROWS, columns=columns):
                    arrays = [batch[name] for name in columns]
                    matching = compute.match_substring_regex(arrays[0], _HEX).true_count
                    if matching < len(batch) or any(array.null_count for array in arrays):
                        raise InputError(
                            f"{shard.path}: {', '.join(columns)}: a value is missing, or "
                            f"{columns[0]} is not 16 hexadecimal digits; "
                            "generate the benchmark again"
                        )
                    yield arrays


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Tells what is wrong with a file in one line."""
    from pyarrow import ArrowException

    try:
        yield
    except (OSError, ValueError, ArrowException) as error:
        raise InputError(
            f"{path}: cannot be read as Parquet ({first_line(error)}); generate the benchmark again"
        ) from error


def _open_shard(path: Path, start: int, columns: Sequence[str]) -> _Shard:
    from pyarrow import parquet

    with _reading(path), parquet.ParquetFile(path) as file:
        schema = file.schema_arrow
        types = {name: str(schema.field(name).type) for name in schema.names}
        if types.keys() != set(columns) or any(types[key] != kind for key, kind in _TYPES.items()):
            raise InputError(
                f"{path}: its columns are not those of a benchmark that `erbench-track generate` "
                "wrote; give its folder"
            )
        groups = [file.metadata.row_group(n).num_rows for n in range(file.metadata.num_row_groups)]
    return _Shard(path, start, sum(groups), [0, *accumulate(groups)][: len(groups)])


def _read(shard: _Shard, positions: Positions, columns: list[str]) -> Iterator[Table]:
    """Yields the rows at sorted positions, from the row groups that have some."""
    import numpy as np
    from pyarrow import parquet

    if not len(positions):
        return
    groups = np.searchsorted(shard.group_starts, positions, side="right") - 1
    with _reading(shard.path), parquet.ParquetFile(shard.path) as file:
        for group in np.unique(groups):
            table = file.read_row_group(group, columns=columns).select(columns)
            yield table.take(positions[groups == group] - shard.group_starts[group])


def _numbers(column: Array) -> Numbers:
    """Returns texts of 16 hexadecimal digits as numbers."""
    import numpy as np

    digits = bytes.fromhex("".join(column.to_pylist()))
    return np.frombuffer(digits, ">u8").astype(np.uint64)


def _hashes(column: Array) -> Numbers:
    """Returns a hash of each value of a column that has few different ones."""
    import numpy as np

    encoded = column.dictionary_encode()
    hashes = [int(stable_hash([str(value)]), 16) for value in encoded.dictionary.to_pylist()]
    found: Numbers = np.array(hashes, np.uint64)[encoded.indices]
    return found
