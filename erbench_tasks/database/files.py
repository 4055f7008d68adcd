"""Files of tables as a database of DuckDB: CSV, TSV and other text, Parquet and JSON.

Text is read as text. A column becomes a number or a date only if each of its values, written back,
is what the file has, and a field is NULL only if it is empty.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import URL

from ...core.errors import InputError, file_problem

_TEXTS = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".tab", ".tab.gz")
_NAMED_TEXTS = (".txt", ".txt.gz", ".dat", ".dat.gz")  # ... only if they are named themselves
_TYPED = (".parquet", ".json", ".jsonl", ".ndjson")  # files that say what their values are
NOTES = "erbench_track_notes"  # option of an engine

# A benchmark reads, and does not compute: DuckDB would take most of the machine's memory.
CONFIG = {
    "memory_limit": "400MB",
    "threads": "2",
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
}


def file_ending(path: Path, *, named: bool = False) -> str:
    """Returns the ending by which a file is one of tables; empty if it is none.

    A file that the user named, and not the folder that it lies in, may have more of them.
    """
    known = (*_TEXTS, *_TYPED, *(_NAMED_TEXTS if named else ()))
    return max(filter(path.name.lower().endswith, known), key=len, default="")


def files_in(folder: Path) -> list[Path]:
    """Returns the files of tables of a folder, sorted by name.

    Raises:
        InputError: The folder cannot be read, or one is a link that leads out of it.
    """
    try:
        # Some archives hold a hidden file with the properties of each.
        names = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({file_problem(error)})") from error
    files = [path for path in names if file_ending(path)]
    for path in files:
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"{path}: a link that leads out of its folder; name the file itself")
    return files


def file_notes(engine: sqlalchemy.Engine) -> list[str]:
    """Returns how the files of a database were read, a line each; none if it has no files."""
    return list(engine.get_execution_options().get(NOTES, ()))


def read_only_engine(location: Path, database: Path | None = None) -> sqlalchemy.Engine:
    """Returns an engine of a file of DuckDB, which reads nothing else and writes nothing.

    Its URL shows `location`, also if the file is another one (`database`).
    """
    options = {"read_only": True, "config": dict(CONFIG)}
    engine = sqlalchemy.create_engine(
        URL.create("duckdb", database=str(location)), connect_args=options
    )

    def connect(_: object, __: object, ___: object, options: dict[str, Any]) -> None:
        options["database"] = str(database or location)

    def begin(connection: Any, _: object) -> None:
        # A slow query would print a progress bar on stdout.
        connection.cursor().execute("set timezone = 'UTC'; set enable_progress_bar = false")

    sqlalchemy.event.listen(engine, "do_connect", connect)
    sqlalchemy.event.listen(engine, "connect", begin)
    return engine
