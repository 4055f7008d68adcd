"""Having entities exchange values, in circles or pairs: a false one stands as often as a true one.

Drawn at random, some values are false more often than they are true, and a reader of the options
who knows nothing learns which. If entities exchange theirs, no value is written more or less often
than before.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

# Knuth's multiplier, which mixes the 64 bits of a number.
_BITS, _ODD = 1 << 64, 6364136223846793005
# So many pairs are looked at at once.
_MOST_COMPARED = 4000


class Holder(NamedTuple):
    """An entity with the value that it may exchange.

    Attributes:
        number: Its number.
        value: The value.
        text: The same in lower case.
        true: It, and whatever else is true, in lower case.
        place: Its place in the order, if it has one from which others must be at some distance.
        shares: What it is sought first among: those that agree on all of it, then on all but the
            last of it, and so on.
        rank: Where its place is: 64 bits of a hash, so that few pairs change when others come.
    """

    number: int
    value: Any
    text: str
    true: frozenset[str]
    place: Decimal | None
    shares: tuple[str, ...]
    rank: int


May = Callable[[Holder, Holder], bool]
Pair = tuple[Holder, Holder]
Exchanged = tuple[list[Pair], list[Holder]]  # and who is left


def pairs(holders: Iterable[Holder], may: May) -> Iterator[Pair]:
    """Pairs those that may exchange their values, as many as share most of all first.

    Whoever finds none of the same country and decade looks among those of the country. Inside such
    a group, ranks make a binary tree: who finds nobody in a subtree looks in the one above. One
    entity more changes a pair or two per level: as few as the logarithm of their number.

    Yields:
        The pairs. Of those that are in none, hardly any two may exchange.
    """
    yield from _those_that_share_first(holders, partial(_paired, may=may))


def circles(holders: Iterable[Holder], may_take: May) -> Iterator[Pair]:
    """Has each take the value of the next, those first that share most of all.

    Inside a group the ranks are the order, and the last takes the value of the first: one entity
    more changes what one other takes. Who may not take from the next waits for a larger group.

    Yields:
        Who gives, and who takes.
    """
    yield from _those_that_share_first(holders, partial(_in_a_circle, may_take=may_take))


def _those_that_share_first(
    holders: Iterable[Holder], exchanging: Callable[[list[Holder]], Exchanged]
) -> Iterator[Pair]:
    """Has holders exchange inside groups that share ever less; who is left waits for the next."""
    waiting = list(holders)
    most = max((len(holder.shares) for holder in waiting), default=0)
    for shared in range(most, -1, -1):
        groups = defaultdict(list)
        for holder in sorted(waiting, key=attrgetter("rank")):
            groups[holder.shares[:shared]].append(holder)
        waiting = []
        for group in groups.values():
            found, left = exchanging(group)
            waiting += left
            yield from found


def _in_a_circle(group: list[Holder], may_take: May) -> Exchanged:
    circle, left = list[Holder](), list[Holder]()
    for holder in group:
        (left if circle and not may_take(circle[-1], holder) else circle).append(holder)
    while len(circle) > 1 and not may_take(circle[-1], circle[0]):
        left.append(circle.pop())
    if len(circle) == 1:
        return [], left + circle
    return list(zip([*circle[1:], *circle[:1]], circle, strict=True)), left


def _paired(holders: list[Holder], may: May) -> Exchanged:
    """Pairs holders, in the order of their ranks."""
    differ = holders[0].rank ^ holders[-1].rank
    if not differ:
        return [], holders
    highest = 1 << differ.bit_length() - 1
    middle = bisect(holders, 0, key=lambda holder: holder.rank & highest)
    below, above = _paired(holders[:middle], may), _paired(holders[middle:], may)
    across = _across(below[1], above[1], may)
    taken = {holder.number for pair in across for holder in pair}
    left = [holder for holder in below[1] + above[1] if holder.number not in taken]
    return below[0] + above[0] + across, left


def _across(one: list[Holder], other: list[Holder], may: May) -> list[Pair]:
    """Pairs holders of two subtrees."""
    if len(one) == len(other) == 1:  # nearly always
        return [(one[0], other[0])] if may(one[0], other[0]) else []
    pairing = _by_hash if len(one) * len(other) <= _MOST_COMPARED else _by_value
    return list(pairing(one, other, may))


def _by_hash(one: list[Holder], other: list[Holder], may: May) -> Iterator[Pair]:
    """Yields pairs in the order of a hash of both, so that one more hardly changes the others."""
    every = (((a.rank ^ b.rank) * _ODD % _BITS, a, b) for a in one for b in other if may(a, b))
    taken: set[int] = set()
    for _, a, b in sorted(every, key=itemgetter(0)):
        if a.number not in taken and b.number not in taken:
            taken |= {a.number, b.number}
            yield a, b


def _by_value(one: list[Holder], other: list[Holder], may: May) -> Iterator[Pair]:
    """Yields pairs of many holders; they have few values, so that each is compared with those."""
    waiting: dict[Any, list[Holder]] = defaultdict(list)
    for holder in one:
        waiting[holder.value].append(holder)
    for holder in other:
        value = next((v for v, same in waiting.items() if may(same[-1], holder)), None)
        if value is not None:
            yield waiting[value].pop(), holder
            if not waiting[value]:
                del waiting[value]
