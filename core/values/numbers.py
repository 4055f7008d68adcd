"""Reading the numbers of a text: digits in the formats of many languages, words, coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from .words import Span, plain

LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sk", "sv", "da", "nb", "fi",
    "hu", "ro", "bg", "el", "tr", "ar", "he", "fa", "hi", "bn", "ja", "zh", "ko", "vi", "th", "id",
    "hr", "sr", "sl", "ca",
)  # fmt: skip
# Digits with separators: "28 286", "1,234.5", "1.234,5"; what a word or number goes on is none.
_DIGITS = r"\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*"
_IS_CODE = re.compile(r"^0\d|\d[^\W\d_]|[^\W\d_]\d")  # "007", "39MI"
_NUMBER = re.compile(rf"(?<![^\W_])(?<!\d[.,])(?:{_DIGITS})")
_SEPARATOR = re.compile(r"[.,' ]")
_GROUP = 3  # digits, which may also be decimals
_THOUSANDTH = Decimal("0.001")
_HUNDREDTH = Decimal("0.01")  # "12.0" is a whole number, "12.00" was measured
MOST = 5000  # of a text's numbers, dates, names or words that are looked at
_LONGEST = 40  # characters of a number
_FEWEST_DIGITS = 3  # a rounded number with fewer could be that of any
# Words and signs that multiply a number, besides those that CLDR lists.
_SCALES = {
    1_000: "тысячи 千 천",
    10_000: "萬",
    100_000: "lakh lakhs",
    1_000_000: "mn mio miljoner millioner milionow миллиона",
    10_000_000: "crore crores",
    1_000_000_000: "bn mrd md",
    1_000_000_000_000: "tn",
}
_LETTERS = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000}  # joined to digits; metres are no money
_CURRENCIES = {
    "dollar": "$ usd dollar dollars us$",
    "euro": "€ eur euro euros",
    "pound": "£ gbp",
    "yen": "¥ jpy yen",
    "yuan": "cny rmb yuan renminbi",
    "rupee": "₹ inr rupee rupees",
    "won": "₩ krw won",
    "rouble": "₽ rub rouble roubles ruble rubles",
    "franc": "chf franc francs",
}
_UNITS = {
    "km": "km kilometre kilometres kilometer kilometers",
    "m": "m metre metres meter meters",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "mm": "mm millimetre millimetres millimeter millimeters",
    "mi": "mi mile miles",
    "ft": "ft foot feet",
    "in": "in inch inches",
    "yd": "yd yard yards",
    "kg": "kg kilo kilos kilogram kilograms kilogramme kilogrammes",
    "g": "g gram grams gramme grammes",
    "lb": "lb lbs pound pounds",
    "t": "t tonne tonnes ton tons",
    "l": "l litre litres liter liters",
    "ml": "ml millilitre millilitres milliliter milliliters",
    "h": "h hr hrs hour hours",
    "min": "min mins minute minutes",
    "s": "sec second seconds",
    "%": "% percent",
    "km2": "km2 sqkm",
    "ha": "ha hectare hectares",
}
_UNIT_OF = {
    plain(word): unit for unit, text in (_UNITS | _CURRENCIES).items() for word in text.split()
}
_SIGNS = "".join(sign for sign in _UNIT_OF if len(sign) == 1 and not sign.isalnum() and sign != "%")
# What may follow digits without a space; ordinals ("10th") and decades ("1990s") may not.
_ATTACHED = {word for word in (*_UNIT_OF, "mn", "bn", "tn") if word.isalnum()} | {
    "o", "c", "f", "n", "e", "w", "on", "os", "oe", "ow", "oc", "of",  # "74o W" once was "74º W"
}  # fmt: skip
_NEXT_WORD = re.compile(
    rf"[ -]?(?:de )?([千万萬亿億兆]|{'|'.join(map(plain, '천만억조'))}|[a-z]+2?(?![^\W_])"
    r"|[%$€£¥₹₩₽]|[^\s\d.,;:!?()\[\]\"'*/_-]+)",
    re.IGNORECASE,
)
_ONE_WORD = re.compile(r"(0+)\s?(?:de )?([^\s0.']+)")
_BEFORE = re.compile(rf"(?:([{_SIGNS}])|\b([a-z]{{3}}|us\$)) ?$")
_LONGEST_BEFORE = 12
_DIRECTIONS = re.compile(
    r"\s{0,2}(°|o(?=[NSEW]?\b)|degrees?\b|deg\b\.?)?[\s(]{0,3}"
    r"((?i:north|south|east|west|norte|sur|nord|sud|ouest|oeste|ovest)|[NSEW](?![^\W_]))",
)
_DIRECTION_BEFORE = re.compile(
    r"(?:(?<![^\W_])([NSEW])|\b(north|south|east|west)(?:ern)?,? (?:latitude|longitude)"
    r"(?: of| is|:)?) ?$"
)
_LONGEST_DIRECTION = 24
_NEGATIVE = {"s", "w", "south", "west", "sur", "sud", "ouest", "oeste", "ovest"}
_SEXAGESIMAL = re.compile(
    r"(?<![\w.,])(\d{1,3}) ?° ?(\d{1,2}(?:\.\d+)?) ?['\u2032](?!['\u2032])"
    r"(?: ?(\d{1,2}(?:\.\d+)?) ?(?:\"|''|\u2032\u2032))?"
)
# What is counted: "9 goals", "3 long seasons"; but "10 was his number", "10 for years".
_PLURAL = re.compile(
    r"[ -](?:(?!(?:and|as|at|but|by|for|from|in|is|of|on|or|to|was|when|while|with)\b)[a-z]+ )?"
    r"(?!(?:was|is|as|his|this|its|has|does|versus|plus|always|shirts|jerseys)\b)[a-z]{2,}s\b"
)
# Numbers of options and of lines are none of the text's.
_ENUMERATED = re.compile(
    r"\b(?:options?|choices?|statements?|answers?|items?|steps?|hops?|sentences?|claims?)"
    r"(?:[\s,*#():\"'&-]|\d{1,2}\b|and\b|or\b|to\b){0,12}$"
)
_LONGEST_ENUMERATION = 40
_LINE_MARK = re.compile(r"(?:^|\n)[\s>*_(-]{0,8}$")
_AFTER_MARK = re.compile(r"[.):*](?=\s|\*|$)|\s*$")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a number in a text.

    Attributes:
        value: The number.
        step: What one more in its last digit would add.
        digits: How many significant digits it has.
        unit: Its unit or currency, if it is a known one.
        span: Where it stands.
        scaled: Whether a word such as "million" follows.
        counts: Whether it says how many there are of something: "two titles", "9 goals".
    """

    value: Decimal
    step: Decimal
    digits: int
    span: Span = (0, 0)
    unit: str = ""
    scaled: bool = False
    counts: bool = False

    def means(self, wanted: Reading, measure: bool) -> bool:
        """Tells whether this stands for a value.

        Args:
            wanted: The value.
            measure: Whether it is an amount, which may be rounded to millions.

        Returns:
            Whether both are equal, or one is the other rounded; a whole number is not rounded.
        """
        if (self.unit and wanted.unit and self.unit != wanted.unit) or (
            self.counts and not measure
        ):
            return False
        if self.value == wanted.value:
            # "10.000" may be ten thousand, so it is no shirt number.
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
        value: Such as "544.00", "-13.7894", "28,286", "$760 million" or "544 km".

    Returns:
        The number; None if it is none, or a code with leading zeros.
    """
    text = plain(value).strip()
    sign = -1 if text[:1] in ("-", "\N{MINUS SIGN}") else 1
    text = text.lstrip("-+\N{MINUS SIGN} ")
    if _IS_CODE.search(text):
        return None
    found = list(_in_digits(text, alone=True))
    if not found or not _is_all(text, found[0].span):
        return None
    # "1.234" is a decimal in a database, "1,234" a thousand.
    chosen = next((r for r in found if "." in text and r.value != int(r.value)), found[0])
    return Reading(sign * chosen.value, chosen.step, chosen.digits, chosen.span, chosen.unit)


def _is_all(text: str, span: Span) -> bool:
    """Tells whether there is nothing beside a number but units."""
    before, after = text[: span[0]], text[span[1] :]
    return all(word.lower().strip(".") in _UNIT_OF for word in f"{before} {after}".split())


def find_number(text: str, wanted: Reading, measure: bool) -> list[Span]:
    """Finds where a text has a number.

    Args:
        text: The text without accents (see `plain`), in its own case.
        wanted: The number.
        measure: Whether it is an amount (see `Reading.means`).

    Returns:
        Start and end of each; of those in words only if there is none in digits.
    """
    found = [reading.span for reading in _written(text) if reading.means(wanted, measure)]
    if found or wanted.value != int(wanted.value):
        return found
    return [reading.span for reading in _spelled_out(text) if reading.means(wanted, measure)]


def find_spelled_out(text: str, number: int) -> list[Span]:
    """Finds where a text has a number in words."""
    return [reading.span for reading in _spelled_out(text) if reading.value == number]


@lru_cache(maxsize=16)
def _written(text: str) -> tuple[Reading, ...]:
    """Reads the digits of a text, of which there may be several readings ("28.286")."""
    digits = western(text)
    return (*_in_digits(digits), *_in_degrees(digits))


@lru_cache(maxsize=16)
def _spelled_out(text: str) -> tuple[Reading, ...]:
    return tuple(_in_words(text.lower()))


@lru_cache(maxsize=1)
def _other_digits() -> dict[int, str]:
    """Returns the decimal digits of other scripts."""
    import unicodedata

    found = {}
    for code in range(0x660, 0x20000):
        digit = unicodedata.decimal(chr(code), None)
        if digit is not None:
            found[code] = str(digit)
    return found


def western(text: str) -> str:
    """Returns a text with the digits of other scripts as 0 to 9; positions stay."""
    return text if text.isascii() else text.translate(_other_digits())


def _in_digits(text: str, alone: bool = False) -> Iterator[Reading]:
    for match in islice(_NUMBER.finditer(text), MOST):
        start, end = match.span()
        if end - start > _LONGEST:
            continue
        unit, scale, last = _unit_and_scale(text, start, end)
        if not _ends(text, last) or (not alone and _enumerates(text, start, end)):
            continue
        place, scaled = (start, last), scale > 1
        small = end - start < _GROUP and not _is_numbered(text, start)
        counts = small and _PLURAL.match(text, last) is not None
        for value, step, digits in _values(match[0]):
            for sign in _signs(text, start, end):
                yield Reading(
                    sign * value * scale, step * scale, digits, place, unit, scaled, counts
                )


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
    fits = others and len(others[-1]) == _GROUP and len(separators) == 1
    sizes = {len(part) for part in others[:-1]}
    return bool(fits) and first[:1] != "0" and len(first) <= _GROUP and (
        sizes <= {3} or sizes == {2}
    )  # fmt: skip


def _decimal(whole: str, decimals: str) -> tuple[Decimal, Decimal, int]:
    value = Decimal(f"{whole}.{decimals}" if decimals else whole)
    return value, Decimal(1).scaleb(-len(decimals)), len((whole + decimals).lstrip("0"))


@lru_cache(maxsize=1)
def _scales() -> dict[str, int]:
    """Returns the words of many languages that multiply a number, such as "million"."""
    from babel import Locale

    found = {plain(word): scale for scale, text in _SCALES.items() for word in text.split()}
    for language in LANGUAGES:
        formats = Locale.parse(language).compact_decimal_formats
        for patterns in formats["long" if "long" in formats else "short"].values():
            for size, pattern in patterns.items():
                word = _ONE_WORD.fullmatch(plain(pattern.pattern).lower().strip("\u200f"))
                if word:
                    found.setdefault(word[2], int(size) // 10 ** (len(word[1]) - 1))
    return found


def _unit_and_scale(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Returns the unit or currency around a number, the word that multiplies it, and its end."""
    before = _BEFORE.search(text[max(start - _LONGEST_BEFORE, 0) : start].lower())
    unit = _UNIT_OF.get((before[1] or before[2]) if before else "", "")
    scale = _LETTERS.get(text[end : end + 1].lower(), 1)
    if scale > 1 and not text[end + 1 : end + 2].isalnum() and (unit or text[end] not in "mb"):
        return unit, scale, end + 1
    scale = 1
    for _ in range(2):  # "mil millones"
        word = _NEXT_WORD.match(text, end)
        if word and word[1].lower() in _scales():
            scale, end = scale * _scales()[word[1].lower()], word.end(1)
    word = _NEXT_WORD.match(text, end)
    return unit or _UNIT_OF.get(word[1].lower() if word else "", ""), scale, end


