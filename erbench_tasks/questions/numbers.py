"""Numbers and dates: their order, and how far apart two must be that nobody calls the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

# Measurements are the same if they lie nearer than this part of the column's spread.
_STEPS = 1000
# A work of December has the next year elsewhere.
_MARGIN_OF_YEARS = 1


def place_of(value: Any) -> Decimal | None:
    """Returns the place of a number or date in its order; None if it is neither."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.count("-") == 2:  # a date, where a table has only texts
        try:
            value = date.fromisoformat(value[:10])
        except ValueError:
            return None
    if isinstance(value, date):
        return Decimal(value.toordinal())
    try:
        place = Decimal(str(value))
    except InvalidOperation:
        return None
    return place if place.is_finite() else None


def tolerance(values: Iterable[Any]) -> Decimal:
    """Returns how far numbers of a column lie apart that nobody calls the same.

    Two measurements, such as 51.47 and 51.48, may be of one thing: it is a share of their spread if
    some have decimals; 0 if they are whole numbers or no numbers.
    """
    places = [place_of(value) for value in values]
    known = [place for place in places if place is not None]
    if len(known) < len(places) or all(place == place.to_integral_value() for place in known):
        return Decimal(0)
    return (max(known) - min(known)) / _STEPS


def margin_of(values: Iterable[Any], *, is_date: bool) -> Decimal | int:
    """Returns how far from the true value of a column a false one has to be at least."""
    return 2 * tolerance(values) or (_MARGIN_OF_YEARS if is_date else 0)
