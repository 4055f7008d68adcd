"""Reading JSON and JSON Lines files, plain or compressed; nothing in them is trusted."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError, file_problem, first_line


def read_json(path: Path) -> Any:
    """Reads a JSON file.

    Raises:
        InputError: It cannot be read, or is not valid JSON; the line is named.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: not valid JSON: {error.msg}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({file_problem(error)})") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{path}: not valid JSON: {_problem(error)}") from error


def read_json_lines(path: Path, *, growing: bool = False) -> Iterator[tuple[int, Any]]:
    """Yields the line number, from 1, and the value of each line that is not blank.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.
        growing: Whether to skip a last line that has no end yet.

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
    except (RecursionError, ValueError) as error:  # ValueError: a number has too many digits
        raise InputError(f"{path}, line {line}: not valid JSON: {_problem(error)}") from error
    except (OSError, EOFError, zlib.error) as error:
        problem = file_problem(error)
        raise InputError(f"{path}: cannot be read after line {line} ({problem})") from error


def _problem(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "too deeply nested"
    return getattr(error, "msg", None) or first_line(error)