def _signs(text: str, start: int, end: int) -> tuple[int, ...]:
    """Returns the signs that a number may have: by a minus, or by a direction of the compass."""
    before = text[max(start - _LONGEST_DIRECTION, 0) : start]
    minus = before[-1:] in ("-", "\N{MINUS SIGN}") and not before[-2:-1].isalnum()
    named = _DIRECTION_BEFORE.search(before)
    if named:
        return (-1,) if (named[1] or named[2]).lower() in _NEGATIVE else (1,)
    after = _DIRECTIONS.match(text, end, end + _LONGEST_DIRECTION)
    if after and after[2].lower() in _NEGATIVE:
        return (-1, 1) if after[2] == "W" and not after[1] else (-1,)  # or watts
    return (-1,) if minus else (1,)


def _in_degrees(text: str) -> Iterator[Reading]:
    """Reads degrees, minutes and seconds."""
    if "°" not in text:
        return
    for match in islice(_SEXAGESIMAL.finditer(text), MOST):
        degrees, minutes, seconds = (Decimal(part or 0) for part in match.groups())
        step = Decimal(2) / (3600 if match[3] else 60)  # the last part is often cut
        value = (degrees + minutes / 60 + seconds / 3600).quantize(Decimal("1e-6"))
        for sign in _signs(text, *match.span()):
            yield Reading(sign * value, step, _FEWEST_DIGITS, match.span())


