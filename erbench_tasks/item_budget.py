"""How a largest number of items is shared among the entries of a specification."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import mul

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

    def up_to(level: int) -> list[int]:
        return [min(count, level // size) for count, size in zip(counts, each, strict=True)]

    def items(granted: Sequence[int]) -> int:
        return sum(map(mul, granted, each))

    level = bisect_right(range(most + 1), most, key=lambda level: items(up_to(level))) - 1
    granted = up_to(level)
    for index, next_level in enumerate(up_to(level + 1)):
        grown = [*granted[:index], next_level, *granted[index + 1 :]]
        if items(grown) > most:
            break
        granted = grown
    if any(counts) and not any(granted):
        raise InputError(
            f"max_items: {most} is too few: the items about one entity stay together, and an "
            f"entry has at least {min(each)}"
        )
    return granted
