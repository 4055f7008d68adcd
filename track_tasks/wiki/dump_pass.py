"""One pass over a Wikidata dump that keeps what chains need, over all cores, in bounded memory.

This process reads, decompresses and writes; others decode. The parts come back in the order of
the dump, and only a few are under way at any time.
"""

from __future__ import annotations

import multiprocessing
import os
import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from ...erbench_tasks.errors import InputError
from ...erbench_tasks.files import new_folder
from .dump_columns import Counts, KeptPart, keep_part
from .dump_lines import Block, Dump, Part
from .dump_shards import Shards
from .dump_summary import MANIFEST, DumpSummary, Watch
from .dump_tables import write_tables

_IN_A_NAME = re.compile(r"(?<!\d)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?!\d)")
_MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")
_DAY = re.compile(r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_HOPELESS = 1000  # so many malformed lines and no entity: it is something else


def run_pass(
    source: str, folder: Path, *,
    as_of: str | None, workers: int | None, overwrite: bool, watch: Watch, on_ray: bool,
) -> DumpSummary:  # fmt: skip
    """Does what `dump.read_dump` says."""
    if as_of is not None and not _MONTH.fullmatch(as_of):
        raise InputError(f"--as-of: {as_of!r} is not a year and a month, such as 2025-09")
    date = as_of or _date_in(Path(source).name)
    workers = workers or _cores()
    dump = Dump(source, workers)
    with new_folder(folder, overwrite=overwrite) as draft:
        with Shards(draft / "shards") as shards:
            counts = _read(dump, shards, workers, watch, bool(date), on_ray)
        if not counts.items:
            raise InputError(_nothing(source, counts, dump.damage))
        write_tables(draft)
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
    dump: Dump, shards: Shards, workers: int, watch: Watch, is_dated: bool, on_ray: bool
) -> Counts:
    counts = Counts()
    for position, kept in _kept(dump, workers, on_ray):
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


def _kept(dump: Dump, workers: int, on_ray: bool) -> Iterator[tuple[int, KeptPart]]:
    if on_ray:
        from .dump_ray import kept_on_ray

        return kept_on_ray(dump)
    return _kept_here(dump) if workers == 1 else _kept_by_workers(dump, workers)


def _kept_here(dump: Dump) -> Iterator[tuple[int, KeptPart]]:
    for part in dump.parts():
        yield _position(dump, part), keep_part(part)


def _kept_by_workers(dump: Dump, workers: int) -> Iterator[tuple[int, KeptPart]]:
    waiting: deque[tuple[int, Future[KeptPart]]] = deque()
    # Not forked: this process has threads, of which a fork would copy the locks.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        for part in dump.parts():
            waiting.append((_position(dump, part), pool.submit(keep_part, part)))
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
