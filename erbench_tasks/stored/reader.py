"""Reading a generated benchmark: checked against its own record, by columns and by rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError, first_line
from ...core.hashing import stable_hash
from ...core.suites.erbench import QUESTION_TYPES
from ...core.untrusted_text import check_regular
from ..items.item import arrow_schema, columns
from ..items.prompts import PROMPT_COLUMNS
from .manifest import DEMONSTRATIONS, FILE, Manifest, QuestionType

if TYPE_CHECKING:
    from numpy import int64, uint64
    from numpy.typing import NDArray
    from pyarrow import Array, DataType, Table
    from pyarrow.parquet import ParquetFile

    Positions = NDArray[int64]
    Numbers = NDArray[uint64]

_SHARD_NAME = re.compile(r"test-(\d{5,})-of-(\d{5,})\.parquet")
_ID = "^[0-9a-f]{16}$"
_BATCH_ROWS = 65_536
_BATCH_IMAGES = 200
_NEIGHBOURS = 20
AGAIN = "generate the benchmark again"


@dataclass(frozen=True)
class Shard:
    """One Parquet file of a question type.

    Attributes:
        path: Where it is.
        start: Position of its first row among the rows of the question type.
        rows: Number of its rows.
        group_starts: The first row of each of its row groups, counted from the shard's first.
        size: Its size in bytes.
        uncompressed: Size of its columns in bytes before compression.
    """

    path: Path
    start: int
    rows: int
    group_starts: Sequence[int]
    size: int
    uncompressed: int


@dataclass(frozen=True)
class GeneratedBenchmark:
    """A folder that `erbench-track generate erbench` wrote.

    An item is found by its position among the items of its question type, from 0.

    Attributes:
        folder: The folder.
        manifest: Its record.
        shards: Question type to its files, in order.
        fewshot: Question type to the file of its demonstrations, if it has some.
    """

    folder: Path
    manifest: Manifest
    shards: dict[str, list[Shard]]
    fewshot: dict[str, Shard] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path, *, allow_empty: bool = False) -> GeneratedBenchmark:
        """Opens a folder; of the Parquet files only the footers are read.

        Args:
            folder: The folder.
            allow_empty: Whether it may have no items.

        Raises:
            InputError: It has no readable record or no items, or its files are not those of the
                record.
        """
        manifest = Manifest.read(folder)
        unknown = sorted(set(manifest.question_types) - set(QUESTION_TYPES))
        if unknown or not (manifest.question_types or allow_empty):
            raise InputError(  # the name of a type could lead elsewhere
                f"{folder / FILE}: question_types has {unknown or 'nothing'}; "
                f"known types are {', '.join(QUESTION_TYPES)}"
            )
        shards = {
            question_type: _checked_shards(folder / question_type, recorded, manifest.images)
            for question_type, recorded in manifest.question_types.items()
        }
        fewshot = {
            question_type: _demonstrations(folder / question_type, recorded, manifest.images)
            for question_type, recorded in manifest.question_types.items()
            if recorded.demonstrations
        }
        return cls(folder, manifest, shards, fewshot)

    @property
    def items(self) -> int:
        """The number of items of all types."""
        return sum(some.items for some in self.manifest.question_types.values())

    def first(self, question_type: str) -> dict[str, Any]:
        """Returns the first item of a type, as `Item.to_row()` does.

        Raises:
            InputError: It cannot be read.
        """
        import numpy as np

        return self.rows(question_type, np.zeros(1, np.int64))[0]

    def sample(self, question_type: str, most: int) -> list[dict[str, Any]]:
        """Returns some items of a type, from all over it, as `Item.to_row()` does.

        Raises:
            InputError: They cannot be read.
        """
        import numpy as np

        items = self.manifest.question_types[question_type].items
        # Neighbours are read together.
        starts = np.linspace(0, max(0, items - _NEIGHBOURS), max(1, most // _NEIGHBOURS))
        near = starts.astype(np.int64)[:, None] + np.arange(_NEIGHBOURS)
        return self.rows(question_type, np.unique(near[near < items]))

    def distinct(self, question_type: str, column: str) -> set[str]:
        """Returns the distinct values of a text column, reading no other.

        Raises:
            InputError: The column cannot be read.
        """
        batches = self._batches(question_type, [column])
        return {value for (values,) in batches for value in values.unique().to_pylist()}

    def images(self) -> Iterator[tuple[Path, str, dict[str, Any]]]:
        """Yields each image with its file and its item's id, demonstrations too.

        Raises:
            InputError: A file is damaged.
        """
        every = [*chain(*self.shards.values()), *self.fewshot.values()]
        for shard in every if self.manifest.images else []:
            with _opened(shard.path) as file:
                for batch in file.iter_batches(_BATCH_IMAGES, columns=["id", "image"]):
                    rows = batch.to_pylist()
                    shown = ((row["id"], row["image"]) for row in rows if row["image"] is not None)
                    yield from ((shard.path, item, image) for item, image in shown)

    def ids(self, question_type: str) -> Numbers:
        """Returns the ids of a question type's items as numbers, by position; none without items.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np

        with _readable(self.folder / question_type):
            found = [_numbers(ids) for (ids,) in self._identified(question_type, ["id"])]
            return np.concatenate([np.empty(0, np.uint64), *found])

    def keys(self, question_type: str) -> Numbers:
        """Returns what each item asks for, and about whom, as numbers, by position.

        Two different keys are equal by chance as rarely as two ids are: the number has 64 bits too.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np

        found = [np.empty(0, np.uint64)]
        with _readable(self.folder / question_type):
            named = self._identified(question_type, ["entity_id", "variant", "fd"])
            found += [_numbers(who) ^ _hashes(variant) ^ _hashes(fd) for who, variant, fd in named]
        return np.concatenate(found)

    def contents(self, question_type: str, positions: Positions, names: Sequence[str]) -> Numbers:
        """Returns hashes of some columns of the items at some positions, in this order.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np

        order = np.argsort(positions, kind="stable")
        found: Numbers = np.empty(len(positions), np.uint64)
        for start in range(0, len(positions), _BATCH_ROWS):
            some = order[start : start + _BATCH_ROWS]
            with _readable(self.folder / question_type):
                rows = self.table(question_type, positions[some], names).to_pylist()
            found[some] = [int(stable_hash([json.dumps(row)]), 16) for row in rows]
        return found

    def table(self, question_type: str, positions: Positions, names: Sequence[str] = ()) -> Table:
        """Returns the items at one or more positions, in this order.

        Args:
            question_type: Their type.
            positions: The positions.
            names: The columns; by default all.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np
        import pyarrow as pa

        order = np.argsort(positions, kind="stable")
        wanted = positions[order]
        parts: list[Table] = []
        for shard in self.shards[question_type]:
            first, last = np.searchsorted(wanted, [shard.start, shard.start + shard.rows])
            parts.extend(self._read(shard, wanted[first:last] - shard.start, names))
        with _readable(self.folder / question_type):
            return pa.concat_tables(parts).take(np.argsort(order, kind="stable"))

    def rows(self, question_type: str, positions: Positions) -> list[dict[str, Any]]:
        """Returns the items at some positions as plain values, in this order.

        Raises:
            InputError: A file is damaged.
        """
        if not len(positions):
            return []
        with _readable(self.folder / question_type):
            rows: list[dict[str, Any]] = self.table(question_type, positions).to_pylist()
        return rows

    def _read(self, shard: Shard, positions: Positions, names: Sequence[str]) -> Iterator[Table]:
        """Yields the rows at sorted positions of a shard, from the row groups that have some."""
        import numpy as np

        if not len(positions):
            return
        every = list(names or columns(self.manifest.images))
        groups = np.searchsorted(shard.group_starts, positions, side="right") - 1
        with _opened(shard.path) as file:
            for group in np.unique(groups):
                table = file.read_row_group(group, columns=every).select(every)
                yield table.take(positions[groups == group] - shard.group_starts[group])

    def _batches(self, question_type: str, names: list[str]) -> Iterator[list[Array]]:
        """Yields some columns, batch by batch."""
        for shard in self.shards.get(question_type, []):
            with _opened(shard.path) as file:
                for batch in file.iter_batches(_BATCH_ROWS, columns=names):
                    yield [batch[name] for name in names]

    def _identified(self, question_type: str, names: list[str]) -> Iterator[list[Array]]:
        """Yields columns without missing values, the first of which holds ids."""
        from pyarrow import compute

        for arrays in self._batches(question_type, names):
            ids = compute.match_substring_regex(arrays[0], _ID).true_count
            if ids < len(arrays[0]) or any(array.null_count for array in arrays):
                raise InputError(
                    f"{self.folder / question_type}: {', '.join(names)}: a value is missing, or "
                    f"{names[0]} is not 16 hexadecimal digits; {AGAIN}"
                )
            yield arrays


def _demonstrations(folder: Path, recorded: QuestionType, images: bool) -> Shard:
    """Reads the footer of one type's demonstrations."""
    shard = _read_footer(folder / DEMONSTRATIONS, 0, images)
    if shard.rows != recorded.demonstrations:
        raise InputError(
            f"{shard.path}: {shard.rows} rows, {FILE} says {recorded.demonstrations}; {AGAIN}"
        )
    return shard


