"""Where the images of a benchmark come from: a registry of kinds, and the user's own folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ...core.hashing import stable_hash
from ..items.item import Picture
from ..spec.spec import ImageSpec
from .picture_store import PictureStore


class PictureSource(Protocol):
    """Finds the image of a tuple."""

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        """Returns an image.

        Args:
            stored: The value of its column; None if it has none.
            shown: The values of what it shows.
            using: The values of the further columns.

        Raises:
            NotAnImage: There is none, or it is unusable; the text is the reason.
        """


class _Files:
    def __init__(self, spec: ImageSpec, folder: Path, store: PictureStore) -> None:
        from .files import ImageFolder

        self._folder = ImageFolder(folder / spec.root)
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        return self._store.kept(self._folder.read(str(stored)), "file")


class _Urls:
    def __init__(self, spec: ImageSpec, folder: Path, store: PictureStore) -> None:
        from .urls import ImageUrls

        self._urls = ImageUrls(allow_local=frozenset(spec.allow_local))
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        return self._store.kept(self._urls.read(str(stored)), "url")


class _Blobs:
    def __init__(self, spec: ImageSpec, folder: Path, store: PictureStore) -> None:
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        return self._store.kept(bytes(stored), "blob")


class _TitleCards:
    def __init__(self, spec: ImageSpec, folder: Path, store: PictureStore) -> None:
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        from .title_card import title_card

        title, *rest = shown
        year = " ".join([*rest, *using])
        return self._store.drawn("title_card", [title, year], lambda: title_card(title, year))


class _Crests:
    def __init__(self, spec: ImageSpec, folder: Path, store: PictureStore) -> None:
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        from .crest import crest

        club = " ".join(shown)
        return self._store.drawn("crest", [club, *using], lambda: crest(club, using))


SOURCES: Mapping[str, Callable[[ImageSpec, Path, PictureStore], PictureSource]] = {
    "file": _Files,
    "url": _Urls,
    "blob": _Blobs,
    "title_card": _TitleCards,
    "crest": _Crests,
}


class NamedFiles:
    """The user's folder of real images, named by the id of the entity, or of what else they show.

    An id is the hash of the domain and of the values that the image shows, as an entity's is of
    its key. The values themselves, with spaces between them, are a file's name too.
    """

    def __init__(self, folder: Path, domain: str, store: PictureStore) -> None:
        """Opens the folder.

        Args:
            folder: The folder.
            domain: Name of the benchmark.
            store: Keeps the images.

        Raises:
            InputError: There is no such folder.
        """
        from .files import ImageFolder

        self._folder = ImageFolder(folder)
        self._domain = domain
        self._store = store

    def picture(self, stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        """Returns the image that is named after what it shows.

        Raises:
            NotAnImage: There is none, or it is unusable; the text is the reason.
        """
        from .normalise import NotAnImage

        identity, name = stable_hash([self._domain, *shown]), " ".join(shown)
        found = self._folder.find(identity, [name])
        if found is None:
            raise NotAnImage(f"no file {identity}.png or {name!r}.png in {self._folder.root}")
        return self._store.kept(self._folder.read(found), "file")
