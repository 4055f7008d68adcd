"""A cache on disk of finished pictures, so that a second build neither decodes nor draws."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import PIL

from ...core.build_cache import cached, fingerprint, optional_cache_folder
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
