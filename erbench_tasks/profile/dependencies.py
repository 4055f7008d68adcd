"""Small functional dependencies of a sample: one or two columns that determine another.

A dependency is listed only if it is unlikely to hold by chance: where two random rows agree in
the dependent column with the probability p, n further rows of the same determinants would all
agree with p to the power of n. Two columns are listed only where none of them alone does as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from math import log10

from .records import Dependency
from .sample import Sample

# The power of ten of the chance that a listed dependency holds by accident.
_EVIDENCE = 6
_FEWEST = 2  # determinants with several rows
# Columns that are tried in pairs, rows that they are tried on, and dependencies of pairs listed.
_MOST_COLUMNS, _MOST_ROWS, _MOST_PAIRS = 16, 5_000, 12
_NAMING = {"text", "integer", "date", "boolean", "uuid", "timestamp"}
_LONG = 100  # characters of a text that determines nothing


def dependencies(sample: Sample, columns: Collection[str]) -> list[Dependency]:
    """Returns the dependencies between columns that hold in a sample, those of one column first."""
    varied = [name for name in columns if len(sample.values.get(name, ())) > 1]
    naming = [name for name in varied if sample.types[name] in _NAMING]
    naming = [name for name in naming if max(map(len, sample.values[name])) <= _LONG]
    found = [fd for name in naming for fd in _determined(sample, (name,), varied)]
    known = {(fd.determinant[0], fd.dependent) for fd in found}
    again = {b for a, b in combinations(naming, 2) if {(a, b), (b, a)} <= known}
    pairs: list[Dependency] = []
    for pair in combinations([name for name in naming if name not in again][:_MOST_COLUMNS], 2):
        if not known & {pair, pair[::-1]}:
            others = [name for name in varied if not known & {(part, name) for part in pair}]
            pairs += _determined(sample, pair, others)
    return found + sorted(pairs, key=lambda fd: -fd.support)[:_MOST_PAIRS]


def _determined(
    sample: Sample, determinant: tuple[str, ...], others: Collection[str]
) -> Iterator[Dependency]:
    """Yields what some columns determine of others; nothing if they are a key."""
    columns = [sample.columns[name] for name in determinant]
    rows = sample.order if len(columns) == 1 else sample.order[:_MOST_ROWS]
    groups: dict[tuple[str | None, ...], list[int]] = {}
    for row in rows:
        groups.setdefault(tuple([column[row] for column in columns]), []).append(row)
    several = [rows for key, rows in groups.items() if len(rows) > 1 and None not in key]
    for name in others if len(several) >= _FEWEST else ():
        if name not in determinant and (support := _support(sample, several, name)):
            yield Dependency(determinant, name, support)


def _support(sample: Sample, groups: list[list[int]], dependent: str) -> int:
    """Returns the number of groups with several values, which all agree; 0 if one does not."""
    column, support, further = sample.columns[dependent], 0, 0
    for rows in groups:
        values = [value for row in rows if (value := column[row]) is not None]
        if len(values) > 1:
            if any(value != values[0] for value in values):
                return 0
            support, further = support + 1, further + len(values) - 1
    counts = sample.values[dependent].values()
    agreement = sum(count**2 for count in counts) / sum(counts) ** 2  # of two random rows
    enough = support >= _FEWEST and -further * log10(agreement) >= _EVIDENCE
    return support if enough else 0
