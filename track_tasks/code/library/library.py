"""Looking up dotted names in the installed libraries, in a process of its own, with a cache.

A problem is untrusted, and a lookup imports what its solution imports, which runs that library's
code. So only the standard library is imported, and those installed packages that the problem names
in `libs` (an allowlist). The process that imports starts isolated (`python -I`) in an empty folder,
with our import paths except the current folder, and without our environment: a module in the
current folder is never found. The solution itself is never run.
"""

from __future__ import annotations

import builtins
import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from pydantic import TypeAdapter, ValidationError

from ....core.build_cache import fingerprint
from ....core.errors import InputError
from ....core.files import cache_folder, write_text
from ....core.worker_process import WorkerProcess
from .entries import Entry, entry_of
from .installed import distribution_of, is_standard

VARIABLE = "ERBENCH_TRACK_SIGNATURE_CACHE"
_WORKER = Path(__file__).with_name("inspect_worker.py")
# Whatever an entry depends on, besides the library.
_CODE = ("track_tasks/code/library",)
_MISSING = Entry(kind="missing")
_ENTRIES = TypeAdapter(dict[str, Entry])
_LONGEST_LOOKUP = 120.0  # seconds; the first import of a plotting library may build its font list


class Library:
    """The installed libraries; a context manager that writes its cache when it ends.

    Attributes:
        lookups: How many names were looked up in a library, and not in the cache.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Opens the cache; nothing is imported yet.

        Args:
            folder: Where the cache is; by default ERBENCH_TRACK_SIGNATURE_CACHE, or
                `erbench-track/signatures` in the user's cache folder.
        """
        self.lookups = 0
        self._folder = folder or cache_folder("signatures", VARIABLE)
        self._entries: dict[str, dict[str, Entry]] = {}
        self._changed: set[str] = set()
        self._worker: WorkerProcess | None = None

    def __enter__(self) -> Library:
        """Returns itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Writes the cache and ends the process that looks up names."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None
        for top in sorted(self._changed):
            entries = {path: entry.model_dump() for path, entry in self._entries[top].items()}
            # A cache that cannot be written is a slower start, not an error.
            with contextlib.suppress(InputError):
                write_text(self._file(top), json.dumps(entries, ensure_ascii=False))

    def entry(self, path: str, allowed: Iterable[str]) -> Entry:
        """Returns what a dotted name is.

        Args:
            path: Such as `pandas.DataFrame.max`, or `str.join` for a builtin.
            allowed: Top-level packages that may be imported, besides the standard library.

        Returns:
            What the installed library says; of the kind `missing` if the name does not exist, or
            may not be imported.
        """
        top = path.partition(".")[0]
        packages = sorted(name for name in allowed if distribution_of(name))
        if not (hasattr(builtins, top) or is_standard(top) or top in packages):
            return _MISSING
        if top not in self._entries:
            self._entries[top] = self._read(top)
        known = self._entries[top]
        if path not in known:
            known[path] = self._look_up(path, packages)
            self._changed.add(top)
        return known[path]

    def _look_up(self, path: str, allowed: list[str]) -> Entry:
        self.lookups += 1
        if self._worker is None:
            self._worker = WorkerProcess(_WORKER, MPLBACKEND="agg")
        reply = self._worker.ask({"path": path, "allowed": allowed}, _LONGEST_LOOKUP)
        if reply is None:  # the library ended the process, or hangs
            self._worker = None
            return _MISSING
        return entry_of(reply, path)

    def _read(self, top: str) -> dict[str, Entry]:
        try:
            return _ENTRIES.validate_json(self._file(top).read_bytes())
        except (OSError, ValidationError):  # none yet, or truncated: it is made again
            return {}

    def _file(self, top: str) -> Path:
        """Returns the file of a package: each version of it, of Python and of us has its own."""
        number = (distribution_of(top) or ("", "standard"))[1]
        return self._folder / f"{top}-{fingerprint(_CODE, parameters=[number])}.json"
