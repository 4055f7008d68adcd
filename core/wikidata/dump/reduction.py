"""One pass over a Wikidata dump that keeps what is wanted, over all cores, in bounded memory.

This process reads, decompresses and writes; others decode. The parts come back in the order of
the dump, and only a few are under way at any time. Now and then what was kept so far is closed, as
a segment; a pass that was ended goes on after the last one.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from glob import escape
from pathlib import Path

import duckdb

from ...errors import InputError
from ...files import new_folder
from .entities import TABLES, Counts, KeptPart, keep_part
from .lines import STDIN, Block, Dump, Part
from .segments import Placed, Segments
from .selection import Selection
from .summary import MANIFEST, DumpSummary, Watch

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
        select id, label, coalesce(types, '') as types, is_head, aliases, sitelinks, revision
        from entities left join kinds using (classes)
        order by id, label, types
    """,
    "claims": "select * from claims order by subject, property, object",
    "statements": "select * from statements order by all",
}


def write_tables(segments: Path, folder: Path, selection: Selection) -> None:
    """Merges the tables of all segments into those of a store.

    Args:
        segments: Folder with a folder for each segment.
        folder: Where the tables go.
        selection: Which classes are told apart.

    Raises:
        InputError: The disk is full.
    """
    try:
        with duckdb.connect() as connection:
            _limit(connection, folder)
            for name in TABLES:
                parquet_view(connection, name, segments, "*/")
            connection.execute("create temp table roots(root bigint)")
            if roots := _roots(selection):
                connection.executemany("insert into roots values (?)", roots)
            connection.execute(_BELOW)
            connection.execute(_KINDS)
            for name, query in _TABLES.items():
                connection.sql(query).write_parquet(
                    str(folder / f"{name}.parquet"),
                    compression="zstd", row_group_size=ROW_GROUP,
                )  # fmt: skip
    except duckdb.Error as error:
        raise InputError(f"{folder}: the store cannot be written ({error})") from error
    shutil.rmtree(folder / "spill", ignore_errors=True)


def parquet_view(
    connection: duckdb.DuckDBPyConnection, name: str, folder: Path, within: str = ""
) -> None:
    """Makes a view of a Parquet file in a folder, by the same name, whatever the folder's name.

    Args:
        connection: The database.
        name: Of the view, and of the file without its suffix.
        folder: The folder.
        within: Pattern of the folders in it where such files are, `*/`.
    """
    files = f"{escape(str(folder))}/{within}{name}.parquet"
    connection.read_parquet(files).create_view(name)


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
    with (
        new_folder(folder, overwrite=overwrite) as draft,
        Segments(folder, [*_identity(dump), *selection.identity()]) as segments,
    ):
        if segments.end is None:
            parts = _kept(dump, selection, workers, on_ray, segments.start)
            _read(dump, segments, parts, watch, bool(date))
        if not segments.counts.items:
            raise InputError(_nothing(source, segments.counts, dump.damage))
        write_tables(segments.folder, draft, selection)
        summary = _summary(dump, segments, selection, date or segments.counts.newest[:10])
        (draft / MANIFEST).write_text(summary.to_json(), encoding="utf-8")
        segments.remove()
    return summary


def _identity(dump: Dump) -> list[str]:
    """Returns what tells a dump from others; a pipe from none."""
    if dump.size is None:
        return [dump.source]
    stat = Path(dump.source).stat()
    return [str(Path(dump.source).resolve()), str(stat.st_size), str(stat.st_mtime_ns)]


def _summary(dump: Dump, segments: Segments, selection: Selection, date: str) -> DumpSummary:
    counts, (truncated_at, damage) = segments.counts, segments.end or (None, "")
    return DumpSummary(
        dump.source if dump.source == STDIN else Path(dump.source).name, dump.size,
        f"Wikidata, dump of {date}", date[:7],
        counts.items, counts.others, segments.rows["claims"],
        counts.malformed, counts.malformed_at, counts.malformed_why, truncated_at, damage,
        date, sorted(selection.classes), {id_: [*said] for id_, said in selection.statements},
    )  # fmt: skip


def _read(
    dump: Dump, segments: Segments, parts: Iterator[Placed], watch: Watch, is_dated: bool
) -> None:
    for position, end, kept in parts:
        counts = segments.add(end, kept)
        if not (counts.items or counts.others) and counts.malformed >= _HOPELESS:
            raise InputError(_nothing(dump.source, counts, ""))
        if counts.items and not (is_dated or _DAY.match(counts.newest)):
            raise InputError(
                f"{dump.source}: neither its name nor its entities say of when the dump is; "
                "give --as-of, such as 2025-09"
            )
        watch(position, counts.items)
    segments.finish(dump.truncated_at, dump.damage)


def _kept(
    dump: Dump, selection: Selection, workers: int, on_ray: bool, start: int
) -> Iterator[Placed]:
    if on_ray:
        from .ray_job import kept_on_ray

        return kept_on_ray(dump, selection, start)
    if workers == 1:
        return _kept_here(dump, selection, start)
    return _kept_by_workers(dump, selection, workers, start)


def _kept_here(dump: Dump, selection: Selection, start: int) -> Iterator[Placed]:
    for part in dump.parts(start):
        yield _position(dump, part), part.end, keep_part(part, selection)


def _kept_by_workers(
    dump: Dump, selection: Selection, workers: int, start: int = 0
) -> Iterator[Placed]:
    waiting: deque[tuple[int, int, Future[KeptPart]]] = deque()
    # Not forked: a fork would copy the locks of this process's threads.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        for part in dump.parts(start):
            kept = pool.submit(keep_part, part, selection)
            waiting.append((_position(dump, part), part.end, kept))
            if len(waiting) > 2 * workers:
                position, end, first = waiting.popleft()
                yield position, end, first.result()
        for position, end, kept in waiting:
            yield position, end, kept.result()
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
