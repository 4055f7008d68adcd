"""Opening the source of WIKI's facts that a user names."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

from ...erbench_tasks.errors import InputError
from .graph import Graph
from .questions import month_in_words
from .tsv_graph import TsvGraph, embedded_graph


def open_source(source: str, as_of: str | None = None) -> Graph:
    """Opens a graph.

    Args:
        source: `embedded`, or a file of claims (`x.tsv`, with `x.types.tsv` beside it).
        as_of: Year and month when the facts hold; by default what the source says, else this
            month, which is said on stderr.

    Returns:
        The graph, which knows when its facts hold.

    Raises:
        InputError: There is no such source, or it is malformed.
    """
    if as_of is not None:
        month_in_words(as_of)
    if source == "embedded":
        return _dated(embedded_graph(), as_of)
    path = Path(source)
    if path.name.endswith(".tsv"):
        graph = TsvGraph(path, as_of=as_of)
        if graph.left_out:
            listed = ", ".join(f"{id_} ({count})" for id_, count in sorted(graph.left_out.items()))
            _say(f"{path}: left out claims with properties that no chain uses: {listed}")
        return _dated(graph, as_of)
    raise InputError(
        f"--source: {source!r} is none; give embedded, or a file of claims that ends in .tsv"
    )


def _dated(graph: TsvGraph, as_of: str | None) -> TsvGraph:
    if as_of is not None:
        graph.as_of = as_of
    elif not graph.as_of:
        graph.as_of = f"{datetime.date.today():%Y-%m}"
        _say(f"{graph.name}: does not say as of when; taken as of {graph.as_of} (--as-of)")
    return graph


def _say(line: str) -> None:
    print(f"erbench-track: {line}", file=sys.stderr)  # noqa: T201
