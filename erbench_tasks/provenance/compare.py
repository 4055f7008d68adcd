"""Whether a value of a table and one of Wikidata say the same."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from enum import IntEnum
from typing import Any, NamedTuple

from ...core.wikidata.values import (
    DAY,
    MONTH,
    YEAR,
    Point,
    Quantity,
    Reference,
    Special,
    Text,
    Time,
    Value,
)
from ...filters.rationale.dates import read_value
from ...filters.text.words import plain
from ..spec.units import BY_ITEM, UNITS
from ..spec.wikidata import WikidataAttribute
from .records import Names
from .same_name import country_of, same_name

_WHOLE = re.compile(r"-?[0-9]{1,16}")
_NEAR_YEARS, _NEAR_SHARE, _NEAR_DEGREES = 1, 0.1, 1.0
_DEGREES = 0.05  # airports and cities are not points


class Match(IntEnum):
    """How a value of the table and one of Wikidata go together, the better the higher."""

    INCOMPARABLE = 0
    DIFFERENT = 1
    NEAR = 2  # such as the year before
    LESS_EXACT = 3  # one of the two says less, and nothing else
    SAME = 4


class Said(NamedTuple):
    """A value of the table.

    Attributes:
        value: As the database has it.
        spellings: As text, and the specification's aliases of it.
    """

    value: Any
    spellings: tuple[str, ...]


NamesOf = Callable[[str], Names]


def compare(attribute: WikidataAttribute, said: Said, value: Value, names_of: NamesOf) -> Match:
    """Compares a value of the table with one of Wikidata.

    Args:
        attribute: What the attribute is.
        said: The table's value.
        value: Wikidata's.
        names_of: Returns the names of an item.
    """
    match value:
        case Reference(id):
            return _named(said, names_of(id))
        case Time():
            return _time(attribute, said, value)
        case Quantity():
            return _quantity(attribute, said, value)
        case Point():
            return _point(attribute, said, value)
        case Text(text):
            same = any(same_name(spelling, text) for spelling in said.spellings)
            return Match.SAME if same else Match.DIFFERENT
        case Special.NONE:
            return Match.DIFFERENT
    return Match.INCOMPARABLE


def _named(said: Said, names: Names) -> Match:
    if any(same_name(a, b) for a in said.spellings for b in names.all):
        return Match.SAME
    ours = {code for code in map(country_of, said.spellings) if code}
    theirs = country_of(names.label)
    if theirs and theirs in ours:
        return Match.SAME
    # England is in the United Kingdom.
    parts = {code.partition("-")[0] for code in ours}
    if theirs and (theirs in parts or theirs.partition("-")[0] in ours):
        return Match.LESS_EXACT
    scripts = {_is_latin(name) for name in names.all}
    return Match.DIFFERENT if _is_latin(said.spellings[0]) in scripts else Match.INCOMPARABLE


def _is_latin(name: str) -> bool:
    return any(letter.isascii() and letter.isalpha() for letter in plain(name))


def _time(attribute: WikidataAttribute, said: Said, value: Time) -> Match:
    calendars = [value, *_gregorian(value)]
    if attribute.part in _PARTS:
        return max(_same_part(str(attribute.part), said, each) for each in calendars)
    dates = list(_dates(said, only_year=attribute.part == "year"))
    found = [_same_date(date, each) for each in calendars for date in dates]
    return max(found, default=Match.INCOMPARABLE)


Date = tuple[int, "int | None", "int | None"]


def _dates(said: Said, *, only_year: bool) -> Iterator[Date]:
    """Yields the dates that a value of the table may be."""
    for text in said.spellings:
        if _WHOLE.fullmatch(text):
            yield int(text), None, None
            continue
        for date in read_value(text[:10] if text[10:11] in ("T", " ") else text):
            if date.year is not None:
                yield date.year, *((None, None) if only_year else (date.month, date.day))


def _same_date(date: Date, value: Time) -> Match:
    year, month, day = date
    if value.precision < YEAR:
        same = _span(year, value.precision) == _span(value.year, value.precision)
        return Match.LESS_EXACT if same else Match.DIFFERENT
    if year != value.year:
        return Match.NEAR if abs(year - value.year) <= _NEAR_YEARS else Match.DIFFERENT
    for ours, theirs, precision in ((month, value.month, MONTH), (day, value.day, DAY)):
        if ours is None:
            return Match.SAME
        if value.precision < precision:
            return Match.LESS_EXACT
        if ours != theirs:
            return Match.NEAR
    return Match.SAME


def _span(year: int, precision: int) -> int:
    """Returns the number of a decade, which begins with 0, or of a century, which ends with it."""
    years: int = 10 ** (YEAR - precision)
    return year // years if years == 10 else -(-year // years)


_PARTS = {"month": MONTH, "day": DAY}


def _same_part(part: str, said: Said, value: Time) -> Match:
    if value.precision < _PARTS[part]:
        return Match.INCOMPARABLE
    ours = set[int | None]()
    for text in said.spellings:
        if _WHOLE.fullmatch(text):
            ours.add(int(text))
        ours |= {date.month if part == "month" else date.day for date in read_value(text)}
    wanted = value.month if part == "month" else value.day
    if ours <= {None}:
        return Match.INCOMPARABLE
    return Match.SAME if wanted in ours else Match.DIFFERENT


def _gregorian(value: Time) -> list[Time]:
    """Returns the date in the Gregorian calendar, if it is stated in the Julian one."""
    if not value.is_julian or value.precision < DAY or not 0 < value.year < 9999:
        return []
    century = (value.year if value.month > 2 else value.year - 1) // 100
    try:
        date = datetime.date(value.year, value.month, value.day)
        date += datetime.timedelta(days=century - century // 4 - 2)
    except (ValueError, OverflowError):
        return []
    return [Time(date.year, date.month, date.day, DAY, is_julian=False)]


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.replace(",", "").strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _quantity(attribute: WikidataAttribute, said: Said, value: Quantity) -> Match:
    factor = _factor(attribute.unit, value.unit)
    numbers = [n for n in map(_number, said.spellings) if n is not None]
    if factor is None or not numbers:
        return Match.INCOMPARABLE
    theirs = float(value.amount) * factor
    found = []
    for number in numbers:
        ours = float(number)
        rounded = max(_rounding(number), _rounding(value.amount) * factor)
        allowed = _tolerance(attribute.tolerance, theirs) or rounded
        found.append(_apart(ours - theirs, allowed, max(allowed, abs(theirs) * _NEAR_SHARE)))
    return max(found)


def _factor(unit: str | None, item: str) -> float | None:
    """Returns how many of the table's units Wikidata's unit has; None if that is not known."""
    if unit is None:
        return None if item else 1.0
    ours, theirs = UNITS[unit], BY_ITEM.get(item)
    if theirs is None or theirs.dimension != ours.dimension:
        return None
    return theirs.factor / ours.factor


def _tolerance(said: float | str, of: float) -> float:
    return abs(of) * float(said.rstrip("%")) / 100 if isinstance(said, str) else said


def _rounding(number: Decimal) -> float:
    """Returns by how much rounding may have changed a number: half of its last digit."""
    exponent = number.as_tuple().exponent
    return 0.5 * 10.0 ** min(int(exponent), 0) * (1 + 1e-9)


def _point(attribute: WikidataAttribute, said: Said, value: Point) -> Match:
    if attribute.part not in ("latitude", "longitude"):
        return Match.INCOMPARABLE
    theirs = value.latitude if attribute.part == "latitude" else value.longitude
    allowed = _tolerance(attribute.tolerance, theirs) or _DEGREES
    found = [
        _apart(float(number) - theirs, allowed, _NEAR_DEGREES)
        for number in map(_number, said.spellings)
        if number is not None
    ]
    return max(found, default=Match.INCOMPARABLE)


def _apart(difference: float, allowed: float, near: float) -> Match:
    if abs(difference) <= allowed:
        return Match.SAME
    return Match.NEAR if abs(difference) <= near else Match.DIFFERENT


def shown(value: Value, names_of: NamesOf) -> str:
    """Returns a value of Wikidata for people, such as `Paris (Q90)` or `1978-10`."""
    match value:
        case Reference(id):
            label = names_of(id).label
            return f"{label} ({id})" if label else id
        case Time():
            return _shown_time(value)
        case Quantity(amount, unit):
            symbol = BY_ITEM[unit].symbol if unit in BY_ITEM else unit
            return f"{amount.normalize():f}" + (f" {symbol}" if unit else "")
        case Point(latitude, longitude):
            return f"{latitude:.4f}, {longitude:.4f}"
        case Text(text):
            return text
        case Special.NONE:
            return "that there is none"
    return "that it is unknown"


def _shown_time(value: Time) -> str:
    before = value.year < 0
    year = f"{-value.year} BCE" if before else f"{value.year:04d}"
    if value.precision < YEAR:
        unit = {8: "decade", 7: "century", 6: "millennium"}.get(value.precision, "time")
        return f"the {unit} of {year}"
    if before or value.precision == YEAR:
        return year
    month = f"{year}-{value.month:02d}"
    return f"{month}-{value.day:02d}" if value.precision >= DAY else month
