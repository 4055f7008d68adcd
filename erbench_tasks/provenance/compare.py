"""What Wikidata says of a row's attribute, and whether it is what the table says.

Two values say the same, or do not, or nobody can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from ...core.values.countries import code_of, code_of_adjective
from ...core.values.dates import read_value
from ...core.values.words import plain, words
from ...core.wikidata.items import END, START, Statement
from ...core.wikidata.values import YEAR, Point, Quantity, Reference, Special, Text, Time, Value
from ..spec.wikidata import BY_ITEM, UNITS, WikidataAttribute

_MOST_SHOWN = 3
_WHOLE = re.compile(r"-?[0-9]{1,16}")
_DEGREES = 0.05  # airports and cities are not points
_PARENTHESES = re.compile(r"\s*\([^()]*\)$")
_PARTS = ("year", "month", "day")

Said = Sequence[str]
"""A value of the table: as the database has it, and the specification's aliases of it."""
NamesOf = Callable[[str], Sequence[str]]
Placed = tuple[str, Statement]
"""Where a statement is found, as `Q1, P57`, and the statement."""


class Verdict(str, Enum):
    """What becomes of a row, or of one of its values."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_FOUND = "not found"
    AMBIGUOUS = "ambiguous"
    UNTOLD = "cannot be told"


class Judged(NamedTuple):
    """A value of the table, and what Wikidata says.

    Attributes:
        attribute: The attribute.
        said: The table's value.
        verdict: `AGREES`, `DIFFERS` or `UNTOLD`.
        says: Wikidata's values, for people; the one that agrees, if one does.
        statements: The statements that this is about.
        reason: Why it cannot be told; empty if it can.
    """

    attribute: str
    said: Said
    verdict: Verdict
    says: str = ""
    statements: Sequence[Placed] = ()
    reason: str = ""


def judge(
    name: str,
    attribute: WikidataAttribute,
    several: Sequence[Said],
    statements: Sequence[Placed],
    names_of: NamesOf,
) -> list[Judged]:
    """Judges each value that the table has for an attribute of an entity.

    Args:
        name: The attribute.
        attribute: What it is.
        several: Its values in the table; several, if the entity has as many rows.
        statements: The statements about it.
        names_of: Returns the names of an item, its English label first.
    """
    at = attribute.at
    current = [(where, s) for where, s in statements if _holds(s, at) is not False]
    if not current:
        reason = f"Wikidata has {'only values of other times' if statements else 'no value'}"
        return [Judged(name, said, Verdict.UNTOLD, reason=reason) for said in several]
    every = [[compare(attribute, said, s.value, names_of) for _, s in current] for said in several]
    reason = ""
    if any(True in same for same in every):
        reason = "another value of the row agrees"
    elif attribute.incomplete:
        reason = "Wikidata's list may be incomplete"
    elif at and not any(_holds(s, at) for _, s in current):
        reason = "no statement says when it holds"
    judged = []
    for said, same in zip(several, every, strict=True):
        agreeing = [each for each, is_same in zip(current, same, strict=True) if is_same]
        telling = agreeing or current
        why = "" if agreeing else "the two cannot be compared" if None in same else reason
        verdict = Verdict.UNTOLD if why else Verdict.AGREES if agreeing else Verdict.DIFFERS
        judged.append(Judged(name, said, verdict, _shown(telling, names_of), telling, why))
    return judged


def items_of(statements: Sequence[Placed]) -> list[str]:
    """Returns the items that statements name."""
    return [s.value.id for _, s in statements if isinstance(s.value, Reference)]


def _shown(statements: Sequence[Placed], names_of: NamesOf) -> str:
    texts = list(dict.fromkeys(shown(s.value, names_of) for _, s in statements))
    more = f", and {len(texts) - _MOST_SHOWN} more" if len(texts) > _MOST_SHOWN else ""
    return ", ".join(texts[:_MOST_SHOWN]) + more


def _holds(statement: Statement, at: str) -> bool | None:
    """Tells whether a statement holds at a time; None if it does not say when it holds."""
    then = tuple(map(int, at.split("-"))) if at else ()
    starts, ends = _times(statement, START), _times(statement, END)
    # As far as both are known: what begins in a year may hold in each of its months.
    if starts and all(start[: len(then)] > then[: len(start)] for start in starts):
        return False
    if ends and all(end[: len(then)] < then[: len(end)] for end in ends):
        return False
    return bool(starts or ends) or None


def _times(statement: Statement, qualifier: str) -> list[tuple[int, ...]]:
    values = statement.qualifiers.get(qualifier, ())
    times = [value for value in values if isinstance(value, Time)]
    return [time[:3][: max(time.precision - YEAR + 1, 0)] for time in times]


def compare(
    attribute: WikidataAttribute, said: Said, value: Value, names_of: NamesOf
) -> bool | None:
    """Compares a value of the table with one of Wikidata.

    Args:
        attribute: What the attribute is.
        said: The table's value.
        value: Wikidata's.
        names_of: Returns the names of an item, its English label first.

    Returns:
        Whether both say the same, as far as both are known; None if that cannot be told.
    """
    match value:
        case Reference(id_):
            return _item(said, names_of(id_))
        case Time():
            return _time(attribute, said, value)
        case Quantity():
            return _quantity(attribute, said, value)
        case Point() if attribute.part in ("latitude", "longitude"):
            return _is_close(attribute, said, getattr(value, attribute.part), _DEGREES)
        case Text(text):
            return is_among(said, [text])
    return False if value is Special.NONE else None


def _item(said: Said, names: Sequence[str]) -> bool | None:
    if is_among(said, names):
        return True
    ours, theirs = {_country(name) for name in said} - {""}, {_country(name) for name in names[:1]}
    if ours and any(theirs):
        return not ours.isdisjoint(theirs)
    # Who is called otherwise in one script may have the same name in another one.
    scripts = {_is_latin(name) for name in names}
    is_near = any(_is_near(a, b) for a in said for b in names)
    return None if is_near or _is_latin(said[0]) not in scripts else False


def is_among(said: Said, names: Iterable[str]) -> bool:
    """Tells whether a name is one of some, but for accents, case and signs."""
    theirs = {flat(spelling) for name in names for spelling in lookups(name)}
    ours = {flat(spelling) for name in said for spelling in lookups(name)}
    return not ours.isdisjoint(theirs - {""})


def lookups(name: str) -> list[str]:
    """Returns a table's name as Wikidata writes it: given name first, nothing in parentheses."""
    found = [name.strip(), _PARENTHESES.sub("", name).strip()]
    family, comma, given = found[-1].partition(", ")
    if comma and "," not in given:
        found.append(f"{given} {family}")
    return [spelling for spelling in dict.fromkeys(found) if spelling]


