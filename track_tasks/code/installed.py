"""Which libraries are installed, and in which versions."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version

STANDARD = "standard library"


def is_standard(library: str) -> bool:
    """Tells whether a top-level module is part of Python."""
    return library in sys.stdlib_module_names


@lru_cache(maxsize=1)
def _distributions() -> dict[str, list[str]]:
    # What is no installed distribution, such as a folder that one works in, is not in here.
    return dict(packages_distributions())


@lru_cache(maxsize=256)
def distribution_of(library: str) -> tuple[str, str] | None:
    """Returns the name and the version of the distribution that a package comes from.

    Args:
        library: Top-level package, such as `sklearn`.

    Returns:
        Such as `("scikit-learn", "1.4.2")`; None if it is not installed.
    """
    for name in _distributions().get(library, []):
        try:
            return name, version(name)
        except PackageNotFoundError:  # its metadata are broken
            continue
    return None


def missing_library(libraries: Iterable[str]) -> str | None:
    """Returns the first library that is neither installed nor part of Python."""
    return next(
        (name for name in libraries if not is_standard(name) and distribution_of(name) is None),
        None,
    )


def versions_in_words(libraries: Sequence[str]) -> str:
    """Returns the versions of Python and of the libraries that are no part of it.

    Args:
        libraries: Top-level packages, all installed.

    Returns:
        As the paper writes them: `Python (3.12.9), pandas (2.2.3)`.
    """
    found = [distribution_of(name) for name in libraries if not is_standard(name)]
    pairs = [("Python", platform.python_version()), *sorted({pair for pair in found if pair})]
    return ", ".join(f"{name} ({number})" for name, number in pairs)
