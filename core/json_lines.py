"""Reading JSON Lines files, plain or compressed, of which nothing is trusted."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError


def read_json_lines(path: Path, *, growing: bool = False) -> Iterator[tuple[int, Any]]:
    """Yields the line number, from 1, and the value of each line that is not blank.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.
        growing: Whether a last line that has no end yet is skipped.

    Raises:
        InputError: The file cannot be read, or a line is not valid JSON.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    line = 0
    try:
        with opener(path, "rb") as file:
            for line, content in enumerate(file, start=1):
                is_cut_off = growing and not content.endswith(b"\n")
                if content.strip() and not is_cut_off:
                    yield line, json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"{path}, line {line}: not UTF-8: {error.reason}") from error
    except (json.JSONDecodeError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "too deeply nested"
        raise InputError(f"{path}, line {line}: not valid JSON: {reason}") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read after line {line} ({reason})") from error
