"""Which premises are true of a row: what an altered question must not say by accident.

The database reads every row once, also those without a question and those with a NULL, and 8 bytes
are kept of each. What is not known counts as true: an altered question is asked only where the
database knows that no row fits.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product

from ...core.folding import fold, without_special_characters
from ..relations.relation import Row
from ..spec.spec import StatementSpec
from .statements import UnstatedError, readings

_UNKNOWN = "\0"  # a NULL, or a value of which nothing can be said


class Premises:
    """The values and statements of every row, in every spelling."""

    def __init__(
        self,
        names: Sequence[str],
        statements: Mapping[str, StatementSpec],
        spellings: Callable[[str, Row], Sequence[str]],
    ) -> None:
        """Says what a premise is made of.

        Args:
            names: Columns and statements.
            statements: Those of them that are statements.
            spellings: Returns the ways to write a column's value.
        """
        self._names = names
        self._statements = statements
        self._sources = {n: statements[n].of if n in statements else n for n in names}
        self._spellings = spellings
        self._known = array("q")
        self._unknown: set[str] = set()

    def read(self, rows: Iterable[Row]) -> None:
        """Reads every row that there is."""
        import numpy as np

        keys = array("q", (key for row in rows for key in self._keys(row, self._true_of)))
        self._known = array("q", np.unique(np.frombuffer(keys, np.int64)).tobytes())

    def fits(self, premise: Row) -> bool:
        """Tells whether a row is, or may be, as a premise says: each name has its value."""
        for key in self._keys(premise, self._claimed_by):
            at = bisect_left(self._known, key)
            if at < len(self._known) and self._known[at] == key:
                return True
        return False

    def _keys(self, row: Row, texts: Callable[[Row, str], list[str]]) -> Iterable[int]:
        # Python's own hash: 64 bits that stay the same as long as they are needed.
        every = [texts(row, name) for name in self._names]
        if max(map(len, every)) == 1:  # nearly always
            return (hash(tuple([text for (text,) in every])),)
        return map(hash, product(*every))

    def _true_of(self, row: Row, name: str) -> list[str]:
        """Returns what is true of a row."""
        value = row[self._sources[name]]
        if value is not None and name not in self._statements:
            return self._spelled(row, name)
        with suppress(UnstatedError):
            if value is not None:
                return readings(self._statements[name], value)
        self._unknown.add(name)
        return [_UNKNOWN]

    def _claimed_by(self, premise: Row, name: str) -> list[str]:
        """Returns what would be true of a row that fits."""
        is_stated = name in self._statements
        texts = [premise[name]] if is_stated else self._spelled(premise, name)
        return [*texts, _UNKNOWN] if name in self._unknown else texts

    def _spelled(self, row: Row, name: str) -> list[str]:
        texts = self._spellings(name, row)
        return [_plain(texts[0])] if len(texts) == 1 else [*dict.fromkeys(map(_plain, texts))]


@lru_cache(maxsize=65536)
def _plain(text: str) -> str:
    folded = fold(text).strip()
    return without_special_characters(folded) or folded
