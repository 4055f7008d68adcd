"""Reading the JSON record that lies beside generated files; nothing in it is trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .errors import InputError

R = TypeVar("R", bound=BaseModel)


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
    try:
        record = kind.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); give a folder that `{maker}` wrote"
        ) from error
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
