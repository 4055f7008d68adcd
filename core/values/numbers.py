"""Reading the numbers of a text: digits in the formats of many languages, or English words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from .words import CARDINALS, LANGUAGES, MOST, Span, plain

_LONGEST = 40  # characters of a number, or of what says that it is that of an option
_LONGEST_BEFORE = 24  # characters that say what a number is
# What may stand between groups of three digits, besides a point and a comma; LaTeX has its own.
_SPACE = r"(?: |\{,\}|\\[,;: ])"
_NUMBER = re.compile(
    r"(?<![^\W_])(?<!\d[.,])"
    rf"(?:\d{{1,3}}(?:{_SPACE}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*)"
)
_LATEX = re.compile(r"\{,\}|\\[,;: ]")
_POWER = re.compile(
    r"\s?(?:[x*\u00d7\u00b7]|\\times|\\cdot)\s?10\s?\^\s?\{?([-\u2212]?\d(?:\^?\d)?)\}?(?!\d)"
)
_SEPARATOR = re.compile(r"[.,' ]")
_GROUP = 3  # digits, which may also be decimals
_THOUSANDTH = Decimal("0.001")
_HUNDREDTH = Decimal("0.01")  # "12.0" is a whole number, "12.00" was measured
_FEWEST_DIGITS = 3  # a rounded number with fewer could be that of any
_IS_CODE = re.compile(r"^0\d|\d[^\W\d_]|[^\W\d_]\d")  # "007", "39MI"
# Words and signs that multiply a number, besides those that CLDR lists.
_SCALES = {"mn": 10**6, "bn": 10**9, "tn": 10**12, "lakh": 10**5, "crore": 10**7}
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}  # joined to digits; metres are no money
_UNITS = {
    "km": "km kilometre kilometres kilometer kilometers", "m": "m metre metres meter meters",
    "cm": "cm centimetre centimetres centimeter centimeters", "mi": "mi mile miles",
    "mm": "mm millimetre millimetres millimeter millimeters", "ft": "ft foot feet",
    "kg": "kg kilo kilos kilogram kilograms", "g": "g gram grams", "lb": "lb lbs",
    "t": "t tonne tonnes ton tons", "l": "l litre litres liter liters", "h": "h hr hour hours",
    "min": "min minute minutes", "s": "sec second seconds", "%": "% percent",
    "dollar": "$ usd dollar dollars", "euro": "€ eur euro euros", "yen": "¥ jpy yen",
    "pound": "£ gbp pound pounds",
}  # fmt: skip
_UNIT_OF = {plain(word): unit for unit, text in _UNITS.items() for word in text.split()}
# What may follow digits without a space; ordinals ("10th") and decades ("1990s") may not.
_ATTACHED = {*_UNIT_OF, *_SCALES, *"ocfnew", "on", "os", "oe", "ow"} - {"s"}  # "74o W" was "74º W"
_NEXT_WORD = re.compile(r"[ -]?(?:de )?([%$€£¥]|[^\s\d.,;:!?()\[\]\"'*/_-]+)")
_UNIT_BEFORE = re.compile(r"([$€£¥]|\b[a-z]{3}) ?$")
_ONE_WORD = re.compile(r"(0+)\s?(?:de )?([^\s0.']+)")
_ERA = re.compile(r"\s?(?:b\.?\s?c\.?(?:\s?e\b\.?)?)(?![a-z])", re.IGNORECASE)
# "More than 9,500" says that it is another number.
BOUND = re.compile(
    r"\b(?:(?:more|less|fewer|greater|higher|lower|later|earlier) than|over|under|above|below"
    r"|at (?:least|most)|up to|nearly|almost|exceed(?:s|ed|ing)?|before|after|prior to) \W{0,3}$"
)
_WEST = r"(?:south|west|sur|sud|ouest|oeste|ovest)"
_DIRECTION_AFTER = re.compile(
    rf"\s{{0,2}}(°|o(?=[NSEW]?\b)|degrees?\b|deg\b\.?)?[\s(]{{0,3}}(?:(?i:{_WEST})|[SW](?![^\W_]))"
)
_NUMBERED = re.compile(r"(?:\b(?:number|numero|nummer|no\.)|[#:]) ?$")
# Numbers of options are none of the text's.
_ENUMERATED = re.compile(
    r"\b(?:options?|choices?|statements?|answers?|items?|steps?|hops?)"
    r"(?:[\s,*#():\"'&-]|\d{1,2}\b|and\b|or\b|to\b){0,12}$"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPELLED = {word: n for n, word in enumerate(CARDINALS.split(), start=1)} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), start=2)
}
_BIG = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_ARTICLE = re.compile(r"\b(half )?an? (hundred|thousand|million|billion)\b(?! and)")
_NAMES = sorted((*_SPELLED, *_BIG), key=len, reverse=True)
_NAME = re.compile("|".join(_NAMES))
_RUN = re.compile(rf"\b(?:{_NAME.pattern})\b(?:(?:[ -]| and )(?:{_NAME.pattern})\b)*")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a number in a text.

    Attributes:
        value: The number; years before Christ are negative.
        step: What one more in its last digit would add.
        digits: How many significant digits it has.
        unit: Its unit or currency, if it is a known one.
        span: Where it stands.
        scaled: Whether a word such as "million" follows.
    """

    value: Decimal
    step: Decimal
    digits: int
    span: Span = (0, 0)
    unit: str = ""
    scaled: bool = False

    def means(self, wanted: Reading, measure: bool) -> bool:
        """Tells whether this stands for a value.

        Args:
            wanted: The value.
            measure: Whether it is an amount, which may be rounded to millions.

        Returns:
            Whether both are equal, or one is the other rounded; a whole number is not rounded.
        """
        if self.unit and wanted.unit and self.unit != wanted.unit:
            return False
        if self.value == wanted.value:
            # "10.000" may be ten thousand, so it is no number of a shirt.
            return measure or self.step != _THOUSANDTH or wanted.step <= _THOUSANDTH
        whole = wanted.value == int(wanted.value)
        if whole and (self.step >= wanted.step or wanted.step > _HUNDREDTH):
            return measure and self.scaled and self._rounds(wanted.value)
        if self.step < wanted.step:
            cut = int(self.value / wanted.step) * wanted.step
            return cut == wanted.value or abs(self.value - wanted.value) * 2 <= wanted.step
        return self._rounds(wanted.value)

    def _rounds(self, exact: Decimal) -> bool:
        return self.digits >= _FEWEST_DIGITS and abs(self.value - exact) * 2 <= self.step


