"""Pictures in a folder of the user: nothing outside it is ever opened."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath, PureWindowsPath

from ...core.errors import InputError, file_problem
from .normalise import MAX_BYTES, NotAnImage

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
# Never follow a link, never wait for the other end of a pipe; 0 where a platform has no such flag.
_CAREFUL = os.O_RDONLY | sum(
    getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)
_FOLDER = _CAREFUL | getattr(os, "O_DIRECTORY", 0)


class ImageFolder:
    """A folder of pictures, read by paths that come from a database.

    Attributes:
        root: The folder.
    """

    def __init__(self, root: Path) -> None:
        """Chooses the folder.

        Args:
            root: The folder; it may itself be reached through links.

        Raises:
            InputError: There is no such folder.
        """
        if not root.is_dir():
            raise InputError(f"{root}: no such folder of images")
        self.root = root
        self._real = Path(os.path.realpath(root))

    def read(self, value: str) -> bytes:
        """Returns the content of a file.

        Args:
            value: Its path, relative to the folder, with `/` between folders.

        Raises:
            NotAnImage: The path leaves the folder, or there is no file of at most `MAX_BYTES`.
        """
        _check_relative(value)
        try:
            real = Path(os.path.realpath(self._real / value, strict=True))
            if not real.is_relative_to(self._real):
                raise NotAnImage(f"{value}: a link leads out of the folder of images")
            return self._content(real.relative_to(self._real).parts, value)
        except FileNotFoundError as error:
            raise NotAnImage(f"{value}: no such file in the folder of images") from error
        except OSError as error:
            raise NotAnImage(f"{value}: cannot be read ({file_problem(error)})") from error

    def find(self, entity_id: str, names: Sequence[str] = ()) -> str | None:
        """Returns the path of an entity's file, for `read`; None if it has none.

        Args:
            entity_id: The file's name without its suffix, tried first.
            names: Other names of the file, tried in order; a character that file systems refuse
                (`/`, `:`, ...) is `_` in the file's name, and upper and lower case are one if no
                file fits exactly.
        """
        exact, folded = self._index
        for name in (entity_id, *names):
            key = _as_file_name(name)
            found = exact.get(key) or folded.get(key.casefold())
            if found is not None:
                return found
        return None

    @cached_property
    def _index(self) -> tuple[dict[str, str], dict[str, str]]:
        """File names by their stem, and by their stem in lower case; the first suffix wins."""
        exact: dict[str, str] = {}
        folded: dict[str, str] = {}
        try:
            names = sorted(os.listdir(self._real), key=_rank)  # noqa: PTH208 -- only names are wanted
        except OSError as error:
            raise InputError(f"{self.root}: cannot be listed ({file_problem(error)})") from error
        for name in names:
            stem, suffix = os.path.splitext(name)  # noqa: PTH122 -- a name, not a path
            if suffix.lower() in SUFFIXES:
                key = unicodedata.normalize("NFC", stem)
                exact.setdefault(key, name)
                folded.setdefault(key.casefold(), name)
        return exact, folded

    def _content(self, parts: tuple[str, ...], value: str) -> bytes:
        """Reads a path without links; a link that is put there meanwhile is not followed."""
        if os.open not in os.supports_dir_fd:  # pragma: no cover -- Windows
            return _read(os.open(self._real.joinpath(*parts), _CAREFUL), value)
        folder = os.open(self._real, _FOLDER)
        try:
            for part in parts[:-1]:
                inner = os.open(part, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            return _read(os.open(parts[-1] if parts else ".", _CAREFUL, dir_fd=folder), value)
        finally:
            os.close(folder)


def _check_relative(value: str) -> None:
    if not value.strip() or "\0" in value:
        raise NotAnImage(f"{value!r} is no path of a file")
    if PurePosixPath(value).is_absolute() or PureWindowsPath(value).anchor:
        raise NotAnImage(f"{value}: the path must be relative to the folder of images")
    if ".." in re.split(r"[/\\]", value):
        raise NotAnImage(f"{value}: `..` is not allowed in the path of an image")


def _read(descriptor: int, value: str) -> bytes:
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotAnImage(f"{value}: not a file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(content) > MAX_BYTES:
        raise NotAnImage(f"{value}: the file is larger than {MAX_BYTES:,} bytes")
    return content


def _as_file_name(name: str) -> str:
    return unicodedata.normalize("NFC", re.sub(r'[/\\:*?"<>|\x00-\x1f]', "_", name))


def _rank(name: str) -> tuple[int, str]:
    suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122 -- a name, not a path
    return (SUFFIXES.index(suffix) if suffix in SUFFIXES else len(SUFFIXES)), name
