"""Where chains may begin: entities with claims, sampled from an endpoint that cannot list all."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from ...erbench_tasks.errors import InputError
from .sparql_answer import item_of
from .sparql_batches import Batches
from .sparql_queries import REACH, SLICE, any_statement_query, size_query, slice_query


def heads(batches: Batches, properties: Collection[str], seed: int, shown: str) -> Iterator[str]:
    """Yields ids of entities that have statements, each once, in an order that the seed decides.

    The statements of each property, or the first `REACH` of them, are cut into slices; the seed
    shuffles these. A round takes one slice of each property and shuffles their subjects, so that
    also the first heads are of all kinds. Subjects of any rank are taken: some have no claim that
    counts.

    A store of which no property has more than `SLICE` statements is yielded whole, in an order
    that only its content and the seed decide. With a larger one the store's own order of its
    statements has a say: all of those known keep it until they are changed, and a run that is
    resumed has the answers on disk.

    Args:
        batches: Asks.
        properties: Ids of properties.
        seed: Any number.
        shown: The endpoint, for errors.

    Raises:
        InputError: The store has no statements in Wikidata's model, or gives no answer.
    """
    if not batches.ask(any_statement_query()):
        raise InputError(
            f"{shown}: has no statements as Wikidata's RDF has them (nothing is a "
            "wikibase:BestRank); it must hold a copy of Wikidata, and not the truthy one"
        )
    slices = {id_: _slices(batches, id_, seed) for id_ in sorted(properties)}
    if not any(slices.values()):
        raise InputError(f"{shown}: has no statement with any of {', '.join(slices)}")
    shuffle = random.Random(seed).shuffle  # noqa: S311
    seen: set[str] = set()
    for turn in range(max(map(len, slices.values()))):
        found = {
            head
            for id_, offsets in slices.items()
            if turn < len(offsets)
            for head in _subjects(batches, id_, offsets[turn])
        }
        fresh = sorted(found - seen, key=lambda head: int(head[1:]))
        seen.update(fresh)
        shuffle(fresh)
        yield from fresh


def _slices(batches: Batches, property_id: str, seed: int) -> list[int]:
    """Returns the offsets of the slices of a property, in an order that the seed decides."""
    counted = [row["n"].value for row in batches.ask(size_query(property_id)) if "n" in row]
    size = int(counted[0]) if counted and counted[0].isdecimal() else 0
    offsets = list(range(0, min(size, REACH), SLICE))
    random.Random(f"{seed} {property_id}").shuffle(offsets)  # noqa: S311
    return offsets


def _subjects(batches: Batches, property_id: str, offset: int) -> Iterator[str]:
    for row in batches.ask(slice_query(property_id, offset)):
        head = item_of(row.get("s"))
        if head is not None:
            yield head
