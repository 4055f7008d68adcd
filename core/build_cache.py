"""A cache on disk of what our code builds from files in the package.

An entry is named after everything that its content depends on, so that any change leads to another
entry: nothing stale is ever read, and nothing needs to be cleared.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

from .errors import InputError
from .files import cache_folder, write_bytes

T = TypeVar("T")
PACKAGE = Path(__file__).resolve().parent.parent


def cached(
    path: Path | None,
    build: Callable[[], T],
    *,
    read: Callable[[bytes], T | None],
    write: Callable[[T], bytes],
) -> T:
    """Returns what a cache entry holds; if there is none, it is built and stored.

    Args:
        path: The entry's file; None if the user wants no cache.
        build: Builds the content.
        read: Returns the content of a file; None, or an error, if it is unusable.
        write: Returns the content as that of a file.
    """
    if path is None:
        return build()
    # An entry may be truncated or foreign; it is then built again.
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        stored = read(path.read_bytes())
        if stored is not None:
            return stored
    built = build()
    # A cache that cannot be written is a slower start, not an error.
    with contextlib.suppress(InputError):
        write_bytes(path, write(built))
    return built


def optional_cache_folder(name: str, variable: str) -> Path | None:
    """Returns the folder of one of our caches; None if the user wants none.

    Args:
        name: Name of the cache.
        variable: Environment variable that names another folder, or is 0 for none.
    """
    return None if os.environ.get(variable) == "0" else cache_folder(name, variable)


def fingerprint(
    folders: Sequence[str],
    packages: Sequence[str] = (),
    parameters: Sequence[object] = (),
    root: Path = PACKAGE,
) -> str:
    """Returns a hash of everything that some content depends on.

    Args:
        folders: Folders of this package, such as `core`, with all code and data that the content
            depends on. They are read once per process.
        packages: Installed packages whose versions the content depends on, besides Python's.
        parameters: Whatever else it depends on; their `repr` counts.
        root: The package's folder.

    Returns:
        24 hexadecimal digits.
    """
    files = [_folder_digest(root, folder) for folder in folders]
    versions = [(package, _version(package)) for package in packages]
    everything = (files, platform.python_version(), versions, tuple(parameters))
    return hashlib.sha256(repr(everything).encode()).hexdigest()[:24]


@lru_cache(maxsize=64)
def _folder_digest(root: Path, folder: str) -> str:
    digest = hashlib.sha256()
    for path in sorted(_files(root / folder)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()}\x1f{content}\x1f".encode())
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (Path(parent, name) for name in names if not name.startswith("."))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
