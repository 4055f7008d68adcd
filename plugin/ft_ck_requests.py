"""What FT-CK is asked, and which rank does what: a batch of questions goes to one rank whole."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..track_tasks.records import Fact

# A response of some hundred tokens takes about as long as learning this many facts.
_FACTS_PER_RESPONSE = 16


class Batch(NamedTuple):
    """What one adapter is for.

    Attributes:
        facts: The facts that it learns, at least one.
        is_chat: Whether the model is asked with its chat template.
    """

    facts: tuple[Fact, ...]
    is_chat: bool

    @property
    def key(self) -> str:
        """Hexadecimal digits that depend on the content."""
        text = json.dumps([self.is_chat, *map(list, self.facts)])
        return hashlib.sha256(text.encode("ascii")).hexdigest()


class Asked(NamedTuple):
    """One request, wherever it is answered.

    Attributes:
        rank: Whose request it is.
        position: Its index among the requests of that rank.
        prompt: The prompt.
        options: lm_eval's generation options.
        batch: Key of its batch; empty if it needs no adapter.
    """

    rank: int
    position: int
    prompt: str
    options: Mapping[str, Any]
    batch: str


class Reply(NamedTuple):
    """The response to one request.

    Attributes:
        rank: As of the request.
        position: As of the request.
        response: What the model said, behind its trace.
    """

    rank: int
    position: int
    response: str


def turns_of(
    asked: Sequence[Asked], batches: Mapping[str, Batch], ranks: int, size: int
) -> list[list[list[Asked]]]:
    """Plans who answers what, and when the ranks exchange responses.

    Every rank comes to the same plan. What needs no adapter is answered first, where it is asked.

    Args:
        asked: The requests of all ranks.
        batches: What adapters learn, by the keys that the requests name.
        ranks: Number of ranks.
        size: Most adapters of a rank between two exchanges; one rank has nothing to exchange.

    Returns:
        For each turn, the requests that each rank answers.
    """
    of_batch: dict[str, list[Asked]] = defaultdict(list)
    for request in asked:
        of_batch[request.batch].append(request)
    plain = of_batch.pop("", [])
    given = _shares({key: len(batches[key].facts) for key in of_batch}, of_batch, ranks)
    size = size if ranks > 1 else max(1, len(of_batch))
    count = max([1, *(-(-len(keys) // size) for keys in given)])
    turns = [
        [
            [request for key in keys[turn * size : (turn + 1) * size] for request in of_batch[key]]
            for keys in given
        ]
        for turn in range(count)
    ]
    for request in plain:
        turns[0][request.rank].append(request)
    return turns


def _shares(
    facts: Mapping[str, int], of_batch: Mapping[str, Sequence[Asked]], ranks: int
) -> list[list[str]]:
    """Gives each batch to the rank that has least to do so far, the largest batches first."""
    order = {key: index for index, key in enumerate(of_batch)}
    costs = {key: facts[key] + _FACTS_PER_RESPONSE * len(of) for key, of in of_batch.items()}
    given: list[list[str]] = [[] for _ in range(ranks)]
    loads = [0] * ranks
    for key in sorted(costs, key=lambda key: (-costs[key], order[key])):
        least = loads.index(min(loads))
        loads[least] += costs[key]
        given[least].append(key)
    return [sorted(keys, key=order.__getitem__) for keys in given]
