"""Training and test examples by entity: nothing about a test entity is trained on.

Entities are the items' own, and those on the way of a multi-hop question: what a test movie's
2-hop question asks of its director must not have been trained on with another of his movies. So an
entity is on the side of what its chain leads to: a movie on its director's, a player on the side of
the club's city.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..errors import InputError
from ..hashing import stable_hash
from .examples import Example


@dataclass(frozen=True)
class Split:
    """The examples by what they are for.

    Attributes:
        train: Those to train on; all of their entities are training entities.
        test: Those all of whose entities are held out.
        straddling: Number of examples, by question type, that have entities of both kinds and are
            left out. Chains of functional dependencies give none; several chains may.
        unsampled: Number of examples about training entities beyond the wanted number of these.
    """

    train: list[Example] = field(default_factory=list)
    test: list[Example] = field(default_factory=list)
    straddling: Counter[str] = field(default_factory=Counter)
    unsampled: int = 0


def split_by_entity(
    examples: Sequence[Example], test_share: float, seed: int, most_entities: int | None = None
) -> Split:
    """Splits examples so that no entity is on both sides.

    Args:
        examples: The examples.
        test_share: Share of each domain's entities to hold out, in [0, 1). Fewer are held out
            where chains of entities are too large to come closer.
        seed: Decides which.
        most_entities: Train on at most so many entities of each domain, at least 1.

    Returns:
        The split; the same entities and seed give the same one.

    Raises:
        InputError: `test_share` is out of range.
    """
    if not 0 <= test_share < 1:
        raise InputError(f"--test_share: {test_share} is not in [0, 1); 0.2 is usual")
    links: dict[str, str] = {}
    for example in examples:
        for one, next_one in pairwise(_keys(example)):
            links.setdefault(one, next_one)
    entities = {_keys(example)[0]: example.domain for example in examples}
    held_out = _held_out(entities, links, test_share, seed)
    left = {key: domain for key, domain in entities.items() if _end(key, links) not in held_out}
    kept = _sampled(left, most_entities, seed)
    split, unsampled = Split(), 0
    for example in examples:
        keys = _keys(example)
        sides = {_end(key, links) in held_out for key in keys}
        if len(sides) > 1:
            split.straddling[example.question_type] += 1
        elif sides == {True}:
            split.test.append(example)
        elif keys[0] in kept:
            split.train.append(example)
        else:
            unsampled += 1
    return Split(split.train, split.test, split.straddling, unsampled)


def entity_file(examples: Iterable[Example]) -> dict[str, dict[str, list[str]]]:
    """Returns the entities of some examples in the form of a known-entity file.

    Returns:
        Domain to kind of question (`bn`, `mc`, `mh`) to sorted entity ids.
    """
    found: dict[str, dict[str, set[str]]] = {}
    for example in examples:
        kind = example.question_type.split("_")[0]
        found.setdefault(example.domain, {}).setdefault(kind, set()).add(example.entity_id)
    return {
        domain: {kind: sorted(ids) for kind, ids in kinds.items()}
        for domain, kinds in found.items()
    }


def _keys(example: Example) -> tuple[str, ...]:
    return (f"{example.domain} {example.entity_id}", *example.hops)


def _end(key: str, links: Mapping[str, str]) -> str:
    """Returns where the chain of an entity ends; the entity itself if it has none."""
    passed = {key}
    while (key := links.get(key, key)) not in passed:
        passed.add(key)
    return key


def _held_out(
    entities: Mapping[str, str], links: Mapping[str, str], share: float, seed: int
) -> set[str]:
    """Draws the ends of chains on whose side few enough entities are."""
    chosen: set[str] = set()
    for domain in set(entities.values()):
        sizes = Counter(_end(key, links) for key, of in entities.items() if of == domain)
        smallest, every = min(sizes.values()), sum(sizes.values())
        # Somebody must be held out if anybody is to be, and somebody trained on.
        wanted = min(max(round(share * every), smallest), every - smallest) if share else 0
        for end in _ranked(sizes, seed):
            if sizes[end] <= wanted:
                chosen.add(end)
                wanted -= sizes[end]
    return chosen


def _sampled(entities: Mapping[str, str], most: int | None, seed: int) -> set[str]:
    kept: set[str] = set()
    for domain in set(entities.values()):
        same = (key for key, of in entities.items() if of == domain)
        kept.update(_ranked(same, seed)[:most])
    return kept


def _ranked(keys: Iterable[str], seed: int) -> list[str]:
    return sorted(keys, key=lambda key: (stable_hash([str(seed), key]), key))
