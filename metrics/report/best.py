"""Which figures are the best of those beside them, and not so by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..columns import COLUMNS
from ..statistics.paired import compare_sums, holm
from .answer_tables import CONSISTENT, CONTRADICTORY
from .grid import Figure, Row, Table

LEVEL = 0.05
# Nobody is the best by M: who admits more may know less, or invent less.
_MEASURES = [column for column in COLUMNS if column.title and column.name != "missing_rate"]
_HIGHER = (*(of.name for of in _MEASURES if of.higher_is_better), CONSISTENT)
_LOWER = (*(of.name for of in _MEASURES if not of.higher_is_better), CONTRADICTORY)


def with_best(table: Table) -> Table:
    """Marks the figures that are significantly better than all that stand beside them.

    The best figure of a column and group is tested against each of the others on the questions that
    both were asked (`compare_sums`, the test of the comparisons); its p-value is the largest of
    these, and is adjusted by Holm's method for all columns and groups of the table. So the chance
    of any wrong mark in a table is at most 5%. Nothing is marked where models were asked different
    questions.

    Source: that a test of the winner against the others needs no adjustment for their number:
    K. Hung and W. Fithian, "Rank verification for exponential families", Annals of Statistics 47
    (2019) 758-782, after S. Gutmann and Z. Maymin, "Is the selected population the best?", Annals
    of Statistics 15 (1987) 456-461.

    Args:
        table: The table.

    Returns:
        The table, with `best` figures.
    """
    winners = list(_winners(table))
    adjusted = holm([winner.p for winner in winners])
    best = {
        (winner.row, *winner.place)
        for winner, p in zip(winners, adjusted, strict=True)
        if p <= LEVEL
    }
    rows = [_marked(number, row, best) for number, row in enumerate(table.rows)]
    return replace(table, rows=tuple(rows))


class _Beside(NamedTuple):
    """A figure that is compared with others, and where it stands."""

    row: int
    figure: Figure

    @property
    def value(self) -> float:
        return self.figure.estimate.value if self.figure.estimate else 0.0


class _Winner(NamedTuple):
    row: int
    place: tuple[int, int]  # column, and number within the cell
    p: float


def _marked(number: int, row: Row, best: set[tuple[int, int, int]]) -> Row:
    cells = [
        tuple(replace(f, best=f.best or (number, i, j) in best) for j, f in enumerate(cell))
        for i, cell in enumerate(row.cells)
    ]
    return replace(row, cells=tuple(cells))


def _winners(table: Table) -> Iterator[_Winner]:
    numbers = {id(row): number for number, row in enumerate(table.rows)}
    for group in table.groups:
        numbered = [(numbers[id(row)], row) for _, row in group.rows]
        for place, column in enumerate(table.columns):
            if table.is_unlike(column):
                continue
            beside: dict[tuple[int, str, str], list[_Beside]] = {}
            for number, row in numbered:
                for of, figure in enumerate(row.cells[place]):
                    if figure.estimate is not None and figure.metric.startswith(_HIGHER + _LOWER):
                        key = (of, figure.metric, figure.reading)
                        beside.setdefault(key, []).append(_Beside(number, figure))
            for (of, metric, _), some in beside.items():
                if (found := _winner(some, -1 if metric.startswith(_LOWER) else 1)) is not None:
                    yield _Winner(found[0], (place, of), found[1])


def _winner(beside: Sequence[_Beside], sign: int) -> tuple[int, float] | None:
    """Returns the row of the best figure, and the largest p-value of its tests."""
    ranked = sorted(beside, key=lambda each: -sign * each.value)
    if len(ranked) < 2:
        return None
    best, *others = ranked
    p = 0.0
    for other in others:
        found = _compared(best.figure, other.figure)
        if found is None or sign * found[0] <= 0:
            return best.row, 1.0
        p = max(p, found[1])
    return best.row, p


def _compared(first: Figure, second: Figure) -> tuple[float, float] | None:
    if first.sums is None or second.sums is None:
        return None
    return compare_sums(first.sums, second.sums)