@lru_cache(maxsize=65536)
def read_value(value: str) -> Reading | None:
    """Reads a value of a database as a number.

    Args:
        value: Such as "544.00", "-13.7894", "28,286", "$760 million", "544 km" or "44 BC".

    Returns:
        The number; None if it is none, or a code with leading zeros.
    """
    text = plain(value).strip()
    sign = -1 if text[:1] in ("-", "\N{MINUS SIGN}") else 1
    text = text.lstrip("-+\N{MINUS SIGN} ")
    if _IS_CODE.search(text):
        return None
    every = list(_in_digits(text, alone=True))
    if not every or not _is_all(text, every[0].span):
        return None
    # "1.234" is a decimal in a database, "1,234" a thousand.
    one = next((r for r in every if "." in text and r.value != int(r.value)), every[0])
    return Reading(sign * one.value, one.step, one.digits, one.span, one.unit)


def _is_all(text: str, span: Span) -> bool:
    """Tells whether there is nothing beside a number but units."""
    rest = f"{text[: span[0]]} {text[span[1] :]}"
    return all(word.lower().strip(".") in _UNIT_OF for word in rest.split())


def find_number(text: str, wanted: Reading, measure: bool) -> list[Span]:
    """Finds where a text has a number.

    Args:
        text: The text without accents (see `plain`), in its own case.
        wanted: The number.
        measure: Whether it is an amount (see `Reading.means`).

    Returns:
        Start and end of each; of those in words only if there is none in digits.
    """
    spans = [reading.span for reading in _written(text) if reading.means(wanted, measure)]
    return spans or find_spelled_out(text, wanted, measure)


def find_digits(text: str, digits: str) -> list[Span]:
    """Finds where a text has a year as it is written, neither as a bound nor before Christ."""
    return [
        match.span()
        for match in re.finditer(rf"(?<![^\W_])(?<!\d[.,]){digits}(?![a-zA-Z\d_]|[.,]\d)", text)
        if not _ERA.match(text, match.end())
        and not BOUND.search(text[max(match.start() - _LONGEST_BEFORE, 0) : match.start()].lower())
    ]


