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
from functools import lru_cache, partial
from itertools import product
from typing import Any

from ...core.folding import fold, without_special_characters
from ..relations.relation import Row
from ..spec.spec import StatementSpec
from .statements import UnstatedError, readings

_UNKNOWN = "\0"  # a NULL, or a value of which nothing can be said
_REMEMBERED = 8192  # values of each name


class Premises:
    """The values and statements of every row, in every spelling."""

    def __init__(
        self,
        names: Sequence[str],
        statements: Mapping[str, StatementSpec],
        spellings: Callable[[str, Row], Sequence[str]],
        columns: Callable[[str], Sequence[str]] = lambda name: [name],
    ) -> None:
        """Says what a premise is made of.

        Args:
            names: Columns and statements.
            statements: Those of them that are statements.
            spellings: Returns the ways to write a column's value.
            columns: Returns the columns of a row on which the spellings of one depend.
        """
        self._statements = statements
        self._spellings = spellings
        self._known = array("q")
        self._unknown: set[str] = set()
        sources = {n: [statements[n].of] if n in statements else columns(n) for n in names}
        self._true_of = {name: self._texts(name, columns) for name, columns in sources.items()}

    def read(self, rows: Iterable[Row]) -> None:
        """Reads every row that there is."""
        import numpy as np

        every = [*self._true_of.values()]
        keys = array("q", (key for row in rows for key in _keys([texts(row) for texts in every])))
        self._known = array("q", np.unique(np.frombuffer(keys, np.int64)).tobytes())

    def fits(self, premise: Row) -> bool:
        """Tells whether a row is, or may be, as a premise says: each name has its value."""
        for key in _keys([self._claimed_by(premise, name) for name in self._true_of]):
            at = bisect_left(self._known, key)
            if at < len(self._known) and self._known[at] == key:
                return True
        return False

    def _claimed_by(self, premise: Row, name: str) -> list[str]:
        """Returns what would be true of a row that fits."""
        is_stated = name in self._statements
        texts = [premise[name]] if is_stated else self._true_of[name](premise)
        return [*texts, _UNKNOWN] if name in self._unknown else texts

    def _texts(self, name: str, columns: Sequence[str]) -> Callable[[Row], list[str]]:
        """Returns what tells what is true of a row: for most rows, what is so of an earlier one."""
        made = lru_cache(_REMEMBERED, typed=True)(partial(self._made, name, columns))
        return lambda row: made(*[row[column] for column in columns])

    def _made(self, name: str, columns: Sequence[str], *values: Any) -> list[str]:
        if values[0] is not None and name not in self._statements:
            row = dict(zip(columns, values, strict=True))
            return [*dict.fromkeys(map(_plain, self._spellings(name, row)))]
        with suppress(UnstatedError):
            if values[0] is not None:
                return readings(self._statements[name], values[0])
        self._unknown.add(name)
        return [_UNKNOWN]


def _keys(texts: Sequence[list[str]]) -> Iterable[int]:
    # Python's own hash: 64 bits that stay the same as long as they are needed.
    if max(map(len, texts)) == 1:  # nearly always
        return (hash(tuple([text for (text,) in texts])),)
    return map(hash, product(*texts))


@lru_cache(maxsize=65536)
def _plain(text: str) -> str:
    folded = fold(text).strip()
    return without_special_characters(folded) or folded
