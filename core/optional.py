"""Libraries that only some features need: the package's extras install them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from .errors import InputError, first_line

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_PACKAGE = "erbench-track"
_HARNESS = "lm_eval"  # whose extras bring what its kinds of models need
_OURS = __name__.partition(".")[0]
_OF_EVERYTHING = ("all", "test")


def remedy(extra: str) -> str:
    """Returns the command that installs, or upgrades, what an extra needs.

    It names the place that this package was installed from: a checkout, a file, an address, or
    just the name, which an index knows.
    """
    origin = _origin()
    url = str(origin.get("url", ""))
    if origin.get("dir_info", {}).get("editable"):
        return f'pip install -e "{url2pathname(unquote(urlsplit(url).path))}[{extra}]"'
    vcs = origin.get("vcs_info", {})
    if vcs:
        url = f"{vcs.get('vcs')}+{url}@{vcs.get('commit_id')}"
    return f'pip install "{_PACKAGE}[{extra}]{f" @ {url}" if url else ""}"'


def _origin() -> dict[str, Any]:
    """Returns what the installer noted about where this package came from, if not from an index."""
    try:
        noted = distribution(_PACKAGE).read_text("direct_url.json")
        return dict(json.loads(noted or "{}"))
    except (PackageNotFoundError, ValueError):  # never installed, or not as the standard says
        return {}


@contextmanager
def optional_dependency(feature: str, extra: str = "") -> Iterator[None]:
    """Guards the imports of libraries that a feature needs beyond the package's own dependencies.

    Args:
        feature: What needs it, the beginning of the message: "a SPARQL endpoint".
        extra: The package's extra that brings it; several are separated by commas. Empty for the
            one that brings the library that is missing, of this package or of lm_eval.

    Raises:
        InputError: A library is missing, cannot be imported, or is older than the extra asks for.
    """
    try:
        yield
    except ImportError as error:
        if problem := library_problem(error, feature, extra):
            raise problem from error
        raise  # our own mistake, which no library fixes
    for old in map(_too_old, filter(None, extra.split(","))):
        if old:
            raise InputError(f"{feature} needs {old}; {remedy(extra)}")


def library_problem(
    error: ImportError, feature: str = "this", extra: str = ""
) -> InputError | None:
    """Returns the error that tells a user what to install, or None if no library is at fault.

    Args:
        error: What an import raised.
        feature: As for `optional_dependency`.
        extra: As for `optional_dependency`.
    """
    cause = error.__cause__  # lm_eval may say it in its own words
    if not error.name and isinstance(cause, ImportError):
        error = cause
    name = (error.name or "").partition(".")[0]
    if name == _OURS:
        return None
    fix = remedy(extra) if extra else _brought_by(name)
    if not fix:
        return None
    missing = isinstance(error, ModuleNotFoundError) and bool(name)
    problem = "is not installed" if missing else f"cannot be imported ({first_line(error)})"
    library = f"the library {error.name}" if name else "a library"
    return InputError(f"{feature} needs {library}, which {problem}; {fix}")


def _brought_by(library: str) -> str:
    """Returns the command that installs a library that an extra brings, or nothing."""
    for package in (_PACKAGE, _HARNESS):
        of = [needed for needed in _requirements(package) if needed.name == library]
        extras = [extra for needed in of for extra in _extras(package, needed)]
        if extras:
            narrowest = min(extras, key=lambda extra: extra in _OF_EVERYTHING)
            return (
                remedy(narrowest) if package == _PACKAGE else f'pip install "lm-eval[{narrowest}]"'
            )
    return ""


def _extras(package: str, needed: Requirement) -> list[str]:
    extras = distribution(package).metadata.get_all("Provides-Extra") or []
    return [name for name in extras if needed.marker and needed.marker.evaluate({"extra": name})]


def _requirements(package: str) -> list[Requirement]:
    from packaging.requirements import Requirement

    try:
        return [Requirement(text) for text in requires(package) or []]
    except PackageNotFoundError:  # a checkout that was never installed
        return []


@lru_cache
def _too_old(extra: str) -> str:
    """Returns what is wrong with the version of a library that an extra brings, or nothing."""
    for library in _requirements(_PACKAGE):
        if library.marker is None or not library.marker.evaluate({"extra": extra}):
            continue
        try:
            found = version(library.name)
        except PackageNotFoundError:  # needed by other features of this extra, or vendored
            continue
        if not library.specifier.contains(found, prereleases=True):
            return f"{library.name}{library.specifier}, and version {found} is installed"
    return ""
