"""Values to put in place of a true one: near it if they have an order, or share something."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from ..items.names import says_nothing
from .classes import Classes
from .near import Neighbours
from .overlap import Overlaps
from .question_type import Facts, draw
from .wrong_values import MOST_VALUES, WrongValues

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
        scale: Scale | None = None,
    ) -> None:
        """Places the values.

        Args:
            values: Each to the value of the attribute that decides its place in the order; itself,
                if it is one.
            seed: Decides which one is drawn.
            nearest: How many on either side of the true one are near it.
            margin: How far from the true one a value has to be.
            scale: How far from the true one those are that are tried first.
        """
        self._circle = WrongValues(values, seed)
        self._nearest = nearest
        self._margin = margin
        self._scale = scale
        self._seed = seed
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
        if self._scale is not None:
            yield from self._on_scale(self._scale, value, place, *entity)
        below, above = self._beside(place, Decimal(self._margin))
        for nearest in (self._nearest, 10 * self._nearest, len(self._ordered)):
            near = self._ordered[max(below - nearest, 0) : below]
            near += self._ordered[above : above + nearest]
            yield from self._circle.drawn_among([known[2] for known in near], *entity)

    def _on_scale(self, scale: Scale, value: Any, place: Decimal, *entity: object) -> Iterator[Any]:
        """Yields values at a distance that is neither small nor large."""
        unit = abs(place) if scale.is_relative else Decimal(scale.unit)
        if scale.widens and place < _LATELY:  # what is long ago is dated less exactly
            unit *= 1 + (_LATELY - place) / 100
        least, *others = (Decimal(distance) * unit for distance in scale.distances)
        below, above = self._beside(place, max(Decimal(self._margin), least))
        for most in others:
            first, last = self._beside(place, most)
            near = self._ordered[first:below] + self._ordered[above:last]
            yield from self._circle.drawn_among([known[2] for known in near], *entity)
        if str(value) == str(int(place)) and scale.made:  # nothing of the time is there
            first_made, last_made = scale.made
            drawn = draw(last_made - first_made, self._seed, *entity)
            yield int(place) - first_made - drawn

    def _beside(self, place: Decimal, distance: Decimal) -> tuple[int, int]:
        """Returns the end of the values that are so far below, the start of those above."""
        below = bisect_left(self._ordered, place - distance, key=lambda known: known[0])
        above = bisect_right(self._ordered, place + distance, key=lambda known: known[0])
        return below, above


class Scale(NamedTuple):
    """At which distances from the true value others are near, and none is the same.

    Attributes:
        distances: The smallest, and the largest ones to try one after the other.
        unit: What they are counted in.
        is_relative: Whether they are shares of the true value instead.
        made: Of whole numbers, how far below the true one a value is made if there is none.
        widens: Whether they grow with the centuries before 1800.
    """

    distances: tuple[str, ...]
    unit: str = "1"
    is_relative: bool = False
    made: tuple[int, int] | None = None
    widens: bool = False


# So many values tell what kind they are of.
_GUESSED = 100
# When something was founded or discovered is told with some years between.
YEARS = Scale(("10", "25", "60"), made=(10, 40), widens=True)
_LATELY = 1800
_DAYS = Scale(("10", "25", "60"), unit="365.25")
_NUMBERS = Scale(("0.1", "0.5"), is_relative=True)
# A work of December has the next year elsewhere.
_MARGIN_OF_YEARS = 1


class Plausible:
    """What may stand in place of a value of an attribute: no word of it, and near it."""

    def __init__(self, facts: Facts, attribute: str, seed: int, *, only_near: bool = False) -> None:
        """Reads the attribute's values.

        Args:
            facts: The relation.
            attribute: The attribute.
            seed: Decides which value is drawn.
            only_near: Whether to draw no names that share nothing with the true one.
        """
        self._ordered: PlausibleValues | None = None
        self._neighbours: Neighbours | None = None
        # Numbers and dates may be texts, too; to look at those takes less than to sample them.
        if facts.is_text(attribute):
            some = facts.sample(attribute, _GUESSED) if only_near else ()
            are_places = facts.kind_of(attribute, some) in ("city", "country")
            self._neighbours = near = Neighbours(
                facts.beside(attribute), seed, only_near=only_near, are_places=are_places
            )
            if not near.values or any(place_of(value) is None for value in near.values):
                self._overlaps = Overlaps(map(str, near.values))
                classed = (facts.classed(attribute, column) for column in near.classes)
                self._classes = [Classes(rows, near.values) for rows in classed]
                return
        self._ordered = _ordered(facts, attribute, seed)

    def instead_of(
        self, value: Any, true: Collection[str], determinant: Sequence[Any], *entity: object
    ) -> Iterator[Any]:
        """Yields values to put in place of the true one, near ones first.

        Args:
            value: The attribute's true value.
            true: It, and whatever else is true, as texts.
            determinant: Of what it is true.
            *entity: What identifies the entity.
        """
        if self._ordered is not None:
            yield from self._ordered.instead_of(value, *entity)
            return
        of_class = [classes.values_with(determinant) for classes in self._classes]
        for other in self._neighbours.of(value, *entity) if self._neighbours else ():
            if says_nothing(str(other)) or not all(other in values for values in of_class):
                continue
            if not any(self._overlaps.among(str(other), text) for text in true):
                yield other


def _ordered(facts: Facts, attribute: str, seed: int) -> PlausibleValues:
    """Returns the values of an attribute, by their place in the order if they have one."""
    values = sorted(facts.sample(attribute, MOST_VALUES), key=str)
    is_date = facts.kind_of(attribute, values[:_GUESSED]) == "date"
    are_years = is_date and all(place_of(value) == _number(value) for value in values)
    scale = (YEARS if are_years else _DAYS) if is_date else _NUMBERS
    margin = margin_of(values, is_date=is_date)
    return PlausibleValues({v: v for v in values}, seed, margin=margin, scale=scale)


def margin_of(values: Iterable[Any], *, is_date: bool) -> Decimal | int:
    """Returns how far from the true value a false one has to be at least.

    Args:
        values: Values of the attribute.
        is_date: Whether they are dates or years.
    """
    # Premises are compared by cells of the tolerance's size: two of them lie between.
    return 2 * tolerance(values) or (_MARGIN_OF_YEARS if is_date else 0)


def _number(value: Any) -> Decimal | None:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None
