"""A cache on disk of the items of the embedded domains: building them takes a second, reading none.

`ERBENCH_TRACK_ITEM_CACHE` names another folder, or is 0 for no cache.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.build_cache import cached, fingerprint, optional_cache_folder

if TYPE_CHECKING:
    from pyarrow import Table

VARIABLE = "ERBENCH_TRACK_ITEM_CACHE"
# All folders whose code this one may import, and its own data.
FOLDERS = ("core", "templates", "filters", "metrics", "erbench_tasks")
# The rows of the Airport domain, and what turns rows into questions, kinds and pictures.
PACKAGES = ("airportsdata", "babel", "jinja2", "pillow", "sqlalchemy")


def cached_items(domain: str, parameters: tuple[Any, ...], build: Callable[[], Table]) -> Table:
    """Returns the items of an embedded domain, from the cache if they are there.

    Args:
        domain: Name of the domain.
        parameters: What else the items depend on, besides our code and data.
        build: Makes the items.

    Returns:
        The items, with the columns of `items.item.features()`; images are files of this machine.
    """
    folder = optional_cache_folder("items", VARIABLE)
    name = f"{domain}-{fingerprint(FOLDERS, PACKAGES, parameters)}.parquet"
    return cached(folder and folder / name, build, read=_read, write=_written)


def _read(content: bytes) -> Table | None:
    from pyarrow import BufferReader, compute, parquet

    items = parquet.read_table(BufferReader(content))
    if "image" in items.column_names:  # a file, whose own cache may be gone
        paths = compute.struct_field(items["image"], "path").unique().drop_null()
        if not all(Path(path).is_file() for path in paths.to_pylist()):
            return None
    return items


def _written(items: Table) -> bytes:
    from pyarrow import BufferOutputStream, parquet

    content = BufferOutputStream()
    parquet.write_table(items, content)
    written: bytes = content.getvalue().to_pybytes()
    return written
