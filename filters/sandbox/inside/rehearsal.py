"""What libraries do at their first use only, done before any program is there.

A program's process is a copy of one in which this was done, which saves it from doing so again.
"""

from __future__ import annotations

import contextlib
import unittest
from collections.abc import Callable, Iterable


def rehearse(names: Iterable[str]) -> None:
    """Uses libraries a little; one that cannot be used so is left alone."""
    for name in names:
        with contextlib.suppress(Exception):
            _REHEARSALS.get(name, lambda: None)()


def _unittest() -> None:
    unittest.FunctionTestCase(lambda: None).debug()


def _pandas() -> None:
    import pandas  # here, as it may not be there

    frame = pandas.DataFrame({"name": ["x", "y"], "number": [1, 2], "real": [0.5, None]})
    str(frame.groupby("name")["number"].sum())
    frame.sort_values("real").merge(frame, on="name").to_csv()


def _pyplot() -> None:
    from matplotlib import pyplot  # as above

    figure, axes = pyplot.subplots()
    axes.plot([1, 2], label="x")
    axes.legend()
    figure.canvas.draw()
    pyplot.close(figure)


_REHEARSALS: dict[str, Callable[[], None]] = {
    "unittest": _unittest,
    "pandas": _pandas,
    "matplotlib.pyplot": _pyplot,
}
