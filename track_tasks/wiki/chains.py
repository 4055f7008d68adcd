"""Sampling chains of facts under the constraints of Appendix B.1.

A chain's hops lead from one entity to the next. No entity and no property occurs twice in it;
a hop's claim is the only one of its subject with that property; both entities have a short
English label and a type that the property admits.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from ...core.errors import InputError
from .graph.graph import Claim, Entity, Graph
from .graph.properties import Property, TypeCheck, properties

DEPTHS: Mapping[int, int] = {2: 120, 3: 100, 4: 100, 5: 100, 6: 80}
_MOST_WORDS = 5
_MOST_CHARACTERS = 50
_WALKERS = 256  # walkers that ask the graph together
_MOST_STEPS = 5_000  # of a walker that finds no end
_LIMITS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, math.inf)  # chains that use one fact


class Hop(NamedTuple):
    """One fact of a chain."""

    subject: Entity
    property: Property
    object: Entity


Chain = tuple[Hop, ...]
_Walker = Generator[str, None, "Chain | None"]


def depths_for(count: int) -> dict[int, int]:
    """Distributes chains over the depths as the paper distributes 500.

    Args:
        count: Number of chains, at least 1.

    Returns:
        Number of chains for each number of hops, from 2 to 6; the numbers sum to `count`.
    """
    total = sum(DEPTHS.values())
    shares = {depth: divmod(count * part, total) for depth, part in DEPTHS.items()}
    left = count - sum(whole for whole, _ in shares.values())
    first = sorted(shares, key=lambda depth: (-shares[depth][1], depth))[:left]
    shared = {depth: whole + (depth in first) for depth, (whole, _) in shares.items()}
    return {depth: part for depth, part in shared.items() if part}


def sample_chains(
    graph: Graph,
    depths: Mapping[int, int] = DEPTHS,
    seed: int = 0,
    allowed: Mapping[str, Property] | None = None,
) -> Iterator[Chain]:
    """Samples distinct chains.

    Facts that few chains have used so far are preferred, so that none dominates; the deepest
    chains, which have the least choice, come first.

    Args:
        graph: Where the facts are.
        depths: Number of chains for each number of hops.
        seed: Decides which chains: the same graph and seed give the same.
        allowed: The properties that may be used; by default all of Table 5.

    Yields:
        The chains, those with the most hops first.

    Raises:
        InputError: The graph has too few chains.
    """
    sampler = _Sampler(graph, seed, properties() if allowed is None else allowed)
    for depth, count in sorted(depths.items(), reverse=True):
        yield from sampler.chains(depth, count)


def is_valid_label(label: str) -> bool:
    """Tells whether there is a label and it is short: at most 5 words and 50 characters."""
    return 0 < len(label) <= _MOST_CHARACTERS and 0 < len(label.split()) <= _MOST_WORDS


class _Sampler:
    """Depth-first walkers in random order that ask the graph together, round by round."""

    def __init__(self, graph: Graph, seed: int, allowed: Mapping[str, Property]) -> None:
        self._graph = graph
        self._seed = seed
        self._allowed = allowed
        self._types = TypeCheck(graph.classes)
        self._hops: dict[str, list[Hop]] = {}
        self._used: Counter[tuple[str, str]] = Counter()
        self._most_uses = math.inf
        self._hopeless: set[str] = set()  # heads of no new chain under the current limit
        self._found: set[tuple[str, ...]] = set()

    def chains(self, depth: int, count: int) -> Iterator[Chain]:
        """Yields new chains, at least as many as wanted.

        First come chains over facts that no chain has used yet; only when there are no more,
        chains over facts that few have used.

        Raises:
            InputError: There are fewer than wanted.
        """
        yielded = 0
        for self._most_uses in _LIMITS:
            self._hopeless.clear()
            before = -1
            while before < yielded < count:
                before = yielded
                for chain in self._walk_from_everywhere(depth):
                    yielded += 1
                    yield chain
                    if yielded == count:
                        return
        raise InputError(
            f"{self._graph.name}: has {yielded} chains of {depth} hops, {count} are wanted; give "
            "a larger graph, or ask for fewer with -n or --depths"
        )

    def _walk_from_everywhere(self, depth: int) -> Iterator[Chain]:
        every = self._graph.heads(self._seed)
        heads = (head for head in every if head not in self._hopeless)
        while batch := list(islice(heads, _WALKERS)):
            yield from self._walk_all(batch, depth)

    def _walk_all(self, heads: Sequence[str], depth: int) -> Iterator[Chain]:
        heads_of = {self._walk(head, depth): head for head in heads}
        waiting = dict(heads_of)
        while waiting:
            self._fetch({entity for entity in waiting.values() if entity not in self._hops})
            for walker in list(waiting):
                try:
                    waiting[walker] = self._next_unknown(walker)
                except StopIteration as stopped:
                    del waiting[walker]
                    if stopped.value is None:
                        self._hopeless.add(heads_of[walker])
                    else:
                        yield stopped.value

    def _next_unknown(self, walker: _Walker) -> str:
        """Lets a walker go on until it comes to an entity whose hops are not known yet."""
        while True:
            entity = next(walker)
            if entity not in self._hops:
                return entity

    def _walk(self, head: str, depth: int) -> _Walker:
        """Looks for one new chain; yields each entity before it needs its hops."""
        # A generator runs nothing before it is first asked; the head's hops are known by then.
        draws = random.Random(f"{self._seed}/{depth}/{len(self._found)}/{head}")  # noqa: S311
        path: list[Hop] = []
        branches = [iter(self._shuffled(head, draws))]
        for _ in range(_MOST_STEPS):
            hop = next(branches[-1], None)
            if hop is None:
                branches.pop()
                if not branches:
                    return None
                path.pop()
            elif self._used[_key(hop)] < self._most_uses and _may_follow(path, hop):
                path.append(hop)
                if len(path) < depth:
                    yield hop.object.id
                    branches.append(iter(self._shuffled(hop.object.id, draws)))
                elif self._is_new(path):
                    return tuple(path)
                else:
                    path.pop()
        return None

    def _shuffled(self, entity: str, draws: random.Random) -> list[Hop]:
        """Returns an entity's hops, the least used first."""
        ranked = [(self._used[_key(hop)], draws.random(), hop) for hop in self._hops[entity]]
        return [hop for _, _, hop in sorted(ranked, key=lambda entry: entry[:2])]

    def _is_new(self, path: Sequence[Hop]) -> bool:
        key = tuple(text for hop in path for text in _key(hop))
        if key in self._found:
            return False
        self._found.add(key)
        self._used.update(map(_key, path))
        return True

    def _fetch(self, entities: Collection[str]) -> None:
        """Asks the graph for the hops that start at some entities."""
        if not entities:
            return
        claims = self._graph.claims(entities)
        single = {subject: list(_single(found)) for subject, found in claims.items()}
        objects = {claim.object for found in single.values() for claim in found}
        known = self._graph.entities(objects | set(entities))
        for subject in entities:
            self._hops[subject] = [
                hop
                for claim in single.get(subject, ())
                if (hop := self._hop(subject, claim, known)) is not None
            ]

    def _hop(self, subject: str, claim: Claim, known: Mapping[str, Entity]) -> Hop | None:
        property_ = self._allowed.get(claim.property)
        start, end = known.get(subject), known.get(claim.object)
        if property_ is None or start is None or end is None:
            return None
        if not self._types.admits(start.types, property_.subject_types):
            return None
        if not self._types.admits(end.types, property_.object_types):
            return None
        if not (is_valid_label(start.label) and is_valid_label(end.label)):
            return None
        return Hop(start, property_, end)


def _single(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yields each claim that is the only one with its property, in a fixed order."""
    for _, group in groupby(sorted(set(claims)), key=lambda claim: claim.property):
        first, *others = group
        if not others:
            yield first


def _may_follow(path: Sequence[Hop], hop: Hop) -> bool:
    """Tells whether a hop may extend a chain: no entity, label or property occurs twice."""
    name = hop.object.label.casefold()
    visited = (*(before.subject for before in path), hop.subject)
    return all(before.property.id != hop.property.id for before in path) and all(
        entity.id != hop.object.id and entity.label.casefold() != name for entity in visited
    )


def _key(hop: Hop) -> tuple[str, str]:
    return hop.subject.id, hop.property.id
