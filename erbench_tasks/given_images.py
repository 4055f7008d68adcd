"""The images of lm_eval's documents: files that are opened when a model asks for them, not before.

Documents say where an image is, and lm_eval keeps all documents and requests in memory at once: if
they held pixels, ten thousand of them would take tens of gigabytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datasets import Dataset
    from PIL.Image import Image


def doc_to_image(doc: Mapping[str, Any]) -> GivenImages:
    """Returns the images of a document, for lm_eval's multimodal models."""
    return GivenImages([doc["image"]] if doc.get("image") is not None else [])


def on_this_machine(docs: Dataset) -> Dataset:
    """Returns documents whose images are not decoded when a document is looked at."""
    from datasets import Image

    if "image" not in docs.features:
        return docs
    return docs.cast_column("image", Image(decode=False))


class GivenImages(list[Any]):
    """Images that are decoded each time they are looked at, and are not kept.

    As a list it holds where they are (or what they are already), so that lm_eval can write it as
    JSON, hash it for its caches, and send it to another process.
    """

    def __iter__(self) -> Iterator[Image]:
        """Yields the images, in RGB."""
        return map(_opened, super().__iter__())

    def __getitem__(self, index: Any) -> Any:
        """Returns an image, or a list of them."""
        if isinstance(index, slice):
            return [_opened(image) for image in super().__getitem__(index)]
        return _opened(super().__getitem__(index))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles and copies it as what it holds."""
        return type(self), (list(super().__iter__()),)


def _opened(image: Any) -> Image:
    from PIL import Image as pillow

    if not isinstance(image, Mapping):
        return image  # a dataset's own task has it decoded
    source = image["path"] if image["bytes"] is None else io.BytesIO(image["bytes"])
    with pillow.open(source, formats=("PNG",)) as file:
        return file.convert("RGB")
