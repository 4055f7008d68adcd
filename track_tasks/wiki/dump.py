"""A Wikidata JSON dump as a source of chains: a pass over it writes a store, which is a graph.

The store is a folder of Parquet files, made once per dump and read as often as one likes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...erbench_tasks.errors import InputError
from .dump_summary import DumpSummary, Watch, read_manifest

if TYPE_CHECKING:
    from .dump_store import DumpStore


def read_dump(
    source: str | Path,
    folder: Path,
    *,
    as_of: str | None = None,
    workers: int | None = None,
    overwrite: bool = False,
    watch: Watch = lambda position, items: None,
    on_ray: bool = False,
) -> DumpSummary:
    """Makes a store of a Wikidata JSON dump, in one pass.

    Args:
        source: The dump: `.json`, or compressed with gzip or bzip2 (told by its content); `-` for
            standard input.
        folder: The store, which appears whole or not at all.
        as_of: Year and month when the facts hold, `2025-09`; otherwise the date in the file's
            name, else that of the latest edit in the dump.
        workers: Processes that decode, and threads that decompress bzip2; None for one per
            core. With 1 everything happens in this
            process. The store's content does not depend on it.
        overwrite: Whether an existing folder may be replaced.
        watch: Is told the bytes of the file that were read and the items so far, now and then.
        on_ray: Whether a Ray cluster decodes, which has to see the file under the same path;
            `workers` is ignored then.

    Raises:
        InputError: The file cannot be read or is no dump; its date is unknown; the folder exists;
            a library is missing.
    """
    try:
        from .dump_pass import run_pass
    except ImportError as error:
        raise _missing(error) from error
    return run_pass(
        str(source), folder,
        as_of=as_of, workers=workers, overwrite=overwrite, watch=watch, on_ray=on_ray,
    )  # fmt: skip


def open_store(folder: Path) -> DumpStore:
    """Opens a store that `read_dump` made.

    Raises:
        InputError: It is no store, or one of a newer version; a library is missing.
    """
    summary = read_manifest(folder)
    try:
        from .dump_store import DumpStore
    except ImportError as error:
        raise _missing(error) from error
    return DumpStore(folder, summary)


def _missing(error: ImportError) -> InputError:
    return InputError(
        f"reading a Wikidata dump needs the library {error.name}, which is not installed; "
        'pip install "erbench-track[wikidata]"'
    )
