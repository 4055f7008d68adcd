"""Which values occur with the class that a thing is of: who supplies something of its category.

A brewery is no plausible supplier of crab meat, whatever country the two are in.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np


class Classes:
    """The classes of things, and the values that others of each class have."""

    def __init__(self, rows: Iterable[tuple[Any, ...]], values: Collection[Any]) -> None:
        """Reads every row once; of each thing 12 bytes are kept.

        Args:
            rows: What tells a thing (any number of values), the value, and the class; the class is
                empty where it is unknown.
            values: The values that are kept.
        """
        known, numbers = set(values), dict[str, int]()
        self._members: list[set[Any]] = []
        keys, classes = array("Q"), array("I")
        for *thing, value, text in rows:
            if not text:
                continue
            number = numbers.setdefault(text, len(numbers))
            if number == len(self._members):
                self._members.append(set())
            keys.append(_key(thing))
            classes.append(number)
            if value in known:
                self._members[number].add(value)
        every, of_each = np.frombuffer(keys, np.uint64), np.frombuffer(classes, np.uint32)
        order = np.argsort(every, kind="stable")
        self._keys, self._classes = every[order], of_each[order]

    def values_with(self, thing: Sequence[Any]) -> set[Any]:
        """Returns the values that something of a thing's class has; none if that is unknown."""
        key = np.uint64(_key(thing))
        first, last = (np.searchsorted(self._keys, key, side) for side in ("left", "right"))
        numbers = {int(number) for number in self._classes[first:last]}
        return {value for number in numbers for value in self._members[number]}


def _key(thing: Sequence[Any]) -> int:
    text = "\x1f".join(map(str, thing)).encode(errors="surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
