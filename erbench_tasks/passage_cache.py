"""What was looked up is kept on disk: a page is never fetched twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .errors import InputError
from .files import write_text
from .hashing import stable_hash

try:
    import fcntl
except ImportError:  # a platform without file locks
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Page:
    """What is known of a title; `text` is None if there is no such page."""

    text: str | None


class PassageCache:
    """One small JSON file per title, so that a run that is killed keeps what it fetched.

    Attributes:
        root: Folder of all wikis.
        folder: Where the files of this one are.
    """

    def __init__(self, folder: Path, url: str) -> None:
        """Chooses the folder; it is made when something is stored.

        Args:
            folder: Folder of all wikis.
            url: The wiki.
        """
        self.root = folder
        self.folder = folder / re.sub(r"[^\w.-]+", "_", url.split("://")[-1])

    def get(self, title: str) -> Page | None:
        """Returns the page of a title, None if it was never looked up.

        Raises:
            InputError: Its file cannot be read.
        """
        path = self._path(title)
        try:
            text = json.loads(path.read_text(encoding="utf-8"))["text"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: cannot be read as a cached page; delete it") from error
        if not (text is None or isinstance(text, str)):
            raise InputError(f"{path}: field 'text' is neither a text nor null; delete it")
        return Page(text)

    def put(self, title: str, page: Page) -> None:
        """Stores a page, whole or not at all.

        Raises:
            InputError: The folder cannot be written.
        """
        content = {"title": title, "text": page.text}
        write_text(self._path(title), json.dumps(content, ensure_ascii=False) + "\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lets one process at a time fetch; the others wait, and then find everything here.

        Where files cannot be locked, or the folder cannot be written, nobody waits.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / ".lock").open("w")
        except OSError:
            yield
            return
        with lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _path(self, title: str) -> Path:
        return self.folder / f"{stable_hash([title])}.json"