def _enumerates(text: str, start: int, end: int) -> bool:
    """Tells whether a number is that of an option or of a line."""
    if end - start > 2:
        return False
    before = text[max(start - _LONGEST_ENUMERATION, 0) : start].lower()
    if _ENUMERATED.search(before):
        return True
    return bool(_LINE_MARK.search(before)) and bool(_AFTER_MARK.match(text, end))


_ONES = [
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen",
    "eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn"
    " sechzehn siebzehn achtzehn neunzehn",
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    " dix-sept dix-huit dix-neuf",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis"
    " diecisiete dieciocho diecinueve",
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici"
    " quindici sedici diciassette diciotto diciannove",
    "um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis"
    " dezessete dezoito dezenove",
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien"
    " zestien zeventien achttien negentien",
]
_TENS = [
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    "vingt trente quarante cinquante soixante",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
]
# How each of these languages joins tens and ones, if not in words of their own.
_JOINED = [
    "{ten}-{one}", "{one}und{ten}", "{ten}-{one}", "veinti{one}", "{ten}{one}", "{ten} e {one}",
    "{one}en{ten}",
]  # fmt: skip
_ELISION = re.compile(r"[ai](?=(?:uno|otto)$)")  # "ventuno"
# Also words of English, or pronouns: only "number one" is a number.
_AMBIGUOUS = {
    "one", "un", "uno", "um", "een", "elf", "six", "sept", "seize", "once", "quince", "due", "sei",
    "tien", "dix", "dos", "tres", "nove", "acht", "tre", "vent",
}  # fmt: skip
_NUMBERED = re.compile(r"(?:\bnumber|\bnumero|\bnummer|\bno\.|#|\bjersey|\bshirt|:) ?$")
_AND = {"and", "y", "e"}
_LONGEST_NUMBERED = 9
_BIG = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SPELLED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_COUNTED = re.compile(
    r" (?:other |false |true |first |remaining )*(?:of|options?|statements?|choices?|answers?)\b"
)
_SMALL = 13  # below, words are more common than digits
_NOUN = re.compile(r"[ -](?!(?:and|at|for|from|in|is|on|or|was|when|while|with)\b)[^\W\d_]")
_HAN_SIGNS = "〇零一二三四五六七八九十百千万"
_HAN = re.compile(rf"(?<![{_HAN_SIGNS}])[{_HAN_SIGNS}]{{1,12}}(?![{_HAN_SIGNS}])")
_HAN_DIGITS = {**{sign: n for n, sign in enumerate("〇一二三四五六七八九")}, "零": 0}
_HAN_BIG = {"十": 10, "百": 100, "千": 1000}


