"""Opening the source of WIKI's facts that a user names."""

from __future__ import annotations

import contextlib
import datetime
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError
from ..questions.question import month_in_words
from .graph.graph import Graph
from .graph.tsv_graph import TsvGraph, embedded_graph

FORMS = (
    "embedded, FILE.tsv, sparql, the URL of a SPARQL endpoint, a store of `erbench-track "
    "wikidata`, or a Wikidata dump (.json, .gz, .bz2)"
)
_DUMPS = (".json", ".jsonl", ".gz", ".bz2")


@dataclass(frozen=True)
class SourceSettings:
    """How a source is to be opened.

    Attributes:
        as_of: Year and month when the facts hold; None for what the source says, else this month.
        cache: Folder that keeps an endpoint's answers, or the store made from a dump.
        resume: Whether its contents may be used.
        contact: The user's mail address or URL, for an endpoint.
    """

    as_of: str | None = None
    cache: Path | None = None
    resume: bool = False
    contact: str | None = None


@contextlib.contextmanager
def open_source(source: str, settings: SourceSettings | None = None) -> Iterator[Graph]:
    """Opens a graph.

    Args:
        source: One of `FORMS`.
        settings: How to open it.

    Yields:
        The graph, which knows when its facts hold.

    Raises:
        InputError: There is no such source, or it is malformed.
    """
    chosen = settings or SourceSettings()
    if chosen.as_of is not None:
        month_in_words(chosen.as_of)
    if source == "embedded":
        yield _dated(embedded_graph(chosen.as_of), chosen.as_of)
    elif source == "sparql" or source.startswith(("http://", "https://")):
        with _endpoint(source, chosen) as graph:
            yield graph
    elif source.endswith(".tsv"):
        yield _table(Path(source), chosen.as_of)
    elif Path(source).is_dir() or source.endswith(_DUMPS) or source == "-":
        from .dump.dump import stored_dump

        yield stored_dump(source, as_of=chosen.as_of, warn=lambda text: _say(f"warning: {text}"))
    else:
        raise InputError(f"--source: {source!r} is unknown; give {FORMS}")


def _table(path: Path, as_of: str | None) -> TsvGraph:
    graph = TsvGraph(path, as_of=as_of)
    if graph.omitted:
        _say(
            f"{path}: left out claims with properties that no chain uses: {_listed(graph.omitted)}"
        )
    return _dated(graph, as_of)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{id_} ({count})" for id_, count in sorted(counts.items()))


@contextlib.contextmanager
def _endpoint(source: str, settings: SourceSettings) -> Iterator[Graph]:
    from ...core.wikidata.sparql.client import WIKIDATA
    from .sparql.graph import SparqlGraph

    url = WIKIDATA if source == "sparql" else source
    as_of = settings.as_of or _this_month("the endpoint")
    with SparqlGraph(
        url, as_of, settings.cache, resume=settings.resume, contact=settings.contact
    ) as graph:
        yield graph


def _dated(graph: TsvGraph, as_of: str | None) -> TsvGraph:
    graph.as_of = as_of or graph.as_of or _this_month(graph.name)
    if graph.ended:
        _say(f"{graph.name}: left out claims that do not hold in {as_of}: {_listed(graph.ended)}")
    return graph


def _this_month(name: str) -> str:
    month = f"{datetime.date.today():%Y-%m}"
    _say(f"{name}: does not say as of when its facts hold; taken as of {month} (--as-of)")
    return month


def _say(line: str) -> None:
    print(f"erbench-track: {line}", file=sys.stderr)  # noqa: T201
