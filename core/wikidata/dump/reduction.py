"""One pass over a Wikidata dump that keeps what is wanted, over all cores, in bounded memory.

This process reads, decompresses and writes; others decode. The parts come back in the order of
the dump, and only a few are under way at any time.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from glob import escape
from pathlib import Path
from types import TracebackType

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import InputError
from ...files import new_folder
from .entities import TABLES, Counts, KeptPart, keep_part
from .lines import Block, Dump, Part
from .selection import Selection
from .summary import MANIFEST, DumpSummary, Watch

_ROWS = 1 << 16  # of a row group; fewer wait in memory


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


MEMORY = "512MB"
_THREADS = 4  # each needs a share of the memory
ROW_GROUP = 8192  # a look-up reads that many rows per id

# Only classes that are told apart matter, so the closure goes down from those.
_BELOW = """
create temp table below as
  with recursive below(root, class) as (
    select root, root from roots
    union
    select below.root, subclasses.class from below join subclasses on superclass = below.class
  )
  select * from below
"""
# Few combinations of classes occur, so types are found per combination, not per entity.
_KINDS = """
create temp table kinds as
  with kind as (select distinct classes from entities where classes <> ''),
    part as (select classes, unnest(string_split(classes, ' '))::bigint as class from kind),
    found as (select distinct classes, root from part join below using (class))
  select classes, string_agg('Q' || root, ' ' order by root) as types from found group by classes
"""
_TABLES = {
    "entities": """
        select id, label, coalesce(types, '') as types, is_head
        from entities left join kinds using (classes)
        order by id, label, types
    """,
    "claims": "select * from claims order by subject, property, object",
}


def write_tables(folder: Path, selection: Selection) -> None:
    """Merges the folder's shards into `entities.parquet` and `claims.parquet`, and removes them.

    Args:
        folder: Where the folder `shards` is.
        selection: Which classes are told apart.

    Raises:
        InputError: The disk is full.
    """
    shards = folder / "shards"
    try:
        with duckdb.connect() as connection:
            _limit(connection, shards)
            for name in TABLES:
                parquet_view(connection, name, shards)
            connection.execute("create temp table roots(root bigint)")
            connection.executemany("insert into roots values (?)", _roots(selection))
            connection.execute(_BELOW)
            connection.execute(_KINDS)
            for name, query in _TABLES.items():
                connection.sql(query).write_parquet(
                    str(folder / f"{name}.parquet"),
                    compression="zstd", row_group_size=ROW_GROUP,
                )  # fmt: skip
    except duckdb.Error as error:
        raise InputError(f"{folder}: the store cannot be written ({error})") from error
    shutil.rmtree(shards)


def parquet_view(connection: duckdb.DuckDBPyConnection, name: str, folder: Path) -> None:
    """Makes a view of a Parquet file in a folder, by the same name, whatever the folder's name."""
    connection.read_parquet(escape(str(folder / f"{name}.parquet"))).create_view(name)