def find_spelled_out(text: str, wanted: Reading, measure: bool = False) -> list[Span]:
    """Finds where a text has a number in English words."""
    return [one.span for one in _spelled_out(text) if one.means(wanted, measure)]


@lru_cache(maxsize=16)
def _written(text: str) -> tuple[Reading, ...]:
    """Reads the digits of a text, of which there may be several readings ("28.286")."""
    return tuple(_in_digits(western(text)))


@lru_cache(maxsize=16)
def _spelled_out(text: str) -> tuple[Reading, ...]:
    return tuple(_in_words(text.lower()))


@lru_cache(maxsize=1)
def _other_digits() -> dict[int, str]:
    """Returns the decimal digits of other scripts."""
    digits = ((code, unicodedata.decimal(chr(code), None)) for code in range(0x660, 0x20000))
    return {code: str(digit) for code, digit in digits if digit is not None}


def western(text: str) -> str:
    """Returns a text with the digits of other scripts as 0 to 9; positions stay."""
    return text if text.isascii() else text.translate(_other_digits())


def _in_digits(text: str, alone: bool = False) -> Iterator[Reading]:
    for match in islice(_NUMBER.finditer(text), MOST):
        start, end = match.span()
        if end - start > _LONGEST:
            continue
        unit, scale, last = _unit_and_scale(text, start, end)
        before = text[max(start - _LONGEST_BEFORE, 0) : start]
        stands_for_itself = alone or not (
            _enumerates(text, start, end) or BOUND.search(before.lower())
        )
        if not _ends(text, last) or not stands_for_itself:
            continue
        sign = _sign(text, before, last)
        era = _ERA.match(text, last)
        span = (start, era.end() if era else last)
        for value, step, digits in _values(_LATEX.sub(" ", match[0])):
            yield Reading(sign * value * scale, step * scale, digits, span, unit, scale > 1)


def _ends(text: str, end: int) -> bool:
    """Tells whether a number ends at a position: nothing but a unit may follow directly."""
    if text[end : end + 1].isalnum() and text[end].isascii():
        word = _NEXT_WORD.match(text, end)
        return word is not None and word[1].lower() in _ATTACHED
    return text[end : end + 1] != "_"


def _values(token: str) -> Iterator[tuple[Decimal, Decimal, int]]:
    """Yields each reading of digits with separators: number, last place, significant digits."""
    separators = _SEPARATOR.findall(token)
    parts = _SEPARATOR.split(token)
    if not separators:
        yield _decimal(token, "")
        return
    *groups, last = separators
    if _grouped(parts, set(separators)):
        yield _decimal("".join(parts), "")
    one_kind = set(groups)
    # "10,000" is no 10, and "12,500" no 12.5.
    is_group = len(parts[-1]) == _GROUP and last == "," and parts[-1].endswith("0")
    decimals = last in ".," and last not in one_kind and len(one_kind) <= 1
    decimals = decimals and (bool(groups) or not is_group)
    if decimals and (not groups or _grouped(parts[:-1], one_kind)):
        yield _decimal("".join(parts[:-1]), parts[-1])


def _grouped(parts: list[str], separators: set[str]) -> bool:
    """Tells whether digits are in groups of three, or of two before the last ("12,34,567")."""
    first, *others = parts
    fits = bool(others) and len(others[-1]) == _GROUP and len(separators) == 1
    sizes = {len(part) for part in others[:-1]}
    starts = first[:1] != "0" and len(first) <= _GROUP
    return fits and starts and (sizes <= {3} or sizes == {2})


def _decimal(whole: str, decimals: str) -> tuple[Decimal, Decimal, int]:
    value = Decimal(f"{whole}.{decimals}" if decimals else whole)
    return value, Decimal(1).scaleb(-len(decimals)), len((whole + decimals).lstrip("0"))


