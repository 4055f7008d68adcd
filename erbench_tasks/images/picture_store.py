"""Where the images of documents lie on this machine: PNG files that the documents refer to."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from ...core.files import write_bytes
from ...core.hashing import stable_hash
from ..items.item import Picture


class PictureStore:
    """Makes images into files, each at most once, and named after its content.

    What was decoded or drawn before comes from the cache of images. Where the user wants no cache,
    the files live as long as this process.

    Attributes:
        folder: Where the files are.
    """

    def __init__(self) -> None:
        """Chooses the folder; it is made when something is stored."""
        from .cache import ImageCache, image_cache_folder

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
