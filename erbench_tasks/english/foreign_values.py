"""Whether the values of a column are in another language than English, by what CLDR names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...filters.rationale.countries import LANGUAGES
from ...filters.text.words import plain

_CONTINENTS = ("002", "003", "005", "009", "019", "142", "150", "AQ")
# A name that one language alone has may be there by chance; that others are English is none.
_FEWEST, _MORE = 3, 2
# So many values have to be names that CLDR has, unless they are places.
_KNOWN = 0.5


# What is called otherwise in English: where one is, so are the others.
_LOCAL = frozenset({
    "amazonas", "bodensee", "corse", "dnepr", "dnjepr", "donau", "duna", "dunaj", "dunarea",
    "dunav", "escaut", "eufrat", "euphrat", "fyn", "sjaelland", "sjælland",
    "genfersee", "kaspisches meer", "kongo", "korsika", "kreta", "madagaskar",
    "kriti", "labe", "lac leman", "maas", "mittelmeer", "mosel", "newa", "nil", "nordsee", "odra",
    "ostsee", "rhein", "rhin", "rijn", "sardegna", "sardinien", "schelde", "sicilia", "sizilien",
    "tajo", "te ika a maui", "tejo", "tevere", "themse", "weichsel", "wisla", "wolga", "zypern",
})  # fmt: skip


def local_name(values: Sequence[str]) -> str:
    """Returns the first river, sea or island that is not called as in English; empty if none is.

    Args:
        values: Names of such, of which no library here knows the English ones.
    """
    plain = ((value, _folded(value.partition(" (")[0])) for value in values)
    return next((value for value, name in plain if name in _LOCAL), "")


def language_of(values: Sequence[str], *, are_places: bool = False) -> str:
    """Returns the language that values are in, if that is another one than English.

    Told by countries, continents, languages and large cities, as the CLDR names them: *Nordamerika*
    and *Südamerika* are German, and *Paris* and *Chile* say nothing.

    Args:
        values: Some of the distinct values of a column.
        are_places: Whether they are known to be places, of which CLDR names a few.

    Returns:
        Its code, such as `de`; empty if there is none, or nothing tells.
    """
    return _language_of(tuple(values), are_places)


@lru_cache(maxsize=4096)
def _language_of(values: tuple[str, ...], are_places: bool) -> str:
    texts = [_folded(value) for value in values]
    known = [_names()[text] for text in texts if text in _names()]
    few = len(known) < _KNOWN * len(values) and not are_places
    counted = Counter(language for languages in known for language in languages)
    english = counted.pop("en", 0)
    own = Counter(name for each in known if "en" not in each for name in each)
    if few or not own:
        return ""
    language, often = min(own.items(), key=lambda pair: (-pair[1], -counted[pair[0]], pair[0]))
    only_english = english - sum(language in each for each in known if "en" in each)
    return language if often >= _FEWEST and often > _MORE * only_english else ""


def _folded(name: str) -> str:
    return plain(name).casefold().strip()


@lru_cache(maxsize=1)
def _names() -> dict[str, frozenset[str]]:
    """Returns the languages that have each name."""
    found: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name in _named_in(language):
            found.setdefault(_folded(name), set()).add(language.partition("_")[0])
    for name in _cities():  # English has no other name for most: *Adelaide*, *Berlin*
        found.setdefault(_folded(name), set()).add("en")
    return {name: frozenset(languages) for name, languages in found.items()}


def _named_in(language: str) -> Iterator[str]:
    from babel import Locale

    locale = Locale.parse(language)
    territories = locale.territories.items()
    yield from (name for code, name in territories if code.isalpha() or code in _CONTINENTS)
    yield from (name for code, name in locale.languages.items() if len(code) == 2)
    for told in locale.time_zones.values():
        if name := told.get("city"):
            yield name


def _cities() -> Iterator[str]:
    """Yields what the time zones are called, by cities in English; not where English differs."""
    from babel import Locale

    told = Locale.parse("en").time_zones
    zones = {str(zone) for language in LANGUAGES for zone in Locale.parse(language).time_zones}
    for zone in sorted(zones):
        if not told.get(zone, {}).get("city"):
            yield zone.rpartition("/")[2].replace("_", " ")
