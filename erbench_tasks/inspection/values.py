"""What the values of a column look like."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from functools import cached_property
from itertools import chain
from operator import methodcaller
from statistics import median
from typing import Any, TypeVar
from zlib import crc32

from ...filters.rationale.inverted_names import article_first, in_order
from ..english.words import is_known
from ..items.given_away import words_of
from ..items.names import PLACEHOLDERS
from ..lint.unaskable import is_address, is_hash, is_markup, is_quantity, is_time_stamp
from ..relations.aliases import joined_persons, without_brackets

# The most distinct values that are looked at one by one.
MOST = 250
# Longer texts are no answers.
LONGEST = 80
Number = int | float | Decimal
_NUMBERS = (int, float, Decimal)  # a union is made anew each time, which takes longer
T = TypeVar("T")

# So many texts tell what kind of words they are made of.
_TELLING = 200
# What stands for a word: `alf`, `bet1`.
_LETTERS = re.compile(r"[a-z]{1,3}\d?")
_CODE = re.compile(r"[A-Z0-9]{1,5}([-./+][A-Z0-9]{1,4})?\+?")
_NUMBERED = re.compile(r"([^\W\d]{0,6}[-_:/.#]?)(\d+)((?:[-_/.]\d+)*)")
_PADDED = re.compile(r"[^\W\d]{0,6}[-_:]?0\d+")
_KEYS = re.compile(r"([^\W\d]{1,4})\d{5,}([,;| ]{1,2}\1\d{5,})*")
_IDENTIFIER = re.compile(r"(?=\S*\d)(?=\S*[^\W\d])[\w.:/#-]+")
_SEASON = re.compile(r"(1[89]|20)\d\d[/\u2013-](\d\d){1,2}")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)([ T]00:00(:00(\.0+)?)?(Z|\+00:?00)?)?")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_OTHER_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}/\d{1,2}/\d{1,2}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{3,4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{3,4}}"
)
_CLOCK = re.compile(r"\d{1,2}[:h]\d\d(:\d\d(\.\d+)?)?( ?[ap]\.?m\.?)?", re.IGNORECASE)
_RATIO = re.compile(r"1:\d+")
_ROMAN = re.compile("[ivxl]+")
_NUMBER = re.compile(r"-?(0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?")
_PERSON = re.compile(
    r"[^\W\d_a-z][\w.'\u2019-]*( ((de|da|do|dos|di|del|della|van|von|der|den|la|le|el|al|bin|ibn)"
    r"|[^\W\d_a-z][\w.'\u2019-]*)){1,4}"
)
_UNDECODED = "\N{REPLACEMENT CHARACTER}"  # in place of bytes that are none of UTF-8
_BRACKETED = re.compile(r"([(\[]\w{1,5}[)\]][ ,;]{0,2})+")
_UNSPACED = re.compile(r"[^\W\d][,;|][^\W\d]")
_SEPARATOR = re.compile(r"[,;|]")
_SEPARATORS = re.compile(r" ?[,;|] ?")
_JOINT = re.compile(r"[^\W\d]\.?(?: (?:and|&|und|et|y) |/ ?)[^\W\d]")
_NOTHING = PLACEHOLDERS | {"x", "xxx"}
_NUMERAL = re.compile(r"[IVXL]+")
# A code of so few letters, such as CAN, may be a word of any text.
LONGEST_CODE = 3
# With what a place begins that is described, and how many do in a column of such.
_BEFORE_PLACES = {"about", "around", "at", "between", "c.", "in", "near", "north", "off", "on"}
_DESCRIBED = 0.15
_LONGEST_NOTHING = max(map(len, _NOTHING))
_FLAGS: tuple[tuple[str, str], ...] = (
    ("y", "n"), ("yes", "no"), ("t", "f"), ("true", "false"), ("1", "0"), ("ja", "nein"),
    ("j", "n"), ("ja", "nee"), ("sí", "no"), ("si", "no"), ("s", "n"), ("oui", "non"),
    ("o", "n"), ("sì", "no"), ("sim", "não"), ("sim", "nao"), ("on", "off"), ("да", "нет"),
)  # fmt: skip
# The dates that programs write where they know none.
_NO_DATES = {date(1970, 1, 1), date(1753, 1, 1), date(1899, 12, 30), date(1, 1, 1)}
# They write these too, but something may have happened then.
_ROUND_DATES = {date(1800, 1, 1), date(1900, 1, 1), date(1901, 1, 1)}
# So many times as often as others a value is far more frequent, if so many rows have it.
_PILED, _FEWEST_PILED = 3, 3
_LAST_YEAR = 2200
# A name of fewer characters fits into any column.
_SHORTEST_CUT = 8
# A column may be made for the longest of so few texts, such as the continents.
_FEWEST_TEXTS = 20
# What somebody or something is now, or was before: nobody else is told apart by it.
_STATES = {
    "acting", "became", "deceased", "dissolved", "defunct", "disputed", "ex", "former", "formerly",
    "inactive", "late", "now", "present", "renamed", "reserve", "ret", "retired", "since", "today",
    "until",
}  # fmt: skip
# So many names of a column are inverted, where any is read so; so many words are names of both
# kinds, such as *John*.
_INVERTED, _ON_BOTH_SIDES = 0.6, 0.2
# Lengths that people declare, and how many texts of one are cut off, if it is not declared.
_ROUND_LENGTHS, _FEWEST_CUT = {15, 16, 20, 24, 25, 30, 32, 35, 40, 45, 48, 50, 60, 64, 80}, 5
_NO_NUMBERS = {-1, -9, -99, -999, -9999, -99999, 99, 999, 9999, 99999, 999999, 9999999}


_ENCODE = methodcaller("encode", "utf-8", "surrogatepass")


@dataclass(frozen=True)
class Values:
    """The values of one column in a sample, without those that stand for nothing.

    Attributes:
        counts: Each distinct value and the number of rows that have it.
        rows: The number of rows that were looked at.
        sentinels: The values that stand for "unknown", and are not in `counts`.
    """

    counts: Counter[Any]
    rows: int
    sentinels: tuple[Any, ...] = field(default=())

    @cached_property
    def present(self) -> int:
        """The number of rows that have a value."""
        return sum(self.counts.values())

    @cached_property
    def distinct(self) -> int:
        """The number of distinct values."""
        return len(self.counts)

    @cached_property
    def share(self) -> float:
        """The share of the most frequent value among those that are present, in [0, 1]."""
        return max(self.counts.values()) / self.present if self.counts else 0.0

    @cached_property
    def some(self) -> list[Any]:
        """At most `MOST` distinct values in an order that no engine decides."""
        every = list(self.counts)
        places = _places(every)
        # Of places that are spread evenly, the smallest are among these.
        highest = 2**33 * MOST // max(1, len(every))
        first = [i for i, place in enumerate(places) if place < highest]
        if len(first) < MOST:
            first = [*range(len(every))]
        first.sort(key=lambda i: (places[i], str(every[i])))
        return [every[i] for i in first[:MOST]]

    @cached_property
    def texts(self) -> list[str]:
        """The same as texts, without spaces around them."""
        return [str(value).strip() for value in self.some]

    @cached_property
    def lengths(self) -> tuple[int, float]:
        """The length of the shortest of them, and the median."""
        lengths = [len(text) for text in self.texts] or [0]
        return min(lengths), median(lengths)

    def without(self, sentinels: Collection[Any]) -> Values:
        """Returns the other values."""
        if not sentinels:
            return self
        counts = Counter({v: n for v, n in self.counts.items() if v not in sentinels})
        return Values(counts, self.rows, (*self.sentinels, *sorted(sentinels, key=str)))

    def mostly(self, test: Callable[[str], object], share: float) -> bool:
        """Tells whether at least a share of the distinct values passes a test."""
        passing, least = len(self.texts), share * len(self.texts)
        for text in self.texts:
            if not test(text):
                passing -= 1
                if passing < least:
                    return False
        return bool(self.texts)


def _places(every: Sequence[Any]) -> list[int]:
    """Returns what decides the order of values, of all at once, which takes less time."""
    if all(isinstance(value, _NUMBERS) for value in every):
        # Engines write one number as 1, 1.0 and 1.00; Python's hash of it is the same.
        return [hash(value) * 2654435761 & 0xFFFFFFFF for value in every]
    return list(map(crc32, map(_ENCODE, map(str, every))))


def read_values(column: Sequence[Any]) -> Values:
    """Counts the values of a column; texts that say that there is none are left out."""
    counts = Counter(column)
    for missing in [value for value in counts if value is None or value != value]:
        del counts[missing]
    values = Values(counts, len(column))
    texts = ((v, v.strip()) for v in counts if isinstance(v, str))
    short = [(v, text) for v, text in texts if len(text) <= _LONGEST_NOTHING]
    are_numerals = sum(bool(_NUMERAL.fullmatch(text)) for _, text in short) > len(counts) / 2
    none = _NOTHING - ({"x", "xxx"} if are_numerals else set())  # the tenth games
    none = none | ({"na"} if _is_missing(text for _, text in short) else set())
    nothing = [v for v, text in short if text.casefold() in none]
    # A flag is what it is, and so is one column of marks.
    if len(nothing) == len(counts) or true_value(values) is not None:
        nothing = [value for value in nothing if not str(value).strip()]
    return values.without(nothing)


def _is_missing(texts: Iterable[str]) -> bool:
    """Tells whether `NA` is what R writes for a value that is missing, and no code among others.

    Nor is it somebody's name: *Na*.
    """
    return not any(
        text == "Na" or (text.isupper() and len(text) <= LONGEST_CODE and text != "NA")
        for text in texts
    )


def numbers_of(values: Values) -> dict[Number, int] | None:
    """Returns the numbers that a column's values are, with their rows; None if they are none.

    Numbers with leading zeros number something: they are no quantities.
    """
    return _read_as(number, values)


def _read_as(read: Callable[[Any], T | None], values: Values) -> dict[T, int] | None:
    found: dict[T, int] = {}
    allowed = 0.02 * values.present
    for value, rows in values.counts.items():
        each = read(value)
        if each is not None:
            found[each] = found.get(each, 0) + rows
            continue
        allowed -= rows
        if allowed < 0:
            return None
    return found or None


def number(value: Any) -> Number | None:
    """Returns the number that a value is; None if it is none."""
    kind = type(value)
    if kind in (int, float, Decimal):
        return value if kind is int or math.isfinite(value) else None
    if kind is str and len(value) <= 20 and _NUMBER.fullmatch(value.strip()):
        plain = value.replace(",", "")
        return float(plain) if "." in plain else int(plain)
    return None


def dates_of(values: Values) -> dict[date, int] | None:
    """Returns the dates that a column's values are, with their rows; None if they are none."""
    return _read_as(day, values)


