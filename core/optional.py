"""Libraries that only some features need: the package's extras install them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, requires, version

from .errors import InputError, first_line

_PACKAGE = "erbench-track"
_OURS = __name__.partition(".")[0]


def remedy(extra: str) -> str:
    """Returns the command that installs, or upgrades, what an extra needs."""
    return f'pip install "{_PACKAGE}[{extra}]"'


@contextmanager
def optional_dependency(feature: str, extra: str) -> Iterator[None]:
    """Guards the imports of libraries that a feature needs beyond the package's own dependencies.

    Args:
        feature: What needs it, the beginning of the message: "a SPARQL endpoint".
        extra: The package's extra that brings it; several are separated by commas.

    Raises:
        InputError: A library is missing, cannot be imported, or is older than the extra asks for.
    """
    try:
        yield
    except ImportError as error:
        name = error.name or ""
        if name.partition(".")[0] == _OURS:
            raise  # our own mistake, which no library fixes
        missing = isinstance(error, ModuleNotFoundError) and bool(name)
        problem = "is not installed" if missing else f"cannot be imported ({first_line(error)})"
        library = f"the library {name}" if name else "a library"
        raise InputError(f"{feature} needs {library}, which {problem}; {remedy(extra)}") from error
    for problem in map(_too_old, extra.split(",")):
        if problem:
            raise InputError(f"{feature} needs {problem}; {remedy(extra)}")


@lru_cache
def _too_old(extra: str) -> str:
    """Returns what is wrong with the version of a library that an extra brings, or nothing."""
    from packaging.requirements import Requirement

    try:
        needed = [Requirement(text) for text in requires(_PACKAGE) or []]
    except PackageNotFoundError:  # a checkout that was never installed
        return ""
    for library in needed:
        if library.marker is None or not library.marker.evaluate({"extra": extra}):
            continue
        try:
            found = version(library.name)
        except PackageNotFoundError:  # needed by other features of this extra, or vendored
            continue
        if not library.specifier.contains(found, prereleases=True):
            return f"{library.name}{library.specifier}, and version {found} is installed"
    return ""
