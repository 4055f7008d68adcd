"""Whether the images of a generated benchmark are what was generated."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from ...core.errors import InputError
from ..images.normalise import NotAnImage, check_finished
from .reader import AGAIN, GeneratedBenchmark


def refuse_unusable_images(benchmark: GeneratedBenchmark) -> None:
    """Stops if an image of a benchmark cannot be shown to a model, or is a path.

    Args:
        benchmark: The benchmark, with or without images.

    Raises:
        InputError: There is such an image; or an item cannot be read.
    """
    for path, item, image in benchmark.images():
        try:
            _check(image)
        except NotAnImage as error:
            raise InputError(
                f"{path}: item {item}: its image cannot be shown: {error}; {AGAIN}"
            ) from error


def _check(image: dict[str, Any]) -> None:
    if image["bytes"] is None:  # a path would have others show any file of their machine
        raise NotAnImage("it is a path, not in the dataset")
    name = image["path"] or ""
    if PurePath(name).name != name:
        raise NotAnImage(f"it names a path of this machine, {name!r}")
    check_finished(image["bytes"])
