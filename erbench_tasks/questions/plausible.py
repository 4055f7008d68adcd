"""Values to put in place of a true one: near it if they have an order, and otherwise any."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from .multiple_choice import WrongValues

# So many values on either side of the true one are near it.
NEAREST = 10


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
    """Returns how far numbers lie apart that nobody calls the same.

    Two measurements, such as 51.47 and 51.48, may be of one thing; whole numbers are not.

    Args:
        values: Values of the attribute.

    Returns:
        A share of their spread if some have decimals; 0 if they are whole numbers or no numbers.
    """
    places = [place_of(value) for value in values]
    known = [place for place in places if place is not None]
    if len(known) < len(places) or all(place == place.to_integral_value() for place in known):
        return Decimal(0)
    return (max(known) - min(known)) / _STEPS


_STEPS = 1000


class PlausibleValues:
    """The values of an attribute, or what can be stated of them."""

    def __init__(
        self,
        values: Mapping[Any, Any],
        seed: int,
        nearest: int = NEAREST,
        margin: Decimal | int = 0,
    ) -> None:
        """Places the values.

        Args:
            values: Each to the value of the attribute that decides its place in the order; itself,
                if it is one.
            seed: Decides which one is drawn.
            nearest: How many on either side of the true one are near it.
            margin: How far from the true one a value has to be.
        """
        self._circle = WrongValues(values, seed)
        self._nearest = nearest
        self._margin = margin
        places = {value: place_of(base) for value, base in values.items()}
        known = sorted((place, str(v), v) for v, place in places.items() if place is not None)
        self._ordered = known if len(known) == len(places) else []

    def instead_of(self, value: Any, *entity: object) -> Iterator[Any]:
        """Yields values to put in place of the true one, near ones first; it may be among them.

        Args:
            value: The attribute's true value.
            *entity: What identifies the entity.
        """
        place = place_of(value)
        if place is None or not self._ordered:
            yield from self._circle.drawn(*entity)
            return
        below = bisect_left(self._ordered, place - self._margin, key=lambda known: known[0])
        above = bisect_right(self._ordered, place + self._margin, key=lambda known: known[0])
        for nearest in (self._nearest, 10 * self._nearest, len(self._ordered)):
            near = self._ordered[max(below - nearest, 0) : below]
            near += self._ordered[above : above + nearest]
            yield from self._circle.drawn_among([known[2] for known in near], *entity)
