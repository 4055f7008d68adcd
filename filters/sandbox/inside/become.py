"""Leaving all frames of the zygote behind, without a class in the examiner's own modules.

A class can be found through `object.__subclasses__()`, and its functions lead to the globals of
their module; so the modules whose globals matter define none.
"""

from __future__ import annotations

from collections.abc import Callable


class Become(Exception):  # noqa: N818 -- not an error
    """Unwinds the forked process, so that no frame beneath the program's leads to the examiner.

    Attributes:
        work: What the outermost frame is to call.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
