"""The file that keeps what a model made of solutions; it only grows, so a killed run goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ...erbench_tasks.errors import InputError
from ...erbench_tasks.json_lines import read_json_lines
from .decomposition import Pair


class PairCache:
    """JSON Lines, one per solution: `key`, and `pairs` of three texts each."""

    def __init__(self, path: Path) -> None:
        """Takes the path; the file need not be there."""
        self.path = path

    def read(self) -> dict[str, tuple[Pair, ...]]:
        """Returns the pairs by key. The end of a line that a killed run has left is cut off.

        Raises:
            InputError: The file cannot be read, or is none of ours.
        """
        if not self.path.exists():
            return {}
        try:
            self._cut_unfinished_line()
        except OSError as error:
            raise InputError(f"{self.path}: cannot be read ({error.strerror})") from error
        return dict(self._entry(line, row) for line, row in read_json_lines(self.path))

    def append(self, key: str, pairs: tuple[Pair, ...]) -> None:
        """Adds a line, which is on the disk when this returns.

        Raises:
            InputError: The file cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "pairs": pairs}, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from error

    def _entry(self, line: int, row: Any) -> tuple[str, tuple[Pair, ...]]:
        fields = row if isinstance(row, dict) else {}
        key, pairs = fields.get("key"), fields.get("pairs")
        if not isinstance(key, str):
            raise self._foreign(line, "key")
        if not isinstance(pairs, list) or not pairs or not all(map(_is_pair, pairs)):
            raise self._foreign(line, "pairs")
        return key, tuple(Pair(*texts) for texts in pairs)

    def _foreign(self, line: int, field: str) -> InputError:
        return InputError(
            f"{self.path}, line {line}: field {field!r} is missing or malformed; is it a file of "
            "ours? Delete it to ask the model anew"
        )

    def _cut_unfinished_line(self) -> None:
        with self.path.open("rb+") as file:
            content = file.read()
            if content and not content.endswith(b"\n"):
                file.truncate(content.rfind(b"\n") + 1)


def _is_pair(value: Any) -> bool:
    is_long = isinstance(value, list) and len(value) == len(Pair._fields)
    return is_long and all(isinstance(text, str) for text in value)
