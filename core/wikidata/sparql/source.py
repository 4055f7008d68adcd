"""Items from a query service: Wikidata's own, or any store that holds a copy of its RDF.

The queries are plain SPARQL 1.1. There is one request at a time, for a hundred items.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from ..items import Item, Properties, Statement, in_order, number_of
from .batches import AnswerFile, Batches
from .client import PREFIXES, Endpoint, Row, SparqlClient, item_of
from .statements import ask_statements

_BANDS = (1, 2, 5)  # times the least number of sitelinks: half of the items have hardly more
_BATCH = 100


def subclasses_query(classes: Iterable[str]) -> str:
    """Returns the query for some classes and all below them."""
    return f"""{PREFIXES}SELECT DISTINCT ?class WHERE {{
  VALUES ?above {{ {_items(classes)} }}
  ?class wdt:P279* ?above .
}}"""


def members_query(
    least: int, below: int | None, where: Mapping[str, str], classes: Sequence[str]
) -> str:
    """Returns the query for direct instances of classes, by their number of sitelinks.

    Args:
        least: They have at least so many.
        below: They have fewer than that; None for any number.
        where: Property to a value that it has.
        classes: Ids of the classes.
    """
    more = "".join(f"  ?s wdt:{id_} wd:{value} .\n" for id_, value in where.items())
    bound = "" if below is None else f" && ?n < {below}"
    return f"""{PREFIXES}SELECT DISTINCT ?s WHERE {{
{more}  VALUES ?class {{ {_items(classes)} }}
  ?s wdt:P31 ?class ; wikibase:sitelinks ?n .
  FILTER (?n >= {least}{bound})
}}"""


def names_query(classes: Collection[str], ids: Sequence[str]) -> str:
    """Returns the query for labels, aliases, types, sitelinks and revision: a row for each."""
    items = f"VALUES ?s {{ {_items(ids)} }}"
    english = 'BIND (LANG(?text) AS ?lang) FILTER (?lang IN ("en", "mul"))'
    named = ", ".join(f"wd:{id_}" for id_ in sorted(classes))
    types = f"""UNION {{
    {items} ?s wdt:P31/wdt:P279* ?class . FILTER (?class IN ({named}))
  }}"""
    return f"""{PREFIXES}SELECT DISTINCT ?s ?name ?text ?lang ?n ?revision ?class WHERE {{
  {{ {items} ?s rdfs:label ?text . BIND ("label" AS ?name) {english} }}
  UNION {{ {items} ?s skos:altLabel ?text . BIND ("alias" AS ?name) {english} }}
  UNION {{ {items} ?s wikibase:sitelinks ?n . OPTIONAL {{ ?s schema:version ?revision }} }}
  {types if classes else ""}
}}"""


def _items(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)


class SparqlSource:
    """Items behind a SPARQL endpoint (see `items.ItemSource`).

    Attributes:
        name: How it is called in what is made of it.
        as_of: Day of the questions.
    """

    def __init__(
        self,
        url: str,
        cache: Path | None = None,
        *,
        resume: bool = False,
        contact: str | None = None,
        interval: float | None = None,
        today: str | None = None,
    ) -> None:
        """Opens the answers on disk; nothing is sent yet.

        Args:
            url: The endpoint, such as `https://query.wikidata.org/sparql`.
            cache: Folder that keeps the answers; None keeps none.
            resume: Whether answers that are already there are used.
            contact: The user's mail address or URL; by default `ERBENCH_TRACK_CONTACT`.
            interval: Seconds to pause after each request; by default one, and none on this machine.
            today: Day of the questions; answers of another month do not count.

        Raises:
            InputError: The URL or the contact is malformed, or the folder holds answers and
                `resume` is not set.
        """
        endpoint = Endpoint.parse(url)
        self.as_of = today or date.today().isoformat()
        self.name = f"SPARQL endpoint {endpoint.shown}, {self.as_of}"
        self._client = SparqlClient(endpoint, contact, interval)
        self._answers = AnswerFile(cache, resume=resume) if cache else None
        self._batches = Batches(self._client, self._answers, self.as_of[:7])

    def members(
        self, classes: Collection[str], where: Mapping[str, str], least_sitelinks: int
    ) -> Collection[str]:
        """Returns ids of items, in bands of sitelinks so that no answer is too long."""
        rows = self._batches.ask(subclasses_query(sorted(classes)))
        below = {id_ for row in rows if (id_ := item_of(row.get("class")))} | set(classes)
        bounds = [least_sitelinks * times for times in _BANDS] if least_sitelinks else [0, *_BANDS]
        found: set[str] = set()
        for least, most in zip(bounds, [*bounds[1:], None], strict=True):
            query = partial(members_query, least, most, where)
            found |= {
                id_ for row in self._batches.ask_about(below, query) if (id_ := item_of(row["s"]))
            }
        return found

    def items(
        self, ids: Collection[str], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        """Yields what is known of items, a batch at a time."""
        todo = sorted(set(ids), key=number_of)
        for start in range(0, len(todo), _BATCH):
            yield from self._items(todo[start : start + _BATCH], properties, classes)

    def _items(
        self, ids: Sequence[str], properties: Properties, classes: Collection[str]
    ) -> Iterator[Item]:
        names = _Names()
        for row in self._batches.ask_about(ids, partial(names_query, classes)):
            names.add(row)
        statements = ask_statements(self._batches, ids, properties) if properties else {}
        for id_ in ids:
            if id_ in names.sitelinks or id_ in names.labels:
                stated = {name: _valid(of) for name, of in statements.get(id_, {}).items()}
                yield names.item(id_, frozenset(classes), stated)

    def close(self) -> None:
        """Closes the connections and lets another run use the folder of answers."""
        self._client.close()
        if self._answers is not None:
            self._answers.close()

    def __enter__(self) -> SparqlSource:
        """Returns itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Closes it."""
        self.close()


class _Names:
    """What the rows of `names_query` say."""

    def __init__(self) -> None:
        self.labels: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self.sitelinks: dict[str, int] = {}
        self._aliases: dict[str, set[str]] = defaultdict(set)
        self._revisions: dict[str, int] = {}
        self._types: dict[str, set[str]] = defaultdict(set)

    def add(self, row: Row) -> None:
        id_ = item_of(row.get("s"))
        if id_ is None:
            return
        if "n" in row and row["n"].value.isdecimal():
            self.sitelinks[id_] = int(row["n"].value)
            revision = row["revision"].value if "revision" in row else ""
            self._revisions[id_] = int(revision) if revision.isdecimal() else 0
        elif "class" in row:
            self._types[id_].add(_id(row["class"].value))
        elif "text" in row and "lang" in row and "name" in row:
            text = row["text"].value
            if row["name"].value == "label":
                self.labels[id_].add((row["lang"].value, text))
            else:
                self._aliases[id_].add(text)

    def item(
        self, id_: str, classes: frozenset[str], statements: Mapping[str, Sequence[Statement]]
    ) -> Item:
        _, label = min(self.labels[id_], default=("", ""))  # `en` comes before `mul`
        aliases = tuple(sorted(self._aliases[id_]))
        types = classes & self._types[id_]
        sitelinks, revision = self.sitelinks.get(id_, 0), self._revisions.get(id_, 0)
        return Item(id_, label, aliases, sitelinks, revision, types, statements)


def _valid(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    return in_order([each for each in statements if each.rank != "deprecated"])


def _id(iri: str) -> str:
    return iri.rpartition("/")[2]
