"""Items by their names: from a query service, or from the store of a dump without a network."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import InputError
from ...core.optional import optional_dependency
from ...core.wikidata.items import Item, Properties
from ...core.wikidata.sparql.client import PREFIXES, Row, item_of
from ...core.wikidata.sparql.source import SparqlSource
from ..spec.wikidata import WikidataSpec
from .compare import flat

if TYPE_CHECKING:  # it needs duckdb
    from ...core.wikidata.dump.source import StoreSource

logger = logging.getLogger(__name__)
_LITERALS = 200  # names in one query, each in two languages
_LACKING = "%s: has no %s, which is not compared; %s"
_AGAIN = "erbench-track wikidata DUMP -o STORE --domain FILE keeps what a domain's file names"


@contextmanager
def open_source(
    source: str, *, contact: str | None = None, cache: Path | None = None, resume: bool = False
) -> Iterator[QueryService | StoredItems]:
    """Opens a SPARQL endpoint, or a store.

    Args:
        source: URL of the endpoint, or the folder of the store.
        contact: The user's mail address or URL; by default `ERBENCH_TRACK_CONTACT`.
        cache: Folder that keeps the endpoint's answers; None keeps none.
        resume: Whether answers of this month that are already there are used.

    Yields:
        Where items come from; an endpoint is sent one request at a time.

    Raises:
        InputError: Something is malformed or cannot be read, or the folder holds answers and
            `resume` is not set.
    """
    if not Path(source).is_dir():
        with closing(QueryService(source, cache, resume=resume, contact=contact)) as service:
            yield service
        return
    with optional_dependency("reading a store of Wikidata", "wikidata"):
        from ...core.wikidata.dump.source import StoreSource
    with closing(StoreSource(Path(source))) as store:
        yield StoredItems(store)


class QueryService(SparqlSource):
    """Wikidata behind a SPARQL endpoint."""

    def named(self, names: Collection[str], kind: WikidataSpec) -> Mapping[str, Collection[str]]:
        """Returns items with an English label or alias, by name; other kinds may be among them."""
        todo = sorted(filter(str.strip, names))
        rows = _names(self._batches.ask_in_parts(todo, named_query, _LITERALS))
        return _grouped((name, id_) for id_, name in rows)

    def all_names(self, ids: Collection[str]) -> Mapping[str, Collection[str]]:
        """Returns the names of items in all languages, by item."""
        return _grouped(_names(self._batches.ask_about(ids, all_names_query)))


def _names(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    named = ((item_of(row.get("s")), row.get("name")) for row in rows)
    return ((id_, name.value) for id_, name in named if id_ and name)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return found


def named_query(names: Sequence[str]) -> str:
    """Returns the query for the items with some labels or aliases."""
    valid = (name.encode("utf-8", "replace").decode() for name in names)
    texts = [json.dumps(name, ensure_ascii=False) for name in valid]  # nothing in it can end it
    literals = " ".join(f"{text}@en {text}@mul" for text in texts)
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name WHERE {{
  VALUES ?name {{ {literals} }}
  {{ ?s rdfs:label ?name }} UNION {{ ?s skos:altLabel ?name }}
}}"""


def all_names_query(ids: Sequence[str]) -> str:
    """Returns the query for names and demonyms; an item that was merged has those of the other."""
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name WHERE {{
  VALUES ?s {{ {" ".join(f"wd:{id_}" for id_ in ids)} }}
  {{ ?s rdfs:label|skos:altLabel|wdt:P1549 ?name }}
  UNION {{ ?s owl:sameAs/(rdfs:label|skos:altLabel|wdt:P1549) ?name }}
}}"""


class StoredItems:
    """Wikidata as far as a store has it: with English names, found whatever their accents."""

    def __init__(self, store: StoreSource) -> None:
        """Takes an open store."""
        self._store, self._kept = store, store.summary.statements
        self._by_name: dict[str, dict[str, list[str]]] = {}
        self._lacking: set[str] = set()

    def named(self, names: Collection[str], kind: WikidataSpec) -> Mapping[str, Collection[str]]:
        """Returns items of a kind whose English label or alias is one of some names, by name.

        Raises:
            InputError: The store was made without the classes.
        """
        index = self._by_name.get(str(kind))
        if index is None:
            index = self._by_name[str(kind)] = defaultdict(list)
            for item in self._store.items(self._of_kind(kind), {}, ()):
                for name in {flat(name) for name in (item.label, *item.aliases)} - {""}:
                    index[name].append(item.id)
        return {name: index[flat(name)] for name in names if flat(name) in index}

    def _of_kind(self, kind: WikidataSpec) -> set[str]:
        if set(self._store.summary.classes).isdisjoint(kind.classes):
            lacking = " or ".join(kind.classes)
            raise InputError(
                f"{self._store.name}: the store was made without the class {lacking}; {_AGAIN}"
            )
        choices = product(*([(p, value) for value in of] for p, of in kind.where.items()))
        members = (self._store.members(kind.classes, dict(chosen), 0) for chosen in choices)
        return set[str]().union(*members)

    def items(
        self, ids: Collection[str], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        """Yields what is known of items, as far as the store has their properties."""
        for id_ in sorted(properties.keys() - self._kept.keys() - self._lacking):
            self._lacking.add(id_)
            logger.warning(_LACKING, self._store.name, id_, _AGAIN)
        return self._store.items(ids, properties, classes)

    def all_names(self, ids: Collection[str]) -> Mapping[str, Collection[str]]:
        """Returns nothing: a store has English names only, which its items have already."""
        return {}


NamedItems = QueryService | StoredItems
