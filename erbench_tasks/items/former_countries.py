"""Countries that are no more: who names one of those that lie there today may be as right."""

from __future__ import annotations

import re
from functools import lru_cache

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
    "ceylon": "LK", "upper volta": "BF", "dahomey": "BJ", "gold coast": "GH",
}  # fmt: skip
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


def asks_for_former_country(item: Item) -> bool:
    """Tells whether a rationale must name a country that is no more."""
    return any(
        words_of(_ADDITION.sub("", element.values[0])) in former_countries()
        for element in item.rationale
        if element.kind == "country" and element.values
    )
