"""Where the images of a benchmark come from: a registry of kinds, and the user's own folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.hashing import stable_hash
from ..items.item import Picture
from ..spec.spec import ImageSpec
from .drawings import crest, title_card
from .normalise import NotAnImage
from .picture_store import PictureStore
from .places import ImageFolder, ImageUrls

# Finds the image of a tuple, by the value of its column (None if it has none), the values of what
# it shows, and those of further columns. A NotAnImage says why there is none.
PictureSource = Callable[[Any, Sequence[str], Sequence[str]], Picture]


def _stored(spec: ImageSpec, folder: Path, store: PictureStore) -> PictureSource:
    if spec.kind == "blob":
        return lambda stored, shown, using: store.kept(bytes(stored), "blob")
    source: ImageFolder | ImageUrls = ImageUrls(allow_local=frozenset(spec.allow_local))
    if spec.kind == "file":
        source = ImageFolder(folder / spec.root)
    return lambda stored, shown, using: store.kept(source.read(str(stored)), spec.kind)


def _title_cards(spec: ImageSpec, folder: Path, store: PictureStore) -> PictureSource:
    def drawn(stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        title, year = shown[0], " ".join([*shown[1:], *using])
        return store.drawn("title_card", [title, year], lambda: title_card(title, year))

    return drawn


def _crests(spec: ImageSpec, folder: Path, store: PictureStore) -> PictureSource:
    def drawn(stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        club = " ".join(shown)
        return store.drawn("crest", [club, *using], lambda: crest(club, using))

    return drawn


SOURCES: Mapping[str, Callable[[ImageSpec, Path, PictureStore], PictureSource]] = {
    **dict.fromkeys(("file", "url", "blob"), _stored),
    "title_card": _title_cards,
    "crest": _crests,
}


def named_files(folder: Path, domain: str, store: PictureStore) -> PictureSource:
    """Returns the user's folder of real images, named after what they show.

    A name is the id of the entity: the hash of the domain (the benchmark's name) and of the values
    that the image shows, as an entity's is of its key; or the values, with spaces between them.
    """
    images = ImageFolder(folder)

    def found(stored: Any, shown: Sequence[str], using: Sequence[str]) -> Picture:
        identity, name = stable_hash([domain, *shown]), " ".join(shown)
        path = images.find(identity, name)
        if path is None:
            raise NotAnImage(f"no file {identity}.png or {name!r}.png in {images.root}")
        return store.kept(images.read(path), "file")

    return found
