"""Reading the dates of a text: in numbers or words, with or without day, month and year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .numbers import BOUND, find_digits, find_number, find_spelled_out, western
from .numbers import read_value as read_number
from .words import LANGUAGES, MOST, Span, plain

# English words too: alone, they are a month if they have a capital.
_COMMON = {"may", "march", "august"}
_SHORTEST_ALONE = 5  # letters: "mars" and "mayo" are other things
_TOKEN = re.compile(r"[^\s\d.,;:!?()\[\]\"'*/_-]+")
_YEAR_DIGITS = (2, 4)
_YEAR = r"[12]\d{3}(?!\d)"
_LINK = r"(?:(?:of|de|del|di|do|den|the|da|d)\s|d')?"
_DAY_BEFORE = re.compile(
    rf"(?<![\d.,/])(\d{{1,2}})\s?(?:st|nd|rd|th|er|ier|o|a|e|\.)?,?[\s-]{{1,2}}{_LINK}$"
)
_YEAR_BEFORE = re.compile(rf"(?<!\d)({_YEAR})[,.]?[\s-]{{1,2}}$")
_DAY_AFTER = re.compile(
    r"[.,]?[\s-]{1,2}(?:the\s)?(?:(\d{1,2})\s?(?:st|nd|rd|th)?)(?![\d:%]|[.,]\d|[^\W\d_])"
)
_YEAR_AFTER = re.compile(
    rf"[.,]{{0,2}}[\s-]{{0,2}}(?:(?:of|de|del|di|do|in|the year|year)\s){{0,2}}({_YEAR})"
)
_LONGEST_LINK = 16
_NUMERIC = re.compile(
    r"(?<![\w./-])(\d{1,4})(?:\u200f?(?P<sign>[./-])|\.\s)(\d{1,2})(?:\u200f?(?P=sign)|\.\s)"
    r"(\d{1,4})(?!\d|[/-]\d|(?!T\d)[^\W\d_])"
)
_MONTH_OF_YEAR = re.compile(
    r"(?<![\w./-])(?:([12]\d{3})[/-](\d{1,2})|(\d{1,2})[/-]([12]\d{3})|(\d\d)\.((?:19|20)\d\d))"
    r"(?![\w/-]|\.\d)(?! (?:[A-Z]|season))"  # no season, as in "2009-10 Premier League"
)
_MARKED = re.compile(  # Chinese, Japanese and Korean: 1995年7月8日
    rf"(?:([12]\d{{3}})\s?(?:年|{plain('년')})\s?)?"
    rf"(\d{{1,2}})\s?(?:月|{plain('월')})(?:\s?(\d{{1,2}})\s?(?:[日号號]|{plain('일')}))?"
)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[ T][\d:.+Z-]*)?")
_FULL_YEAR = re.compile(r"\d{4}")


class Date(NamedTuple):
    """A date as far as it is said.

    Attributes:
        year: The year, or its last two digits; None if it is not said.
        month: The month from 1.
        day: The day from 1.
        span: Where it stands.
    """

    year: int | None
    month: int | None
    day: int | None = None
    span: Span = (0, 0)

    def agrees(self, wanted: Date) -> bool:
        """Tells whether this says all that a value does, except for the year, which may be unsaid.

        Args:
            wanted: The value.
        """
        return (
            (wanted.month is None or self.month == wanted.month)
            and (wanted.day is None or self.day == wanted.day)
            and (wanted.year is None or self.year in (None, wanted.year, wanted.year % 100))
        )


@lru_cache(maxsize=65536)
def read_value(value: str) -> tuple[Date, ...]:
    """Reads a value of a database as a date.

    Args:
        value: Such as "1995-07-08", "8 July 1995", "2009-04" or "April".

    Returns:
        The dates that it may be: two of "7/8/1995". None if it is no date, or just a year.
    """
    text = plain(value).strip()
    iso = _ISO.fullmatch(text)
    if iso:
        year, month, day = (int(part) if part else None for part in iso.groups())
        return (Date(year, month, day),) if _exists(month, day) else ()
    known = _names("wide").get(text.lower().rstrip("."))
    if known:
        return tuple(Date(None, month) for month in sorted(known))
    return tuple(date for date in dates(text) if date.span == (0, len(text)))


def find_date(text: str, value: str) -> list[Span] | None:
    """Finds where a text has a date.

    Args:
        text: The text without accents (see `plain`), in its own case.
        value: A date, or a year.

    Returns:
        Start and end of each; None if the value is no date.
    """
    if not (wanted := read_value(value)):
        return _find_year(text, value)
    return [
        date.span
        for date in dates(text)
        if not BOUND.search(text[max(date.span[0] - _LONGEST_LINK, 0) : date.span[0]].lower())
        and any(date.agrees(one) and _has_its_year(text, date, one) for one in wanted)
    ]


def _has_its_year(text: str, date: Date, wanted: Date) -> bool:
    """Tells whether a year that a date leaves out stands elsewhere in the text."""
    if wanted.year is None or date.year is not None:
        return True
    return re.search(rf"(?<!\d){wanted.year}(?!\d)", text) is not None


def _find_year(text: str, value: str) -> list[Span] | None:
    """Finds a year: in digits, in words, or without its century ('75)."""
    year = read_number(value)
    if year is None or year.value != int(year.value):
        return None
    if not _FULL_YEAR.fullmatch(value):
        return find_number(text, year, measure=False)
    digits = western(text)
    spans = find_digits(digits, value) if value in digits else []
    short = re.finditer(rf"(?<![^\W_])'{value[2:]}(?![^\W_])", digits) if "'" in digits else ()
    return spans or [match.span() for match in short] or find_spelled_out(text, year)


def _exists(month: int | None, day: int | None) -> bool:
    return month is not None and 1 <= month <= 12 and (day is None or 1 <= day <= 31)


@lru_cache(maxsize=8)
def _names(width: str, languages: tuple[str, ...] = (*LANGUAGES, "en_GB")) -> dict[str, set[int]]:
    """Returns the months that a name may mean, in many languages, in lower case."""
    from babel import Locale

    names: dict[str, set[int]] = {}  # "listopad" is November in Polish, October in Croatian
    for language in languages:
        for context in ("format", "stand-alone"):
            for number, name in Locale.parse(language).months[context][width].items():
                word = plain(name).lower().rstrip(".")
                if not re.search(r"[\d\s]", word):
                    names.setdefault(word, set()).add(number)
    return names


@lru_cache(maxsize=65536)
def _month(word: str) -> tuple[frozenset[int], bool] | None:
    """Returns what months a word in lower case may mean, and whether it is a name in full."""
    if numbers := _names("wide").get(word):
        return frozenset(numbers), True
    short = _names("abbreviated").get(word)
    return (frozenset(short), False) if short else None


@lru_cache(maxsize=16)
def dates(text: str) -> tuple[Date, ...]:
    """Reads the dates of a text that have a month.

    Args:
        text: The text without accents (see `plain`), in its own case.

    Returns:
        The dates; of "7/8/1995" both that it may be.
    """
    digits = western(text)
    every = [*islice(_numeric(digits), MOST), *_named(digits)]
    return (*every, *islice(_marked(digits), MOST)) if not digits.isascii() else tuple(every)


def _numeric(text: str) -> Iterator[Date]:
    for match in _NUMERIC.finditer(text):
        first, second, last = match[1], match[3], match[4]
        orders = [(last, second, first), (last, first, second), (first, second, last)]
        for year, month, day in dict.fromkeys(orders):
            if len(year) in _YEAR_DIGITS and _exists(int(month), int(day)):
                yield Date(int(year), int(month), int(day), match.span())
    for match in _MONTH_OF_YEAR.finditer(text):
        year = int(match[1] or match[4] or match[6])
        month = int(match[2] or match[3] or match[5])
        if _exists(month, None):
            yield Date(year, month, None, match.span())


def _marked(text: str) -> Iterator[Date]:
    """Reads dates whose parts have signs of their own."""
    for match in _MARKED.finditer(text):
        year, month, day = (int(part) if part else None for part in match.groups())
        if _exists(month, day):
            yield Date(year, month, day, match.span())


def _named(text: str) -> Iterator[Date]:
    """Reads dates with the name of a month."""
    known = ((match, _month(match[0].lower())) for match in _TOKEN.finditer(text))
    months = ((match, *month) for match, month in known if month)
    for match, numbers, full in islice(months, MOST):
        date = _around(text, match.span())
        if date.day is None and date.year is None and not (full and _stands_alone(match[0])):
            continue
        # English has no "3 out" and "2 ago".
        if date.year is None and not (full or match[0][:3] in _english()):
            continue
        # "Option 1 may be right", "the 1963 march".
        if match[0] in _COMMON and (date.year is None or date.span[1] == match.end()):
            continue
        yield from (date._replace(month=month) for month in numbers)


def _around(text: str, span: Span) -> Date:
    """Returns day and year beside the name of a month."""
    start, end = span
    year = day = None
    before = text[max(start - _LONGEST_LINK, 0) : start]
    if (match := _DAY_BEFORE.search(before)) and 1 <= int(match[1]) <= 31:
        day, start = int(match[1]), start - len(before) + match.start()
    before = text[max(start - _LONGEST_LINK, 0) : start]
    if match := _YEAR_BEFORE.search(before):
        year, start = int(match[1]), start - len(before) + match.start()
    if day is None and (match := _DAY_AFTER.match(text, end)) and 1 <= int(match[1]) <= 31:
        day, end = int(match[1]), match.end()
    if year is None and (match := _YEAR_AFTER.match(text, end)):
        year, end = int(match[1]), match.end()
    return Date(year, None, day, (start, end))


def _stands_alone(word: str) -> bool:
    """Tells whether a month's name without day and year is meant as one."""
    if not word.isascii():
        return len(word) > 1
    return word in _english() or (len(word) >= _SHORTEST_ALONE and word.lower() not in _COMMON)


@lru_cache(maxsize=1)
def _english() -> frozenset[str]:
    """Returns the English names of the months, and their first three letters, with a capital."""
    names = [name.capitalize() for name in _names("wide", ("en",))]
    return frozenset((*names, *(name[:3] for name in names)))
