"""Places of which several answers are right: countries that are no more, territories, capitals.

Who names what lies there today, or the country that a territory belongs to, may be as right; and
whoever names a town in another language calls it otherwise than the database does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...filters.rationale.countries import code_of
from ..english import lexicon
from .given_away import words_of
from .item import Item

# Countries that are no more, and those where they were.
_FORMER = {
    "soviet union, ussr, urss, udssr, sowjetunion, union soviétique, unión soviética": "AM AZ BY EE"
    " GE KZ KG LT LV MD RU TJ TM UA UZ",
    "yugoslavia, jugoslawien, yougoslavie, fr yugoslavia, serbia and montenegro": "BA HR ME MK RS"
    " SI",
    "czechoslovakia, tschechoslowakei, tchécoslovaquie, checoslovaquia": "CZ SK",
    "east germany, west germany, gdr, ddr, frg, german democratic republic, prussia": "DE",
    "austria hungary, habsburg empire": "AT BA CZ HR HU SI SK",
    "ottoman empire, osmanisches reich": "TR", "united arab republic": "EG SY",
    "zaire, zaïre, belgian congo": "CD", "rhodesia, southern rhodesia": "ZW", "korea": "KP KR",
    "dutch east indies": "ID", "british india": "BD IN MM PK", "siam": "TH", "persia": "IR",
    "bavaria, saxony, hanover, mecklenburg, württemberg, east prussia, west prussia": "DE PL RU",
    "austrian empire, bohemia, moravia, galicia": "AT CZ PL UA", "russian empire": "RU",
    "papal states, kingdom of sardinia, kingdom of the two sicilies": "IT",
    "british mandate of palestine, mandatory palestine": "IL PS", "french indochina": "KH LA VN",
    "northern rhodesia": "ZM", "nyasaland": "MW", "tanganyika, zanzibar": "TZ", "swaziland": "SZ",
    "ceylon": "LK", "upper volta": "BF", "dahomey": "BJ", "gold coast": "GH",
}  # fmt: skip
# Territories of countries, of which either may be named: Arecibo is in Puerto Rico, and in the USA.
_TERRITORIES = frozenset({
    "AI", "AQ", "AS", "AW", "AX", "BL", "BM", "BQ", "BV", "CC", "CK", "CW", "CX", "FK", "FO", "GF",
    "GG", "GI", "GL", "GP", "GS", "GU", "HK", "HM", "IM", "IO", "JE", "KY", "MF", "MO", "MP",
    "MQ", "MS", "NC", "NF", "NU", "PF", "PM", "PN", "PR", "RE", "SH", "SJ", "SX", "TC", "TF",
    "TK", "UM", "VG", "VI", "WF", "YT",
})  # fmt: skip
# Countries with several capitals or none, or whose capital was moved or renamed, or is disputed.
_WITH_CAPITALS = frozenset({
    "BI", "BJ", "BO", "CI", "GQ", "ID", "IL", "KI", "KZ", "LK", "ME", "MM", "MY", "NR", "PS", "SZ",
    "TK", "TZ", "YE", "ZA",
})  # fmt: skip
# Countries on two continents, of which a table has one, or that are one.
_ON_TWO_CONTINENTS = frozenset({"AM", "AU", "AZ", "CY", "EG", "GE", "KZ", "RU", "TR"})
# *America* is one continent for some, and two for others, and *Australia* a country.
_CONTINENTS = {"africa", "antarctica", "asia", "europe", "north america", "oceania",
               "south america"}  # fmt: skip
_CONTINENT = re.compile(
    r" located in (?:Africa|Antarctica|Asia|Europe|Oceania|(?:North |South )?America)\b"
)
# Parts of countries that lie on another continent than these.
_ELSEWHERE = frozenset(map(words_of, (
    "acores", "alaska", "aleutian islands", "azores", "canarias", "canary islands", "ceuta",
    "easter island", "french guiana", "galapagos", "greenland", "guadeloupe", "guyane", "hawaii",
    "isla de pascua", "madeira", "martinique", "mayotte", "melilla", "papua", "reunion",
    "svalbard", "west papua",
)))  # fmt: skip
# What a table has among the states, and is none.
_NO_STATES = {"DC", "District of Columbia", "Washington, D.C.", "Washington DC"}
# Places that two countries claim, or that claim to be one.
_CONTESTED = frozenset(map(words_of, (
    "abkhazia", "abkhaziya", "al quds", "crimea", "east jerusalem", "gaza", "golan",
    "jammu and kashmir", "jerusalem", "kashmir", "kosovo", "kosovo metohija", "krym", "ladakh",
    "nagorno karabakh", "sevastopol", "south ossetia", "taiwan", "transnistria", "western sahara",
)))  # fmt: skip
# Countries with islands on another continent, of which a table may say the country alone.
_OVERSEAS = frozenset({"AU", "CL", "DK", "EC", "ES", "FR", "GB", "NL", "NO", "NZ", "PT", "US"})
_FEATURE = re.compile(
    r"the (?:island|mountain|peak|reef|volcano) .*"
    r" (?:Africa|Asia|Europe|Oceania|(?:North|South) America)\b"
)
_ALSO_IN_ENGLISH = (
    "Bosnia", "Burma", "Cape Verde", "Congo", "Czech Republic", "East Timor", "England",
    "Great Britain", "Holland", "Northern Ireland", "Scotland", "Wales",
    "Ivory Coast", "Macau", "Macedonia", "Palestine", "Republic of Ireland", "Swaziland",
    "The Bahamas", "The Gambia", "The Netherlands", "Turkey", "UAE", "UK", "USA", "Viet Nam",
    "People's Republic of China", "Republic of Korea", "Russian Federation",
    "United States of America", "United Kingdom of Great Britain and Northern Ireland",
)  # fmt: skip
# What is said of a country behind its name: `Zaire (now DR Congo)`.
_ADDITION = re.compile(r"\s*\([^()]*\)$")


@lru_cache(maxsize=1)
def former_countries() -> dict[str, frozenset[str]]:
    """Returns the words of each name, to the codes of the countries that were a part."""
    return {
        words_of(name): frozenset(codes.split())
        for names, codes in _FORMER.items()
        for name in names.split(",")
    }


@lru_cache(maxsize=1)
def _in_english() -> frozenset[str]:
    from babel import Locale

    names = [*Locale.parse("en").territories.values(), *_ALSO_IN_ENGLISH]
    return frozenset(map(words_of, names))


def is_in_another_language(place: str) -> bool:
    """Tells whether a place is said with its country in another language: `Elm, Deutschland`.

    Then the town may be, too, and nobody who writes English calls it so.
    """
    country = place.rpartition(",")[2].strip()
    is_word = not country.isupper() and "." not in country
    return is_word and code_of(country) != "" and words_of(country) not in _in_english()


def has_several_answers(item: Item) -> bool:
    """Tells whether several answers are right, of which a table has one.

    So is it for what is called as a country is and lies in another one, for a country that is no
    more, for a territory, for the capital of a country that has several or a new one, and for the
    continent of an island of a country that has some overseas, or of one on two continents.
    """
    countries = [e.values[0] for e in item.rationale if e.kind == "country" and e.values]
    if _FEATURE.search(item.question) and any(code_of(name) in _OVERSEAS for name in countries):
        return True
    if words_of(item.entity) in _CONTESTED and countries:
        return True
    own = code_of(item.entity)[:2]  # Georgia is a state, and a country; so is Luxembourg's province
    if own and any(code_of(name)[:2] not in ("", own) for name in countries):
        return True
    asked = {element.attribute: element.values for element in item.rationale}
    about = item.fd.partition("->")[0].strip()
    if about in lexicon.DIVISIONS - {"state"} and code_of(item.entity):
        return True
    if any("state" in name and {*values} & _NO_STATES for name, values in asked.items()):
        return True
    parts = (values for name, values in asked.items() if name in lexicon.DIVISIONS and values)
    if any(all(map(code_of, values)) and values[0].casefold() != "georgia" for values in parts):
        return True  # a country without provinces, or one of its name
    if _is_of_two_continents(item, asked.get("continent", []), countries):
        return True
    if "capital" in asked and code_of(item.entity) in _WITH_CAPITALS:
        return True
    is_about = words_of(item.entity) in former_countries()
    return (is_about and f"country {item.entity} ".lower() in item.question.lower()) or any(
        map(_is_former, countries)
    )


def _is_of_two_continents(item: Item, continents: Sequence[str], countries: Sequence[str]) -> bool:
    """Tells whether another continent than a table's is as right: of Cyprus, or a Russian city."""
    if any(name.casefold() not in _CONTINENTS for name in continents):
        return True
    if words_of(item.entity) in _ELSEWHERE and _CONTINENT.search(item.question):
        return True
    places = [item.entity] if continents else countries if _CONTINENT.search(item.question) else []
    return any(code_of(name) in _ON_TWO_CONTINENTS for name in places)


def _is_former(country: str) -> bool:
    """Tells whether a country is no more, is another's today, or a territory of one."""
    bare = _ADDITION.sub("", country)
    is_another = bare != country and code_of(country[len(bare) :].strip(" ()")) != ""
    return is_another or words_of(bare) in former_countries() or code_of(country) in _TERRITORIES
