"""Reading JSON Lines files, plain or compressed, of which nothing is trusted."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yields the line number, from 1, and the value of each line that is not blank.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.

    Raises:
        InputError: The file cannot be read, or a line is not valid JSON.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    line = 0
    try:
        with opener(path, "rt", encoding="utf-8") as file:
            for line, text in enumerate(file, start=1):
                if text.strip():
                    yield line, json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "too deeply nested"
        raise InputError(f"{path}, line {line}: not valid JSON: {reason}") from error
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read after line {line} ({reason})") from error
