"""JSON Lines files that only grow, so that a run that was killed continues where it stopped."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .errors import InputError, file_problem
from .files import locked
from .json_files import read_json_lines


class Journal:
    """A file of one JSON value per line, to which several processes may append.

    A process that is killed, or a disk that is full, leaves at most the beginning of a line at the
    end of the file: readers skip it, and the next writer removes it.

    Attributes:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path, *, synced: bool = True) -> None:
        """Takes the path; nothing is read or written yet.

        Args:
            path: A `.jsonl` file.
            synced: Whether what was appended also survives a power failure, not only the end of
                this process. That takes a few milliseconds each time.
        """
        self.path = path
        self._synced = synced

    def check(self) -> None:
        """Creates a missing file, before the work begins whose results it will keep.

        Raises:
            InputError: The file cannot be written.
        """
        self.append(())

    def read(self) -> Iterator[tuple[int, Any]]:
        """Yields the line number, from 1, and the value of each whole line.

        Raises:
            InputError: The file cannot be read, or a whole line is not valid JSON.
        """
        if self.path.exists():
            yield from read_json_lines(self.path, growing=True)

    def append(self, values: Iterable[Any]) -> None:
        """Adds one line per value: all of them or, if that fails, none.

        Args:
            values: What JSON can express.

        Raises:
            InputError: The file cannot be written, for example because the disk is full.
        """
        content = "".join(f"{json.dumps(value)}\n" for value in values).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b", buffering=0) as file, locked(file):
                _append(file, content)
                if self._synced:
                    os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({file_problem(error)})") from error


def _append(file: io.FileIO, content: bytes) -> None:
    end = _end_of_whole_lines(file)
    try:
        while content:  # a disk that is nearly full takes a part
            content = content[file.write(content) :]
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(end)
        raise


def _end_of_whole_lines(file: io.FileIO) -> int:
    """Returns where the last whole line ends, and removes what comes after it."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return 0
    file.seek(size - 1)
    if file.read(1) == b"\n":
        return size
    file.seek(0)
    end = file.readall().rfind(b"\n") + 1
    file.truncate(end)
    return end
