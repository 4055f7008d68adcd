"""Where the images of documents lie on this machine, and a cache of finished pictures."""

from __future__ import annotations

import hashlib
import json
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
# All code and fonts that draw.
_DRAWING = ("core", "erbench_tasks/images")


def image_cache_folder(name: str) -> Path | None:
    """Returns the folder of one of the caches of images; None if the user wants none.

    Args:
        name: Name of the cache, below `~/.cache/erbench-track/images` or the folder that
            `ERBENCH_TRACK_IMAGE_CACHE` names; its value 0 is for none.
    """
    folder = optional_cache_folder("images", VARIABLE)
    return folder and folder / name


class ImageCache:
    """Finished pictures by what they were made from; several processes can share one.

    An entry is a file that appears whole or not at all. A cache that cannot be read or written
    makes a build slower, never wrong.

    Attributes:
        folder: Where the files are; None for no cache.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Chooses the folder; it is made when something is stored.

        Args:
            folder: The folder; by default the user's cache of images.
        """
        self.folder = image_cache_folder("finished") if folder is None else folder

    def normalised(self, data: bytes, side: int = SIDE) -> bytes:
        """Returns a picture as `normalise.normalised` does, decoded at most once.

        Args:
            data: Content of a file.
            side: Longest side in pixels.

        Raises:
            NotAnImage: It is not a picture, is broken, or is too large; this is not stored.
        """
        source = hashlib.sha256(data).hexdigest()
        return self._get(["normalised", source, VERSION, side], lambda: normalised(data, side))

    def rendered(self, kind: str, inputs: Sequence[str], draw: Callable[[], bytes]) -> bytes:
        """Returns a drawn picture, drawn at most once.

        Args:
            kind: Name of the drawing, such as `title_card`.
            inputs: All that it depends on, besides the code and the font that draw.
            draw: Draws it as a PNG file.
        """
        return self._get(["rendered", kind, *inputs, fingerprint(_DRAWING)], draw)

    def _get(self, key: list[str | int], make: Callable[[], bytes]) -> bytes:
        text = json.dumps([*key, PIL.__version__])
        name = hashlib.sha256(text.encode()).hexdigest()
        path = self.folder and self.folder / name[:2] / f"{name}.png"
        return cached(path, make, read=_whole, write=bytes)


def _whole(png: bytes) -> bytes | None:
    """Returns a picture; None if a full disk or a crash has left less of it."""
    return png if png.endswith(_PNG_END) else None


class PictureStore:
    """Makes images into files, each at most once, and named after its content.

    What was decoded or drawn before comes from the cache of images. Where the user wants no cache,
    the files live as long as this process.

    Attributes:
        folder: Where the files are.
    """

    def __init__(self) -> None:
        """Chooses the folder; it is made when something is stored."""
        self._cache = ImageCache()
        self.folder = image_cache_folder("shown") or Path(_of_this_process().name)

    def kept(self, data: bytes, kind: str) -> Picture:
        """Returns the normalised image of a file's content.

        Args:
            data: The content.
            kind: Where it is from.

        Raises:
            NotAnImage: It is not an image, or too large.
            InputError: The folder cannot be written.
        """
        from .normalise import SIDE, VERSION

        # Of the source, not of the pixels: decoders differ between machines in the last bit.
        source = hashlib.sha256(data).hexdigest()
        return self._stored(self._cache.normalised(data), kind, [str(VERSION), str(SIDE), source])

    def drawn(self, kind: str, values: Sequence[str], draw: Callable[[], bytes]) -> Picture:
        """Returns an image that is drawn from values.

        Args:
            kind: What draws it.
            values: All that it depends on, besides the code that draws.
            draw: Draws it, as a PNG file.

        Raises:
            NotAnImage: The values cannot be drawn.
            InputError: The folder cannot be written.
        """
        return self._stored(self._cache.rendered(kind, values, draw), kind, [kind, *values])

    def _stored(self, png: bytes, kind: str, source: Sequence[str]) -> Picture:
        name = hashlib.sha256(png).hexdigest()[:32]
        path = self.folder / name[:2] / f"{name}.png"
        if not path.is_file() or path.stat().st_size != len(png):
            write_bytes(path, png)
        return Picture(stable_hash(source), str(path), kind)


@lru_cache(maxsize=1)
def _of_this_process() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="erbench-track-images-")
