"""Reading a generated benchmark: checked against its own record, by columns and by rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError, first_line
from ...core.suites.erbench import QUESTION_TYPES
from ...core.untrusted_text import check_regular
from ..items.item import arrow_schema, columns
from ..items.prompts import PROMPT_COLUMNS
from .manifest import DEMONSTRATIONS, FILE, Manifest, shard_name

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray
    from pyarrow import RecordBatch, Table
    from pyarrow.parquet import ParquetFile

    Positions = NDArray[int64]

_SHARD_NAME = re.compile(r"test-\d{5,}-of-(\d{5,})\.parquet")
_BATCH_ROWS = 65_536
_NEIGHBOURS = 20
AGAIN = "generate the benchmark again"


@dataclass(frozen=True)
class Shard:
    """One Parquet file of a question type.

    Attributes:
        path: Where it is.
        groups: The number of rows of each of its row groups.
    """

    path: Path
    groups: Sequence[int]

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return sum(self.groups)


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
    fewshot: dict[str, list[Shard]] = field(default_factory=dict)

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
        shards, fewshot = {}, {}
        for name, recorded in manifest.question_types.items():
            paths = _files(folder / name, demonstrations=recorded.demonstrations > 0)
            shards[name] = _shards(folder / name, paths, recorded.items, manifest.images)
            if recorded.demonstrations:
                path = folder / name / DEMONSTRATIONS
                fewshot[name] = _shards(path, [path], recorded.demonstrations, manifest.images)
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
        batches = self.batches(question_type, [column])
        return {value for batch in batches for value in batch[column].unique().to_pylist()}

    def images(self) -> Iterator[tuple[Path, str, dict[str, Any]]]:
        """Yields each image with its file and its item's id, demonstrations too.

        Raises:
            InputError: A file is damaged.
        """
        every = [*chain(*self.shards.values(), *self.fewshot.values())]
        for path, batch in _batches(every if self.manifest.images else [], ["id", "image"], 200):
            for row in batch.to_pylist():
                if row["image"] is not None:
                    yield path, row["id"], row["image"]

    def batches(self, question_type: str, names: list[str]) -> Iterator[RecordBatch]:
        """Yields some columns of a type's items, in order; nothing if there are none.

        Raises:
            InputError: A file is damaged.
        """
        for path, batch in _batches(self.shards.get(question_type, []), names):
            with _readable(path.parent):
                batch.validate(full=True)
            yield batch

    def table(self, question_type: str, positions: Positions) -> Table:
        """Returns the items of a type at one or more positions, in this order.

        Raises:
            InputError: A file is damaged.
        """
        import numpy as np
        import pyarrow as pa

        names = list(columns(self.manifest.images))
        shards = self.shards[question_type]
        groups = [(shard.path, index) for shard in shards for index in range(len(shard.groups))]
        ends = np.cumsum([rows for shard in shards for rows in shard.groups])
        order = np.argsort(positions, kind="stable")
        wanted = positions[order]
        group_of = np.searchsorted(ends, wanted, side="right")
        parts: list[Table] = []
        for group in np.unique(group_of):
            path, index = groups[group]
            with _opened(path) as file:
                table = file.read_row_group(index, columns=names).select(names)
            parts.append(table.take(wanted[group_of == group] - (ends[group] - len(table))))
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


def _files(folder: Path, *, demonstrations: bool) -> list[Path]:
    """Returns the files of a type's items, of which none may be missing, and none too many."""
    found = {path.name for path in folder.glob("*.parquet")}
    found -= {DEMONSTRATIONS} if demonstrations else set()
    totals = [int(match[1]) for name in found if (match := _SHARD_NAME.fullmatch(name))]
    total = max(totals, default=1)
    # However many there should be, one of the first ones is missing if some are.
    expected = {shard_name(index, total) for index in range(min(total, len(found) + 1))}
    if expected - found:
        raise InputError(f"{folder}: {min(expected - found)} is missing; {AGAIN}")
    if found - expected:
        raise InputError(f"{folder}: {min(found - expected)} is not one of its files; {AGAIN}")
    return [folder / name for name in sorted(found)]


def _shards(where: Path, paths: Iterable[Path], rows: int, images: bool) -> list[Shard]:
    """Reads the footers of files, which together must have a number of rows."""
    shards = [_read_footer(path, images) for path in paths]
    found = sum(shard.rows for shard in shards)
    if found != rows:
        raise InputError(f"{where}: {found} rows, {FILE} says {rows}; {AGAIN}")
    return shards


def _read_footer(path: Path, images: bool) -> Shard:
    from pyarrow import string

    check_regular(path)
    with _opened(path) as file:
        footer = file.metadata
        found = {field.name: field.type for field in file.schema_arrow}
        groups = [footer.row_group(index).num_rows for index in range(footer.num_row_groups)]
    expected = {field.name: field.type for field in arrow_schema(images)}
    expected |= dict.fromkeys(PROMPT_COLUMNS, string())
    for name in [*expected, *found]:
        if (has := found.get(name)) != (wanted := expected.get(name)):
            raise InputError(f"{path}: column {name!r} is {has}, expected {wanted}; {AGAIN}")
    return Shard(path, groups)


def _batches(
    shards: Iterable[Shard], names: list[str], rows: int = _BATCH_ROWS
) -> Iterator[tuple[Path, RecordBatch]]:
    """Yields some columns of some files, batch by batch, each with its file."""
    for shard in shards:
        with _opened(shard.path) as file:
            for batch in file.iter_batches(rows, columns=names):
                yield shard.path, batch


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