def _checked_shards(folder: Path, recorded: QuestionType, images: bool) -> list[Shard]:
    """Reads the footers of one type's files, which together must hold all of its items."""
    paths = sorted(folder.glob("*.parquet"))
    if recorded.demonstrations:
        paths = [path for path in paths if path.name != DEMONSTRATIONS]
    _check_names(folder, paths)
    shards: list[Shard] = []
    rows = 0
    for path in paths:
        check_regular(path)
        shards.append(_read_footer(path, rows, images))
        rows += shards[-1].rows
    if rows != recorded.items:
        raise InputError(f"{folder}: {rows} rows, {FILE} says {recorded.items}; {AGAIN}")
    return shards


def _check_names(folder: Path, paths: list[Path]) -> None:
    """Checks that no file of `test-00000-of-0000N.parquet` is missing, and none is too many."""
    numbers = [match for path in paths if (match := _SHARD_NAME.fullmatch(path.name))]
    total = int(numbers[0][2]) if numbers else 1
    expected = {f"test-{index:05d}-of-{total:05d}.parquet" for index in range(total)}
    found = {path.name for path in paths}
    if expected - found:
        raise InputError(f"{folder}: {min(expected - found)} is missing; {AGAIN}")
    if found - expected:
        raise InputError(f"{folder}: {min(found - expected)} is not one of its files; {AGAIN}")


