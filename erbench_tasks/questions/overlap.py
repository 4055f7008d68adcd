"""Values of which one does not rule out the other: what must not be put in place of a true one.

That a film is no *Comédie* is not known of one that is a *Comédie dramatique*, and a city of
England is in the United Kingdom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from ...filters.rationale.countries import code_of
from ..english import lexicon
from ..english.asked import Thing
from ..items.ambiguous_places import former_countries
from ..items.given_away import words_of

# Words that tell nothing, in several languages.
_FUNCTION_WORDS = lexicon.words_of(
    "a al am an and at by da das de del della den der des di die do dos du e ed el en et for from"
    " il im in it la las le les lo los na no o of on or os s the to u un una und une van von with"
    " y zu"
)
# A word of so many values, and of more than this share, says what they all are: "Region".
_CLASS, _CLASS_SHARE = 3, 1 / 3
# Words that begin with so many of the same letters are forms of one: "drama", "dramatic".
_STEM = 5
# Parts of countries that have a code of their own.
_PART_OF = {
    "GB": "GB-ENG GB-NIR GB-SCT GB-WLS GI GG IM JE BM KY FK MS AI VG TC SH", "CN": "HK MO TW",
    "DK": "FO GL", "FI": "AX", "NO": "SJ BV", "NL": "AW BQ CW SX", "AU": "CC CX HM NF",
    "US": "AS GU MP PR UM VI", "FR": "BL GF GP MF MQ NC PF PM RE TF WF YT", "NZ": "CK NU TK",
    "MA": "EH", "IL": "PS", "RS": "XK",
}  # fmt: skip


@lru_cache(maxsize=65536)
def stems(text: str) -> frozenset[str]:
    """Returns the beginnings of the words of a text that tell something."""
    found = words_of(text).split()
    return frozenset(w[:_STEM] for w in found if w not in _FUNCTION_WORDS) or frozenset(found)


@lru_cache(maxsize=1)
def _whole_of() -> dict[str, str]:
    return {part: whole for whole, parts in _PART_OF.items() for part in parts.split()}


class Overlaps:
    """What the values of one attribute have in common, beside the words that all of them have."""

    def __init__(self, values: Iterable[str]) -> None:
        """Counts the words.

        Args:
            values: Distinct values of the attribute.
        """
        every = [stems(value) for value in values]
        counted = Counter(stem for each in every for stem in each)
        alone = {stem for each in every if len(each) == 1 for stem in each}
        least = max(_CLASS, _CLASS_SHARE * len(every))
        self._of_all = {s for s, n in counted.items() if n >= least and s not in alone}

    def among(self, one: str, other: str) -> bool:
        """Tells whether two values share a word that tells something, or mean one country.

        Args:
            one: A value.
            other: Another one.
        """
        shared = stems(one) & stems(other)
        return bool(shared - self._of_all) or stems(one) == stems(other) or _same(one, other)


def _same(one: str, other: str) -> bool:
    """Tells whether one is the same country as the other, or a part of it, or was one with it."""
    return bool(_wholes(one) & _wholes(other))


@lru_cache(maxsize=65536)
def _wholes(country: str) -> frozenset[str]:
    former = former_countries().get(words_of(country), frozenset())
    code = code_of(country)
    return former or (frozenset([_whole_of().get(code, code)]) if code else frozenset())


# Of these a thing may have several, and where one ends and another begins is a matter of opinion.
_OPEN_CLASSES = lexicon.words_of(
    "color colour couleur cuisine era estilo etiqueta farbe genere genre gattung gênero género"
    " ingredient instrument keyword language langue lengua idioma lingua medium mood movement"
    " occupation palabra period profession register schlagwort schlagwörter schlagwortliste"
    " schlüsselwort sprache stichwort stichwörter stil stile stimmung style subgenre subject sujet"
    " school tag technique tema theme thema thème tópico topic"
)
# ... and of a work these are the same.
_CLASSES_OF_WORKS = lexicon.words_of(
    "categoria categoría catégorie category kategorie rubric rubrik section type typ tipo"
)
# What is so at one time, and not at another.
_CHANGING = lexicon.words_of(
    "captain citizenship club coach employer holder landlord leader manager nationality occupant"
    " owner president sponsor status team tenant trainer"
)
# It was declared in one year, and recognised in another.
DATED_TWICE = lexicon.words_of("independence independent unabhängigkeit independencia indépendance")
# The Goldberg Variations were recorded by many, and "Unplugged" is an album of several.
_RECORDED = lexicon.words_of("album cd disc recording record release single song soundtrack track")
_PERFORMERS = lexicon.words_of(
    "artist band conductor ensemble interpreter musician orchestra performer singer vocalist"
)
# If so many values contain another one, they are no classes that exclude each other.
_CONTAINED = 0.2


def why_not_false(
    words: Collection[str], values: Collection[str], thing: Thing, *, is_place: bool
) -> str:
    """Returns why another value than a row's own may be true of it as well; empty if it cannot.

    No question may then call it false: a film is of several genres, and a publisher has moved.

    Args:
        words: The words that name the attribute, in the singular.
        values: Some of its values.
        thing: What the rows are.
        is_place: Whether the values are places.
    """
    if _OPEN_CLASSES.intersection(words) or (thing.is_work and _CLASSES_OF_WORKS & {*words}):
        return "a thing may have several"
    if are_contained(values) >= _CONTAINED:
        return "values that contain others"
    last = (thing.noun.split() or [""])[-1]
    if last in _RECORDED and _PERFORMERS.intersection(words):
        return "many have made a work of this name"
    if thing.is_organisation and is_place and last not in lexicon.BUILT:
        return "the seat of an organisation, which may have several, or have moved"
    is_dated = thing.is_event or thing.is_work
    return "not at all times" if not is_dated and _CHANGING.intersection(words) else ""


def are_contained(values: Collection[str]) -> float:
    """Returns the share of values whose words are all in another value, or the other way round.

    Args:
        values: Distinct values of an attribute.

    Returns:
        A share in [0, 1]: that of "Rock" and "Rock and Roll" among all genres.
    """
    return _contained(tuple(values))


@lru_cache(maxsize=4096)
def _contained(values: tuple[str, ...]) -> float:
    every = {value: frozenset(words_of(value).split()) for value in values}
    holders: dict[str, list[str]] = {}
    for value, own in every.items():
        for word in own:
            holders.setdefault(word, []).append(value)
    found: set[str] = set()
    for value, own in every.items():
        rarest = min((holders[word] for word in own), key=len, default=[])
        containing = [other for other in rarest if own < every[other]]
        found.update([value, *containing] if containing else [])
    return len(found) / len(every) if every else 0.0
