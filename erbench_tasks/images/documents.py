"""The images of lm_eval's documents: files that are opened when a model asks for them, not before.

Documents say where an image is, and lm_eval keeps all documents and requests in memory at once: if
they held pixels, ten thousand of them would take tens of gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from .picture_store import PictureStore

if TYPE_CHECKING:
    from datasets import Dataset
    from PIL.Image import Image


def doc_to_image(doc: Mapping[str, Any]) -> GivenImages:
    """Returns the images of a document, for lm_eval's multimodal models."""
    return GivenImages([doc["image"]] if doc.get("image") is not None else [])


def on_this_machine(docs: Dataset) -> Dataset:
    """Returns documents that say where their image is, if they have one as bytes.

    Raises:
        InputError: One of them is not an image.
    """
    from datasets import Value

    # Recorded documents are a list, and need no images.
    if "image" not in docs.features or not hasattr(docs, "cast_column"):
        return docs
    shown = without_decoding(docs)
    store = PictureStore()
    places = [_placed(doc, store) for doc in shown.select_columns(["id", "image", "image_kind"])]
    feature = {"bytes": Value("binary"), "path": Value("string")}
    moved = shown.remove_columns("image").add_column("image", places, feature=feature)
    return without_decoding(moved)


def without_decoding(docs: Dataset) -> Dataset:
    """Returns documents whose images are not decoded when a document is looked at."""
    from datasets import Image

    return docs.cast_column("image", Image(decode=False)) if "image" in docs.features else docs


def _placed(doc: Mapping[str, Any], store: PictureStore) -> dict[str, Any] | None:
    """Puts an image that is bytes into a file; what a dataset holds may be anything."""
    from .normalise import NotAnImage

    image = doc["image"]
    if image is None:
        return None
    if image["bytes"] is None:  # a path would have us show any file of this machine
        what = "its image is a path, not in the dataset; generate it anew"
        raise InputError(f"item {doc['id']}: {what}")
    try:
        return {"bytes": None, "path": store.kept(image["bytes"], doc["image_kind"]).path}
    except NotAnImage as error:
        raise InputError(f"item {doc['id']}: its image cannot be shown: {error}") from error


class GivenImages(list[Any]):
    """Images in RGB that are decoded each time they are looked at, and are not kept.

    It is a list since lm_eval hashes the images in lists, for its caches and its samples files.
    Another process gets where they are, and no pixels.
    """

    def __iter__(self) -> Iterator[Image]:
        return map(_opened, super().__iter__())

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return [*map(_opened, found)] if isinstance(index, slice) else _opened(found)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(super().__iter__()),)


def _opened(image: Any) -> Image:
    from PIL import Image as Pillow

    with Pillow.open(image["path"], formats=("PNG",)) as file:
        opened: Image = file.convert("RGB")
        return opened