def day(value: Any) -> date | None:
    """Returns the date that a value is; None if it is none, or has a time of day."""
    if isinstance(value, datetime):
        return value.date() if value.time() == time() else None
    if isinstance(value, date):
        return value
    match = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        return date(*map(int, match.groups()[:3])) if match else None
    except ValueError:  # such as a 31st of June
        return None


def no_dates(days: dict[date, int]) -> set[date]:
    """Returns the dates that stand for none: in a far future, or far from the others."""
    none = {day for day in days if day.year >= _LAST_YEAR}
    for day in _NO_DATES & days.keys():
        near = [other for other in days if other != day and abs(other.year - day.year) <= 2]
        if not near or (
            days[day] >= 3 and days[day] == max(days.values()) > sum(days.values()) / 20
        ):
            none.add(day)
    none |= {day for day in _ROUND_DATES & days.keys() if _is_piled(day, days)}
    return none if len(none) < len(days) else set()


def _is_piled(value: T, counts: Mapping[T, int]) -> bool:
    """Tells whether more rows by far have a value than any other one."""
    most = max((rows for other, rows in counts.items() if other != value), default=0)
    return counts[value] >= max(_FEWEST_PILED, _PILED * most + 1)


def edge(counts: Mapping[Any, int]) -> set[Any]:
    """Returns the last of many days or years, if the rows of all that goes on have it.

    Args:
        counts: Days, or years, on which something ended, with their rows.
    """
    last = max(counts, default=None)
    others = [rows for value, rows in counts.items() if value != last]
    if last is None or len(others) < _FEWEST_PILED:
        return set()
    piled = counts[last] >= max(_FEWEST_PILED, _PILED * median(others) + 1, max(others) + 1)
    return {last} if piled else set()


