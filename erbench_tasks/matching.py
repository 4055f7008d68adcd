"""Pairing equal numbers of two long lists, in little memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from .stored_items import Numbers, Positions


class Match(NamedTuple):
    """Positions in two lists.

    Attributes:
        old: Positions in the old list that have a partner.
        new: The partner of each of them.
        old_only: Positions in the old list without a partner, in the order of their numbers.
        new_only: Positions in the new list without a partner, in the order of their numbers.
    """

    old: Positions
    new: Positions
    old_only: Positions
    new_only: Positions


def match(old: Numbers, new: Numbers) -> Match:
    """Pairs equal numbers; the first of several with the first, the second with the second.

    Args:
        old: Numbers.
        new: Numbers.

    Returns:
        The pairs, and what is left over.
    """
    import numpy as np

    old_order, new_order = np.argsort(old, kind="stable"), np.argsort(new, kind="stable")
    old, new = old[old_order], new[new_order]
    old_paired, new_paired = _has_partner(old, new), _has_partner(new, old)
    return Match(
        old_order[old_paired],
        new_order[new_paired],
        old_order[~old_paired],
        new_order[~new_paired],
    )


def _has_partner(numbers: Numbers, others: Numbers) -> NDArray[bool_]:
    """Marks each of some sorted numbers whose like, the third of it say, the others have too."""
    import numpy as np

    rank = np.arange(len(numbers)) - np.searchsorted(numbers, numbers)
    available = np.searchsorted(others, numbers, side="right") - np.searchsorted(others, numbers)
    return rank < available