def _read_footer(path: Path, start: int, images: bool) -> Shard:
    from pyarrow import string

    with _opened(path) as file:
        footer = file.metadata
        found = {field.name: field.type for field in file.schema_arrow}
        groups = [footer.row_group(index) for index in range(footer.num_row_groups)]
        size = path.stat().st_size
    expected = {field.name: field.type for field in arrow_schema(images)}
    expected |= dict.fromkeys(PROMPT_COLUMNS, string())
    if found != expected:
        raise InputError(f"{path}: {_difference(found, expected)}; {AGAIN}")
    return Shard(
        path=path,
        start=start,
        rows=footer.num_rows,
        group_starts=[0, *accumulate(group.num_rows for group in groups)][: len(groups)],
        size=size,
        uncompressed=sum(group.total_byte_size for group in groups),
    )


def _difference(found: dict[str, DataType], expected: dict[str, DataType]) -> str:
    names = [*expected, *found]
    name = next(name for name in names if found.get(name) != expected.get(name))
    return f"column {name!r} is {found.get(name)}, expected {expected.get(name)}"


@contextmanager
def _opened(path: Path) -> Iterator[ParquetFile]:
    from pyarrow.parquet import ParquetFile

    with _readable(path), ParquetFile(path) as file:
        yield file


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Says in one line what is wrong with a file, or with the files of a folder."""
    from pyarrow import ArrowException

    try:
        yield
    except (OSError, ValueError, ArrowException) as error:
        raise InputError(
            f"{path}: cannot be read as Parquet ({first_line(error)}); {AGAIN}"
        ) from error


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