def no_numbers(numbers: dict[Number, int], begins_with_one: bool, zero_counts: bool) -> set[Number]:
    """Returns the numbers that stand for none: isolated from the others, as -1 and 9999 are.

    Args:
        numbers: The numbers with their rows.
        begins_with_one: Whether they number something, which begins with 1.
        zero_counts: Whether 0 may be one of them: none is an answer to how many.
    """
    others = sorted(number for number in numbers if number not in _NO_NUMBERS and number != 0)
    if len(others) < 3:
        return set()
    lowest, highest = others[0], others[-1]
    found: set[Number] = set()
    for number in _NO_NUMBERS & numbers.keys():
        below = number < 0 and (lowest > 0 or (number <= -99 and number < 3 * lowest))
        if below or (number > 0 and number > 3 * highest and numbers[number] > 1):
            found.add(number)
    if numbers.get(0, 0) > 1 and _is_no_zero(numbers, others, begins_with_one, zero_counts):
        found.add(0)
    return found


def _is_no_zero(
    numbers: dict[Number, int], others: Sequence[Number], begins_with_one: bool, zero_counts: bool
) -> bool:
    if others[0] <= 0 or zero_counts:
        return False
    usual = median([numbers[number] for number in others])
    if begins_with_one:
        return numbers[0] > 1.5 * usual + 3 * math.sqrt(usual)
    # Far below all others: the year 0 among those of the last centuries.
    return others[0] >= 10 and others[0] * 5 >= others[len(others) // 2]


def true_value(values: Values) -> Any:
    """Returns the value that means yes; None if the values are not a yes and a no."""
    if values.distinct != 2:
        return None
    said = {_as_flag(value): value for value in values.counts}
    for yes, no in _FLAGS:
        if said.keys() == {yes, no}:
            return said[yes]
    return None


def _as_flag(value: Any) -> str:
    return str(int(value)) if isinstance(value, int | float) else str(value).strip().casefold()


def unreadable(values: Values) -> str:
    """Returns why texts cannot be asked about; empty if they can."""
    for test, share, reason in _UNREADABLE:
        if values.mostly(test, share):
            return reason
    return ""


def _is_long(text: str) -> bool:
    return len(text) > LONGEST or "\n" in text


def _has_no_letter(text: str) -> bool:
    return not any(map(str.isalpha, text)) and not _SEASON.fullmatch(text)


def _is_undecoded(text: str) -> bool:
    return _UNDECODED in text


_DATE = re.compile(r"\d{4}-\d\d-\d\d")


_UNREADABLE: tuple[tuple[Callable[[str], object], float, str], ...] = (
    # A few are left out question by question, as names that say nothing.
    (_is_undecoded, 0.05, "texts that are not all in UTF-8"),
    (is_hash, 0.5, "hashes or identifiers"),
    (is_address, 0.5, "addresses or files"),
    (is_markup, 0.5, "text for programs"),
    (is_time_stamp, 0.5, "a time stamp"),
    (_RATIO.fullmatch, 1.0, "scales, such as 1:24"),
    (_CLOCK.fullmatch, 0.8, "a time of day"),
    (is_quantity, 0.5, "quantities with units, which are measured and not known"),
    (_is_long, 0.1, "long texts"),
    (_DATE.fullmatch, 0.5, "dates of which some lack the day or the month"),
    (_has_no_letter, 0.2, "codes without letters"),
    (_BRACKETED.fullmatch, 0.8, "codes in brackets"),
)


def are_moments(values: Values) -> bool:
    """Tells whether texts are dates with a time of day."""
    return values.mostly(is_time_stamp, 0.5)


def are_epochs(numbers: Iterable[Number]) -> bool:
    """Tells whether numbers may be seconds, or milliseconds, since 1970."""
    return all(300_000_000 <= number <= 9_000_000_000_000 for number in numbers)


def is_other_date(values: Values) -> bool:
    """Tells whether texts are dates in figures or words, though not as ISO 8601 has them."""
    return values.mostly(lambda text: _OTHER_DATE.fullmatch(text.strip()), 0.95)


def are_codes(values: Values) -> bool:
    """Tells whether texts are short codes: `AFC`, `GK`, `PG-13`, `de`, `UMa`."""
    coded = values.mostly(_CODE.fullmatch, 0.9) and any(not t.isdigit() for t in values.texts)
    of_three = len(values.texts) >= _FEWEST_TEXTS and are_short(values, 3)
    of_letters = values.mostly(_LETTERS.fullmatch, 0.9) and not values.mostly(is_known, 0.5)
    is_coded = (coded and not values.mostly(_SEASON.fullmatch, 0.9)) or of_three or of_letters
    return is_coded or are_short(values)


def are_short(values: Values, most: int = 2) -> bool:
    """Tells whether all texts have so few characters."""
    return bool(values.texts) and max(map(len, values.texts)) <= most


# So many rows with codes, such as those of states, leave abroad those with names.
_CODED = 0.6


def are_short_in_most_rows(values: Values) -> bool:
    """Tells whether most rows have one or two characters, though other values are names."""
    short = sum(n for value, n in values.counts.items() if len(str(value).strip()) < 3)
    return short > _CODED * values.counts.total()


def look_like_persons(values: Values) -> bool:
    """Tells whether most texts are two to five words with capital letters."""
    return values.mostly(lambda text: _PERSON.fullmatch(in_order(text)), 0.7)


def look_inverted(values: Values) -> bool:
    """Tells whether most texts may be persons as an index has them: `Elm, Ann`.

    In a list, such as *Crime, Drama*, the same words stand on either side of the comma.
    """
    inverted = [text.partition(", ") for text in values.texts if in_order(text) != text]
    if len(inverted) < _INVERTED * max(1, len(values.texts)):
        return False
    families, given = {first for first, _, _ in inverted}, {rest for _, _, rest in inverted}
    return len(families & given) <= _ON_BOTH_SIDES * len(families)


def have_articles_behind(values: Values) -> bool:
    """Tells whether some texts are titles as an index has them: `Lion King, The`."""
    return any(article_first(text) != text for text in values.texts)


def are_phrases(values: Values) -> bool:
    """Tells whether many texts are descriptions: `Oil paint on canvas`, `off Virginia`."""
    texts = values.texts[:_TELLING]
    long = [text.split()[1:] for text in texts if text.count(" ") > 1]
    phrases = [rest for rest in long if all(w[0].islower() for w in rest if w[0].isalpha())]
    are_long = len(long) > 0.3 * len(texts) and len(phrases) > 0.6 * len(long)
    begun = sum(" " in text and text.split()[0] in _BEFORE_PLACES for text in map(str.strip, texts))
    return are_long or begun > _DESCRIBED * len(texts)


def begin_with_capitals(values: Values) -> bool:
    """Tells whether most texts are names, and not words of a language."""
    return values.mostly(lambda text: text[:1].isupper(), 0.7)


def cut_at(values: Values, declared: int) -> int:
    """Returns the length at which longer texts are probably cut off; 0 if they are not.

    So many of the longest are as long as the column is declared, or all of one round length, as
    no names are by chance. Codes of a fixed length are as long as they should be.

    Args:
        values: The values.
        declared: How many characters the column holds; 0 if nobody says. What was copied into
            another database may have been cut in the first one.
    """
    texts = [str(value).rstrip() for value in values.counts]
    lengths = Counter(map(len, texts))
    longest = max(lengths, default=0)
    if longest < _SHORTEST_CUT or len(texts) < _FEWEST_TEXTS:
        return 0
    if longest not in (declared, *_ROUND_LENGTHS) or are_codes(values):
        return 0
    worded = sum(len(t) == longest and sum(map(str.isalpha, t)) > longest / 2 for t in texts)
    if worded < 2 or worded > 0.5 * len(texts):
        return 0
    if longest == declared:
        return longest if lengths[longest] > lengths[longest - 1] else 0
    nearly = max(lengths[longest - 1], lengths[longest - 2])
    is_round = longest in _ROUND_LENGTHS and min(lengths[longest - 1], lengths[longest - 2]) > 0
    return longest if is_round and worded >= max(_FEWEST_CUT, 1.5 * nearly) else 0


def list_share(values: Values) -> float:
    """Returns the share of the texts that list several values, in [0, 1].

    In a column of lists the parts recur: on their own, or in other lists. What stands after the
    comma of "Acorn, Inc." or of "Smith, Ann" recurs too, so lists of two do not count alone.
    """
    persons = [len(joined_persons(text)) for text in values.texts if "-" in text]
    if max(persons, default=0) > 2 and sum(n > 1 for n in persons) > 1:
        return sum(n > 1 for n in persons) / len(values.texts)
    if not any(map(_SEPARATOR.search, values.texts)) or look_inverted(values):
        return 0.0
    parted = [_SEPARATORS.split(text) for text in values.texts]
    several = [parts for parts in parted if len(parts) > 1]
    long = sum(len(parts) > 2 for parts in several)
    # A few phrases have commas too, with a space.
    unspaced = sum(bool(_UNSPACED.search(text)) for text in values.texts)
    few = len(several) < 10 and max(long, unspaced) < 0.5 * len(several)
    if not long or few:
        return 0.0
    parts = Counter(chain.from_iterable(set(parts) for parts in parted))
    recurring = sum(any(parts[part] > 1 for part in each) for each in several)
    return len(several) / len(parted) if recurring >= 0.6 * len(several) else 0.0


def has_additions(values: Values) -> bool:
    """Tells whether texts have additions in brackets, and those tell no two of them apart.

    *Paris (Texas)* is told apart from *Paris* by its addition; who is *US Navy (Retired)* is US
    Navy, too, and nobody says which *Ann (II)* somebody is.
    """
    plain = {text: without_brackets(text) for text in values.texts}
    added = {text for text, short in plain.items() if text != short}
    said = (set(words_of(text.removeprefix(plain[text])).split()) for text in added)
    telling = {
        text
        for text, words in zip(added, said, strict=True)
        if not (words & _STATES or all(map(_ROMAN.fullmatch, words)))
    }
    bases = Counter(plain[text] for text in plain if text not in added - telling)
    return bool(added) and all(bases[plain[text]] == 1 for text in telling)


def joint_share(values: Values) -> float:
    """Returns the share of persons' names that name several, in [0, 1]: `Ann Lee and Bob Ray`."""
    return sum(map(bool, map(_JOINT.search, values.texts))) / max(1, len(values.texts))


def are_numbered(values: Values, of_rows: int) -> bool:
    """Tells whether texts are made of one prefix and a running number: `T-01`, `tt0000001`.

    Args:
        values: The values.
        of_rows: The number of rows that the table has, of which the values are a sample.
    """
    matches = [match for text in values.texts if (match := _NUMBERED.fullmatch(text))]
    if len(matches) < max(2, 0.9 * len(values.texts)):
        return False
    prefix, often = Counter(match[1] for match in matches).most_common(1)[0]
    figures = [match[2] for match in matches if match[1] == prefix]
    if often < 0.9 * len(matches):
        return False
    # Numbers of one width with zeros in front, or hardly with a gap.
    padded = len(set(map(len, figures))) == 1 and sum(f[0] == "0" for f in figures) > 0
    found = sorted({int(figure) for figure in figures})
    missing = (found[-1] - found[0] + 1) / len(found)
    return (padded and len(figures[0]) > 1) or missing <= 2 * max(1, of_rows / len(values.texts))


def are_padded(values: Values, figures: int = 4) -> bool:
    """Tells whether texts end in zeros and so many more figures: `tt0000001`."""
    return values.mostly(_PADDED.fullmatch, 0.5) and values.mostly(
        lambda text: sum(map(str.isdigit, text)) > figures, 0.9
    )


def list_keys(values: Values) -> bool:
    """Tells whether texts are keys of another table, or lists of them: `nm0000041,nm0000042`."""
    return values.mostly(_KEYS.fullmatch, 0.9)


def look_like_identifiers(values: Values) -> bool:
    """Tells whether texts are single words with letters and figures: `RX-2040`, `d005`."""
    return values.mostly(_IDENTIFIER.fullmatch, 0.9)


def are_running(values: Values, numbers: Collection[Number]) -> bool:
    """Tells whether many numbers stand for one row each, with hardly a gap between them."""
    one_each = values.distinct == values.present == values.rows and values.distinct >= 50
    return one_each and float(max(numbers)) - float(min(numbers)) < 2 * len(numbers)


def are_dates_in_figures(numbers: Iterable[Number]) -> bool:
    """Tells whether numbers are dates: 20040131."""
    return all(
        18000101 <= number <= 21001231
        and 1 <= number // 100 % 100 <= 12
        and 1 <= number % 100 <= 31
        for number in numbers
    )


def are_words(values: Values) -> bool:
    """Tells whether texts are words that people say, which may be the keys of a table."""
    return values.mostly(_is_word, 0.8)


def _is_word(text: str) -> bool:
    letters = text.replace(" ", "").replace("-", "").replace("'", "")
    return letters.isalpha() and len(letters) > 3 and not letters.isupper()


def are_years(numbers: Iterable[Number], widely: bool) -> bool:
    """Tells whether numbers are years.

    Args:
        numbers: The numbers.
        widely: Whether the name says that they are, so that the years of antiquity are too.
    """
    first, last = (-5000, 2200) if widely else (1000, 2100)
    return all(first <= number <= last and number == int(number) for number in numbers)


def are_mostly_years(numbers: Iterable[Number]) -> bool:
    """Tells whether nearly all numbers may be years, such as all but a few zeros."""
    every = list(numbers)
    return sum(1000 <= number <= 2100 for number in every) >= 0.9 * len(every)
