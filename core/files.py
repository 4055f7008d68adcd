"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .errors import InputError, file_problem

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


# What says that there is no room, or no disk: whoever wrote, it is no mistake of ours.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
# What says that a folder cannot be moved to where something is.
_OCCUPIED = {errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR}
_DRAFT, _OLD = "draft", "old"
_LEFT = re.compile(rf"\.(.+)\.({_DRAFT}|{_OLD})-[a-z0-9_]{{8}}")
_TIDIED: set[Path] = set()
_YOUNG = 1.0  # seconds: a draft that another process has just made may not be locked yet


@contextmanager
def new_folder(target: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Yields a temporary folder that becomes `target` when the block ends without an error.

    Args:
        target: The folder to make.
        overwrite: Whether an existing folder may be replaced.

    Yields:
        A folder beside `target`, on the same file system.

    Raises:
        InputError: `target` exists and is not to be replaced, or cannot be written, such as
            because the disk is full.
    """
    _remove_leftovers(target.parent)
    check_new_folder(target, overwrite=overwrite)
    with no_room_is_said(target), draft_folder(target) as draft:
        yield draft
        draft.chmod(0o755)
        _replace(target, draft, overwrite=overwrite)


@contextmanager
def draft_folder(target: Path) -> Iterator[Path]:
    """Yields a temporary folder beside a path, which is removed at the end.

    If this process is killed, the next one that makes such a folder there removes it.

    Args:
        target: The path.

    Yields:
        The folder.

    Raises:
        InputError: It cannot be made.
    """
    _remove_leftovers(target.parent)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=_prefix(target, _DRAFT), dir=target.parent))
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({file_problem(error)})") from error
    try:
        with _in_use(draft):
            yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lets one process into the block that works in a folder; another is refused.

    Where files cannot be locked, nobody is refused.

    Args:
        folder: The folder; it is made if it is missing, and removed if nothing gets into it.

    Raises:
        InputError: Another process works there, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY) if fcntl is not None else None
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({file_problem(error)})") from error
    try:
        if handle is not None and not _is_locked(handle):
            raise InputError(
                f"{folder}: another process is at work there; let it end, or give another -o"
            )
        yield
    finally:
        if handle is not None:
            os.close(handle)
        with contextlib.suppress(OSError):  # there is something in it
            folder.rmdir()


def _is_locked(handle: int) -> bool:
    """Locks an open folder; returns whether no other process has."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # as on some network file systems
        return True
    return True


@contextmanager
def no_room_is_said(target: object) -> Iterator[None]:
    """Turns the error of a full or broken disk into one line; other errors pass.

    Args:
        target: What is written.

    Raises:
        InputError: The disk took no more.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        reason = os.strerror(error.errno)
        raise InputError(f"{target}: cannot be written ({reason})") from error


def _prefix(target: Path, kind: str) -> str:
    return f".{target.name}.{kind}-"


@contextmanager
def _in_use(draft: Path) -> Iterator[None]:
    """Locks a folder, so that others see that a process is alive which writes it."""
    handle = os.open(draft, os.O_RDONLY) if fcntl is not None else None
    try:
        if handle is not None:
            _is_locked(handle)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _remove_leftovers(folder: Path) -> None:
    """Removes what processes have left in a folder that were killed while they wrote into it.

    If one was killed after it had put an older version aside, that is put back.
    """
    _TIDIED.add(folder)
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            found = _LEFT.fullmatch(path.name)
            if found is None or not _is_left_over(path):
                continue
            name, kind = found.groups()
            aside = path / name
            if kind == _OLD and aside.exists() and not (folder / name).exists():
                aside.rename(folder / name)
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


def _is_left_over(path: Path) -> bool:
    """Tells whether the process that made a draft is gone: it does not hold its lock."""
    if fcntl is None or path.is_symlink() or time.time() - path.stat().st_mtime < _YOUNG:
        return False
    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    else:
        return True
    finally:
        os.close(handle)


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
        if target.parent not in _TIDIED:  # once: a cache has a file for each picture
            _remove_leftovers(target.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.NamedTemporaryFile(
                **opening, dir=target.parent, prefix=_prefix(target, _DRAFT), delete=False
            ) as file,
            locked(file),
        ):
            draft = Path(file.name)
            yield file
        draft.chmod(0o644)
        draft.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({file_problem(error)})") from error
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)


def _replace(target: Path, draft: Path, *, overwrite: bool) -> None:
    """Moves a draft to its place; another process may have come first since that was checked."""
    try:
        draft.rename(target)
    except OSError as error:
        if error.errno not in _OCCUPIED:
            raise
        if not overwrite:
            raise InputError(f"{target}: another process has made it meanwhile") from error
        _put_aside(target, draft)


def _put_aside(target: Path, draft: Path) -> None:
    outgoing = Path(tempfile.mkdtemp(prefix=_prefix(target, _OLD), dir=target.parent))
    try:
        with _in_use(outgoing):
            with contextlib.suppress(FileNotFoundError):  # another process has just done so
                target.rename(outgoing / target.name)
            draft.rename(target)
    except OSError as error:
        if error.errno not in _OCCUPIED:
            raise
        raise InputError(f"{target}: another process has replaced it meanwhile") from error
    finally:
        shutil.rmtree(outgoing, ignore_errors=True)