def _limit(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    spill = str(folder / "spill").replace("'", "''")
    threads = min(_THREADS, os.cpu_count() or 1)
    connection.execute(f"set memory_limit = '{MEMORY}'")
    connection.execute(f"set temp_directory = '{spill}'")
    connection.execute(f"set threads = {threads}")


def _roots(selection: Selection) -> list[list[int]]:
    return [[root] for root in sorted(int(class_[1:]) for class_ in selection.classes)]


_IN_A_NAME = re.compile(r"(?<!\d)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?!\d)")
_MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")
_DAY = re.compile(r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_Placed = tuple[int, KeptPart]  # bytes of the file up to there, and what is kept
_HOPELESS = 1000  # with that many malformed lines and no entity, it is something else


def run_pass(
    source: str, folder: Path, selection: Selection, *,
    as_of: str | None, workers: int | None, overwrite: bool, watch: Watch, on_ray: bool,
) -> DumpSummary:  # fmt: skip
    """Makes a store of a Wikidata JSON dump, in one pass.

    Args:
        source: The dump: `.json`, or compressed with gzip or bzip2 (recognized by its content);
            `-` for standard input.
        folder: The store, which appears whole or not at all.
        selection: What is kept.
        as_of: Year and month when the facts hold, `2025-09`; otherwise the date in the file's
            name, else that of the latest edit in the dump.
        workers: Processes that decode, and threads that decompress bzip2; None for one per
            core. With 1, everything happens in this process. The store's content does not depend
            on it.
        overwrite: Whether an existing folder may be replaced.
        watch: Called now and then with the bytes of the file read and the items found so far.
        on_ray: Whether a Ray cluster decodes; it has to see the file under the same path, and
            `workers` is ignored.

    Raises:
        InputError: The file cannot be read or is not a dump; its date is unknown; the folder
            exists.
    """
    if as_of is not None and not _MONTH.fullmatch(as_of):
        raise InputError(f"--as-of: {as_of!r} is not a year and a month, such as 2025-09")
    date = as_of or _date_in(Path(source).name)
    workers = workers or _cores()
    dump = Dump(source, workers)
    with new_folder(folder, overwrite=overwrite) as draft:
        with Shards(draft / "shards") as shards:
            counts = _read(dump, shards, _kept(dump, selection, workers, on_ray), watch, bool(date))
        if not counts.items:
            raise InputError(_nothing(source, counts, dump.damage))
        write_tables(draft, selection)
        date = date or counts.newest[:10]
        summary = DumpSummary(
            source if source == "-" else Path(source).name, dump.size,
            f"Wikidata, dump of {date}", date[:7],
            counts.items, counts.others, shards.rows["claims"],
            counts.malformed, counts.malformed_at, counts.malformed_why,
            dump.truncated_at, dump.damage,
        )  # fmt: skip
        (draft / MANIFEST).write_text(summary.to_json(), encoding="utf-8")
    return summary


def _read(
    dump: Dump, shards: Shards, parts: Iterator[_Placed], watch: Watch, is_dated: bool
) -> Counts:
    counts = Counts()
    for position, kept in parts:
        counts = counts.plus(kept.counts)
        if not (counts.items or counts.others) and counts.malformed >= _HOPELESS:
            raise InputError(_nothing(dump.source, counts, ""))
        if counts.items and not (is_dated or _DAY.match(counts.newest)):
            raise InputError(
                f"{dump.source}: neither its name nor its entities say of when the dump is; "
                "give --as-of, such as 2025-09"
            )
        shards.add(kept.tables)
        watch(position, counts.items)
    return counts


def _kept(dump: Dump, selection: Selection, workers: int, on_ray: bool) -> Iterator[_Placed]:
    if on_ray:
        from .ray_job import kept_on_ray

        return kept_on_ray(dump, selection)
    if workers == 1:
        return _kept_here(dump, selection)
    return _kept_by_workers(dump, selection, workers)


def _kept_here(dump: Dump, selection: Selection) -> Iterator[_Placed]:
    for part in dump.parts():
        yield _position(dump, part), keep_part(part, selection)


def _kept_by_workers(dump: Dump, selection: Selection, workers: int) -> Iterator[_Placed]:
    waiting: deque[tuple[int, Future[KeptPart]]] = deque()
    # Not forked: a fork would copy the locks of this process's threads.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        for part in dump.parts():
            waiting.append((_position(dump, part), pool.submit(keep_part, part, selection)))
            if len(waiting) > 2 * workers:
                position, kept = waiting.popleft()
                yield position, kept.result()
        for position, kept in waiting:
            yield position, kept.result()
    except BrokenProcessPool as error:
        raise InputError(
            "a process that decodes the dump was ended, perhaps for want of memory; "
            "give fewer --workers"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _position(dump: Dump, part: Part) -> int:
    return dump.position if isinstance(part, Block) else part.end


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _date_in(name: str) -> str:
    found = _IN_A_NAME.search(name)
    return "-".join(found.groups()) if found else ""


def _nothing(source: str, counts: Counts, damage: str) -> str:
    why = damage or "no line of it is an item"
    if counts.malformed:
        why = f"no line of it is an item; at byte {counts.malformed_at}: {counts.malformed_why}"
    return f"{source}: not a Wikidata JSON dump: {why}"
