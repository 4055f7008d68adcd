"""Reading the countries of a text: their names in many languages, codes, and adjectives."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from .words import LANGUAGES, MOST, Span, plain

# Names that CLDR does not have, by code; parts of the United Kingdom have teams of their own.
_ALSO = {
    "AE": "uae, u.a.e., emirates", "AG": "antigua", "BA": "bosnia, bosnia herzegovina",
    "BN": "brunei darussalam", "CD": "dr congo, congo dr, d.r. congo, drc, congo-kinshasa,"
    " democratic republic of the congo, democratic republic of congo",
    "CG": "republic of the congo, congo republic, congo-brazzaville",
    "CI": "ivory coast, cote d ivoire", "CN": "china pr, pr china, prc, mainland china",
    "CV": "cabo verde, cape verde islands", "CZ": "czech republic",
    "GB": "uk, u.k., great britain, britain, united kingdom of great britain and northern ireland",
    "GM": "the gambia", "HK": "hong kong", "IE": "eire",
    "IR": "ir iran", "KN": "saint kitts", "KP": "korea dpr, dpr korea, dprk,"
    " democratic people's republic of korea",
    "KR": "korea republic, republic of korea, south korea, korea south, 한국",
    "LA": "lao people's democratic republic, lao pdr", "LC": "saint lucia",
    "MK": "macedonia, fyr macedonia", "MM": "burma, myanmar", "MO": "macau, macao",
    "NL": "holland", "PS": "palestine", "RU": "russian federation", "SA": "ksa",
    "SY": "syrian arab republic", "SZ": "swaziland", "TL": "east timor", "TR": "turkey",
    "TT": "trinidad", "TW": "chinese taipei, republic of china",
    "US": "usa, u.s.a., u.s., us, america, united states of america, сша, アメリカ",
    "VA": "holy see, vatican", "VC": "saint vincent and the grenadines", "VN": "viet nam",
    "GB-ENG": "england", "GB-NIR": "northern ireland", "GB-SCT": "scotland", "GB-WLS": "wales",
}  # fmt: skip
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
    "central america", "latin america", "british columbia", "gulf of mexico", "mexico city",
    "guatemala city", "panama city", "kuwait city", "south georgia", "west indies",
    "american samoa", "east germany", "west germany", "latin american", "south american",
    "north american", "central american",
)  # fmt: skip
# Names in other languages that mean something else in English, or elsewhere.
_MISLEADING = {
    "brasilia", "chili", "columbia", "dominika", "dominique", "granada", "grenade", "guiana",
    "indie", "island", "kina", "lati", "malte", "maurice", "mauricio", "norfolk",
    "salvador", "saksa", "servia", "suede", "swiss", "tunis", "turki", "viro", "cile", "gana",
    "hellas", "jerman", "mesir", "poola", "puola", "somali", "kosova",
}  # fmt: skip
_SHORTEST_FOREIGN = 4
_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
_OFFICIAL = re.compile(
    r"^(?:[\w']+ ){0,3}(?:republic|kingdom|state|federated states|principality|commonwealth)"
    r" of (?:the )?"
)
_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_CODE = re.compile(r"[A-Z]{2,3}")
_ABBREVIATIONS = {"us", "uk", "usa", "uae", "drc", "prc", "ksa", "dprk"}
_ENDING = re.compile(r"(?:s|n|an|ian|ese)(?![^\W_])")
_NAME_AFTER = re.compile(r" [A-Z][a-z]")


@lru_cache(maxsize=1)
def _codes() -> dict[str, str]:
    """Returns the code of each name, in the form of `_key`."""
    codes: dict[str, str] = {}
    for name, code in all_names().items():
        codes.setdefault(_key(name), code)
    return codes


@lru_cache(maxsize=1)
def all_names() -> dict[str, str]:
    """Returns the code of each name in lower case, in all languages."""
    from babel import Locale

    names = {plain(name): code for code, text in _ALSO.items() for name in text.split(", ")}
    for language in (*LANGUAGES, "zh_Hant"):
        for code, name in Locale.parse(language).territories.items():
            lowered = plain(name).lower()
            if len(code) == 2 and code.isalpha() and _is_country(code, lowered, language):
                names.setdefault(lowered, code)
    return names


def _is_country(code: str, name: str, language: str) -> bool:
    if code in _NO_COUNTRIES:
        return False
    foreign = language != "en" and name.isascii()
    return not foreign or (len(name) >= _SHORTEST_FOREIGN and name not in _MISLEADING)


def _key(name: str) -> str:
    """Returns a name in the form in which it is looked up."""
    text = plain(name).lower().replace("&", "and").replace("st. ", "saint ").replace("-", " ")
    return " ".join(text.split()).removeprefix("the ")


@lru_cache(maxsize=512)
def _words(code: str) -> tuple[str, ...]:
    """Returns the names and adjectives of a country, as a text may spell them."""
    words: dict[str, None] = {}
    for name, of in all_names().items():
        if of == code or of.startswith(f"{code}-"):  # who names Scotland names the UK
            for one in (name, name.replace("st. ", "saint ")):
                words |= dict.fromkeys((one, one.replace(" and ", " & ")))
    return (*words, *(adjective.replace("-", " ") for adjective in sorted(_adjectives(code))))


@lru_cache(maxsize=512)
def _adjectives(code: str) -> frozenset[str]:
    return frozenset(_ADJECTIVES.get(code, "").split())


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
        return text if text in all_names().values() else _three_letters().get(text, "")
    family, comma, given = key.partition(", ")
    given = given.removeprefix("the ")  # Congo, The Democratic Republic of the
    return (_codes().get(f"{given} {family}") or _codes().get(family, "")) if comma else ""


def code_of_adjective(value: str) -> str:
    """Returns the code of the country of which an adjective is said; empty if it is none."""
    adjective = plain(value).lower().replace(" ", "-")
    return next((code for code in _ADJECTIVES if adjective in _adjectives(code)), "")


@lru_cache(maxsize=1)
def _three_letters() -> dict[str, str]:
    from babel.core import get_global

    aliases = get_global("territory_aliases").items()
    return {name: codes[0] for name, codes in aliases if len(name) == 3 and len(codes) == 1}


def find_country(text: str, lowered: str, value: str) -> list[Span] | None:
    """Finds where a text names a country, by any of its names and adjectives.

    Args:
        text: The text without accents (see `plain`), in its own case.
        lowered: The same in lower case.
        value: A country's name, code or adjective.

    Returns:
        Start and end of each, in order; None if the value is no country.
    """
    code = code_of(value) or code_of_adjective(value)
    if not code:
        return None
    spans = {
        span
        for word in (*_words(code), value.lower() if _CODE.fullmatch(value) else "")
        if word and word in lowered
        for span in _whole(text, lowered, word)
        if not _is_inside(lowered, span, code)
    }
    # "French Ligue 1": an adjective may begin a name.
    adjectives = _adjectives(code)
    return sorted(
        span
        for span in spans
        if lowered[slice(*span)] not in adjectives or not _NAME_AFTER.match(text, span[1])
    )


def _whole(text: str, lowered: str, name: str) -> list[Span]:
    """Finds a name between word boundaries; a Latin one needs a capital."""
    latin, spans = name[0].isascii(), []
    for match in islice(re.finditer(re.escape(name), lowered), MOST):
        start, end = match.span()
        free = not lowered[start - 1 : start].isalnum() and _ends(lowered, start, end)
        if not latin or (free and _has_capital(text, start, end, name)):
            spans.append((start, end))
    return spans


def _ends(lowered: str, start: int, end: int) -> bool:
    """Tells whether a name ends, but for what makes it an adjective: Russia, Russian."""
    if not lowered[end : end + 1].isalnum():
        return True
    ending = _ENDING.match(lowered, end)
    others = lowered[start : ending.end()] if ending else ""
    return bool(ending) and not code_of_adjective(others)


def _has_capital(text: str, start: int, end: int, name: str) -> bool:
    """Tells whether a name is written as one, and a code in capitals."""
    if name in _ABBREVIATIONS or len(name) == 2:
        return text[start:end].isupper() or (text.islower() and name in _ABBREVIATIONS - {"us"})
    # Who writes without capitals writes names so as well.
    return text[start].isupper() or text.islower() or " " in name


def _is_inside(lowered: str, span: Span, code: str) -> bool:
    """Tells whether a country's name is a part of another place's: America in `North America`."""
    name = lowered[slice(*span)]
    return any(
        lowered.startswith(other, span[0] - at)
        for other in _longer(code)
        if 0 <= (at := other.find(name)) <= span[0]
    )


@lru_cache(maxsize=512)
def _longer(code: str) -> tuple[str, ...]:
    """Returns the names of other places that hold a name of a country as a word."""
    own = _words(code)
    words = {f" {name} " for name in own if name.isascii()}
    others = [name for name, of in all_names().items() if of.partition("-")[0] != code]
    others += [a.replace("-", " ") for c in _ADJECTIVES if c != code for a in _adjectives(c)]
    return tuple(
        other
        for other in (*others, *_OTHER_PLACES)
        if other not in own
        and re.search(r"[ -]", other)
        and any(word in f" {other.replace('-', ' ')} " for word in words)
    )
