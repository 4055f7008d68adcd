"""Names that say what they name: *Orly Airport* needs no noun before it, *Orly* does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from . import lexicon
from .asked import Names, Thing
from .translations import noun_in_english
from .words import head, is_known, plural

# So many of the names of a table say what they name.
_MOST, _MOST_OF_SERIES = 0.6, 0.8
# What says nothing about a person.
_ANYBODY = lexicon.words_of("person individual human")
_VENUES = lexicon.words_of("arena ballpark circuit field ground park racetrack stadium track venue")
# What a medal is of, and is called after.
_METALS = lexicon.words_of("gold silver bronze")
_STATEMENTS = lexicon.words_of("theorem law lemma")
_RANGES = lexicon.words_of("range")
# Nouns that names of venues, events, and so on have, whatever their table is called.
_SAYING = (
    (_STATEMENTS, lexicon.words_of(
        "conjecture equation hypothesis identity inequality law laws lemma paradox postulate"
        " principle problem rule theorem theorema theorems")),
    (lexicon.AWARDS, lexicon.AWARDS | lexicon.words_of("cross medals oscar palme prix")),
    (_RANGES, lexicon.words_of("alps cordillera hills massif mountains sierra")),
    (lexicon.words_of("castle fort fortress"), lexicon.words_of(
        "castle château citadel fort fortress palace schloss tower")),
    (lexicon.words_of("dynasty"), lexicon.words_of("dynasty house")),
    (lexicon.words_of("island"), lexicon.words_of("island islands isle")),
    (lexicon.words_of("bridge"), lexicon.words_of("bridge viaduct")),
    (_VENUES, _VENUES | lexicon.words_of(
        "bowl center centre coliseum dome garden gardens grounds raceway speedway")),
    (lexicon.words_of("church cathedral"), lexicon.words_of(
        "abbey basilica cathedral chapel church minster")),
    (lexicon.words_of("mountain peak"), lexicon.words_of("mount mountain mt peak")),
    (lexicon.words_of("waterfall"), lexicon.words_of("falls")),
    (lexicon.words_of("theatre theater"), lexicon.words_of("theatre theater")),
    (lexicon.words_of("museum gallery"), lexicon.words_of("gallery museum")),
    (lexicon.words_of("school university college institution"), lexicon.words_of(
        "academy college hospital institute laboratory laboratories school university")),
)  # fmt: skip
_EVENTS = lexicon.words_of(
    "battle battles bowl campaign championship championships classic conference congress conquest"
    " convention crusade crusades cup derby election exhibition expo fair fall festival final games"
    " gp gran grand invasion landings league marathon masters match mutiny offensive olympics open"
    " operation prix prize race raid rally rebellion revolt revolution rising series siege summit"
    " tour tournament trophy uprising war wars"
)
# What has the article before its name.
_DEFINITE = (
    lexicon.AWARDS
    | _RANGES
    | lexicon.words_of(
        "administration agency alliance association bridge building bureau canal commission"
        " committee company confederation council desert"
        " dynasty empire federation formation fund galaxy"
        " gallery gulf hotel house law league lemma memorial ministry monument museum society"
        " nebula ocean orchestra organisation organization party peninsula river sea strait"
        " theater theatre"
        " theorem tower treaty tunnel union war"
    )
)
# What has it even where its name does not say what it is: the *Andes*, the *Sahara*.
_ALWAYS_DEFINITE = _RANGES | lexicon.words_of("canal desert gulf ocean river sea strait")
# The *University of Elm* has the article, *Elm University* has none.
_OF = re.compile(
    r"^[A-Z][a-z]+ (?:of|for) | of \d{4}$"
    r"| (?:Academy|Institute|Library|Museum|School|University) of "
)
# Whose it is stands in place of the article: *Fermat's theorem*.
_WHOSE = re.compile(r"(?:['\u2019]s|s['\u2019]) ")
# ... and of one person even with an event: *Drake's circumnavigation*, *the Hundred Years' War*.
_OF_ONE = re.compile(r"(?<!omen)(?<!Men)(?<!eople)(?<!hildren)['\u2019]s ")
_NUMBER = re.compile(r"[\dXVI]$")
# The *1974* contest, the *32nd* session.
_DATED_OR_COUNTED = re.compile(r"\d{4}|\d+(?:st|nd|rd|th)", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(\S+) [\dXVI]+$")
# What is told by a year, and needs the noun behind it.
_DATED = lexicon.words_of("edition game games season")
# So many of the names that have letters are in lower case, if a column writes names so.
_NEARLY_ALL = 0.9
# Names of so few letters may be abbreviations.
_ABBREVIATED = 4
# What has a name that English writes with a capital, beside persons, places and works.
_PROPER = lexicon.words_of(
    "airline award brand championship day dialect language league make maker"
    " manufacturer marque month nationality prize religion tribe weekday"
)
# What is said by common nouns: the office `kitchen`, the habitat `forest`.
_COMMON = lexicon.words_of(
    "area base crew department depot field game government ground habitat label office"
    " opponent order plant room seat seller side staff user zone"
)
# What names alone have, where they are values of a column.
_OWN = (
    lexicon.PERSONS | lexicon.PLACES | lexicon.WORKS | lexicon.ORGANISATIONS | _PROPER
) - _COMMON


def are_in_one_case(words: str, names: Sequence[str], thing: Thing | None = None) -> bool:
    """Tells whether names are all in lower case (`new zealand`) or capitals; a genre is no name.

    Args:
        words: What they are called: `country`.
        names: Some of them.
        thing: What they are names of, where they name the rows of a table.
    """
    last = head(thing.noun if thing else words)
    are_names = last in _OWN or (thing is not None and (thing.is_person or thing.is_event))
    return are_names and _in_one_case(tuple(names))


@lru_cache(maxsize=4096)
def _in_one_case(names: tuple[str, ...]) -> bool:
    counted = _DATED_OR_COUNTED.fullmatch
    cased = [name for name in names if name.lower() != name.upper() and not counted(name)]
    lower = sum(name == name.lower() for name in cased)
    upper = sum(name == name.upper() for name in cased)
    # *CUP 2002* and *CUP 2004* have an abbreviation in common.
    are_numbered = len(cased) > 1 and len({re.sub(r"[\W\d_]", "", name) for name in cased}) == 1
    if are_numbered or sum(len(name) > _ABBREVIATED for name in cased) < 0.5 * len(cased):
        upper = 0
    return bool(cased) and max(lower, upper) >= _NEARLY_ALL * len(cased)


def with_names(thing: Thing, names: Sequence[str]) -> Thing:
    """Returns a thing that knows how its names stand in a sentence.

    Args:
        thing: What the rows of a table are.
        names: Some of their names.
    """
    return replace(thing, names=_names(thing, tuple(names))) if names else thing


@lru_cache(maxsize=4096)
def _names(thing: Thing, names: tuple[str, ...]) -> Names:
    last = head(thing.noun)
    if last == "medal" and any(name.lower() in _METALS for name in names):
        return "each"
    if last in _ANYBODY and thing.is_person:
        return "alone"
    if last in _DATED and all(re.match(r"\d{4}\b", name) for name in names):
        return "before the noun"
    if (thing.is_event or last in lexicon.AWARDS) and all(
        _DATED_OR_COUNTED.fullmatch(name) for name in names
    ):
        return "before the noun"
    telling = [name for name in names if _says(name, last)]
    if thing.is_work or thing.is_person or not telling:
        return "after the noun"
    written = {_form(name, with_noun(name, thing.noun)) for name in telling}
    # *Wimbledon* among the Opens; *Orly* among the airports needs no noun.
    is_series = thing.is_event and last != "event"
    most = (_MOST_OF_SERIES if is_series else _MOST) * len(names)
    are_some = len(telling) <= most or any(_OF.search(name) for name in telling)
    if are_some or len(written) > 1:
        return "each"
    (form,) = written
    have_articles = any(name.lower().startswith("the ") for name in names)
    return "after the noun" if have_articles else form


def _form(name: str, written: str) -> Names:
    """Returns how a name stands in a sentence, by what is written for it."""
    return {name: "alone", f"the {name}": "with the article"}.get(written, "each")  # type: ignore[return-value]


def names_of_values(words: str, values: Sequence[str]) -> Names:
    """Returns how the values of a column stand in a sentence: *the Nobel Prize in Physics*.

    Args:
        words: What they are called: `award`.
        values: Some of them.
    """
    last = head(words)
    if last in lexicon.PERSONS | lexicon.WORKS or not values:
        return "after the noun"
    found = _names(Thing(words, is_event=last in lexicon.EVENTS), tuple(values))
    if found in ("alone", "with the article") and not all(_says(name, last) for name in values):
        return "each"  # *Wimbledon* among the Opens
    return "after the noun" if found == "before the noun" else found


def with_noun(name: str, noun: str) -> str:
    """Returns a name with the noun before it, unless it says that: `the museum Elm`, `Elm Airport`.

    Args:
        name: The name.
        noun: What it is a name of: `museum`.
    """
    last = head(noun)
    if last == "medal" and name.lower() in _METALS:
        return f"the {name.lower()} {noun}"
    if not _says(name, last) or _are_several(name, last):
        return f"the {noun} {name}"
    return _with_article(name, last)


def with_article(name: str, noun: str) -> str:
    """Returns a name as it stands behind *is*: `the Wars of the Elms`, `the Elm Hills`, `Elm`.

    Args:
        name: The name.
        noun: What it is a name of: `war`.
    """
    last = head(noun)
    is_named = _says(name, last) and not _are_several(name, last)
    if last in _ALWAYS_DEFINITE and not is_named:
        return _after_the(name)
    return _with_article(name, last) if is_named else name


def has_article(noun: str) -> bool:
    """Tells whether names of what is called so have the article even alone: *the Andes*."""
    return head(noun) in _ALWAYS_DEFINITE


def _are_several(name: str, last: str) -> bool:
    """Tells whether a name is of several things in one: the *museums of Elm*."""
    return f"{last}s " in f"{name.lower()}" and last not in lexicon.EVENTS


def _with_article(name: str, last: str) -> str:
    """Returns a name that says what it names, with the article where it has one."""
    is_event = last in lexicon.EVENTS
    # The *War of 1812* has the article, *World War II* has none.
    number = _LAST_NUMBER.search(name)
    is_numbered = number is not None and number[1].lower() in _saying(last)
    is_somebodys = (_OF_ONE if is_event else _WHOSE).search(name)
    is_named = not is_numbered and not is_somebodys
    # The noun in lower case is no part of the name: the *Elm specimen*.
    is_common = name.split()[-1] in _saying(last)
    is_definite = (last in _DEFINITE or is_event or is_common) and is_named
    is_of = _OF.search(name) and not is_somebodys
    if not (is_definite or is_of or name.startswith("The ")):
        return name
    return _after_the(_in_lower_case(name) if last in _STATEMENTS else name)


def _after_the(name: str) -> str:
    return f"the {name[4:] if name.lower().startswith('the ') else name}"


def _in_lower_case(name: str) -> str:
    """Writes the *prime number theorem*, whose words are no names, as it is inside a sentence."""
    first, _, rest = name.partition(" ")
    is_plain = rest == rest.lower() and is_known(first.lower()) and first[1:] == first[1:].lower()
    return f"{first.lower()} {rest}" if is_plain and rest else name


def _says(name: str, last: str) -> bool:
    """Tells whether a name says what it names."""
    return bool(_words(name, abroad=last in _VENUES) & _saying(last))


@lru_cache(maxsize=256)
def _saying(last: str) -> frozenset[str]:
    """Returns the words by which names say that they name one of a noun."""
    said = {last, plural(last)}.union(*(words for nouns, words in _SAYING if last in nouns))
    return frozenset(said | (_EVENTS if last in lexicon.EVENTS else set()))


def _words(name: str, *, abroad: bool) -> set[str]:
    """Returns the words of a name; and abroad the English for other languages' words: `Stade`."""
    found = re.findall(r"\w+", name.lower())
    return {*found, *(noun_in_english(word) for word in found if abroad)}
