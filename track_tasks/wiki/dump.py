"""A Wikidata JSON dump as a source of chains: a pass over it writes a store, which is a graph.

The store is a folder of Parquet files, made once per dump and read as often as one likes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...erbench_tasks.errors import InputError

if TYPE_CHECKING:
    from .dump_store import DumpStore

FORMAT = 1
MANIFEST = "manifest.json"

Watch = Callable[[int, int], None]


class DumpSummary(NamedTuple):
    """What a pass over a dump found; also the store's manifest.

    Attributes:
        source: Name of the dump's file; `-` for a pipe.
        size: Bytes of that file; None for a pipe.
        name: What questions say of their source, `Wikidata, dump of 2025-09-01`.
        as_of: Year and month when the facts hold, `2025-09`.
        items: Items that were read.
        others: Properties and lexemes, of which nothing is kept.
        claims: Claims that are kept.
        malformed: Lines that are no entities; they are left out.
        malformed_at: Offset of the first of these in the decompressed dump; -1 if there is none.
        malformed_why: What is wrong with it.
        truncated_at: None for a whole dump; else the offset in the decompressed dump where it
            could not be read further. The store holds what came before.
        damage: Why it could not be read further; empty for a whole dump.
    """

    source: str
    size: int | None
    name: str
    as_of: str
    items: int
    others: int
    claims: int
    malformed: int
    malformed_at: int
    malformed_why: str
    truncated_at: int | None
    damage: str

    def to_json(self) -> str:
        """Returns the manifest of a store."""
        return json.dumps({"format": FORMAT, **self._asdict()}, indent=1) + "\n"

    def warnings(self) -> list[str]:
        """Returns what a user should know, in sentences; nothing if all went well."""
        found = []
        if self.truncated_at is not None:
            found.append(
                f"{self.source}: truncated at byte {self.truncated_at:,} of the decompressed dump "
                f"({self.damage}); the store holds the {self.items:,} items before that"
            )
        if self.malformed:
            found.append(
                f"{self.source}: lines that are no entities were left out: {self.malformed:,}, the "
                f"first at byte {self.malformed_at:,} of the decompressed dump: "
                f"{self.malformed_why}"
            )
        return found


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


def read_manifest(folder: Path) -> DumpSummary:
    """Returns what the pass found that made a store.

    Raises:
        InputError: It is no store, or one of a newer version.
    """
    path = folder / MANIFEST
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        version = content.pop("format")
        if version != FORMAT:
            raise InputError(
                f"{path}: the format of the store is {version!r}, this version of erbench-track "
                f"reads {FORMAT}; make it again from the dump"
            )
        return DumpSummary(**content)
    except OSError as error:
        raise InputError(
            f"{folder}: no store of a Wikidata dump ({MANIFEST}: {error.strerror}); make one with "
            "erbench-track wikidata DUMP -o FOLDER"
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{path}: not the manifest of a store; make it again") from error


def _missing(error: ImportError) -> InputError:
    return InputError(
        f"reading a Wikidata dump needs the library {error.name}, which is not installed; "
        'pip install "erbench-track[wikidata]"'
    )
