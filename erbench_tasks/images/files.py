"""Pictures in a folder of the user: nothing outside it is ever opened."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from functools import cached_property
from pathlib import Path, PurePosixPath, PureWindowsPath

from ...core.errors import InputError, file_problem
from .normalise import MAX_BYTES, NotAnImage

_REFUSED = re.compile(r'[/\\:*?"<>|\x00-\x1f]')  # by file systems
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
        """Chooses the folder; it may itself be reached through links.

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

    def find(self, *names: str) -> str | None:
        """Returns the path of an entity's file, for `read`; None if it has none.

        Args:
            names: What the file may be called without its suffix, tried in order; a character that
                file systems refuse (`/`, `:`, ...) is `_` in the file's name, and upper and lower
                case are one if no file fits exactly.
        """
        for name in names:
            key = unicodedata.normalize("NFC", _REFUSED.sub("_", name))
            if found := self._index.get(key) or self._index.get(key.casefold()):
                return found
        return None

    @cached_property
    def _index(self) -> dict[str, str]:
        """File names by their stem, and by their stem in lower case; the first suffix wins."""
        try:
            paths = [path for path in self._real.iterdir() if path.suffix.lower() in SUFFIXES]
        except OSError as error:
            raise InputError(f"{self.root}: cannot be listed ({file_problem(error)})") from error
        paths.sort(key=lambda path: (SUFFIXES.index(path.suffix.lower()), path.name))
        stems = [(unicodedata.normalize("NFC", path.stem), path.name) for path in paths]
        exact = dict(reversed(stems))
        return {stem.casefold(): name for stem, name in reversed(stems)} | exact

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