@lru_cache(maxsize=1)
def _scales() -> dict[str, int]:
    """Returns the words of many languages that multiply a number, such as "million"."""
    from babel import Locale

    scales = dict(_SCALES)
    for language in LANGUAGES:
        formats = Locale.parse(language).compact_decimal_formats
        for patterns in formats["long" if "long" in formats else "short"].values():
            for size, pattern in patterns.items():
                word = _ONE_WORD.fullmatch(plain(pattern.pattern).lower().strip("\u200f"))
                if word:
                    scales.setdefault(word[2], int(size) // 10 ** (len(word[1]) - 1))
    return scales


def _unit_and_scale(text: str, start: int, end: int) -> tuple[str, Decimal, int]:
    """Returns the unit or currency around a number, what multiplies it, and its end."""
    before = _UNIT_BEFORE.search(text[max(start - 5, 0) : start].lower())
    unit = _UNIT_OF.get(before[1], "") if before else ""
    if power := _POWER.match(text, end):
        exponent = power[1].replace("^", "").replace("\N{MINUS SIGN}", "-")
        return unit, Decimal(10) ** int(exponent), power.end()
    scale = _LETTERS.get(text[end : end + 1].lower(), 1)
    if scale > 1 and not text[end + 1 : end + 2].isalnum() and (unit or text[end] not in "mb"):
        return unit, Decimal(scale), end + 1
    scale = 1
    for _ in range(2):  # "mil millones"
        word = _NEXT_WORD.match(text, end)
        if word and word[1].lower() in _scales():
            scale, end = scale * _scales()[word[1].lower()], word.end(1)
    word = _NEXT_WORD.match(text, end)
    return unit or _UNIT_OF.get(word[1].lower() if word else "", ""), Decimal(scale), end


def _sign(text: str, before: str, end: int) -> int:
    """Returns the sign of a number: by a minus, an era, or a direction of the compass."""
    if _ERA.match(text, end):
        return -1
    direction = _DIRECTION_AFTER.match(text, end, end + _LONGEST_BEFORE)
    minus = before[-1:] in ("-", "\N{MINUS SIGN}") and not before[-2:-1].isalnum()
    return -1 if minus or direction else 1


def _enumerates(text: str, start: int, end: int) -> bool:
    """Tells whether a number is that of an option."""
    before = text[max(start - _LONGEST, 0) : start].lower()
    return end - start <= 2 and _ENUMERATED.search(before) is not None


def _in_words(lowered: str) -> Iterator[Reading]:
    """Reads numbers that are spelled out in English."""
    if not any(map(lowered.__contains__, _NAMES)):  # much faster than the patterns
        return
    for match in islice(_ARTICLE.finditer(lowered), MOST):
        value = Decimal(_BIG[match[2]]) / (2 if match[1] else 1)
        yield Reading(value, Decimal(1), 1, match.span())
    for run in islice(_RUN.finditer(lowered), MOST):
        words, index = [*_NAME.finditer(lowered, *run.span())], 0
        while index < len(words):
            start = words[index].start()
            index, total = _sum(words, index, lowered)
            if total and (reading := _spelled(lowered, (start, words[index - 1].end()), total)):
                yield reading


def _spelled(lowered: str, span: Span, value: int) -> Reading | None:
    """Returns the reading of a number in words; None if it is a pronoun or a bound."""
    before = lowered[max(span[0] - _LONGEST_BEFORE, 0) : span[0]]
    if (value == 1 and not _NUMBERED.search(before)) or BOUND.search(before):
        return None
    return Reading(Decimal(value), Decimal(1), len(str(value)), span)


def _sum(words: Sequence[re.Match[str]], index: int, lowered: str) -> tuple[int, int]:
    """Adds up words such as "two hundred and five".

    Returns:
        The position after the last word, and the sum; 0 if the first word only multiplies.
    """
    total, current = 0, _SPELLED.get(words[index][0], 0)
    after = index + 1
    for at in range(after, len(words) if current else after):
        number = _SPELLED.get(words[at][0])
        joined = "and" not in lowered[words[at - 1].end() : words[at].start()]
        if number is None and joined and current:
            big = _BIG[words[at][0]]  # thousands are finished, hundreds go on
            total, current = (total, current * big) if big < 1000 else (total + current * big, 0)
        elif number is not None and _fits_below(current, number) and (joined or not current % 100):
            current += number
        elif number is not None and joined and at == after and 10 <= current <= 20 <= 2 * number:
            current = current * 100 + number  # "nineteen forty-eight"
        else:
            break
        after = at + 1
    return after, total + current


def _fits_below(current: int, number: int) -> bool:
    """Tells whether a number may follow another as its end: "five" after "twenty"."""
    if current % 100 == 0:
        return number < 100
    return current % 10 == 0 and current % 100 > 10 and number < 10
