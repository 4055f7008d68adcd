"""Reading the countries of a text: their names in many languages, codes, and adjectives."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from .numbers import MOST
from .words import Span, plain

# Names that CLDR does not have, by code; parts of the United Kingdom have teams of their own.
_ALSO = {
    "AE": "uae, u.a.e., emirates",
    "AG": "antigua and barbuda, antigua",
    "BA": "bosnia, bosnia herzegovina, bosnia and herzegovina, bosnia-herzegovina",
    "BN": "brunei darussalam",
    "BO": "plurinational state of bolivia",
    "CD": "dr congo, congo dr, d.r. congo, drc, democratic republic of the congo, congo-kinshasa,"
    " democratic republic of congo",
    "CG": "republic of the congo, congo republic, congo-brazzaville",
    "CI": "ivory coast, cote d ivoire, elfenbeinkuste, costa de marfil, costa d'avorio, costa do"
    " marfim",
    "CN": "china pr, pr china, people's republic of china, prc, mainland china",
    "CV": "cabo verde, cape verde islands",
    "CZ": "czech republic",
    "DE": "federal republic of germany",
    "FM": "federated states of micronesia",
    "GB": "uk, u.k., great britain, britain, united kingdom of great britain and northern ireland,"
    " gran bretana, grande-bretagne, grossbritannien, gran bretagna, gra-bretanha",
    "GM": "the gambia",
    "HK": "hong kong",
    "IE": "republic of ireland, eire",
    "IR": "ir iran, islamic republic of iran, iran (islamic republic of)",
    "KN": "saint kitts and nevis, st kitts and nevis, saint kitts",
    "KP": "korea dpr, dpr korea, democratic people's republic of korea, dprk",
    "KR": "korea republic, republic of korea, south korea, korea south, 한국, 대한민국",
    "LA": "lao people's democratic republic, lao pdr",
    "LC": "saint lucia",
    "MD": "republic of moldova",
    "MK": "macedonia, fyr macedonia, republic of north macedonia",
    "MM": "burma, myanmar",
    "MO": "macau, macao",
    "NL": "holland",
    "PS": "palestine, state of palestine",
    "RU": "russian federation",
    "SA": "kingdom of saudi arabia, ksa",
    "ST": "sao tome and principe",
    "SY": "syrian arab republic",
    "SZ": "swaziland",
    "TL": "east timor",
    "TR": "turkey",
    "TT": "trinidad and tobago, trinidad",
    "TW": "chinese taipei, republic of china",
    "TZ": "united republic of tanzania",
    "US": "usa, u.s.a., u.s., us, america, united states of america, etats-unis d'amerique,"
    " vereinigte staaten von amerika, estados unidos de america, eeuu, ee.uu., ee. uu., eua, abd,"
    " amerika, amerique, сша, アメリカ, 米国, 美國, 미국, امريكا, अमरीका",
    "VA": "holy see, vatican",
    "VC": "saint vincent and the grenadines",
    "VE": "bolivarian republic of venezuela",
    "VN": "viet nam",
    "GB-ENG": "england, angleterre, inglaterra, inghilterra, engeland, anglia, 英格兰, 英格蘭,"
    " イングランド, англия, англии",
    "GB-NIR": "northern ireland, nordirland, irlande du nord, irlanda del norte, irlanda del nord",
    "GB-SCT": "scotland, ecosse, schottland, escocia, scozia, schotland, 苏格兰, 蘇格蘭,"
    " スコットランド, шотландия",
    "GB-WLS": "wales, pays de galles, gales, galles, 威尔士, ウェールズ, уэльс",
}
# What is said of people and things from there, where no ending of the name gives it.
_ADJECTIVES = {
    "AE": "emirati", "AF": "afghan", "AR": "argentine argentinean argentinian", "BA": "bosnian",
    "BD": "bangladeshi", "BE": "belgian", "BG": "bulgarian", "BR": "brazilian", "CA": "canadian",
    "CH": "swiss", "CI": "ivorian", "CL": "chilean", "CM": "cameroonian", "CN": "chinese",
    "CR": "costa-rican", "CY": "cypriot", "CZ": "czech", "DE": "german", "DK": "danish dane",
    "EC": "ecuadorian", "EG": "egyptian", "ES": "spanish spaniard", "FI": "finnish finn",
    "FR": "french frenchman frenchwoman", "GB": "british briton", "GB-ENG": "english englishman",
    "GB-SCT": "scottish", "GB-WLS": "welsh welshman", "GB-NIR": "northern-irish", "GH": "ghanaian",
    "GR": "greek", "HR": "croatian croat", "HU": "hungarian", "IE": "irish irishman",
    "IL": "israeli", "IN": "indian", "IQ": "iraqi", "IS": "icelandic icelander",
    "IT": "italian", "KR": "south-korean", "KP": "north-korean", "LU": "luxembourgish",
    "MA": "moroccan", "ME": "montenegrin", "MK": "macedonian", "MX": "mexican", "NE": "nigerien",
    "NG": "nigerian", "NL": "dutch dutchman", "NO": "norwegian", "NZ": "new-zealander",
    "PE": "peruvian", "PH": "filipino philippine", "PK": "pakistani", "PL": "polish pole",
    "PT": "portuguese", "RS": "serbian serb", "SA": "saudi", "SE": "swedish swede",
    "SI": "slovenian slovene", "SK": "slovak slovakian", "TH": "thai", "TR": "turkish turk",
    "UA": "ukrainian", "US": "american", "VE": "venezuelan", "VN": "vietnamese",
    "UY": "uruguayan", "XK": "kosovar kosovan", "ZA": "south-african",
}  # fmt: skip
# Other places, whose names hold that of a country.
_OTHER_PLACES = (
    "new mexico", "new jersey", "new england", "new south wales", "south america", "north america",
    "central america", "latin america", "east germany", "west germany", "british columbia",
    "gulf of mexico", "mexico city", "guatemala city", "panama city", "kuwait city",
    "luxembourg city", "south georgia", "atlanta, georgia", "georgia tech", "china town",
    "united arab republic", "west indies", "east indies", "american samoa", "amerique du sud",
    "amerique du nord", "amerique latine", "america latina", "america del sur", "lebanon, new",
    "american airlines", "british airways", "south american", "north american", "latin american",
    "central american", "native american", "african american", "american football",
)  # fmt: skip
_NO_SAMENESS = re.compile(r"-(?:language|speaking|born|dubbed|subtitled)")
# Names in other languages that mean something else in English, or elsewhere.
_MISLEADING = {
    "brasilia", "chili", "columbia", "dominika", "dominique", "granada", "grenade", "guiana",
    "indie", "island", "kina", "lati", "malte", "maurice", "mauricio", "norfolk",
    "salvador", "saksa", "servia", "suede", "swiss", "tunis", "turki", "viro", "cile", "gana",
    "hellas", "jerman", "mesir", "poola", "puola", "somali", "kosova",
}  # fmt: skip
LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sv", "da", "nb", "fi", "hu",
    "ro", "el", "tr", "ar", "he", "fa", "hi", "bn", "ja", "zh", "zh_Hant", "ko", "vi", "th", "id",
)  # fmt: skip
_SHORTEST_FOREIGN = 4
# Names that are words too, without their capitals or periods.
_ABBREVIATIONS = {"us", "uk", "usa", "uae", "drc", "prc", "ksa", "abd", "eua", "dprk"}
_OFFICIAL = re.compile(r"^(?:republic|kingdom|state|principality|commonwealth) of (?:the )?")
_PARENTHESES = re.compile(r"\s*\([^()]*\)")
# Codes that are English words: a capital is not enough where a sentence begins.
_CODE = re.compile(r"[A-Z]{2,3}")
_WORDS = {
    "AM", "AN", "AS", "AT", "BE", "BY", "DO", "GO", "HE", "IF", "IN", "IS", "IT", "ME", "MY", "NO",
    "OF", "ON", "OR", "SO", "TO", "UP", "US", "WE", "PM", "CAN", "AND", "PER", "MAC", "TON", "LIE",
}  # fmt: skip
_SENTENCE_START = re.compile(r"(?:^|[.!?\n]\s{0,3}|(?<!code)(?<!country):\s)[\s>*_#-]{0,6}$")
_QUOTES = "\"'(`[*"
# What an adjective is said of, if not of the thing itself; or it begins a name.
_GOES_ON = re.compile(
    r" (?:[A-Z][a-z]|(?:clubs?|side|giants|champions|outfit|league|cup|parents|descent|ancestry"
    r"|heritage|language|translation|edition|version|remake|dub|border)\b)"
)
_NOUN = re.compile(r" [a-z]")
_LETTERS = re.compile(r"[a-z]+")
_SENTENCE = re.compile(r"[.!?\n]")


@lru_cache(maxsize=1)
def _codes() -> dict[str, str]:
    """Returns the code of each name, in the form of `_key`."""
    found: dict[str, str] = {}
    for name, code in all_names().items():
        found.setdefault(_key(name), code)
    return found


@lru_cache(maxsize=1)
def all_names() -> dict[str, str]:
    """Returns the code of each name in lower case, in all languages."""
    from babel import Locale

    found = {plain(name): code for code, names in _ALSO.items() for name in names.split(", ")}
    for language in LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            lowered = plain(name).lower()
            if len(code) == 2 and code.isalpha() and _is_country(code, lowered, language):
                found.setdefault(lowered, code)
    return found


_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}


def _is_country(code: str, name: str, language: str) -> bool:
    if code in _NO_COUNTRIES:
        return False
    foreign = language != "en" and name.isascii()
    return not foreign or (len(name) >= _SHORTEST_FOREIGN and name not in _MISLEADING)


def _key(name: str) -> str:
    """Returns a name in the form in which it is looked up."""
    text = plain(name).lower().replace("&", "and").replace("st. ", "saint ").replace("-", " ")
    return " ".join(text.split()).removeprefix("the ")


@lru_cache(maxsize=1)
def _by_code() -> dict[str, tuple[str, ...]]:
    """Returns the names of each country."""
    found: dict[str, dict[str, None]] = {}
    for name, code in all_names().items():
        names = found.setdefault(code, {})
        for one in (name, name.replace("st. ", "saint ")):
            names |= dict.fromkeys((one, one.replace(" and ", " & "), one.replace(" & ", " and ")))
    return {code: tuple(names) for code, names in found.items()}


@lru_cache(maxsize=65536)
def code_of(value: str) -> str:
    """Returns the ISO code of the country that a value means.

    Args:
        value: A name in any language, or a code of two or three letters.

    Returns:
        The code; empty if it is no country. England, Scotland, Wales and Northern Ireland have
        codes of their own.
    """
    text = plain(value).strip()
    key = _key(text)
    for form in (key, _key(_PARENTHESES.sub("", text)), _OFFICIAL.sub("", key)):
        if form in _codes():
            return _codes()[form]
    if _CODE.fullmatch(text):
        return text if text in _by_code() else _three_letters().get(text, "")
    family, comma, given = key.partition(", ")
    given = given.removeprefix("the ")  # Congo, The Democratic Republic of the
    return (_codes().get(f"{given} {family}") or _codes().get(family, "")) if comma else ""


def code_of_adjective(value: str) -> str:
    """Returns the code of the country of which an adjective is said; empty if it is none."""
    adjective = plain(value).lower().replace(" ", "-")
    return next((code for code in _ADJECTIVES if adjective in _of(code)), "")


@lru_cache(maxsize=1)
def _three_letters() -> dict[str, str]:
    from babel.core import get_global

    aliases = get_global("territory_aliases")
    return {
        alias: codes[0]
        for alias, codes in aliases.items()
        if len(alias) == 3 and alias.isalpha() and len(codes) == 1
    }


def find_country(text: str, lowered: str, code: str) -> list[Span]:
    """Finds where a text names a country.

    Args:
        text: The text without accents (see `plain`), in its own case.
        lowered: The same in lower case.
        code: The country's code.

    Returns:
        Start and end of each of its names and adjectives, and of the names of its parts.
    """
    found = {code: _words_for(text, lowered, code)}
    # Who says that Glasgow is in Scotland is right; *English* is a language, too.
    parts = (part for part in _by_code() if part.startswith(f"{code}-"))
    found |= {part: _names_for(text, lowered, part) for part in parts}
    every = ((span, of) for of, spans in found.items() for span in spans)
    return sorted(span for span, of in every if stands_alone(text, lowered, span, of))


def is_said(text: str, code: str) -> bool:
    """Tells whether a text has a word for a country, also inside a name: `Polish Airlines`.

    Args:
        text: Any text.
        code: The country's code.
    """
    bare = plain(text)
    lowered = bare.lower()
    found = _words_for(bare, lowered, code)
    return any(not _is_inside(lowered, span, code) for span in found)


def _names_for(text: str, lowered: str, code: str) -> list[Span]:
    return [
        span for name in _by_code()[code] if name in lowered for span in _whole(text, lowered, name)
    ]


def _words_for(text: str, lowered: str, code: str) -> list[Span]:
    found = _names_for(text, lowered, code)
    for adjective in _ADJECTIVES.get(code, "").split():
        name = adjective.replace("-", " ")
        if name in lowered:
            found += _whole(text, lowered, name)
            found += _whole(text, lowered, f"{name}s")
    return found


def _whole(text: str, lowered: str, name: str) -> list[Span]:
    """Finds a name between word boundaries; a Latin one needs a capital."""
    latin = name[0].isascii()
    found = []
    for match in islice(re.finditer(re.escape(name), lowered), MOST):
        start, end = match.span()
        free = not (lowered[start - 1 : start].isalnum() or lowered[end : end + 1].isalnum())
        if not latin or (free and _has_capital(text, start, end, name)):
            found.append((start, end))
    return found


def _has_capital(text: str, start: int, end: int, name: str) -> bool:
    if name == "us":
        return text[start:end].isupper() and not _all_capitals(text, start, end)
    if name in _ABBREVIATIONS:
        return text[start:end].isupper() or text.islower()
    # Who writes without capitals writes names so as well.
    return text[start].isupper() or text.islower() or " " in name


def stands_alone(text: str, lowered: str, span: Span, code: str) -> bool:
    """Tells whether a country's name is none of another place, of a language or of a work.

    Args:
        text: The text without accents (see `plain`), in its own case.
        lowered: The same in lower case.
        span: Where the name stands.
        code: The country's code.
    """
    start, end = span
    name = lowered[start:end]
    ending = _LETTERS.match(lowered, end)
    word = name + ending[0] if ending else name
    if _NO_SAMENESS.match(lowered, end) or word in _adjectives() - _of(code):
        return False
    if (ending or name in _of(code)) and _is_of_other(text, start, start + len(word)):
        return False
    if "a" <= text[start] <= "z" and not text.islower():
        return False
    return not _is_inside(lowered, span, code)


def _is_inside(lowered: str, span: Span, code: str) -> bool:
    """Tells whether a country's name is a part of another place's: America in `North America`."""
    name = lowered[slice(*span)]
    return any(
        lowered.startswith(other, span[0] - at)
        for other in _longer(code)
        if 0 <= (at := other.find(name)) <= span[0]
    )


def _is_of_other(text: str, start: int, end: int) -> bool:
    """Tells whether an adjective is a language, or begins a name: "in French", "French Ligue 1"."""
    if _GOES_ON.match(text, end):
        return True
    return text.endswith((" in ", " speak ", " speaks "), 0, start) and not _NOUN.match(text, end)


@lru_cache(maxsize=1)
def _adjectives() -> frozenset[str]:
    return frozenset().union(*map(_of, _ADJECTIVES))


@lru_cache(maxsize=512)
def _of(code: str) -> frozenset[str]:
    """Returns the adjectives of a country."""
    return frozenset(_ADJECTIVES.get(code, "").split())


@lru_cache(maxsize=512)
def _longer(code: str) -> tuple[str, ...]:
    """Returns the names of other places that hold a name of a country as a word."""
    own = set(_by_code().get(code, ())) | set(_ADJECTIVES.get(code, "").replace("-", " ").split())
    words = {name for name in own if name.isascii()}
    others = [n for other, names in _by_code().items() if other != code for n in names]
    others += [
        a.replace("-", " ") for c, text in _ADJECTIVES.items() if c != code for a in text.split()
    ]
    return tuple(
        other
        for other in (*others, *_OTHER_PLACES)
        if (" " in other or "-" in other or ", " in other)
        and any(f" {word} " in f" {other.replace('-', ' ')} " for word in words)
        and other not in own
    )


_ALONE = re.compile(r"[*_\"'`\s]{0,5}(?:[.;)\n]|$)")


def find_code(text: str, code: str) -> list[Span]:
    """Finds a country's code in a text: in capitals, and not as a word.

    Args:
        text: The text in its own case.
        code: The code as the value has it.

    Returns:
        Start and end of each.
    """
    found = []
    codes = re.finditer(rf"(?<![^\W_]){re.escape(code)}(?![^\W_])", text)
    for match in islice(codes, MOST):
        start, end = match.span()
        quoted = text[start - 1 : start] in _QUOTES and start > 0
        word = code in _WORDS and (_all_capitals(text, start, end) or _begins(text, start, code))
        if quoted or not word:
            found.append((start, end))
    return found


def _begins(text: str, start: int, code: str) -> bool:
    """Tells whether a code stands where a sentence begins, and is not all of it."""
    if code != "NO" and _ALONE.match(text, start + len(code)):
        return False
    return _SENTENCE_START.search(text[max(start - 20, 0) : start]) is not None


def _all_capitals(text: str, start: int, end: int) -> bool:
    """Tells whether the words around a position are all in capitals."""
    before = _SENTENCE.split(text[max(start - 40, 0) : start])[-1]
    after = _SENTENCE.split(text[end : end + 40])[0]
    letters = [letter for letter in before + after if letter.isalpha()]
    return len(letters) > 3 and all(letter.isupper() for letter in letters)
