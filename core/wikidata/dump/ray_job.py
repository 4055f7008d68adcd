"""The pass over a dump on a Ray cluster, as a Ray Data job, for several machines.

Each part of the dump is one row. A plain file is divided, and every machine reads its own parts
of it; a compressed one is decompressed by one task, which streams its parts to all others. What
is kept, about 3 % of the dump, comes back to this process, which writes the store.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from ...errors import InputError
from ...optional import optional_dependency
from .entities import TABLES, Counts, KeptPart, keep_part
from .lines import STDIN, Block, Dump, Part, Span
from .segments import Placed
from .selection import Selection

Row = dict[str, Any]

_MOST_TASKS = 4096
_EMPTY: Row = {"position": 0, "path": "", "start": 0, "stop": 0, "data": b"", "end": ""}


def kept_on_ray(dump: Dump, selection: Selection, start: int = 0) -> Iterator[Placed]:
    """Yields what is kept of the parts of a dump, in their order.

    Starts a local Ray cluster unless this process is connected to one, or `RAY_ADDRESS` names one.

    Args:
        dump: Its file must be under the same path on all machines.
        selection: What is kept.
        start: Offset of a line that is to come first.

    Raises:
        InputError: Ray is not installed, or the dump is a pipe.
    """
    if dump.source == STDIN:
        raise InputError("-: the machines of a Ray cluster cannot read a pipe; give a file")
    with _cluster() as ray:
        if dump.is_divided:
            parts = [_to_row(dump, part) for part in dump.parts(start)]
            if not parts:
                return
            rows = ray.data.from_items(parts, override_num_blocks=min(len(parts), _MOST_TASKS))
        else:
            source = {"source": str(Path(dump.source).resolve()), "start": start}
            # Not counted as work, so that it can run on any cluster and alongside the decoding,
            # instead of as one task with it.
            rows = ray.data.from_items([source]).flat_map(_parts, num_cpus=0)
        for row in rows.map(partial(_keep, selection)).iter_rows():
            if row["end"]:
                end = json.loads(row["end"])
                dump.truncated_at, dump.damage = end["truncated_at"], end["damage"]
            else:
                yield row["position"], row["stop"], _from_row(row)


def _to_row(dump: Dump, part: Part) -> Row:
    if isinstance(part, Block):
        place = {"position": dump.position, "start": part.offset, "stop": part.end}
        found = {**place, "data": part.data}
    else:
        path = str(Path(part.path).resolve())
        found = {"position": part.end, "path": path, "start": part.start, "stop": part.end}
    return _EMPTY | found


def _parts(row: Row) -> Iterator[Row]:
    """Yields the parts of a dump, and finally how it ended."""
    dump = Dump(row["source"], os.cpu_count() or 1)
    for part in dump.parts(row["start"]):
        yield _to_row(dump, part)
    end = {"truncated_at": dump.truncated_at, "damage": dump.damage}
    yield _EMPTY | {"position": dump.position, "end": json.dumps(end)}


def _keep(selection: Selection, row: Row) -> Row:
    if row["end"]:
        kept = KeptPart(Counts(), {})
    elif row["path"]:
        kept = keep_part(Span(row["path"], row["start"], row["stop"]), selection)
    else:
        kept = keep_part(Block(row["start"], row["data"]), selection)
    tables = {name: _to_bytes(kept.tables[name]) if kept.tables else b"" for name in TABLES}
    counts = json.dumps(kept.counts)
    place = {name: row[name] for name in ("position", "stop", "end")}
    return {**place, "counts": counts, **tables}


def _from_row(row: Row) -> KeptPart:
    tables = {name: pa.ipc.open_stream(row[name]).read_next_batch() for name in TABLES}
    return KeptPart(Counts(*json.loads(row["counts"])), tables)


def _to_bytes(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    found: bytes = sink.getvalue().to_pybytes()
    return found


@contextmanager
def _cluster() -> Iterator[Any]:
    """Yields the module `ray`, connected to a cluster."""
    with optional_dependency("reading a dump on a Ray cluster", "ray,wikidata"):
        import ray
        import ray.data
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    is_ours = not ray.is_initialized()
    if is_ours:
        ray.init(log_to_driver=False, logging_level=logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    try:
        yield ray
    finally:
        if is_ours:
            ray.shutdown()
