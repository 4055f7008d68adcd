"""How a largest number of items is shared among the entries of a specification."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ..core.errors import InputError


def shares(counts: Sequence[int], each: Sequence[int], most: int | None) -> list[int]:
    """Returns how many determinants each entry asks about.

    Like water in connected vessels: small entries are asked whole, the others up to one level.
    Determinants are granted one by one, so that no entry gets fewer where `most` is larger.

    Args:
        counts: Number of determinants of each entry.
        each: Number of items that an entry makes of a determinant, at least 1.
        most: The largest number of items of all entries together; None for all of them.

    Raises:
        InputError: It is too small for a single question with its other forms.
    """
    if most is None:
        return list(counts)
    sizes = zip(counts, each, strict=True)
    granted = granted_of([range(0, count * size + 1, size) for count, size in sizes], most)
    if any(counts) and not any(granted):
        raise InputError(
            f"max_items: {most} is too few: the items about one entity stay together, and an "
            f"entry has at least {min(each)}"
        )
    return granted


def granted_of(totals: Sequence[Sequence[int]], most: int) -> list[int]:
    """Returns how many determinants each entry asks about, where they give different numbers.

    Args:
        totals: Of each entry, the number of items of its first 0, 1, 2, ... determinants.
        most: The largest number of items of all entries together.
    """

    def up_to(level: int) -> list[int]:
        return [bisect_right(total, level) - 1 for total in totals]

    def items(granted: Sequence[int]) -> int:
        return sum(total[number] for total, number in zip(totals, granted, strict=True))

    level = bisect_right(range(most + 1), most, key=lambda level: items(up_to(level))) - 1
    granted = up_to(level)
    for index, next_level in enumerate(up_to(level + 1)):
        grown = [*granted[:index], next_level, *granted[index + 1 :]]
        if items(grown) > most:
            break
        granted = grown
    return granted
