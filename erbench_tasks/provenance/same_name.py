"""Whether two spellings are of one name."""

from __future__ import annotations

import re
from functools import lru_cache

from ...filters.rationale.countries import code_of, code_of_adjective
from ...filters.text.words import plain

_APOSTROPHES = re.compile(r"['.\u2019`]")
_PARENTHESES = re.compile(r"\s*\([^()]*\)$")
_NO_WORD = re.compile(r"[\W_]+")
_ARTICLES = frozenset(["the", "a", "an"])
# What clubs and companies add to their names, and what people leave out.
_FORMS = (
    "fc afc cf ac sc cd ud sd rc rcd sv vfl vfb fk sk bk if ssc as us ss cfc inc ltd llc plc co"
    " corp company gmbh ag"
)
_AFFIXES = frozenset(_FORMS.split())
_GENERATIONS = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"} | {
    numeral: numeral for numeral in ("ii", "iii", "iv")
}


def same_name(one: str, other: str) -> bool:
    """Tells whether two spellings are of one name.

    Accents, case and signs do not matter; the family name may come first before a comma; an article
    may be missing, or the form of a club or a company ("FC") from one of the two; middle names may
    be initials. *Jr.* and *Sr.* are other people than who has neither.

    Args:
        one: A spelling.
        other: Another one.
    """
    return any(_same(a, b) for a in _spellings(one) for b in _spellings(other))


def flat(name: str) -> str:
    """Returns a name without accents, case, signs and blanks, by which to look it up."""
    return "".join(_words(name))


def lookups(name: str) -> list[str]:
    """Returns the spellings under which Wikidata may have a name of a table.

    Its labels have the given name first, and nothing in parentheses to tell namesakes apart.

    Args:
        name: The table's name.
    """
    found = [name.strip(), _PARENTHESES.sub("", name).strip()]
    family, comma, given = found[-1].partition(", ")
    if comma and "," not in given:
        found.append(f"{given} {family}")
    return [spelling for spelling in dict.fromkeys(found) if spelling]


@lru_cache(maxsize=65536)
def _spellings(text: str) -> tuple[tuple[str, ...], ...]:
    found = [_words(spelling) for spelling in lookups(text)]
    if found and len(found[0]) > 1 and found[0][0] in _ARTICLES:
        found.append(found[0][1:])
    return tuple(words for words in found if words)


def _words(text: str) -> tuple[str, ...]:
    text = _APOSTROPHES.sub("", plain(text).casefold().replace("&", " and "))
    words = _NO_WORD.sub(" ", text).split()
    return tuple(_GENERATIONS.get(word, word) for word in words)


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if "".join(one) == "".join(other):
        return True
    if _without_affix(one) == other or one == _without_affix(other):
        return True
    return _same_person(one, other)


def _without_affix(words: tuple[str, ...]) -> tuple[str, ...]:
    kept = tuple(word for word in words if word not in _AFFIXES)
    return kept if any(len(word) > 2 for word in kept) else words


def _same_person(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tells whether first and last names agree, and the middle ones as far as they are given."""
    if len(one) < 2 or len(other) < 2 or one[-1] != other[-1] or len(one[-1]) < 2:
        return False
    if one[-1] in _GENERATIONS:
        return _same_person(one[:-1], other[:-1])
    if not _same_or_initial(one[0], other[0]):
        return False
    middle, expected = one[1:-1], other[1:-1]
    if not middle or not expected:
        return all(len(word) == 1 for word in (*middle, *expected))
    return len(middle) == len(expected) and all(map(_same_or_initial, middle, expected))


def _same_or_initial(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def country_of(name: str) -> str:
    """Returns the code of the country that a name, a code or an adjective means, else nothing."""
    return code_of(name) or code_of_adjective(name)
