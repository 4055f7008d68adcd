"""Which libraries are installed, and in which versions."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.metadata import Distribution, distributions


def is_standard(library: str) -> bool:
    """Tells whether a top-level module is part of Python."""
    return library in sys.stdlib_module_names


@lru_cache(maxsize=1)
def _distributions() -> dict[str, Distribution]:
    """Returns the distribution of each top-level package.

    What is not an installed distribution, such as a working folder, is not included. Python 3.10's
    `packages_distributions` misses packages without `top_level.txt`, such as numpy.
    """
    found: dict[str, Distribution] = {}
    for distribution in distributions():
        for name in _top_level(distribution):
            found.setdefault(name, distribution)
    return found


def _top_level(distribution: Distribution) -> set[str]:
    listed = distribution.read_text("top_level.txt")
    if listed:
        return set(listed.split())
    files = [file for file in distribution.files or () if file.suffix == ".py"]
    return {file.parts[0].removesuffix(".py") for file in files}


@lru_cache(maxsize=256)
def distribution_of(library: str) -> tuple[str, str] | None:
    """Returns the name and the version of the distribution that a package comes from.

    Args:
        library: Top-level package, such as `sklearn`.

    Returns:
        Such as `("scikit-learn", "1.4.2")`; None if it is not installed.
    """
    found = _distributions().get(library)
    # A broken installation may lack either.
    name, number = (found.metadata["Name"], found.version) if found else (None, None)
    return (name, number) if name and number else None


def missing_library(libraries: Iterable[str]) -> str | None:
    """Returns the first library that is neither installed nor part of Python."""
    return next(
        (name for name in libraries if not is_standard(name) and distribution_of(name) is None),
        None,
    )


def versions_in_words(libraries: Sequence[str]) -> str:
    """Returns the versions of Python and of the libraries that are not part of it.

    Args:
        libraries: Top-level packages, all installed.

    Returns:
        As the paper writes them: `Python (3.12.9), pandas (2.2.3)`.
    """
    found = [distribution_of(name) for name in libraries if not is_standard(name)]
    pairs = [("Python", platform.python_version()), *sorted({pair for pair in found if pair})]
    return ", ".join(f"{name} ({number})" for name, number in pairs)
