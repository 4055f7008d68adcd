"""A cache on disk of finished pictures, so that a second build neither decodes nor draws."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import PIL

from ...core.errors import InputError
from ...core.files import cache_folder, write_bytes
from .normalise import SIDE, VERSION, normalised

VARIABLE = "ERBENCH_TRACK_IMAGE_CACHE"
_PNG_END = b"IEND\xaeB`\x82"


def image_cache_folder(name: str) -> Path | None:
    """Returns the folder of one of the caches of images; None if the user wants none.

    Args:
        name: Name of the cache, below `~/.cache/erbench-track/images` or the folder that
            `ERBENCH_TRACK_IMAGE_CACHE` names; its value 0 is for none.
    """
    return None if os.environ.get(VARIABLE) == "0" else cache_folder("images", VARIABLE) / name


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
            NotAnImage: It is no picture, is broken, or is too large; this is not stored.
        """
        source = hashlib.sha256(data).hexdigest()
        return self._get(["normalised", source, VERSION, side], lambda: normalised(data, side))

    def rendered(self, kind: str, inputs: Sequence[str], draw: Callable[[], bytes]) -> bytes:
        """Returns a drawn picture, drawn at most once.

        Args:
            kind: Name of the drawing, such as `title_card`.
            inputs: All that it depends on, besides the code of this folder.
            draw: Draws it as a PNG file.
        """
        return self._get(["rendered", kind, *inputs, _code()], draw)

    def _get(self, key: list[str | int], make: Callable[[], bytes]) -> bytes:
        if self.folder is None:
            return make()
        text = json.dumps([*key, PIL.__version__])
        name = hashlib.sha256(text.encode()).hexdigest()
        path = self.folder / name[:2] / f"{name}.png"
        with contextlib.suppress(OSError):
            stored = path.read_bytes()
            if stored.endswith(_PNG_END):  # a full disk or a crash can leave less of a file
                return stored
        made = make()
        with contextlib.suppress(InputError):
            write_bytes(path, made)
        return made


@lru_cache(maxsize=1)
def _code() -> str:
    """Returns a digest of the code that draws: a changed drawing is another entry."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
