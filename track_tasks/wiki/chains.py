"""Sampling chains of facts under the constraints of Appendix B.1.

A chain's hops lead from one entity to the next. No entity and no property occurs twice in it;
a hop's claim is the only one of its subject with that property; both entities have a short
English label and a type that the property admits.

Three constraints are ours. A fact that has other true values as well is the last of its chain: the
question then has several right answers, while in the middle it would be about several entities.
No subject has the object in its label, which would answer the probing question. And no answer is
that of more than a given share of the questions.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from itertools import groupby, islice, product
from typing import NamedTuple

from ...core.errors import InputError
from .graph.graph import Claim, Entity, Graph
from .graph.properties import Property, TypeCheck, properties

DEPTHS: Mapping[int, int] = {2: 120, 3: 100, 4: 100, 5: 100, 6: 80}
ANSWER_SHARE = 0.05  # of the questions may have the same answer, unless more is asked for
_MOST_WORDS = 5
_MOST_CHARACTERS = 50
_WALKERS = 256  # walkers that ask the graph together
_MOST_STEPS = 5_000  # of a walker that finds no end
_FEWEST_PER_ANSWER = 3  # chains that may have the same answer, however few chains there are
_WORD = re.compile(r"\w+")
_USES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, math.inf)
# How many chains may use one fact, and how many facts of one chain others may use: first none.
_LIMITS = ((1, 0), *product(_USES, (1, 2, 3, math.inf)))


class Hop(NamedTuple):
    """One fact of a chain.

    Attributes:
        subject: What it is about.
        property: What it says of it.
        object: The value.
        accepted: Labels of further values that are true as well.
        any_right: Whether there may be others yet.
    """

    subject: Entity
    property: Property
    object: Entity
    accepted: tuple[str, ...] = ()
    any_right: bool = False


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
    answer_share: float = 1.0,
) -> Iterator[Chain]:
    """Samples distinct chains.

    Facts that few chains have used so far are preferred, so that none dominates, and for the last
    hop answers that few chains have; the deepest chains, which have the least choice, come first.

    Args:
        graph: Where the facts are.
        depths: Number of chains for each number of hops.
        seed: Decides which chains: the same graph and seed give the same.
        allowed: The properties that may be used; by default all of Table 5.
        answer_share: The largest share of the chains that may end with the same label, in (0, 1].
            Three chains always may.

    Yields:
        The chains, those with the most hops first.

    Raises:
        InputError: The graph has too few chains.
    """
    most = max(_FEWEST_PER_ANSWER, int(answer_share * sum(depths.values())))
    limit = math.inf if answer_share >= 1 else most
    sampler = _Sampler(graph, seed, properties() if allowed is None else allowed, limit)
    for depth, count in sorted(depths.items(), reverse=True):
        yield from sampler.chains(depth, count)


def is_valid_label(label: str) -> bool:
    """Tells whether there is a label and it is short: at most 5 words and 50 characters."""
    return 0 < len(label) <= _MOST_CHARACTERS and 0 < len(label.split()) <= _MOST_WORDS


class _Sampler:
    """Depth-first walkers in random order that ask the graph together, round by round."""

    def __init__(
        self, graph: Graph, seed: int, allowed: Mapping[str, Property], most_per_answer: float
    ) -> None:
        self._graph = graph
        self._most_per_answer = most_per_answer
        self._answers: Counter[str] = Counter()
        self._seed = seed
        self._allowed = allowed
        self._types = TypeCheck(graph.classes)
        self._hops: dict[str, list[Hop]] = {}
        self._used: Counter[tuple[str, str]] = Counter()
        self._most_uses = self._most_reused = math.inf
        self._hopeless: set[str] = set()  # heads of no new chain under the current limit
        self._found: set[tuple[str, ...]] = set()

    def chains(self, depth: int, count: int) -> Iterator[Chain]:
        """Yields new chains, at least as many as wanted.

        First come chains over facts that no chain has used yet; only when there are no more,
        chains over few facts that few have used.

        Raises:
            InputError: There are fewer than wanted.
        """
        yielded = 0
        for self._most_uses, self._most_reused in _LIMITS:
            self._hopeless.clear()
            before = -1
            while before < yielded < count:
                before = yielded
                for chain in self._walk_from_everywhere(depth):
                    yielded += 1
                    yield chain
                    if yielded == count:
                        return
        wanted, remedy = f"{count} are wanted", "give a larger graph, or ask for fewer"
        if math.isfinite(self._most_per_answer):
            wanted += f", at most {self._most_per_answer} with one answer"
            remedy = "allow more with --answer-share, " + remedy
        raise InputError(
            f"{self._graph.name}: has {yielded} chains of {depth} hops, {wanted}; {remedy} with "
            "-n or --depths"
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
        branches = [iter(self._shuffled(head, draws, depth == 1))]
        for _ in range(_MOST_STEPS):
            hop = next(branches[-1], None)
            if hop is None:
                branches.pop()
                if not branches:
                    return None
                path.pop()
            elif self._is_left(path, hop, depth) and _may_follow(path, hop):
                path.append(hop)
                if len(path) < depth:
                    yield hop.object.id
                    is_last = len(path) + 1 == depth
                    branches.append(iter(self._shuffled(hop.object.id, draws, is_last)))
                elif self._is_new(path):
                    return tuple(path)
                else:
                    path.pop()
        return None

    def _is_left(self, path: Sequence[Hop], hop: Hop, depth: int) -> bool:
        """Tells whether a hop may be used once more, at the end of a chain or before it."""
        if self._used[_key(hop)] >= self._most_uses:
            return False
        reused = sum(self._used[_key(each)] > 0 for each in (*path, hop))
        if reused > self._most_reused:
            return False
        if len(path) + 1 == depth:
            return self._answers[_name(hop.object)] < self._most_per_answer
        return not (hop.accepted or hop.any_right)

    def _shuffled(self, entity: str, draws: random.Random, is_last: bool) -> list[Hop]:
        """Returns an entity's hops, the least used first, and for the end the rarest answer."""
        ranked = [
            (self._used[_key(hop)], is_last * self._answers[_name(hop.object)], draws.random(), hop)
            for hop in self._hops[entity]
        ]
        return [hop for *_, hop in sorted(ranked, key=lambda entry: entry[:3])]

    def _is_new(self, path: Sequence[Hop]) -> bool:
        key = tuple(text for hop in path for text in _key(hop))
        if key in self._found:
            return False
        self._found.add(key)
        self._used.update(map(_key, path))
        self._answers[_name(path[-1].object)] += 1
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
        if _names(start, end):
            return None
        any_right = property_.is_list and not claim.is_complete
        return Hop(start, property_, end, claim.also, any_right)


def _single(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yields each claim that is the only one with its property, in a fixed order."""
    for _, group in groupby(sorted(set(claims)), key=lambda claim: claim.property):
        first, *others = group
        if not others:
            yield first


def _may_follow(path: Sequence[Hop], hop: Hop) -> bool:
    """Tells whether a hop may extend a chain: no entity, label or property occurs twice."""
    name = _name(hop.object)
    visited = (*(before.subject for before in path), hop.subject)
    return all(before.property.id != hop.property.id for before in path) and all(
        entity.id != hop.object.id and _name(entity) != name for entity in visited
    )


def _names(entity: Entity, other: Entity) -> bool:
    """Tells whether a label has another one in it, such as *University of Oslo* has *Oslo*."""
    inner, outer = (" ".join(_WORD.findall(each.label.casefold())) for each in (other, entity))
    return bool(inner) and f" {inner} " in f" {outer} "


def _name(entity: Entity) -> str:
    return entity.label.casefold()


def _key(hop: Hop) -> tuple[str, str]:
    return hop.subject.id, hop.property.id
