"""Cities of which several countries have one: *Hamilton* is in Canada, and in New Zealand.

A table may have one of them, and nobody can tell which. Which countries have one of a name is told
by the places of airports; that of the world's best-known city of a name is told by CLDR.
"""

from __future__ import annotations

from functools import lru_cache

from ...filters.rationale.cities import city_of
from ...filters.rationale.countries import code_of
from ..english import lexicon
from .given_away import words_of
from .item import Item


@lru_cache(maxsize=1)
def _countries_of_cities() -> dict[str, frozenset[str]]:
    """Returns the codes of the countries of each city's name, as its words."""
    import airportsdata

    found: dict[str, set[str]] = {}
    for airport in airportsdata.load("ICAO").values():
        found.setdefault(words_of(airport["city"]), set()).add(airport["country"])
    return {name: frozenset(codes) for name, codes in found.items() if len(codes) > 1}


def is_of_several_countries(item: Item) -> bool:
    """Tells whether a question asks where a city is by a name that cities elsewhere have, too."""
    named = item.fd.partition("->")[0]
    if named.strip().split("_")[-1] not in lexicon.TOWNS or "," in named:
        return False  # what else is said of it tells which it is
    where = [e.values[0] for e in item.rationale if e.kind == "country" and e.values]
    code = code_of(where[0]) if where else None
    if not code:
        return False
    best_known = city_of(item.entity)
    others = _countries_of_cities().get(words_of(item.entity), frozenset()) - {code}
    return bool(others) and (best_known is None or best_known.country != code)
