"""Items as Arrow tables with the columns of `item.features()`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .item import Item, columns, features

if TYPE_CHECKING:
    from pyarrow import Array, DataType, RecordBatch, Table

BATCH = 10_000
BATCH_OF_IMAGES = 100  # whose bytes are in memory at the same time


def batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Yields the items in lists of at most `size`."""
    remaining = iter(items)
    while batch := list(islice(remaining, size)):
        yield batch


def record_batch(
    items: Sequence[Item], *, images: bool = False, embed: bool = False
) -> RecordBatch:
    """Returns items as a record batch.

    Building column by column takes a tenth of the time that rows of dictionaries take.

    Args:
        items: The items.
        images: Whether they have images.
        embed: Whether the table has the bytes of the images, and not their paths on this machine.
    """
    from pyarrow import RecordBatch

    schema = features(images).arrow_schema
    arrays = [
        _column([getattr(item, name) for item in items], schema.field(name).type)
        for name in columns(images)
        if not (embed and name == "image")
    ]
    if images and embed:
        at = columns(images).index("image")
        arrays.insert(at, _embedded(items, schema.field("image").type))
    return RecordBatch.from_arrays(arrays, schema=schema)


def item_table(items: Iterable[Item], *, images: bool = False) -> Table:
    """Returns all items as a table; images stay files of this machine.

    Args:
        items: The items.
        images: Whether they have images.
    """
    from pyarrow import Table

    schema = features(images).arrow_schema
    made = (record_batch(some, images=images) for some in batches(items))
    return Table.from_batches(made, schema=schema)


def _embedded(items: Sequence[Item], kind: DataType) -> Array:
    """Returns images as their bytes, each with the name of its file."""
    import pyarrow as pa

    files = [Path(item.picture.path) if item.picture else None for item in items]
    rows = [f and {"bytes": f.read_bytes(), "path": f.name} for f in files]
    return pa.array(rows, kind)


def _column(values: list[Any], kind: DataType) -> Array:
    """Returns an array of plain values, of lists of them, or of lists of records."""
    import pyarrow as pa

    if not pa.types.is_list(kind):
        return pa.array(values, kind)
    offsets = [0]
    for value in values:
        offsets.append(offsets[-1] + len(value))
    inner = list(chain.from_iterable(values))
    if not pa.types.is_struct(kind.value_type):
        return pa.ListArray.from_arrays(
            pa.array(offsets, pa.int32()), pa.array(inner, kind.value_type), type=kind
        )
    fields = list(kind.value_type)
    arrays = [_column([getattr(e, field.name) for e in inner], field.type) for field in fields]
    records = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), records, type=kind)
