"""Where the images of documents lie on this machine, and a cache of finished pictures."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import PIL

from ...core.build_cache import cached, fingerprint, optional_cache_folder
from ...core.files import write_bytes
from ...core.hashing import stable_hash
from ..items.item import Picture
from .normalise import SIDE, VERSION, normalised

VARIABLE = "ERBENCH_TRACK_IMAGE_CACHE"
_PNG_END = b"IEND\xaeB`\x82"
_DRAWING = ("core", "erbench_tasks/images")  # all code and fonts that draw


def image_cache_folder(name: str) -> Path | None:
    """Returns the folder of one of the caches of images; None if the user wants none.

    It is below `~/.cache/erbench-track/images` or the folder that `ERBENCH_TRACK_IMAGE_CACHE`
    names; its value 0 is for none.
    """
    folder = optional_cache_folder("images", VARIABLE)
    return folder and folder / name


def cache_entry(folder: Path | None, key: str, suffix: str) -> Path | None:
    """Returns the file of a cache that has what belongs to a key; None without a cache."""
    name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return folder and folder / name[:2] / f"{name}{suffix}"


class PictureStore:
    """Makes images into files, each at most once, and named after its content.

    What was decoded or drawn before comes from a cache, which several processes can share. Where
    the user wants none, the files in its `folder` live as long as this process.
    """

    def __init__(self) -> None:
        self.folder = image_cache_folder("shown") or Path(_of_this_process().name)
        self._finished = image_cache_folder("finished")

    def kept(self, data: bytes, kind: str) -> Picture:
        """Returns the normalised image of a file's content; `kind` says where it is from.

        Raises:
            NotAnImage: It is not an image, or too large.
            InputError: The folder cannot be written.
        """
        # Of the source, not of the pixels: decoders differ between machines in the last bit.
        source = [str(VERSION), str(SIDE), hashlib.sha256(data).hexdigest()]
        return self._stored(kind, source, "", lambda: normalised(data))

    def drawn(self, kind: str, values: Sequence[str], draw: Callable[[], bytes]) -> Picture:
        """Returns an image that is drawn, as a PNG file, from all values that it depends on.

        Raises:
            NotAnImage: The values cannot be drawn.
            InputError: The folder cannot be written.
        """
        return self._stored(kind, [kind, *values], fingerprint(_DRAWING), draw)

    def _stored(
        self, kind: str, source: Sequence[str], maker: str, make: Callable[[], bytes]
    ) -> Picture:
        entry = cache_entry(self._finished, repr([PIL.__version__, maker, *source]), ".png")
        # None, so that it is made again, if a full disk or a crash has left less of it.
        png = cached(entry, make, read=lambda b: b if b.endswith(_PNG_END) else None, write=bytes)
        name = hashlib.sha256(png).hexdigest()[:32]
        path = self.folder / name[:2] / f"{name}.png"
        if not path.is_file() or path.stat().st_size != len(png):
            write_bytes(path, png)
        return Picture(stable_hash(source), str(path), kind)


@lru_cache(maxsize=1)
def _of_this_process() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="erbench-track-images-")
