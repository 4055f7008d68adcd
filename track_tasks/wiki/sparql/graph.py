"""Facts from a SPARQL endpoint: Wikidata's own, or any store that holds a copy of Wikidata.

The queries are plain SPARQL 1.1 over Wikidata's RDF, so that any such store answers them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType

from ....core.errors import InputError
from ....core.wikidata.items import END
from ....core.wikidata.sparql.batches import AnswerFile, Batches
from ....core.wikidata.sparql.client import PREFIXES, Endpoint, Row, SparqlClient, is_item, item_of
from ..graph.graph import NO_ITEM, Claim, Entity
from ..graph.properties import Property, chain_classes, properties

REACH = 100_000  # most statements of a property that are searched for heads: OFFSET costs time
SLICE = 100  # statements that one query for heads looks at


def claims_query(
    subjects: Sequence[str], properties: Mapping[str, Property], *, is_truthy: bool = False
) -> str:
    """Returns the query for all claims of best rank: subject, property, value, end time.

    The properties come last: stores that keep our order go from the subjects to their statements,
    and not through all statements with these properties.

    Args:
        subjects: Ids of entities.
        properties: The properties that count, by their ids.
        is_truthy: Whether the store holds the claims of best rank without their statements, and
            so without end times.
    """
    if is_truthy:
        direct = " ".join(f"(wd:{id_} wdt:{id_})" for id_ in properties)
        return f"""{PREFIXES}SELECT DISTINCT ?s ?p ?o WHERE {{
  VALUES ?s {{ {_items(subjects)} }}
  ?s ?claim ?o .
  VALUES (?p ?claim) {{ {direct} }}
}}"""
    paths = " ".join(f"(wd:{id_} p:{id_} ps:{id_})" for id_ in properties)
    return f"""{PREFIXES}SELECT DISTINCT ?s ?p ?o ?end WHERE {{
  VALUES ?s {{ {_items(subjects)} }}
  ?s ?claim ?st .
  ?st a wikibase:BestRank ; ?value ?o .
  OPTIONAL {{ ?st pq:{END} ?end }}
  VALUES (?p ?claim ?value) {{ {paths} }}
}}"""


def entities_query(ids: Sequence[str], classes: Iterable[str]) -> str:
    """Returns the query for labels and types: one row for each of them.

    Labels are English, or those that Wikidata has for all languages (`mul`).

    A type is asked for from the entity upwards, which is cheap: it has few superclasses.

    Args:
        ids: Ids of entities.
        classes: Ids of the classes that matter.
    """
    items = _items(ids)
    named = ", ".join(f"wd:{id_}" for id_ in sorted(classes))
    return f"""{PREFIXES}SELECT DISTINCT ?s ?label ?lang ?class WHERE {{
  {{
    VALUES ?s {{ {items} }}
    ?s rdfs:label ?label .
    BIND (LANG(?label) AS ?lang)
    FILTER (?lang IN ("en", "mul"))
  }} UNION {{
    VALUES ?s {{ {items} }}
    ?s wdt:P31/wdt:P279* ?class .
    FILTER (?class IN ({named}))
  }}
}}"""


def any_statement_query() -> str:
    """Returns the query that shows whether a store has statements with ranks."""
    return f"{PREFIXES}SELECT ?st WHERE {{ ?st a wikibase:BestRank }} LIMIT 1"


def size_query(property_id: str, *, is_truthy: bool = False) -> str:
    """Returns the query for the number of statements of a property, at most `REACH`."""
    inner = f"SELECT ?s WHERE {{ {_claim(property_id, is_truthy)} }} LIMIT {REACH}"
    return f"{PREFIXES}SELECT (COUNT(*) AS ?n) WHERE {{ {{ {inner} }} }}"


def slice_query(property_id: str, offset: int, *, is_truthy: bool = False) -> str:
    """Returns the query for the subjects of `SLICE` statements of a property.

    Args:
        property_id: Id of the property.
        offset: Number of statements before these, in the store's order.
        is_truthy: As for `claims_query`.
    """
    where = f"SELECT ?s WHERE {{ {_claim(property_id, is_truthy)} }}"
    return f"{PREFIXES}{where} OFFSET {offset} LIMIT {SLICE}"


def _claim(property_id: str, is_truthy: bool) -> str:
    return f"?s {'wdt' if is_truthy else 'p'}:{property_id} ?st"


def _items(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)


def heads(
    batches: Batches, properties: Collection[str], seed: int, shown: str, *, is_truthy: bool = False
) -> Iterator[str]:
    """Yields ids of entities that have statements, each once, in an order that the seed decides.

    The statements of each property, or the first `REACH` of them, are cut into slices; the seed
    shuffles these. A round takes one slice of each property and shuffles their subjects, so that
    even the first heads are of all kinds. Subjects of any rank are taken: some have no claim that
    counts.

    A store in which no property has more than `SLICE` statements is yielded whole, in an order
    that only its content and the seed decide. For a larger one, the store's own order of its
    statements matters too: all known stores keep it until they are changed, and a resumed run has
    the answers on disk.

    Args:
        batches: Sends the queries.
        properties: Ids of properties.
        seed: Any number.
        shown: The endpoint, for errors.
        is_truthy: Whether the store has claims without their statements.

    Raises:
        InputError: The store has no claim in Wikidata's model, or gives no answer.
    """
    slices = {id_: _slices(batches, id_, seed, is_truthy) for id_ in sorted(properties)}
    if not any(slices.values()):
        raise InputError(
            f"{shown}: has no claim as Wikidata's RDF has them (p:PROPERTY or wdt:PROPERTY) with "
            f"any of {', '.join(slices)}"
        )
    shuffle = random.Random(seed).shuffle  # noqa: S311
    seen: set[str] = set()
    for turn in range(max(map(len, slices.values()))):
        found = {
            head
            for id_, offsets in slices.items()
            if turn < len(offsets)
            for head in _subjects(batches, id_, offsets[turn], is_truthy)
        }
        fresh = sorted(found - seen, key=lambda head: int(head[1:]))
        seen.update(fresh)
        shuffle(fresh)
        yield from fresh


def _slices(batches: Batches, property_id: str, seed: int, is_truthy: bool) -> list[int]:
    """Returns the offsets of the slices of a property, in an order that the seed decides."""
    query = size_query(property_id, is_truthy=is_truthy)
    counted = [row["n"].value for row in batches.ask(query) if "n" in row]
    size = int(counted[0]) if counted and counted[0].isdecimal() else 0
    offsets = list(range(0, min(size, REACH), SLICE))
    random.Random(f"{seed} {property_id}").shuffle(offsets)  # noqa: S311
    return offsets


def _subjects(batches: Batches, property_id: str, offset: int, is_truthy: bool) -> Iterator[str]:
    for row in batches.ask(slice_query(property_id, offset, is_truthy=is_truthy)):
        head = item_of(row.get("s"))
        if head is not None:
            yield head


class SparqlGraph:
    """A graph behind a SPARQL endpoint; it sends one query for a hundred entities.

    Attributes:
        name: How the questions name their source.
        as_of: Year and month when the facts hold, `2025-09`.
        classes: None: it has all of Wikidata's.
    """

    def __init__(
        self,
        url: str,
        as_of: str,
        cache: Path | None = None,
        *,
        resume: bool = False,
        contact: str | None = None,
        interval: float | None = None,
    ) -> None:
        """Opens the answers on disk; nothing is sent yet.

        Args:
            url: The endpoint, such as `https://query.wikidata.org/sparql`.
            as_of: Year and month when the facts hold.
            cache: Folder that keeps the answers; None keeps none.
            resume: Whether answers that are already there are used.
            contact: The user's mail address or URL; by default `ERBENCH_TRACK_CONTACT`.
            interval: Seconds to pause after each request; by default one, and none on this machine.

        Raises:
            InputError: The URL, the month or the contact is malformed, or the folder holds answers
                and `resume` is not set.
        """
        if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", as_of):
            raise InputError(f"--as-of: {as_of!r} is no year and month such as 2025-09")
        endpoint = Endpoint.parse(url)
        self.name = f"SPARQL endpoint {endpoint.shown}, {as_of}"
        self.as_of = as_of
        self.classes: frozenset[str] | None = None
        self._endpoint = endpoint
        self._client = SparqlClient(endpoint, contact, interval)
        self._answers = AnswerFile(cache, resume=resume) if cache else None
        self._batches = Batches(self._client, self._answers, as_of)
        self._properties = properties()
        self._classes = chain_classes()
        self._claims: dict[str, tuple[Claim, ...]] = {}
        self._entities: dict[str, Entity | None] = {}

    def heads(self, seed: int) -> Iterator[str]:
        """Yields ids of entities with statements, in an order that the seed decides.

        This is a sample where the endpoint holds too much to list.

        Raises:
            InputError: The store has no statements in Wikidata's model, or gives no answer.
        """
        return heads(
            self._batches,
            self._properties,
            seed,
            self._endpoint.shown,
            is_truthy=self._is_truthy,
        )

    def claims(self, subjects: Collection[str]) -> Mapping[str, Sequence[Claim]]:
        """Returns the claims of some entities.

        They are those of best rank with a property of Table 5, one for each value. A claim with an
        end time is left out where the property's wording says that it holds now; a store of truthy
        claims has no end times. A value that is not an entity appears as `NO_ITEM`; *no value* is
        not a claim.

        Raises:
            InputError: The endpoint gives no answer.
        """
        new = [subject for subject in subjects if subject not in self._claims]
        found: dict[str, set[Claim]] = {subject: set() for subject in new}
        for row in self._claim_rows(new):
            subject, claim = item_of(row.get("s")), self._claim(row)
            if claim is not None and subject in found:
                found[subject].add(claim)
        self._claims.update((subject, tuple(sorted(found[subject]))) for subject in new)
        return {id_: self._claims[id_] for id_ in subjects if self._claims[id_]}

    def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Returns the labels of some entities (English, else for all languages), and their types.

        The types are limited to the classes that the properties name. An entity without label and
        types is treated as unknown.

        Raises:
            InputError: The endpoint gives no answer.
        """
        new = [id_ for id_ in ids if id_ not in self._entities]
        labels: dict[str, set[tuple[str, str]]] = {id_: set() for id_ in new}
        types: dict[str, set[str]] = {id_: set() for id_ in new}
        for row in self._batches.ask_about(new, self._entities_query):
            id_ = item_of(row.get("s"))
            if id_ not in labels:
                continue
            if "label" in row and "lang" in row:
                labels[id_].add((row["lang"].value, row["label"].value))
            elif (class_ := item_of(row.get("class"))) in self._classes:
                types[id_].add(class_)
        for id_ in new:
            is_known = bool(labels[id_] or types[id_])
            _, label = min(labels[id_], default=("", ""))  # `en` comes before `mul`
            entity = Entity(id_, label, frozenset(types[id_]))
            self._entities[id_] = entity if is_known else None
        known = ((id_, self._entities[id_]) for id_ in ids)
        return {id_: entity for id_, entity in known if entity is not None}

    def close(self) -> None:
        """Closes the connections and lets another run use the folder of answers."""
        self._client.close()
        if self._answers is not None:
            self._answers.close()

    def __enter__(self) -> SparqlGraph:
        """Returns itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Closes it."""
        self.close()

    @cached_property
    def _is_truthy(self) -> bool:
        """Whether the store holds only claims of best rank, without statements about them."""
        return not self._batches.ask(any_statement_query())

    def _claim(self, row: Row) -> Claim | None:
        """Returns the claim of a row, None if it does not count."""
        property_ = self._properties.get(_property_id(row))
        if property_ is None or "o" not in row or (property_.is_current and "end" in row):
            return None
        return Claim(property_.id, item_of(row["o"]) or NO_ITEM)

    def _claim_rows(self, subjects: Sequence[str]) -> Iterator[Row]:
        """Yields the rows about some entities; a store without statements is asked once more."""
        asks_for_statements = "_is_truthy" not in vars(self) or not self._is_truthy
        found = False
        if asks_for_statements:
            for row in self._batches.ask_about(subjects, partial(self._claims_query, False)):
                found = True
                yield row
        if not found and any(map(is_item, subjects)) and self._is_truthy:
            yield from self._batches.ask_about(subjects, partial(self._claims_query, True))

    def _claims_query(self, is_truthy: bool, subjects: Sequence[str]) -> str:
        return claims_query(subjects, self._properties, is_truthy=is_truthy)

    def _entities_query(self, ids: Sequence[str]) -> str:
        return entities_query(ids, self._classes)


def _property_id(row: Row) -> str:
    return row["p"].value.rpartition("/")[2] if "p" in row else ""