def flat(name: str) -> str:
    """Returns a name without accents, case, signs and blanks."""
    return "".join(_words(name))


@lru_cache(maxsize=65536)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(plain(name).casefold()))


def _is_near(one: str, other: str) -> bool:
    """Tells whether one of two names says less, initials aside: a club's form, a middle name."""
    a, b = ({word for word in _words(name) if len(word) > 1} for name in (one, other))
    return bool(a and b) and (a <= b or b <= a)


def _country(name: str) -> str:
    """Returns the code of the country that a name means; England is in the United Kingdom."""
    return (code_of(name) or code_of_adjective(name)).partition("-")[0]


def _is_latin(name: str) -> bool:
    return any(letter.isascii() and letter.isalpha() for letter in plain(name))


def _time(attribute: WikidataAttribute, said: Said, value: Time) -> bool | None:
    known = dict(zip(_PARTS, value[: max(value.precision - YEAR + 1, 0)], strict=False))
    dates = [date for date in _dates(attribute.part, said) if date.keys() & known.keys()]
    if any(all(known.get(part, n) == n for part, n in date.items()) for date in dates):
        return True
    # The table may have the same day in the other calendar.
    return None if value.is_julian or not dates else False


def _dates(part: str | None, said: Said) -> Iterator[dict[str, int]]:
    """Yields the dates that a value may be, with the parts that are known and asked for."""
    for text in said:
        if _WHOLE.fullmatch(text):
            yield {part or "year": int(text)}
            continue
        for date in read_value(text[:10] if text[10:11] in ("T", " ") else text):
            parts = zip(_PARTS, (date.year, date.month, date.day), strict=True)
            yield {name: n for name, n in parts if n is not None and part in (None, name)}


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.replace(",", "").strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _quantity(attribute: WikidataAttribute, said: Said, value: Quantity) -> bool | None:
    factor = 1.0
    if attribute.unit or value.unit:
        ours, theirs = UNITS.get(attribute.unit or ""), BY_ITEM.get(value.unit)
        if ours is None or theirs is None or ours.dimension != theirs.dimension:
            return None
        factor = theirs.factor / ours.factor
    inexact = _rounding(value.amount) * factor
    return _is_close(attribute, said, float(value.amount) * factor, inexact)


def _is_close(
    attribute: WikidataAttribute, said: Said, theirs: float, inexact: float
) -> bool | None:
    """Tells whether numbers are within the tolerance, or else within what rounding explains."""
    numbers = [number for number in map(_number, said) if number is not None]
    tolerance = attribute.tolerance
    if isinstance(tolerance, str):
        tolerance = abs(theirs) * float(tolerance.rstrip("%")) / 100
    found = [abs(float(n) - theirs) <= (tolerance or max(inexact, _rounding(n))) for n in numbers]
    return any(found) if found else None


def _rounding(number: Decimal) -> float:
    """Returns by how much rounding may have changed a number: half of its last digit."""
    exponent = number.as_tuple().exponent
    return 0.5 * 10.0 ** min(int(exponent), 0) * (1 + 1e-9)


def shown(value: Value, names_of: NamesOf) -> str:
    """Returns a value of Wikidata for people, such as `Paris (Q90)` or `1978-10`."""
    match value:
        case Reference(id_):
            return " ".join([*names_of(id_)[:1], f"({id_})"])
        case Time(year, month, day, precision):
            parts = f"{abs(year):04d}-{month:02d}-{day:02d}".split("-")
            date = "-".join(parts[: max(precision - YEAR + 1, 1)])
            return f"{'about ' * (precision < YEAR)}{date}{' BCE' * (year < 0)}"
        case Quantity(amount, unit):
            symbol = BY_ITEM[unit].symbol if unit in BY_ITEM else unit
            return f"{amount.normalize():f} {symbol}".strip()
        case Point(latitude, longitude):
            return f"{latitude:.4f}, {longitude:.4f}"
        case Text(text):
            return text
    return "that there is none" if value is Special.NONE else "that it is unknown"
