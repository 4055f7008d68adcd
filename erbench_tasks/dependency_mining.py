"""Functional dependencies that nobody declared: found in rows, then checked in the whole table.

The rows that are read, all or a sample, only say where to look. Each dependency that holds in them
is checked by the database on every row; where it fails on the others, its determinant is extended
until it holds. A table has many accidental dependencies, so they are ranked by their support: the
number of determinants that several rows share and that have one value all the same. A determinant
that no two rows share is a key. It determines everything, which is no evidence of anything, so
keys are kept apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy

from .dependency_check import DependencyCheck, holds
from .errors import InputError
from .mined_rows import Candidate, candidates, count_rows, mining_library, read_codes
from .mining_source import MiningSource
from .spec import FunctionalDependency

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class MinedDependency:
    """A dependency, and how far it holds in the whole table.

    Attributes:
        fd: The dependency; of a key, with all attributes that were found to depend on it.
        check: The numbers; of a key, those of its determinant.
    """

    fd: FunctionalDependency
    check: DependencyCheck


@dataclass(frozen=True)
class Mined:
    """What was found.

    Attributes:
        dependencies: Minimal dependencies: the best supported first, then by their error.
        keys: Determinants that no two rows share.
        constants: Attributes with one value, up to the error: everything determines them.
        rows: Number of rows of the whole table.
        rows_read: Number of rows that dependencies were looked for in.
    """

    dependencies: list[MinedDependency]
    keys: list[MinedDependency]
    constants: list[str]
    rows: int
    rows_read: int


def mine_dependencies(
    connection: sqlalchemy.Connection,
    source: MiningSource,
    *,
    max_error: float = 0.0,
    max_determinant: int = 2,
    rows: int = 100_000,
    seed: int = 0,
    progress: Callable[[int], object] = lambda _: None,
) -> Mined:
    """Mines the minimal dependencies of a table or relation.

    If there are more than `rows` rows, a dependency that holds up to an error may be missed:
    the sample may have more errors than the whole. Exact ones are not missed. In a table, NULL is
    a value while dependencies are looked for, and left out when they are checked: one that holds
    only where no NULL is may be missed.

    Args:
        connection: A snapshot of the database.
        source: What to mine.
        max_error: The largest error g3, in [0, 1): the share of rows without which it holds.
        max_determinant: The largest number of attributes in a determinant.
        rows: The largest number of rows to read; more are sampled by the database.
        seed: Decides which rows are sampled.
        progress: Called with the number of dependencies that have been checked.

    Raises:
        InputError: There is no row, desbordante is not installed, or the database cannot be read.
    """
    mining_library()
    codes = read_codes(connection, source, rows, seed)
    if codes.empty:
        raise InputError("there are no rows, and so nothing to mine")
    checker = _Checker(connection, source, codes, max_determinant, progress)
    found = _verified(candidates(codes, max_error, max_determinant), checker, max_error)
    return _ranked(list(source.columns), found, count_rows(connection, source), len(codes))


class _Checker:
    """Checks dependencies in the whole table; a determinant that is a key is checked once."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        source: MiningSource,
        codes: pandas.DataFrame,
        max_determinant: int,
        progress: Callable[[int], object],
    ) -> None:
        self._connection = connection
        self._source = source
        self._names = list(source.columns)
        self._codes = codes
        self._max_determinant = max_determinant
        self._progress = progress
        self._done = 0
        self._keys: dict[frozenset[int], DependencyCheck] = {}

    def check(self, left: frozenset[int], right: int) -> DependencyCheck:
        """Checks a dependency; if its determinant is a key, returns the check of that."""
        if left not in self._keys and not self._is_repeated(left):
            self._keys[left] = self._count(left, [])
        if left in self._keys and self._keys[left].is_key:
            return self._keys[left]
        return self._count(left, [right])

    def extended(self, left: frozenset[int], right: int) -> Iterator[Candidate]:
        """Yields a dependency with one more attribute in its determinant, in every way."""
        if len(left) < self._max_determinant:
            for other in set(range(len(self._names))) - left - {right}:
                yield left | {other}, right

    def _is_repeated(self, left: frozenset[int]) -> bool:
        """Tells whether two of the rows that were read share a determinant."""
        if not left:
            return True
        return bool(self._codes.iloc[:, sorted(left)].duplicated().any())

    def _count(self, left: Iterable[int], right: Iterable[int]) -> DependencyCheck:
        determinant, dependent = (
            [self._names[index] for index in sorted(side)] for side in (left, right)
        )
        self._done += 1
        self._progress(self._done)
        rows, labels = self._source.present(determinant + dependent), self._source.labels
        return holds(self._connection, rows, labels(determinant), labels(dependent))


def _verified(
    pending: set[Candidate], checker: _Checker, max_error: float
) -> dict[Candidate, DependencyCheck]:
    """Returns the minimal dependencies that hold in the whole table, up to the error."""
    found: dict[Candidate, DependencyCheck] = {}
    smaller: dict[int, list[frozenset[int]]] = defaultdict(list)
    while pending:
        size = min(len(left) for left, _ in pending)
        level = {candidate for candidate in pending if len(candidate[0]) == size}
        pending = pending - level
        for left, right in sorted(
            level, key=lambda candidate: (sorted(candidate[0]), candidate[1])
        ):
            if any(determinant < left for determinant in smaller[right]):
                continue
            check = checker.check(left, right)
            if check.error <= max_error:
                found[left, right] = check
                smaller[right].append(left)
            else:
                pending.update(checker.extended(left, right))
    return found


def _ranked(
    names: Sequence[str], found: dict[Candidate, DependencyCheck], rows: int, rows_read: int
) -> Mined:
    constants, dependencies = [], []
    keys: dict[frozenset[int], list[int]] = defaultdict(list)
    for (left, right), check in found.items():
        if not left:
            constants.append(names[right])
        elif check.is_key:
            keys[left].append(right)
        else:
            dependencies.append(_mined(names, left, [right], check))
    by_size = sorted(keys.items(), key=lambda item: (len(item[0]), sorted(item[0])))
    return Mined(
        sorted(dependencies, key=_rank),
        [_mined(names, left, right, found[left, right[0]]) for left, right in by_size],
        constants,
        rows,
        rows_read,
    )


def _mined(
    names: Sequence[str], left: Iterable[int], right: Iterable[int], check: DependencyCheck
) -> MinedDependency:
    determinant, dependent = ([names[index] for index in sorted(side)] for side in (left, right))
    return MinedDependency(
        FunctionalDependency(determinant=determinant, dependent=dependent), check
    )


def _rank(mined: MinedDependency) -> tuple[int, float, int, str]:
    """Sorts by support, then by error; then short and in the order of the alphabet."""
    return -mined.check.support, mined.check.error, len(mined.fd.determinant), str(mined.fd)
