"""Reading the items of a generated benchmark by columns and by rows, never all at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .hashing import stable_hash
from .manifest import FILE, Manifest
from .records import columns as columns_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import int64, uint64
    from numpy.typing import NDArray
    from pyarrow import Array, Table

    Positions = NDArray[int64]
    Numbers = NDArray[uint64]

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
        reason = (str(error).strip() or "no reason given").splitlines()[0]
        raise InputError(
            f"{path}: cannot be read as Parquet ({reason}); generate the benchmark again"
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
