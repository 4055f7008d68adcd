"""Reading the cities of a text: their names in many languages, with or without what they lie in.

The names are those of CLDR's time zones, about 420 cities, and some others that have another name
in English than where they are. A value may also say where the city lies
(`Chicago, IL`), or what a place is called today (`Austria-Hungary (now Austria)`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from . import countries
from .numbers import MOST
from .words import Span, plain

_LANGUAGES = (
    *countries.LANGUAGES, "ca", "hr", "sr_Latn", "sr", "sk", "sl", "bg", "lt", "lv", "et", "is",
    "eu", "gl", "sq", "mk", "be", "af", "ms",
)  # fmt: skip
# English names of before; CLDR has them in other languages only, or not at all.
_FORMER = {
    "Asia/Ho_Chi_Minh": "Saigon",
    "Asia/Kolkata": "Calcutta",
    "Asia/Yangon": "Rangoon",
    "Europe/Kyiv": "Kiev",
}
# Cities of no time zone whose English name is another one than theirs: that comes first.
_WITHOUT_ZONE = {
    "BE": "Antwerp Antwerpen Anvers, Bruges Brugge, Ghent Gent Gand, Liège Lüttich Luik,"
    " Louvain Leuven, Ostend Oostende Ostende, Ypres Ieper",
    "CH": "Geneva Genève Genf Ginevra, Basel Basle Bâle, Lucerne Luzern, Bern Berne",
    "CN": "Beijing Peking Pékin Pekín Pechino, Nanjing Nanking",
    "CZ": "Pilsen Plzeň",
    "DK": "Elsinore Helsingør",
    "DE": "Munich München, Cologne Köln, Nuremberg Nürnberg, Hanover Hannover",
    "ES": "Seville Sevilla, Zaragoza Saragossa, Corunna A_Coruña La_Coruña, San_Sebastián Donostia",
    "FR": "Marseille Marseilles Marsiglia, Lyon Lyons, Strasbourg Straßburg, Dunkirk Dunkerque",
    "GR": "Thessaloniki Thessalonica Salonica Saloniki, Piraeus Pireas",
    "IN": "Mumbai Bombay, Chennai Madras, Bangalore Bengaluru",
    "IT": "Milan Milano Mailand, Turin Torino, Naples Napoli, Genoa Genova, Venice Venezia Venedig,"
    " Florence Firenze, Padua Padova, Mantua Mantova",
    "KR": "Busan Pusan",
    "NL": "The_Hague Den_Haag 's-Gravenhage",
    "PL": "Krakow Cracow Kraków Krakau, Gdansk Gdańsk Danzig, Wroclaw Wrocław Breslau,"
    " Lodz Łódź, Poznan Poznań Posen, Szczecin Stettin",
    "PT": "Porto Oporto",
    "RU": "Saint_Petersburg St._Petersburg Sankt-Peterburg Sankt_Petersburg",
    "SE": "Gothenburg Göteborg",
    "TR": "Izmir İzmir Smyrna",
    "UA": "Kharkiv Kharkov, Odesa Odessa, Lviv Lvov Lwów Lemberg",
    "VN": "Hanoi Ha_Noi",
}
# Names in other languages that mean something else in English, or another town.
_MISLEADING = {
    "a paz", "adelaida", "ama", "aman", "aten", "atena", "athene", "belen", "boavista", "canton",
    "cita", "damask", "dunaj", "ho chi minh", "jaipur", "kudus", "layun", "lime", "mae", "man",
    "mon", "naso", "nom", "noma", "pala", "parys", "pert", "riad", "rim", "riyad", "saint-domingue",
    "sam", "sidney", "sofie", "sofija", "sofya", "soul", "sova", "sowa", "tripolis", "trol", "tul",
    "tunes", "vin", "vine",
}  # fmt: skip
# Of the time zones that are named after countries and islands, those that are cities too.
_CITY_STATES = {
    "djibouti", "gibraltar", "guatemala", "hong kong", "kuwait", "luxembourg", "macao", "monaco",
    "panama", "san marino", "singapore", "vatican",
}  # fmt: skip
_ISLANDS = {
    "bahia", "cayman", "easter island", "isle of man", "marquesas", "south georgia", "st. kitts",
    "st. thomas", "st. vincent",
}  # fmt: skip
_SHORTEST = 3
_FEWEST_LETTERS_WITH_ENDING = 5
_ENDING = re.compile(r"[^\W\d_]{0,2}(?![^\W\d_])")
_NO_NAME = re.compile(r"[,/()\[\]\d]")
# Scripts without spaces between words: a name stands there within a run of letters.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_LATIN = re.compile(r"[a-z]")
_STATES = {
    "US": "AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado,"
    " CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii,"
    " ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine,"
    " MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri,"
    " MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico,"
    " NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon,"
    " PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee,"
    " TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin,"
    " WY Wyoming",
    "CA": "AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick,"
    " NL Newfoundland and Labrador, NS Nova Scotia, NT Northwest Territories, NU Nunavut,"
    " ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon",
    "AU": "NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, VIC Victoria,"
    " WA Western Australia, NSW New South Wales, ACT Australian Capital Territory",
}
_WITH_STATES = tuple(f"{country}-" for country in _STATES)
_NOW = re.compile(
    r"(?P<first>[^()\[\],]+(?:,[^()\[\],]+){0,2}?)(?:[(\[]|, ?(?=now ))"
    r"(?:now|today|nowadays|currently|present[- ]day|modern(?:[- ]day)?|formerly|previously|then"
    r"|heute|jetzt|ehemals|fr[uü]her|aujourd['\u2019]hui|maintenant|anciennement|hoy|ahora|actualmente|antes"
    r"|oggi|ora|hoje|agora|nu|tegenwoordig|obecnie|dzi[sś]|dawniej)\b[\s:,]*(?:part of |in )?"
    r"(?P<second>[^()\[\]]+)[)\]]?",
    re.IGNORECASE,
)
_LONGEST_VALUE = 120
# What may say where a city lies: "Portland, Maine", "Paris (Texas)", "Cambridge in England".
_LIES_IN = re.compile(
    r"(?:,? in\b|,| \()(?: the)?(?: (?:state|province) of)?[ ]{0,2}"
    r"([^\W\d_][\w.]*(?: [^\W\d_]\w*){0,3})"
)
# "AS Roma", "Slavia Praha" and "Wien Energie" are no cities, nor is what somebody plays for.
_CLUB_BEFORE = re.compile(
    r"(?:(?!(?:In|At|To|On|Of|It|Is|The|From|Near|City|Now|Answer)\b)\b[A-Z][\w.'&]*[ -]"
    r"|\b(?:for|with|joined|against|club|team|side) )$"
)
_CLUB_AFTER = re.compile(r"[ -][A-Z][a-z]|[ -][A-Z]{2}\b")
_AFTER_A_NAME = re.compile(r"[A-Z][\w'-]*,\s{0,2}$")


class City(NamedTuple):
    """A city that CLDR knows.

    Attributes:
        names: Its names as they are written, the English one first.
        lowered: The same, plain and in lower case.
        in_ascii: Those of the latter that a text without other signs may hold.
        country: ISO code of the country.
    """

    names: tuple[str, ...]
    lowered: tuple[str, ...]
    in_ascii: tuple[str, ...]
    country: str


class Place(NamedTuple):
    """What else a value may be called.

    Attributes:
        name: The name alone.
        regions: Codes of the states and countries that it may lie in; empty if the value says
            nothing of that.
        is_city: Whether it may be a city that CLDR knows.
    """

    name: str
    regions: frozenset[str]
    is_city: bool


@lru_cache(maxsize=1)
def _cities() -> dict[str, City]:
    """Returns the city of each name that only one has, by `_key`."""
    named = _names()
    owners = Counter(key for _, names in named.values() for key in names)
    found: dict[str, City] = {}
    for english, (country, names) in named.items():
        own = {key: name for key, name in names.items() if owners[key] == 1 or key == english}
        city = City(tuple(own.values()), tuple(own), tuple(filter(str.isascii, own)), country)
        found |= dict.fromkeys(own, city)
    return found


def _names() -> dict[str, tuple[str, dict[str, str]]]:
    """Returns the country and the names of each city, all by `_key`; the English one is first."""
    from babel.core import get_global

    of_country = countries.all_names()
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for zone, country in get_global("zone_territories").items():
        area, _, place = zone.partition("/")
        names = _of_zones().get(zone, {})
        english = names.get("en", place.rpartition("/")[2].replace("_", " "))
        key, code = _key(english), of_country.get(_key(english))
        no_city = key in _ISLANDS or (code and key not in _CITY_STATES)
        if not place or area == "Etc" or no_city or _NO_NAME.search(english):
            continue
        keys = found.setdefault(key, (country, {key: english}))[1]
        for name in names.values():
            # Mexico City is "México" in some languages, which others take for the country.
            if _is_telling(_key(name), name) and of_country.get(_key(name)) == code:
                keys.setdefault(_key(name), name)
    for country, cities in _WITHOUT_ZONE.items():
        for city in cities.split(", "):
            every = {_key(one): one for one in (name.replace("_", " ") for name in city.split())}
            found.setdefault(next(iter(every)), (country, every))
    return found


@lru_cache(maxsize=1)
def _of_zones() -> dict[str, dict[str, str]]:
    """Returns what the city of each time zone is called, by language."""
    from babel import Locale
    from babel.core import get_global

    aliases = get_global("zone_aliases")
    found: dict[str, dict[str, str]] = {}
    for language in _LANGUAGES:
        for zone, names in Locale.parse(language).time_zones.items():
            if "city" in names:
                found.setdefault(aliases.get(zone, zone), {})[language] = names["city"]
    for zone, name in _FORMER.items():
        found[zone]["before"] = name
    return found


def _key(name: str) -> str:
    """Returns a name in the form in which it is looked up."""
    return " ".join(plain(name).lower().split())


def _is_telling(key: str, name: str) -> bool:
    """Tells whether a name of a city in another language means nothing else in an English text."""
    if _NO_NAME.search(name) or key in _MISLEADING:
        return False
    return not _LATIN.match(key) or (len(key) >= _SHORTEST and name[0].isupper())


@lru_cache(maxsize=65536)
def city_of(value: str) -> City | None:
    """Returns the city that a value means, in any language; None if CLDR has none of that name."""
    return _cities().get(_key(value))


def is_city(value: str) -> bool:
    """Tells whether a value is a city that CLDR knows, or such a one and where it lies."""
    return bool(city_of(value)) or any(
        place.is_city and city_of(place.name) for place in places(value, "city")
    )


@lru_cache(maxsize=65536)
def places(value: str, kind: str) -> tuple[Place, ...]:
    """Returns the places that a value tells in more words than a name.

    Args:
        value: A value, such as `Chicago, IL` or `Germany (now Poland)`.
        kind: `city` or `country`.

    Returns:
        Nothing if it is only a name.
    """
    if len(value) > _LONGEST_VALUE or not any(sign in value for sign in ",(["):
        return ()
    parts, where = _now_and_then(value), frozenset[str]()
    if kind == "country":
        return tuple(Place(part, where, is_city=False) for part in parts[1:] and parts)
    if len(parts) > 1 and _regions(parts[1]) and not _regions(parts[0]):
        where, parts = _regions(parts[1]), parts[:1]  # "Stettin, Germany (now Poland)"
    found = [_within(part, where) for part in parts]
    return tuple(place for place in found if place.name != value)


def _now_and_then(value: str) -> list[str]:
    """Returns both names in "X (now Y)"; only the value if it is not of that form."""
    match = _NOW.fullmatch(value)
    parts = [part.strip(" ,;.") for part in match.group("first", "second")] if match else []
    return parts if parts and all(parts) else [value]


def _within(value: str, more: frozenset[str]) -> Place:
    """Returns a place without the states and countries at its end."""
    name, regions = value, frozenset[str]()
    while "," in name:
        rest, _, last = name.rpartition(",")
        around = _regions(last) or _around_part_of(last)
        around = frozenset(c for c in around if not regions or _agree({c}, regions))
        if not rest.strip() or not around:
            break
        name, regions = rest.strip(), around
    city = city_of(name)
    regions = regions | more if regions else regions
    is_own = not regions or (city is not None and _agree(regions, {city.country}))
    return Place(name, regions, is_own)


def _around_part_of(name: str) -> frozenset[str]:
    """Returns the country of a city that CLDR knows, of which a place may be a part."""
    city = city_of(name.strip()) or city_of(name.strip().removesuffix(" City"))
    return frozenset([city.country]) if city else frozenset()


@lru_cache(maxsize=65536)
def _regions(name: str) -> frozenset[str]:
    """Returns the codes of the states and countries that a name or an abbreviation may mean."""
    text = plain(name).strip()
    short = text.replace(".", "").replace(" ", "")
    key = short if short.isupper() and len(short) <= _SHORTEST else text.lower()
    country = countries.code_of(short if key == short else text)
    return _states().get(key, frozenset()) | frozenset([country] if country else [])


@lru_cache(maxsize=1)
def _states() -> dict[str, frozenset[str]]:
    """Returns the codes of the states of each name in lower case, and of each abbreviation."""
    found: dict[str, set[str]] = {}
    for country, states in _STATES.items():
        for state in states.split(", "):
            code, _, name = state.partition(" ")
            for key in (code, name.lower()):
                found.setdefault(key, set()).add(f"{country}-{code}")
    return {key: frozenset(codes) for key, codes in found.items()}


def _agree(some: Collection[str], others: Collection[str]) -> bool:
    """Tells whether a state or country of some may be one of others, or a part of it."""
    return any(
        a == b or a.startswith(f"{b}-") or b.startswith(f"{a}-") for a in some for b in others
    )


def lies_elsewhere(text: str, span: Span, place: Place) -> bool:
    """Tells whether a text puts a place of that name into another state or country.

    Args:
        text: The text without accents (see `plain`), in its own case.
        span: Where the name stands.
        place: The place.
    """
    if not place.regions:
        return False
    # In "Buffalo, New York" it is the state.
    before = text[max(span[0] - 40, 0) : span[0]]
    if _regions(place.name) and _AFTER_A_NAME.search(before):
        return True
    said = _said_after(text, span[1])
    return bool(said) and not _agree(place.regions, said)


def _said_after(text: str, end: int) -> frozenset[str]:
    """Returns the codes of the states and countries where a text puts what ends at a position."""
    told = _LIES_IN.match(text, end)
    words = told[1].split() if told else []
    around = (_regions(" ".join(words[:last])) for last in range(len(words), 0, -1))
    return next(filter(None, around), frozenset())


def find_city(text: str, lowered: str, city: City) -> list[Span]:
    """Finds where a text names a city, in any language.

    Args:
        text: The text without accents (see `plain`), in its own case.
        lowered: The same in lower case.
        city: The city.

    Returns:
        Start and end of each of its names.
    """
    found = {
        span
        for name in (city.in_ascii if text.isascii() else city.lowered)
        if name in lowered
        for span in _whole(text, lowered, name)
        if not (_in_longer(lowered, span, name) or _is_another(text, span, name, city))
    }
    return sorted(found)


def _is_another(text: str, span: Span, name: str, city: City) -> bool:
    """Tells whether a text means a town of a state, as "Vienna, Virginia", a club or a person."""
    said = _said_after(text, span[1])
    if any(code.startswith(_WITH_STATES) for code in said) and not _agree({city.country}, said):
        return True
    before = text[max(span[0] - 40, 0) : span[0]]
    in_a_name = _CLUB_BEFORE.search(before) or _CLUB_AFTER.match(text, span[1])
    return name != city.lowered[0] and bool(in_a_name)


def _whole(text: str, lowered: str, name: str) -> list[Span]:
    """Finds a name as a word of its own; a Latin one needs a capital, others may have an ending."""
    found = []
    for match in islice(re.finditer(re.escape(name), lowered), MOST):
        start, end = match.span()
        free = _UNSPACED.match(name) or (
            not lowered[start - 1 : start].isalpha() and _ends(lowered, end, name)
        )
        if free and (not _LATIN.match(name) or text[start].isupper() or text.islower()):
            found.append((start, end))
    return found


def _ends(lowered: str, end: int, name: str) -> bool:
    if _LATIN.match(name) or len(name) < _FEWEST_LETTERS_WITH_ENDING:
        return not lowered[end : end + 1].isalpha()
    return _ENDING.match(lowered, end) is not None


def _in_longer(lowered: str, span: Span, name: str) -> bool:
    """Tells whether a name is only part of that of another city or of a country."""
    start = span[0]
    return any(
        lowered.startswith(other, start - at)
        for other in _longer(name)
        if (at := other.find(name)) <= start
    )


@lru_cache(maxsize=4096)
def _longer(name: str) -> tuple[str, ...]:
    own = _cities()[name]
    cities = (key for key, city in _cities().items() if name in key and city != own)
    return (*cities, *(other for other in countries.all_names() if name in other and name != other))
