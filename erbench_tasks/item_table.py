"""Items as Arrow tables, in the columns of `records.features()`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from .records import COLUMNS, Item, features

if TYPE_CHECKING:
    from pyarrow import Array, DataType, RecordBatch, Table

BATCH = 10_000


def batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Yields the items in lists of at most `size`."""
    remaining = iter(items)
    while batch := list(islice(remaining, size)):
        yield batch


def record_batch(items: Sequence[Item]) -> RecordBatch:
    """Returns items as a record batch.

    Building column by column takes a tenth of the time that rows of dictionaries take.
    """
    from pyarrow import RecordBatch

    schema = features().arrow_schema
    columns = [
        _column([getattr(item, name) for item in items], schema.field(name).type)
        for name in COLUMNS
    ]
    return RecordBatch.from_arrays(columns, schema=schema)


def item_table(items: Iterable[Item]) -> Table:
    """Returns all items as a table."""
    from pyarrow import Table

    schema = features().arrow_schema
    return Table.from_batches(map(record_batch, batches(items)), schema=schema)


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
