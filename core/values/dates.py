"""Reading the dates of a text: in numbers or words, with or without day, month and year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from .numbers import LANGUAGES, MOST, find_spelled_out, from_han, western
from .words import Span, plain

# Of these, the ending of a month's name depends on its case.
_INFLECTED = {"ru", "uk", "pl", "cs", "sk", "hr", "sr", "sl", "bg"}
# English words too: alone, they are a month if they have a capital, and begin no sentence.
_COMMON = {"may", "march", "august"}
_COMMON_ELSEWHERE = {"mars", "mai", "mayo", "maj", "set", "out", "marts", "mart"}
_SHORTEST_ALONE = 4
_SHORTEST_STEM = 3
_SHORTEST_INFLECTED = 6
_IN_HEBREW = "\N{HEBREW LETTER BET}"
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
    r"(?![\w/-]|\.\d)(?! (?:[A-Z]|season|campaign))"  # no season, as in "2009-10 Premier League"
)
_MARKED = re.compile(  # 1995年7月8日, and 8 thang 7 nam 1995
    rf"(?:(?P<year>[12]\d{{3}})\s?(?:年|{plain('년')})\s?)?"
    rf"(?P<month>\d{{1,2}})\s?(?:月|{plain('월')})(?:\s?(?P<day>\d{{1,2}})\s?(?:[日号號]|{plain('일')}))?"
)
_VIETNAMESE = re.compile(
    rf"(?:(?P<day>\d{{1,2}})\s)?[Tt]h(?:an)?g\s(?P<month>\d{{1,2}})(?:,?\s(?:nam\s)?(?P<year>{_YEAR}))?"
)
_HAN = re.compile(r"[〇零一二三四五六七八九十]{1,4}(?=[年月日号號])")
_HAN_YEAR = re.compile(r"[〇零一二三四五六七八九]{4}")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[ T][\d:.+Z-]*)?")
_NAMED_DAY = re.compile(r"(?<![^\W_])([a-z]+(?:-[a-z]+)?) (?:of )?$")
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
)
_DAYS = {word: day for day, word in enumerate(_ORDINALS.split(), start=1)}
_SENTENCE_START = re.compile(r"(?:^|[.!?\n]\s{0,3})[\"'(*\s-]{0,4}$")
_IN = re.compile(
    r"\b(?:in|of|on|until|till|since|by|from|to|during|late|early|mid|month)[\s\"'*(:-]{1,4}$"
)
_IN_OTHERS = re.compile(r"\b(?:en|em|im|de|mois|mes|monat|[iw]|au)[\s\"'*(:-]{1,4}$")
_AFTER_MONTH = re.compile(
    r"[\s*\"')]*(?:$|[.,;:!?)(\n]|\d|and\b|or\b|of\b|rather\b|not\b|instead\b)"
)


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
            and (wanted.year is None or self.year is None or _same_year(self.year, wanted.year))
        )


def _same_year(said: int, wanted: int) -> bool:
    return said == wanted or (said < 100 and said == wanted % 100)


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
    known = _months().get(text.lower().rstrip("."))
    if known:
        return tuple(Date(None, month) for month in sorted(known))
    found = dates(text)
    return tuple(date for date in found if date.span == (0, len(text)))


def _exists(month: int | None, day: int | None) -> bool:
    return month is not None and 1 <= month <= 12 and (day is None or 1 <= day <= 31)


Months = dict[str, set[int]]  # "listopad" is November in Polish, and October in Croatian


@lru_cache(maxsize=1)
def _months() -> Months:
    """Returns the names of the months, in full, in many languages."""
    return _names("wide")


@lru_cache(maxsize=1)
def _abbreviations() -> Months:
    """Returns the abbreviations of the months."""
    found = _names("abbreviated")
    found["sept"] = {9}
    return found


def _names(width: str, languages: Iterable[str] = LANGUAGES) -> Months:
    from babel import Locale

    found: Months = {}
    for language in languages:
        for context in ("format", "stand-alone"):
            for number, name in Locale.parse(language).months[context][width].items():
                word = plain(name).lower().rstrip(".")
                if not re.search(r"[\d\s]", word):
                    found.setdefault(word, set()).add(number)
    return found


@lru_cache(maxsize=1)
def _stems() -> Months:
    """Returns names without their last letter, for languages in which it changes."""
    found: Months = {}
    for name, numbers in _names("wide", _INFLECTED).items():
        if len(name) > _SHORTEST_STEM:
            found.setdefault(name[:-1], set()).update(numbers)
    return found


@lru_cache(maxsize=65536)
def _month(word: str) -> tuple[frozenset[int], bool] | None:
    """Returns what months a word in lower case may mean, and whether it is a name in full."""
    numbers = _months().get(word) or _months().get(word.removeprefix(_IN_HEBREW))
    if not numbers and (not word.isascii() or len(word) >= _SHORTEST_INFLECTED):
        numbers = _stems().get(word[:-1])
    if numbers:
        return frozenset(numbers), True
    short = _abbreviations().get(word) or _abbreviations().get(word.removeprefix(_IN_HEBREW))
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
    found = [*islice(_numeric(digits), MOST), *_named(digits)]
    if not digits.isascii() or "hang " in digits or "thg " in digits:
        found += islice(_marked(digits), MOST)
    return tuple(found)


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
    """Reads dates whose parts have words of their own, as in Chinese, Korean and Vietnamese."""
    arabic = _HAN.sub(lambda match: str(from_han(match[0])).rjust(len(match[0])), text)
    for match in chain(_MARKED.finditer(arabic), _VIETNAMESE.finditer(arabic)):
        parts = match.group("year", "month", "day")
        year, month, day = (int(part) if part else None for part in parts)
        if _exists(month, day):
            yield Date(year, month, day, match.span())


def _named(text: str) -> Iterator[Date]:
    """Reads dates with the name of a month."""
    known = ((match, _month(match[0].lower())) for match in _TOKEN.finditer(text))
    months = ((match, *month) for match, month in known if month)
    for match, numbers, full in islice(months, MOST):
        date = _around(text, match.span())
        if date.day is None and date.year is None and not (full and _stands_alone(text, match)):
            continue
        if date.year is None and not (full or _may_be_english(match[0])):
            continue
        # "Option 1 may be right", "the 1963 march".
        if match[0] in _COMMON and (date.year is None or date.span[1] == match.end()):
            continue
        yield from (date._replace(month=month) for month in numbers)


def _may_be_english(word: str) -> bool:
    """Tells whether an abbreviation is one that English has: "3 out" and "2 ago" are none."""
    return word[:1].isupper() and word.lower()[:3] in _ENGLISH


_ENGLISH = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}


def _around(text: str, span: Span) -> Date:
    """Returns day and year beside the name of a month."""
    start, end = span
    before = text[max(start - _LONGEST_LINK, 0) : start]
    year = day = None
    if (found := _DAY_BEFORE.search(before)) and 1 <= int(found[1]) <= 31:
        day, start = int(found[1]), start - len(before) + found.start()
    elif (named := _NAMED_DAY.search(before.lower())) and named[1] in _DAYS:
        day, start = _DAYS[named[1]], start - len(before) + named.start()
    earlier = text[max(start - _LONGEST_LINK, 0) : start]
    if found := _YEAR_BEFORE.search(earlier):
        year, start = int(found[1]), start - len(earlier) + found.start()
    if day is None and (after := _DAY_AFTER.match(text, end)) and 1 <= int(after[1]) <= 31:
        day, end = int(after[1]), after.end()
    if year is None and (later := _YEAR_AFTER.match(text, end)):
        year, end = int(later[1]), later.end()
    return Date(year, None, day, (start, end))


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Tells whether a month's name without day and year is meant as one."""
    word = match[0]
    before = text[max(match.start() - _LONGEST_LINK, 0) : match.start()]
    if not word.isascii():
        return len(word) > 1
    if word.lower() in _COMMON:
        begins = _SENTENCE_START.search(before) is not None
        follows = bool(_IN.search(before.lower())) or not begins
        return word[0].isupper() and (follows or bool(_AFTER_MONTH.match(text, match.end())))
    if word.lower() in _COMMON_ELSEWHERE or len(word) < _SHORTEST_ALONE:
        return _IN_OTHERS.search(before.lower()) is not None
    return True


def find_year(text: str, year: int) -> list[Span]:
    """Finds a year in another script, in words, or without its century ('75).

    Args:
        text: The text without accents (see `plain`).
        year: The year, of four digits.

    Returns:
        Start and end of each.
    """
    short = rf"(?<![^\W_])'{year % 100:02}(?![^\W_])"
    if text.isascii():
        return [m.span() for m in re.finditer(short, text)] or find_spelled_out(text, year)
    digits = western(text)
    found = [m.span() for m in re.finditer(rf"(?<!\d){year}(?!\d)|{short}", digits)]
    found += [m.span() for m in _HAN_YEAR.finditer(text) if from_han(m[0]) == year]
    return found or find_spelled_out(text, year)
