"""The store of a dump that a user names as a source: made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...erbench_tasks.errors import InputError
from ...erbench_tasks.files import cache_folder
from ...erbench_tasks.hashing import stable_hash
from .dump import open_store, read_dump
from .dump_summary import FORMAT, Watch

if TYPE_CHECKING:
    from .dump_store import DumpStore


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
        as_of: Year and month when the facts hold; see `dump.read_dump`.
        workers: The same.
        watch: The same; a store that exists already tells nothing.
        warn: Is told what is wrong with the dump, in sentences, each time.

    Raises:
        InputError: It cannot be read or is no dump; it is a pipe.
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
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    identity = [str(path.resolve()), str(stat.st_size), str(stat.st_mtime_ns), as_of or ""]
    name = stable_hash(["wikidata dump", str(FORMAT), *identity])
    return cache_folder("wikidata", "ERBENCH_TRACK_WIKIDATA_CACHE") / name
