"""Wikidata's values, whichever form they come in: JSON of a dump, or RDF of a query service.

Both forms are read into the same values, so that whatever is made of them is the same. They also
have a short text, in which a store keeps them.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import NamedTuple

ENTITY = "http://www.wikidata.org/entity/"
JULIAN = "Q1985786"  # the calendar model; the other one is Q1985727, the Gregorian calendar
YEAR, MONTH, DAY = 9, 10, 11  # precisions of times
EARTH = "Q2"
_TIME = re.compile(r"([+-]?)([0-9]{1,16})-([0-9]{2})-([0-9]{2})T[0-9:.]*Z?")
_WKT = re.compile(r"(?:<[^>]*/(Q[0-9]+)> )?Point\((\S+) (\S+)\)", re.IGNORECASE)


class Special(Enum):
    """What stands where a value is missing."""

    UNKNOWN = "?"  # Wikidata's *unknown value* (somevalue), or a value of a kind that is not read
    NONE = "-"  # Wikidata's *no value*


class Reference(NamedTuple):
    """An item, by its id."""

    id: str


class Time(NamedTuple):
    """A point in time, as it is stated in its own calendar.

    Attributes:
        year: Negative before Christ: -44 is 44 BC; there is no year 0.
        month: From 1; 0 if the precision is coarser.
        day: From 1; 0 if the precision is coarser.
        precision: 9 for a year, 10 for a month, 11 for a day; less is coarser, such as 8, a decade.
        is_julian: Whether it is stated in the Julian calendar, and not in the Gregorian one.
    """

    year: int
    month: int
    day: int
    precision: int
    is_julian: bool


class Quantity(NamedTuple):
    """A number, with the id of its unit; `` for none."""

    amount: Decimal
    unit: str


class Point(NamedTuple):
    """A place on the earth, in degrees."""

    latitude: float
    longitude: float


class Text(NamedTuple):
    """A text, with the code of its language; `` for a string or an external identifier."""

    text: str
    language: str


Value = Reference | Time | Quantity | Point | Text | Special


def written(value: Value) -> str:
    """Returns the short text of a value; equal values have equal texts."""
    match value:
        case Special():
            return value.value
        case Reference(id_):
            return id_
        case Time(year, month, day, precision, is_julian):
            return f"t{year}/{month}/{day}/{precision}{'/j' if is_julian else ''}"
        case Quantity(amount, unit):
            return f"n{_plain(amount)} {unit}"
        case Point(latitude, longitude):
            return f"p{latitude!r} {longitude!r}"
        case Text(said, language):
            return f"'{language}'{said}"


def read(short: str) -> Value:
    """Returns the value of a short text."""
    kind, rest = short[:1], short[1:]
    if kind == "Q":
        return Reference(short)
    if kind == "t":
        year, month, day, precision, *calendar = rest.split("/")
        return Time(int(year), int(month), int(day), int(precision), bool(calendar))
    if kind == "n":
        amount, _, unit = rest.partition(" ")
        return Quantity(Decimal(amount), unit)
    if kind == "p":
        latitude, _, longitude = rest.partition(" ")
        return Point(float(latitude), float(longitude))
    if kind == "'":
        language, _, said = rest.partition("'")
        return Text(said, language)
    return Special(short)


def _plain(amount: Decimal) -> str:
    """Returns a number without superfluous zeros: `+5.20` and `5.2` are one."""
    shown = f"{amount.normalize():f}"
    return "0" if shown == "-0" else shown


def json_time(text: str, precision: int, calendar: str) -> Time | None:
    """Returns the time of `+1969-07-20T00:00:00Z`; None for what is no time."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    sign, year, month, day = found.groups()
    return _time(-int(year) if sign == "-" else int(year), int(month), int(day), precision,
                 is_julian=calendar.endswith(JULIAN))  # fmt: skip


def _time(year: int, month: int, day: int, precision: int, *, is_julian: bool) -> Time:
    # What is finer than the precision says nothing, and the calendar matters for days only.
    is_julian = is_julian and precision >= DAY
    month, day = month * (precision >= MONTH), day * (precision >= DAY)
    return Time(year, month, day, min(precision, DAY), is_julian)


def rdf_time(text: str, precision: str, calendar: str) -> Time | None:
    """Returns the time of an `xsd:dateTime`; None for what is no time.

    Wikibase writes days in the Gregorian calendar, whatever the calendar they are stated in, and
    1 BC as the year 0 (its RDF format, *Time*).
    """
    found = _TIME.fullmatch(text)
    if found is None or not precision.isdecimal():
        return None
    sign, digits, month, day = found.groups()
    year = -int(digits) if sign == "-" else int(digits)
    is_julian = calendar.endswith(JULIAN) and int(precision) >= DAY
    date = year, int(month), int(day)
    year, months, days = _julian(_day_number(*date)) if is_julian else date
    year = year if year > 0 else year - 1
    return _time(year, months, days, int(precision), is_julian=is_julian)


def _day_number(year: int, month: int, day: int) -> int:
    """Returns the Julian day number of a date in the Gregorian calendar, with a year 0."""
    shift = (14 - month) // 12
    years, months = year + 4800 - shift, month + 12 * shift - 3
    leap = years // 4 - years // 100 + years // 400
    return day + (153 * months + 2) // 5 + 365 * years + leap - 32045


def _julian(number: int) -> tuple[int, int, int]:
    """Returns the date in the Julian calendar of a Julian day number, with a year 0."""
    days = number + 32082
    years = (4 * days + 3) // 1461
    rest = days - 1461 * years // 4
    months = (5 * rest + 2) // 153
    day = rest - (153 * months + 2) // 5 + 1
    return years - 4800 + months // 10, months + 3 - 12 * (months // 10), day


def quantity(amount: str, unit: str) -> Quantity | None:
    """Returns a quantity; None for what is no number.

    Args:
        amount: Such as `+5.20`.
        unit: IRI of its unit; `1`, or that of the item *1*, for none.
    """
    try:
        number = Decimal(amount)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number.adjusted()) > 30:
        return None
    id_ = unit.rpartition("/")[2]
    return Quantity(Decimal(_plain(number)), "" if id_ in ("1", "Q199") else id_)


def point(text: str) -> Value:
    """Returns the place of a WKT literal, `Point(LONGITUDE LATITUDE)`."""
    found = _WKT.fullmatch(text)
    if found is None:
        return Special.UNKNOWN
    globe, longitude, latitude = found.groups()
    try:
        return on_earth(float(latitude), float(longitude), globe) or Special.UNKNOWN
    except ValueError:
        return Special.UNKNOWN


def on_earth(latitude: float, longitude: float, globe: str | None) -> Point | None:
    """Returns a place; None if it is on another globe, whose IRI is given."""
    if globe and globe.rpartition("/")[2] != EARTH:
        return None
    return Point(float(latitude) + 0.0, float(longitude) + 0.0)  # no -0.0


def text(said: str, language: str) -> Text:
    """Returns a text without superfluous blanks."""
    return Text(" ".join(said.split()), language)
