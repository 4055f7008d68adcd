"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .errors import InputError, file_problem

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def new_folder(target: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Yields a temporary folder that becomes `target` when the block ends without an error.

    Args:
        target: The folder to make.
        overwrite: Whether an existing folder may be replaced.

    Yields:
        A folder beside `target`, on the same file system.

    Raises:
        InputError: `target` exists and is not to be replaced, or cannot be written.
    """
    check_new_folder(target, overwrite=overwrite)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({file_problem(error)})") from error
    try:
        yield draft
        draft.chmod(0o755)
        _replace(target, draft)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def check_new_folder(target: Path, *, overwrite: bool = False) -> None:
    """Refuses to make a folder that exists, before long work begins.

    Raises:
        InputError: `target` exists and is not to be replaced.
    """
    if target.exists() and not (overwrite and target.is_dir()):
        raise InputError(f"{target}: exists already; give another folder, or --overwrite a folder")


def cache_folder(name: str, variable: str) -> Path:
    """Returns the folder of one of our caches.

    Args:
        name: Name of the cache.
        variable: Environment variable that names another folder.
    """
    chosen = os.environ.get(variable)
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(chosen) if chosen else root / "erbench-track" / name


@contextmanager
def new_file(target: Path) -> Iterator[IO[str]]:
    """Yields a text file that becomes `target` when the block ends without an error.

    Args:
        target: The file to make; an older one is replaced.

    Yields:
        A file beside it, open for writing.

    Raises:
        InputError: It cannot be written.
    """
    with _draft(target, mode="w", encoding="utf-8") as file:
        yield file


@contextmanager
def locked(file: IO[Any]) -> Iterator[None]:
    """Lets one process at a time into the block; the others wait.

    Where files cannot be locked, no process waits.

    Args:
        file: An open file, which the other processes open too.
    """
    if fcntl is not None:
        with contextlib.suppress(OSError):  # as on some network file systems
            fcntl.flock(file, fcntl.LOCK_EX)
    yield  # closing the file unlocks it


def write_text(target: Path, text: str) -> None:
    """Writes a file that appears whole or not at all, replacing an older one.

    Raises:
        InputError: It cannot be written.
    """
    with new_file(target) as file:
        file.write(text)


def write_bytes(target: Path, content: bytes) -> None:
    """Writes a file that appears whole or not at all, replacing an older one.

    Raises:
        InputError: It cannot be written.
    """
    with _draft(target, mode="wb") as file:
        file.write(content)


@contextmanager
def _draft(target: Path, **opening: Any) -> Iterator[IO[Any]]:
    draft = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            **opening, dir=target.parent, prefix=f".{target.name}-", delete=False
        ) as file:
            draft = Path(file.name)
            yield file
        draft.chmod(0o644)
        draft.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({file_problem(error)})") from error
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)


def _replace(target: Path, draft: Path) -> None:
    if target.exists():
        outgoing = Path(tempfile.mkdtemp(prefix=f".{target.name}-old-", dir=target.parent))
        target.rename(outgoing / target.name)
        draft.rename(target)
        shutil.rmtree(outgoing)
    else:
        draft.rename(target)