@lru_cache(maxsize=1)
def _number_words() -> dict[str, int]:
    """Returns the words of some languages for 1 to 99."""
    found: dict[str, int] = {}
    for ones, tens, joined in zip(_ONES, _TENS, _JOINED, strict=True):
        units = {word: n for n, word in enumerate(ones.split(), start=1)}
        for ten, word in enumerate(tens.split(), start=2):
            found.setdefault(word, ten * 10)
            for one, n in list(units.items())[:9]:
                spelled = joined.format(ten=word, one="ein" if one == "eins" else one)
                found.setdefault(_ELISION.sub("", spelled), ten * 10 + n)
        for word, n in units.items():
            found.setdefault(word, n)
    return found


def _in_words(lowered: str) -> Iterator[Reading]:
    """Reads numbers that are spelled out."""
    words = list(islice(_SPELLED.finditer(lowered), MOST))
    index = 0
    while index < len(words):
        start = words[index].start()
        index, value = _sum(words, index, lowered)
        if value is not None:
            end = words[index - 1].end()
            reading = _spelled(lowered, (start, end), value)
            if reading:
                yield reading
    for match in _HAN.finditer(lowered):
        number = from_han(match[0])
        if number >= _SMALL or lowered[match.end() : match.end() + 1] in ("号", "號"):
            yield Reading(Decimal(number), Decimal(1), len(str(number)), match.span())


