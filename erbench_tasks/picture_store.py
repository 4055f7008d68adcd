"""Normalised images on disk, each under the hash of what it was made from.

An image that is there already is neither decoded nor drawn again.
`ERBENCH_TRACK_IMAGE_CACHE` is another folder than `~/.cache/erbench-track/images`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from .files import cache_folder, write_bytes
from .records import Picture

_VARIABLE = "ERBENCH_TRACK_IMAGE_CACHE"


class PictureStore:
    """A folder of PNG files.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Chooses the folder.

        Args:
            folder: The folder; by default the user's cache.
        """
        self.folder = folder or cache_folder("images", _VARIABLE)

    def kept(self, data: bytes, kind: str) -> Picture:
        """Returns the normalised image of a file's content.

        Args:
            data: The content.
            kind: Where it is from.

        Raises:
            NotAnImage: It is no image, or too large.
            InputError: The cache cannot be written.
        """
        from .images.normalise import SIDE, VERSION, normalised

        start = f"{VERSION} {SIDE} ".encode()
        return self._picture(hashlib.sha256(start + data), kind, lambda: normalised(data))

    def drawn(self, kind: str, values: Sequence[str], draw: Callable[[], bytes]) -> Picture:
        """Returns an image that is drawn from values.

        Args:
            kind: What draws it.
            values: Everything that the drawing depends on, also the version of what draws it.
            draw: Draws it, as a PNG file.

        Raises:
            InputError: The cache cannot be written.
        """
        return self._picture(hashlib.sha256(json.dumps([kind, *values]).encode()), kind, draw)

    def _picture(self, key: hashlib._Hash, kind: str, make: Callable[[], bytes]) -> Picture:
        digest = key.hexdigest()[:32]
        path = self.folder / digest[:2] / f"{digest}.png"
        if not path.is_file():
            write_bytes(path, make())
        return Picture(digest, str(path), kind)
