"""Coarser statements about a value, for questions that must not give the value itself away.

"Was the director born in the 1950s?" asks for the year without naming it (ERBench, Section 3.3).
A text depends on the value alone, so that it is the same for any database and sample.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from ...core.folding import fold
from ...core.values import dates
from ..relations.relation import Row
from ..spec.spec import StatementSpec
from ..spec.wording import ordinal
from .continents import continent_of, sub_region_of

_FIRST_YEAR, _LAST_YEAR = 100, 2999
_ARTICLES = ("a ", "an ", "the ")
# Bounds of ranges; a value that is a bound of the first ones lies within the second ones.
_BOUNDS = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))
_OTHERS = (Decimal("0.7"), Decimal("1.5"), Decimal(3), Decimal(7), Decimal(15))
_FEW = (Decimal(0), Decimal(3))
_LEADING = ((1,), (2,), (5,))
_NEXT_TO = (Decimal("0.999999999"), Decimal(1), Decimal("1.000000001"))
_SMALLEST, _LARGEST = Decimal("1e-6"), Decimal("1e15")
_YES, _NO = {"1", "y", "yes", "t", "true"}, {"0", "n", "no", "f", "false"}


class UnstatedError(ValueError):
    """Nothing can be said of a value; the message says why."""


def all_stated(specs: Mapping[str, StatementSpec], row: Row, facts: Sequence[Row]) -> Row:
    """Returns a tuple with what is said of it.

    Args:
        specs: Name to what is said.
        row: The tuple.
        facts: All tuples that share its determinant; what is counted is counted in these.

    Raises:
        UnstatedError: Nothing can be said of a value.
    """
    return {**row, **_texts(specs, row, facts)} if specs else row


def agreeing(specs: Mapping[str, StatementSpec], row: Row, facts: list[Row]) -> list[Row]:
    """Returns those of the tuples of which the same is said as of one of them."""
    if not specs or len(facts) == 1:
        return facts
    said, found = _texts(specs, row, facts), []
    for fact in facts:
        with suppress(UnstatedError):
            found += [fact] if _texts(specs, fact, facts) == said else []
    return found


def _texts(specs: Mapping[str, StatementSpec], row: Row, facts: Sequence[Row]) -> dict[str, str]:
    return {name: _text(name, spec, row, facts) for name, spec in specs.items()}


def _text(name: str, spec: StatementSpec, row: Row, facts: Sequence[Row]) -> str:
    if spec.by == "count":
        return str(len({str(fact[spec.of]) for fact in facts if fact[spec.of] is not None}))
    try:
        return stated(spec, row[spec.of])
    except UnstatedError as error:
        raise UnstatedError(f"{name}: {error}") from error


def stated(spec: StatementSpec, value: Any) -> str:
    """Returns what a statement, which counts nothing, says of a value of the database.

    Raises:
        UnstatedError: Nothing can be said of it.
    """
    if value is None:
        raise UnstatedError("NULL")
    if spec.by == "range" and spec.bounds:
        return _range_of(_number(value), spec.bounds)
    return _BY[spec.by](value)


def readings(spec: StatementSpec, value: Any) -> list[str]:
    """Returns all that a statement may say of a value and be true: ranges overlap.

    Raises:
        UnstatedError: Nothing can be said of it.
    """
    said = stated(spec, value)
    if spec.by != "range" or spec.bounds:
        return [said]
    number = _number(value)
    near = [number * factor for factor in _NEXT_TO]
    ranges = [_around(n, bounds) for n in near for bounds in (_BOUNDS, _OTHERS)]
    ranges += [_few(number)] if abs(number) <= _FEW[1] else []
    return [*dict.fromkeys(_between(*found) for found in ranges)]


def is_true(value: Any, column: str) -> bool:
    """Reads a yes/no value of a column of the database.

    Raises:
        UnstatedError: It is neither.
    """
    text = str(int(value) if isinstance(value, bool) else value).strip().casefold()
    if text not in _YES | _NO:
        why = "NULL" if value is None else f"{value!s} is neither yes nor no"
        raise UnstatedError(f"{column}: {why}")
    return text in _YES


def _decade(value: Any) -> str:
    year = year_of(value)
    first = year - year % 10
    # "The 1900s" are a decade to some, and a century to others.
    return f"{first}s" if first % 100 else f"years {first} to {first + 9}"


def _century(value: Any) -> str:
    year = year_of(value)
    if year % 100 == 0:
        raise UnstatedError(f"{year} is counted to two centuries")
    return f"{ordinal(year // 100 + 1)} century"


def year_of(value: Any) -> int:
    """Returns the year of a number, a date, or a text that is one of these.

    Raises:
        UnstatedError: It is neither, or is not within the years 100 to 2999.
    """
    try:
        number = _number(value)
        year = int(number) if number == number.to_integral_value() else None
    except UnstatedError:
        years = {date.year for date in dates.read_value(str(value))}
        year = years.pop() if len(years) == 1 else None
    if year is None or not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise UnstatedError(f"{value!s} is no year from {_FIRST_YEAR} to {_LAST_YEAR}")
    return year


def _number(value: Any) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation as error:
        raise UnstatedError(f"{value!s} is no number") from error
    if isinstance(value, bool) or not number.is_finite():
        raise UnstatedError(f"{value!s} is no number")
    return number


def _range(value: Any) -> str:
    """Says between which two round numbers a number lies; it is never one of the two."""
    number = _number(value)
    if not _SMALLEST <= abs(number) <= _LARGEST:
        raise UnstatedError(f"{value!s} is in no range")
    if abs(number) in (1, 2):  # whole numbers are not between 0.7 and 1.5
        return _between(*_few(number))
    is_bound = number.normalize().as_tuple().digits in _LEADING
    return _between(*_around(number, _OTHERS if is_bound else _BOUNDS))


def _few(number: Decimal) -> tuple[Decimal, Decimal]:
    return _FEW if number > 0 else (-_FEW[1], -_FEW[0])


def _around(number: Decimal, bounds: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """Returns the bounds, times a power of ten, between which a number lies."""
    unit = Decimal(1).scaleb(number.adjusted())
    at = bisect(bounds, abs(number) / unit)
    low, high = bounds[at - 1] * unit, bounds[at] * unit
    return (low, high) if number > 0 else (-high, -low)


def _range_of(number: Decimal, bounds: Sequence[float]) -> str:
    """Says between which of the given numbers a number lies."""
    exact = [_number(bound) for bound in bounds]
    if number in exact:
        raise UnstatedError(f"{number} is a bound of two ranges")
    at = bisect(exact, number)
    if at == 0:
        return f"less than {_shown(exact[0])}"
    if at == len(exact):
        return f"more than {_shown(exact[-1])}"
    return _between(exact[at - 1], exact[at])


def _between(low: Decimal, high: Decimal) -> str:
    return f"between {_shown(low)} and {_shown(high)}"


def _shown(number: Decimal) -> str:
    whole = number == number.to_integral_value()
    return f"{int(number):,}" if whole else f"{number.normalize():,f}"


def _initial(value: Any) -> str:
    text = str(value).strip()
    if text.casefold().startswith(_ARTICLES):
        raise UnstatedError(f"{text} begins with an article")
    letter = next((char for char in text if char.isalnum()), "")
    if not letter.isalpha():
        raise UnstatedError(f"{text} begins with no letter")
    return (fold(letter)[:1] or letter).upper()


def _place(place_of: Callable[[str], str], value: Any) -> str:
    place = place_of(str(value))
    if not place:
        raise UnstatedError(f"{value!s} is no country, or is counted to two continents")
    return place


_BY: Mapping[str, Callable[[Any], str]] = {
    "decade": _decade,
    "century": _century,
    "range": _range,
    "initial": _initial,
    "continent": partial(_place, continent_of),
    "sub-region": partial(_place, sub_region_of),
}