def _spelled(lowered: str, span: Span, value: int) -> Reading | None:
    """Returns the reading of a number in words; None if it is a pronoun or counts options."""
    start, end = span
    numbered = _is_numbered(lowered, start)
    if not numbered and lowered[start:end] in _AMBIGUOUS:
        return None
    if _COUNTED.match(lowered, end) or _enumerates(lowered, start, start):
        return None
    counts = value < _SMALL and not numbered and _NOUN.match(lowered, end) is not None
    return Reading(Decimal(value), Decimal(1), len(str(value)), span, counts=counts)


def _is_numbered(text: str, start: int) -> bool:
    """Tells whether a word such as "number" says what follows."""
    return _NUMBERED.search(text[max(start - _LONGEST_NUMBERED, 0) : start].lower()) is not None


def _sum(words: Sequence[re.Match[str]], index: int, lowered: str) -> tuple[int, int | None]:
    """Adds up words such as "two hundred and five".

    Returns:
        The position after the last word, and the sum; None if the first word is no number.
    """
    known = _number_words()
    total, current = 0, known.get(words[index][0])
    after = index + 1
    if current is None:
        return after, None
    for at in range(after, len(words)):
        word = words[at][0]
        if words[at].start() - words[at - 1].end() != 1:
            break
        number = known.get(word)
        if number is not None and _fits_below(current, number):
            current += number
        elif number is not None and at == after and _is_century(current, number):
            current = current * 100 + number
        elif word in _BIG and current:
            current *= _BIG[word]
        elif word in _AND:
            continue
        else:
            break
        if word in _BIG and _BIG[word] > 100:
            total, current = total + current, 0
        after = at + 1
    return after, total + current


def _is_century(current: int, number: int) -> bool:
    """Tells whether two numbers may be a year: "nineteen forty-eight", "twenty twelve"."""
    return 10 <= current <= 20 and 10 <= number < 100


def _fits_below(current: int, number: int) -> bool:
    """Tells whether a number may follow another as its end: "five" after "twenty"."""
    if current % 100 == 0:
        return number < 100
    return current % 10 == 0 and current % 100 > 10 and number < 10


def from_han(text: str) -> int:
    """Returns the number of Chinese numerals: 二十八 is 28, 二〇〇九 is 2009."""
    if not set(text) & {*_HAN_BIG, "万"}:
        return int("".join(str(_HAN_DIGITS[sign]) for sign in text))
    total = section = digit = 0
    for sign in text:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        elif sign == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        else:
            section, digit = section + (digit or 1) * _HAN_BIG[sign], 0
    return total + section + digit
