"""How good an entry's questions are, if nothing is wrong with them: what ranks those that pass."""

from __future__ import annotations

from collections.abc import Iterable
from math import log, log10

from .looked_at import Column, LookedAt

# So many entities, and so many values, are as good as more.
ENTITIES, VALUES = 1000, 100
# Values of so many characters are as good as longer ones.
LENGTH = 5


def score(entry: LookedAt) -> float:
    """Returns the mean of five shares, each in [0, 1].

    - entities: how many are asked about, on a logarithmic scale on which 1,000 are enough
    - values: how many occur of what is asked for, likewise; 100 are enough
    - evenness: the entropy of these values, as a share of what it would be if all were as frequent
    - kept: the share of determinants and rows about which something is asked
    - length: that of the values, where five characters are enough
    """
    if not entry.items:
        return 0.0
    columns = entry.asked_for.values()
    entities = len({item.entity_id for item in entry.items})
    parts = (
        _enough(entities, ENTITIES),
        _mean(_enough(len(column), VALUES) for column in columns),
        _mean(map(evenness, columns)),
        _kept(entry),
        _mean(map(_length, columns)),
    )
    return _mean(parts)


def evenness(column: Column) -> float:
    """Returns the normalised entropy (Pielou's evenness): 1 if all values are as frequent."""
    total = column.total()
    if len(column) < 2:
        return 0.0
    shares = [count / total for count in column.values()]
    return -sum(share * log(share) for share in shares) / log(len(column))


def _kept(entry: LookedAt) -> float:
    rows = entry.tuples + entry.lost
    of_rows = entry.tuples / rows if rows else 1.0
    of_determinants = 1 - entry.violating / entry.asked if entry.asked else 1.0
    return of_rows * of_determinants * len(entry.items) / len(entry.every)


def _length(column: Column) -> float:
    lengths = sum(min(len(text), LENGTH) * count for text, count in column.items())
    return lengths / (LENGTH * column.total())


def _enough(count: int, enough: int) -> float:
    return min(1.0, log10(1 + count) / log10(1 + enough))


def _mean(parts: Iterable[float]) -> float:
    found = list(parts)
    return sum(found) / len(found) if found else 0.0
