"""A cache on disk of the items of the embedded domains: building them takes a second, reading none.

An entry is named after everything that the items depend on: our code, the domain's files, the
templates, the packages that rows come from, and the parameters. A changed file is another entry;
nothing needs to be cleared. `ERBENCH_TRACK_ITEM_CACHE` is another folder, or 0 for none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import core
from ..core.files import cache_folder
from ..core.jinja import TEMPLATES
from .spec.spec_file import DATA, MULTIMODAL

if TYPE_CHECKING:
    from pyarrow import Table

CODE = Path(__file__).resolve().parent
CORE = Path(core.__file__).parent
# Packages that the rows of an embedded domain come from (`package_rows`).
ROW_PACKAGES = ("airportsdata",)


def cached_items(domain: str, parameters: tuple[Any, ...], build: Callable[[], Table]) -> Table:
    """Returns the items of an embedded domain, from the cache if they are there.

    Args:
        domain: Name of the domain.
        parameters: What else the items depend on.
        build: Makes the items.

    Returns:
        The items, with the columns of `records.features()`; images are files of this machine.
    """
    from pyarrow import ArrowInvalid, parquet

    folder = _folder()
    path = folder / f"{domain}-{_fingerprint(domain, parameters)}.parquet" if folder else None
    if path is not None:
        with contextlib.suppress(OSError, ArrowInvalid):
            stored = parquet.read_table(path)
            if _has_its_images(stored):
                return stored
    table = build()
    if path is not None:
        # A cache that cannot be written is a slower start, not an error.
        with contextlib.suppress(OSError):
            _write(table, path)
    return table


def _has_its_images(items: Table) -> bool:
    """Tells whether the files are there that the items refer to; their cache may be gone."""
    if "image" not in items.column_names:
        return True
    from pyarrow import compute

    paths = compute.struct_field(items["image"], "path").unique().drop_null()
    return all(Path(path).is_file() for path in paths.to_pylist())


def _folder() -> Path | None:
    variable = "ERBENCH_TRACK_ITEM_CACHE"
    return None if os.environ.get(variable) == "0" else cache_folder("items", variable)


def _fingerprint(domain: str, parameters: tuple[Any, ...]) -> str:
    digest = hashlib.sha256(repr(parameters).encode())
    for path in _files(domain):
        digest.update(f"\x1f{path.name}\x1f".encode())
        digest.update(path.read_bytes())
    for package in ROW_PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            digest.update(f"{package} {version(package)}".encode())
    return digest.hexdigest()[:24]


def _files(domain: str) -> Iterator[Path]:
    for code in (CODE, CORE):
        yield from sorted(code.rglob("*.py"))
    folder = DATA / domain.removesuffix(MULTIMODAL)
    yield from sorted(path for path in folder.rglob("*") if path.is_file())
    yield from sorted((TEMPLATES / "erbench").rglob("*.jinja"))


def _write(table: Table, path: Path) -> None:
    from pyarrow import parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as draft:
        parquet.write_table(table, draft)
    Path(draft.name).replace(path)
