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

    def read(self, rows: Iterable[Row]) -> None:
        """Reads every row that there is."""
        found = array("Q", (key for row in rows for key in self._keys(row, self._said_of)))
        self._known = np.unique(np.frombuffer(found, dtype=np.uint64))

    def fits(self, premise: Row) -> bool:
        """Tells whether a row is, or may be, as a premise says.

        Args:
            premise: Each name to its value.
        """
        keys = np.fromiter(self._keys(premise, self._said_by), dtype=np.uint64)
        first, last = (np.searchsorted(self._known, keys, side) for side in ("left", "right"))
        return bool((first < last).any())

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
                return [_UNKNOWN]
        if row[name] is None:
            return [_UNKNOWN]
        return self._cells(name, row[name], (0,)) or self._spelled(row, name)

    def _said_by(self, premise: Row, name: str) -> list[str]:
        """Returns what would be true of a row that fits."""
        if name in self._statements:
            return [premise[name], _UNKNOWN]
        near = self._cells(name, premise[name], (-1, 0, 1)) or self._spelled(premise, name)
        return [*near, _UNKNOWN]

    def _cells(self, name: str, value: Any, offsets: Iterable[int]) -> list[str]:
        """Returns where a measurement lies; nothing for what is compared as text."""
        size, place = self._tolerances.get(name, Decimal(0)), place_of(value)
        return [str(place // size + offset) for offset in offsets] if size and place else []

    def _spelled(self, row: Row, name: str) -> list[str]:
        return [*dict.fromkeys(map(_plain, self._spellings(name, row)))]


def _plain(text: str) -> str:
    folded = fold(text).strip()
    return without_special_characters(folded) or folded
