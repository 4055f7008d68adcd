"""Python's search for reference cycles, which looks at every object that there is."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# By default, every 700 new objects: a batch of rows has more, and all of them stay for a while.
_NEW_OBJECTS = 100_000


@contextmanager
def rare_collections() -> Iterator[None]:
    """Lets Python search less often, where many objects are made that have no cycles.

    Rows and items are such objects: searching them takes a fifth of the time of making them.
    """
    before = gc.get_threshold()
    # With 0, it never searches.
    gc.set_threshold(before[0] and max(before[0], _NEW_OBJECTS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
