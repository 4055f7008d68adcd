"""Reading JSON files, JSON Lines and our own records; nothing in them is trusted."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .errors import InputError, file_problem, first_line
from .json_text import whole_characters
from .untrusted_text import check_regular, read_text

R = TypeVar("R", bound=BaseModel)


def read_json(path: Path) -> Any:
    """Reads a JSON file.

    Raises:
        InputError: It cannot be read, or is not valid JSON; the line is named.
    """
    text = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: not valid JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{path}: not valid JSON: {_problem(error)}") from error


def read_json_object(path: Path) -> dict[str, Any]:
    """Reads a JSON file that holds an object.

    Raises:
        InputError: It cannot be read, is not valid JSON, or holds something else.
    """
    content = read_json(path)
    if not isinstance(content, dict):
        raise InputError(f"{path}: expected a JSON object")
    return content


def read_json_lines(
    path: Path, *, growing: bool = False, whole: bool = False
) -> Iterator[tuple[int, Any]]:
    """Yields the line number, from 1, and the value of each line that is not blank.

    Args:
        path: A `.jsonl` file, or a `.jsonl.gz` file.
        growing: Whether to skip a last line that has no end yet.
        whole: Whether to replace halves of characters, which no other file can hold.

    Raises:
        InputError: The file cannot be read, or a line is not valid JSON.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    line = 0
    check_regular(path)
    try:
        with opener(path, "rb") as file:
            for line, content in enumerate(file, start=1):
                is_cut_off = growing and not content.endswith(b"\n")
                if content.strip() and not is_cut_off:
                    text = content.decode("utf-8-sig" if line == 1 else "utf-8")
                    yield line, json.loads(whole_characters(text) if whole else text)
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


def read_record(kind: type[R], path: Path, version: int, maker: str) -> R:
    """Reads a record, which has a `schema_version`.

    Args:
        kind: The record's model.
        path: The JSON file.
        version: The newest `schema_version` that can be read.
        maker: The command that writes such files, for the message.

    Raises:
        InputError: There is no record, it is malformed, or a later version wrote it.
    """
    text = read_text(path, f"; give a folder that `{maker}` wrote")
    try:
        record = kind.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"])) or "the record"
        raise InputError(f"{path}: {field}: {problem['msg']}") from error
    found: Any = getattr(record, "schema_version", 0)
    if found > version:
        raise InputError(
            f"{path}: schema_version {found} was written by a later erbench-track; upgrade it"
        )
    return record
