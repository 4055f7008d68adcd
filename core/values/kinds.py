"""What kind of value a column holds, and where a text mentions a value of that kind.

`mentions` compares words; a date, a number, an amount or a country can be written in many
ways that share no word. The kind is the item's (`kind` of a rationale element), or is guessed from
the attribute's name and its values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

from . import countries, dates, numbers
from .words import Span, plain

Kind = Literal["number", "date", "measure", "country", "city", "person", "title", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Of these, no mention is part of a name.
WITHOUT_NAMES: tuple[Kind, ...] = ("number", "date", "measure")
OF_PLACES: tuple[Kind, ...] = ("city", "country")

_OF_KIND: dict[Kind, str] = {
    "country": "country countries nation nations nationality nationalities citizenship homeland",
    "city": "city cities town towns capital capitals birthplace birthplaces hometown place places"
    " municipality village",
    "date": "year years date dates month months day birthday birthdate born died founded"
    " established released published built opened completed independence",
    # An amount: of money, in units, or counted. What numbers a thing is a `number`.
    "measure": "latitude longitude lat lng lon long height length width depth weight area size"
    " surface distance elevation altitude price cost budget revenue gross salary income profit gnp"
    " gdp mass speed duration runtime minutes seconds hours milliseconds bytes percentage percent"
    " rate temperature volume amount total value worth capacity expectancy freight discount"
    " population age count children goals moons floors storeys seats employees inhabitants pages"
    " members points wins losses draws episodes seasons copies sales votes visitors stock quantity",
    "number": "number no rank position order index score grade level stage round",
    "person": "director directors author authors actor actress star stars player players person"
    " people singer composer songwriter writer coach manager captain referee painter architect"
    " inventor founder president minister leader head king queen ruler mayor producer driver"
    " winner scorer surname forename given employee customer contact",
    "title": "title titles movie movies film films book books song songs album albums track tracks"
    " novel poem play painting work",
}
_KIND_OF_WORD = {word: kind for kind, text in _OF_KIND.items() for word in text.split()}
_LABELS = ("name", "label", "full_name", "short_name")
_OF_ROWS: tuple[Kind, ...] = ("person", "title", "city")
_OF_PEOPLE = {"first", "last", "given", "family", "middle"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_YEAR = re.compile(r"[12]\d{3}")
_MOST_VALUES = 200
_MOSTLY = 0.9
_SOME = 0.5


def kind_of(element: Mapping[str, Any]) -> Kind:
    """Returns the kind of a rationale element's values.

    Args:
        element: The element; without a `kind`, or with an empty one, it is guessed.
    """
    given = element.get("kind")
    return given or guess(element.get("attribute") or "", tuple(element["values"][:3]))


@lru_cache(maxsize=65536)
def guess(attribute: str, values: tuple[str, ...], column: str = "") -> Kind:
    """Guesses what kind of values a column has.

    Args:
        attribute: Its name.
        values: Some of its values.
        column: Its `table.column` in the database; the table says what a `name` is.

    Returns:
        The kind: what nearly all of the values are, and what the name says where they may be
        several things.
    """
    some = [value for value in values[:_MOST_VALUES] if value]
    named = _named(attribute, column)
    if not some or named == "title":  # "1984" is a title
        return named
    share = _share(some, _code_of)
    if share >= _MOSTLY and len(set(some)) > 1:
        return "country"
    if named == "person":
        return "person"
    if _share(some, _is_date) >= _MOSTLY:
        return "date"
    if _share(some, numbers.read_value) >= _MOSTLY:
        return _of_numbers(named, some)
    if named == "country" and share + _share(some, countries.code_of_adjective) >= _SOME:
        return "country"
    return named if named == "city" else "other"


def _code_of(value: str) -> str:
    return countries.code_of(value) or countries.code_of(place_name(value, "country"))


def _named(attribute: str, column: str) -> Kind:
    """Returns the kind that the names of an attribute and of its column tell."""
    table, _, name = column.partition(".")
    for text in (attribute, name):
        words = {word.lower() for word in _WORD.findall(plain(text))}
        if "name" in words and words & _OF_PEOPLE:
            return "person"
        if "num" in words or words >= {"number", "of"}:
            return "measure"
        if (kind := _by_name(text)) != "other":
            return kind
    of_rows = _by_name(table)
    return of_rows if attribute.lower() in _LABELS and of_rows in _OF_ROWS else "other"


def _is_date(value: str) -> bool:
    return bool(dates.read_value(value)) and numbers.read_value(value) is None


def _of_numbers(named: Kind, values: Sequence[str]) -> Kind:
    if named == "measure":
        return "measure"
    if named == "date" and _share(values, _YEAR.fullmatch) >= _MOSTLY:
        return "date"
    return "number" if all(map(_is_plain, values)) else "measure"


def _is_plain(value: str) -> bool:
    """Tells whether a number is whole, and has no unit."""
    number = numbers.read_value(value)
    return number is None or (number.value == int(number.value) and not number.unit)


def _by_name(name: str) -> Kind:
    """Returns the kind that the last telling word of a name says."""
    for word in reversed(_WORD.findall(plain(name))):
        if word.lower() in _KIND_OF_WORD:
            return _KIND_OF_WORD[word.lower()]
        if word.lower().endswith(("year", "date")):  # "indepyear"
            return "date"
    return "other"


def _share(values: Sequence[str], test: Any) -> float:
    return sum(bool(test(value)) for value in values) / len(values)


def find_value(text: str, lowered: str, value: str, kind: str, spans: list[Span]) -> list[Span]:
    """Finds where a text mentions a value, as values of its kind are written.

    Args:
        text: The text without accents (see `plain`), in its own case.
        lowered: The same in lower case.
        value: An accepted value.
        kind: Its kind.
        spans: Where it stands as a word of its own, or in another spelling.

    Returns:
        Start and end of each mention; `spans` if the value is none of its kind.
    """
    own = None
    if kind in ("number", "measure"):
        own = _find_number(text, value, kind)
    elif kind == "date":
        own = dates.find_date(text, value)
    elif kind == "country":
        own = countries.find_country(text, lowered, value)
    return spans if own is None else own


def _find_number(text: str, value: str, kind: str) -> list[Span] | None:
    wanted = numbers.read_value(value)
    if wanted is None:
        return None
    spans = numbers.find_number(text, wanted, kind == "measure")
    if not spans or kind == "measure" or wanted.value > 31:
        return spans
    # The 8 of "8 July" is a day.
    return [span for span in spans if not any(_within(span, d.span) for d in dates.dates(text))]


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer


def place_name(value: str, kind: str) -> str:
    """Returns the name of a place without what it lies in: "Lyon" of "Lyon, France".

    Args:
        value: A value.
        kind: Its kind.

    Returns:
        Empty if it is only a name, or no place.
    """
    if kind not in OF_PLACES:
        return ""
    name = re.split(r",|\(|\[", value, maxsplit=1)[0].strip()
    return name if name != value.strip() else ""
