"""How an organisation divides itself: departments, wards, territories, which nobody knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from . import vocabulary
from .names import has_any
from .tables import LinkedTable


def divisions(tables: Iterable[LinkedTable], personal: Iterable[str]) -> dict[str, str]:
    """Finds the tables that only say how an organisation with staff is divided.

    That is what its staff refers to and nobody else (jobs, regions of sales territories), and
    what is called a division and referred to by people. What others refer to as well is known
    outside: the airports of pilots and flights, the products of orders. Cities are nobody's.

    Args:
        tables: The tables; each name once.
        personal: The names of those that are about private people.

    Returns:
        Names of such tables to a table that refers to them.
    """
    every = {table.name: table for table in tables}
    refers = {name: {target for _, target in every[name].foreign_keys} - {name} for name in every}
    referring: dict[str, set[str]] = defaultdict(set)
    for name, targets in refers.items():
        for target in targets:
            referring[target].add(name)
    private = set(personal) & every.keys()
    near = {n for n in private if has_any(every[n].words, vocabulary.STAFF + vocabulary.DIVISIONS)}
    near |= {n for n in private if refers[n] & near and not refers[n] & private - near}
    found: dict[str, str] = {}
    waiting = sorted(target for name in private if near for target in refers[name] & every.keys())
    while waiting:
        name = waiting.pop()
        last = every[name].words[-1:]
        alone = referring[name] <= private and not has_any(last, vocabulary.NOBODYS)
        by = sorted(referring[name] & (near if alone else private))
        if by and name not in private and (alone or has_any(last, vocabulary.DIVISIONS)):
            found[name] = by[0]
            near.add(name)
            private.add(name)
            waiting += refers[name] & every.keys()
    return found
