"""A Wikidata JSON dump as a source of chains: a pass over it writes a store, which is a graph.

The store is a folder of Parquet files, made once per dump and read any number of times.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from ....core.errors import InputError, file_problem
from ....core.files import cache_folder
from ....core.hashing import stable_hash
from ....core.optional import optional_dependency
from ....core.wikidata.dump.selection import Selection
from ....core.wikidata.dump.summary import FORMAT, DumpSummary, Watch, read_manifest
from ....erbench_tasks.wikidata.domain import domain_names, read_domain
from ..graph.properties import chain_classes, properties

if TYPE_CHECKING:
    from .store import DumpStore

_NEEDED = ("reading a Wikidata dump", "wikidata")


def read_dump(
    source: str | Path,
    folder: Path,
    *,
    as_of: str | None = None,
    workers: int | None = None,
    overwrite: bool = False,
    watch: Watch = lambda position, items: None,
    on_ray: bool = False,
    domains: Collection[str] = (),
) -> DumpSummary:
    """Makes a store of a Wikidata JSON dump, in one pass.

    It has what chains need, and what the domains of `erbench_tasks.wikidata` do.

    Args:
        source: The dump: `.json`, or compressed with gzip or bzip2 (recognized by its content);
            `-` for standard input.
        folder: The store, which appears whole or not at all.
        as_of: Year and month when the facts hold, `2025-09`; otherwise the date in the file's
            name, else that of the latest edit in the dump.
        workers: Processes that decode, and threads that decompress bzip2; None for one per
            core. With 1, everything happens in this process. The store's content does not depend
            on it.
        overwrite: Whether an existing folder may be replaced.
        watch: Called now and then with the bytes of the file read and the items found so far.
        on_ray: Whether a Ray cluster decodes; it has to see the file under the same path, and
            `workers` is ignored.
        domains: Files of further domains.

    Raises:
        InputError: The file cannot be read or is not a dump; its date is unknown; the folder
            exists; a domain is malformed; a library is missing.
    """
    with optional_dependency(*_NEEDED):
        from ....core.wikidata.dump.reduction import run_pass
    return run_pass(
        str(source), folder, selection(domains),
        as_of=as_of, workers=workers, overwrite=overwrite, watch=watch, on_ray=on_ray,
    )  # fmt: skip


def selection(domains: Collection[str] = ()) -> Selection:
    """Returns what a pass keeps: the claims of Table 5's properties, and what domains need.

    Args:
        domains: Files of domains, besides those that the package includes.
    """
    rows = properties().values()
    found = Selection(tuple((row.id, row.is_current) for row in rows), chain_classes())
    for name in (*domain_names(), *domains):
        found = found.plus(read_domain(name).selection())
    return found


def open_store(folder: Path) -> DumpStore:
    """Opens a store that `read_dump` made.

    Raises:
        InputError: It is not a store, or one of a newer version; a library is missing.
    """
    summary = read_manifest(folder)
    with optional_dependency(*_NEEDED):
        from .store import DumpStore
    return DumpStore(folder, summary)


def stored_dump(
    source: str,
    *,
    as_of: str | None = None,
    workers: int | None = None,
    watch: Watch = lambda position, items: None,
    warn: Callable[[str], None] = lambda warning: None,
) -> DumpStore:
    """Opens the store of a dump.

    It is kept in a cache (`ERBENCH_TRACK_WIKIDATA_CACHE` names another folder) under the dump's
    path, size and time of change.

    Args:
        source: A dump, or the folder of a store, which is opened as it is.
        as_of: Year and month when the facts hold, as for `read_dump`.
        workers: As for `read_dump`.
        watch: As for `read_dump`; it is not called for a store that exists already.
        warn: Called with each sentence about what is wrong with the dump.

    Raises:
        InputError: It cannot be read or is not a dump; it is a pipe.
    """
    if source == "-":
        raise InputError("-: a pipe cannot be read again; erbench-track wikidata - -o STORE first")
    path = Path(source)
    if path.is_dir():
        if as_of is not None:
            raise InputError(f"--as-of: {source} is a store, which knows when its facts hold")
        folder = path
    else:
        folder = _folder(path, as_of)
        if not folder.exists():
            read_dump(path, folder, as_of=as_of, workers=workers, watch=watch)
    store = open_store(folder)
    for warning in store.summary.warnings():
        warn(warning)
    return store


def _folder(path: Path, as_of: str | None) -> Path:
    try:
        stat = path.stat()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({file_problem(error)})") from error
    identity = [str(path.resolve()), str(stat.st_size), str(stat.st_mtime_ns), as_of or ""]
    name = stable_hash(["wikidata dump", str(FORMAT), *identity])
    return cache_folder("wikidata", "ERBENCH_TRACK_WIKIDATA_CACHE") / name
