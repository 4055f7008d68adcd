"""Facts from a SPARQL endpoint: Wikidata's own, or any store that holds a copy of Wikidata."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType

from ....core.errors import InputError
from ..graph.graph import NO_ITEM, Claim, Entity
from ..graph.properties import properties
from .batches import AnswerFile, Batches
from .client import Endpoint, Row, SparqlClient, is_item, item_of
from .queries import (
    REACH,
    SLICE,
    any_statement_query,
    claims_query,
    entities_query,
    size_query,
    slice_query,
)


def heads(
    batches: Batches, properties: Collection[str], seed: int, shown: str, *, is_truthy: bool = False
) -> Iterator[str]:
    """Yields ids of entities that have statements, each once, in an order that the seed decides.

    The statements of each property, or the first `REACH` of them, are cut into slices; the seed
    shuffles these. A round takes one slice of each property and shuffles their subjects, so that
    even the first heads are of all kinds. Subjects of any rank are taken: some have no claim that
    counts.

    A store of which no property has more than `SLICE` statements is yielded whole, in an order
    that only its content and the seed decide. With a larger one the store's own order of its
    statements has a say: all known stores keep it until they are changed, and a run that is
    resumed has the answers on disk.

    Args:
        batches: Asks.
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
        name: What the questions say of their source.
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
            resume: Whether answers that are there already are taken.
            contact: A mail address or URL of who asks; by default `ERBENCH_TRACK_CONTACT`.
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
        self._classes = _classes()
        self._claims: dict[str, tuple[Claim, ...]] = {}
        self._entities: dict[str, Entity | None] = {}

    def heads(self, seed: int) -> Iterator[str]:
        """Yields ids of entities with statements, in an order that the seed decides.

        A sample where the endpoint holds too much to list; see `heads`.

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

        Those of best rank with a property of Table 5, one for each value. A claim with an end time
        is left out where the property's wording says that it holds now; a store of truthy claims
        has no end times. A value that is no entity appears as `NO_ITEM`; *no value* is no claim.

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
        """Returns the labels of some entities (English, else of all languages), and their types.

        The types are those of the classes that the properties name, not all superclasses. An
        entity that has neither is treated as unknown.

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
        """Ends the connections and lets another run use the folder of answers."""
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
        """Whether the store holds claims of best rank only, without statements about them."""
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


def _classes() -> frozenset[str]:
    """Returns all classes that the properties name."""
    every = properties().values()
    named = [types for entry in every for types in (entry.subject_types, entry.object_types)]
    return frozenset().union(*named)
