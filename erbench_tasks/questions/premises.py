"""Which premises are true of a row: what an altered question must not say by accident.

The database reads every row once, also those without a question and those with a NULL, and 8 bytes
are kept of each. What is not known counts as true: an altered question is asked only where the
database knows that no row fits.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.folding import fold, without_special_characters
from ..relations.relation import Row
from ..spec.spec import StatementSpec
from .plausible import place_of
from .statements import UnstatedError, readings

if TYPE_CHECKING:
    from numpy.typing import NDArray

_UNKNOWN = "\0"  # a NULL, or a value of which nothing can be said


class Premises:
    """The values and statements of every row, in every spelling."""

    def __init__(
        self,
        names: Sequence[str],
        statements: Mapping[str, StatementSpec],
        tolerances: Mapping[str, Decimal],
        spellings: Callable[[str, Row], Iterable[str]],
    ) -> None:
        """Says what a premise is made of.

        Args:
            names: Attributes and statements.
            statements: Those of them that are statements.
            tolerances: For attributes, how far numbers lie apart that are not the same; 0 for
                those that are compared as text.
            spellings: Returns the ways to write an attribute's value.
        """
        self._names = names
        self._statements = statements
        self._tolerances = tolerances
        self._spellings = spellings
        self._known: NDArray[np.uint64] = np.empty(0, np.uint64)
        self._unknown: set[str] = set()

    def read(self, rows: Iterable[Row]) -> None:
        """Reads every row that there is."""
        found = array("Q", (key for row in rows for key in self._keys(row, self._said_of)))
        self._known = np.unique(np.frombuffer(found, dtype=np.uint64))

    def fits(self, premise: Row) -> bool:
        """Tells whether a row is, or may be, as a premise says.

        Args:
            premise: Each name to its value.
        """
        keys = np.array([*self._keys(premise, self._said_by)], np.uint64)
        if not len(self._known):
            return False
        at = np.searchsorted(self._known, keys)
        return bool((self._known.take(at, mode="clip") == keys).any())

    def _keys(self, row: Row, said: Callable[[Row, str], list[str]]) -> Iterator[int]:
        for values in product(*(said(row, name) for name in self._names)):
            digest = hashlib.blake2b("\x1f".join(values).encode(), digest_size=8).digest()
            yield int.from_bytes(digest, "big")

    def _said_of(self, row: Row, name: str) -> list[str]:
        """Returns what is true of a row."""
        if name in self._statements:
            try:
                return readings(self._statements[name], row[self._statements[name].of])
            except UnstatedError:
                return self._nothing(name)
        if row[name] is None:
            return self._nothing(name)
        return self._cells(name, row[name], (0,)) or self._spelled(row, name)

    def _said_by(self, premise: Row, name: str) -> list[str]:
        """Returns what would be true of a row that fits."""
        unknown = [_UNKNOWN] if name in self._unknown else []
        if name in self._statements:
            return [premise[name], *unknown]
        near = self._cells(name, premise[name], (-1, 0, 1)) or self._spelled(premise, name)
        return [*near, *unknown]

    def _nothing(self, name: str) -> list[str]:
        self._unknown.add(name)
        return [_UNKNOWN]

    def _cells(self, name: str, value: Any, offsets: Iterable[int]) -> list[str]:
        """Returns where a measurement lies; nothing for what is compared as text."""
        size = self._tolerances.get(name)
        place = place_of(value) if size else None
        if not size or place is None:
            return []
        return [str(place // size + offset) for offset in offsets]

    def _spelled(self, row: Row, name: str) -> list[str]:
        return [*dict.fromkeys(map(_plain, self._spellings(name, row)))]


def _plain(text: str) -> str:
    folded = fold(text).strip()
    return without_special_characters(folded) or folded
