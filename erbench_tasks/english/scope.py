"""What a question leaves unsaid: of which series the 1974 contest is; what a database is about.

A database knows what its teams and seasons are of; who reads one question does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from . import lexicon
from .asked import Asks, Attribute, Thing
from .words import head, is_initials, singular, split

# What is one of a series, and often is called by a number, a year or a common noun alone.
_OCCASIONS = lexicon.words_of(
    "championship competition contest cup day draft edition episode final fixture game gala heat"
    " inning league leg match matchday period playoff qualifier quarterfinal race round season"
    " semifinal session show stage tour tournament week"
)
# What is told by its year or number among others of the same competition.
_PARTS = lexicon.words_of("edition matchday round season")
# Who or what takes part in such, and has a name that is known there only.
_ROLES = lexicon.words_of(
    "candidate club competitor contestant entrant finalist franchise goalkeeper pitcher player"
    " participant side squad team"
)
# Who is in a story; and what has one name in many towns.
_FIGURES = lexicon.words_of(
    "character church hero heroine hotel mill protagonist role school station villain windmill"
)
# What says nothing of what kind of thing it is to who does not know the game, or the collection.
_ANYTHING = lexicon.words_of(
    "ability card deck expansion item level move part perk piece power set skill spell unit weapon"
)
# The largest share of names that say nothing without more.
_MOST = 0.5
_WORD = re.compile(r"[^\W\d_]{2,}")

_SPORTS = lexicon.words_of(
    "archery athletics badminton baseball basketball biathlon bowling boxing chess cricket curling"
    " cycling darts diving fencing football futsal golf gymnastics handball hockey judo karate"
    " lacrosse motorsport netball rowing rugby sailing skating skiing snooker soccer softball"
    " squash surfing swimming tennis triathlon volleyball weightlifting wrestling"
)
_LEAGUES = lexicon.words_of("fide fifa fiba imo mlb mls nba ncaa nfl nhl pga uefa wnba")
_FORMULA = re.compile(r"f(?:ormula)?[ _-]?(?:1|one)(?:db)?", re.IGNORECASE)
# What tables and columns are called where one sport is played, and in no other.
_PLAYED = {
    "baseball": lexicon.words_of("batting pitching"),
    "cricket": lexicon.words_of("over wicket"),
    "basketball": lexicon.words_of("rebound steal"),
    "American football": lexicon.words_of("touchdown yard"),
    "ice hockey": lexicon.words_of("goalie assist"),
}
# Bodies with an article: *the Supreme Court*.
_ASSEMBLIES = lexicon.words_of("academy council court house parliament senate")
# What says of a database that it is one, and of whom.
_OF_DATABASES = lexicon.words_of(
    "all api app application archive backend backup bak base clean complete copy core csv current"
    " data database dataset db default demo dev duckdb dump dw dwh example examples export final"
    " full import info information local main mart master mini my mysql new old postgres postgresql"
    " prod production public raw relational sample samples site small sql sqlite stage staging"
    " statistics stats store system temp test testing tests tmp v warehouse web website"
)
# Names that the makers of well-known sample databases invented, or their own.
_INVENTED = lexicon.words_of(
    "adventureworks bikestores chinook classicmodels contoso foodmart lahman lahmansbaseballdb"
    " mondial northwind pagila pubs sakila scott wideworldimporters xtreme"
)
_ENDS_AS_DATABASE = re.compile(r"(?<=[a-z]{4})(?:db|data|stats)$")
_SMALL = {"and", "at", "for", "in", "of", "on", "the", "to"}
# A word of fewer letters that nobody knows is an abbreviation.
_FEWEST = 5


def unscoped(known: Sequence[Attribute], asked: Sequence[Attribute]) -> str:
    """Returns what a question names and does not say of which series or story; empty if nothing.

    Args:
        known: What the question names.
        asked: What it asks for.
    """
    every = [*_with_parts(known)]
    telling = [a.thing for a in every if a.thing and a.is_telling]
    named = {head(a.words) for a in every if a.thing is None and a.is_telling}
    if any(thing.is_event for thing in telling) or named & (lexicon.EVENTS | _OCCASIONS):
        return ""
    if any(map(_is_award, every)):
        return ""
    if any(a.words == "category" and not a.are_agents for a in every):
        return "category"  # of which prize no row says
    # A song does not say of which contest its year is, but a character is said by its film.
    dated = next(filter(None, map(_occasion_in, asked)), "")
    if dated or any(map(_tells_of_what, telling)):
        return dated
    untold = [_noun(a) for a in every if not a.is_telling and (a.thing or _is_part(a))]
    return next(iter(untold), "")


def _is_part(attribute: Attribute) -> bool:
    """Tells whether it is a part of a series, and no row of a table: a column `season`."""
    return head(attribute.words) in _PARTS


def _with_parts(attributes: Sequence[Attribute]) -> Iterator[Attribute]:
    for attribute in attributes:
        yield attribute
        yield from _with_parts(attribute.also)


def _is_award(attribute: Attribute) -> bool:
    return head(attribute.words) in lexicon.AWARDS and attribute.is_telling


def _tells_of_what(thing: Thing) -> bool:
    """Tells whether its name says to which series or story something belongs."""
    return thing.is_work or thing.is_person


def _occasion_in(attribute: Attribute) -> str:
    """Returns of what one is asked for by its year or number: a song's `contest year`."""
    words = attribute.words.split()
    is_dated = attribute.asks in (Asks.YEAR, Asks.WHEN) or not attribute.is_telling
    return next((w for w in words if w in _OCCASIONS), "") if is_dated else ""


def _noun(attribute: Attribute) -> str:
    return head(attribute.thing.noun if attribute.thing else attribute.words)


def is_telling(noun: str, names: Sequence[str]) -> bool:
    """Tells whether names say which thing is meant, to somebody who knows no more than its noun.

    Args:
        noun: What they are names of: `contest`.
        names: Some of them.
    """
    last = head(noun)
    if last in _FIGURES | _ANYTHING or all(map(str.isdecimal, names)):
        return False
    if last not in _OCCASIONS | _ROLES:
        return True
    words = 2 if last in _ROLES else 1
    telling = sum(_is_own_name(name, words) for name in names)
    return telling > (1 - _MOST) * len(names)


def _is_own_name(name: str, fewest: int) -> bool:
    """Tells whether a name is of so many words, and one of them is no common noun."""
    found = _WORD.findall(name)
    return len(found) >= fewest and any(_is_own(word) for word in found)


@lru_cache(maxsize=65536)
def _is_own(word: str) -> bool:
    low = word.lower()
    is_common = low in lexicon.every_word() and low not in lexicon.PROPER
    return word[0].isupper() and not is_common and not re.fullmatch("[IVX]+", word)


def subject_of(name: str) -> str:
    """Returns what a database is about, as far as its name tells: `worldcup`: the World Cup.

    Args:
        name: The name of the database, or of its file without the ending.

    Returns:
        The end of *This question is about*; empty if the name is any database's, invented, an
        abbreviation, or a common noun such as `shop`.
    """
    stem = _ENDS_AS_DATABASE.sub("", name.lower())
    if _FORMULA.fullmatch(stem):
        return "Formula 1"
    if {re.sub(r"[\W\d_]", "", stem), *re.split(r"[\W\d_]+", stem)} & _INVENTED:
        return ""
    every = [word for word in split(stem if name.islower() else name) if not word.isdecimal()]
    words = [word for word in every if word not in _OF_DATABASES or every[-1] in lexicon.EVENTS]
    if not words or any(_is_cryptic(word) for word in words):
        return ""
    return _said(words)


def sport_of(names: Iterable[str]) -> str:
    """Returns the sport that tables and columns are about; empty if none is told.

    Args:
        names: What they are called.
    """
    words = {singular(word) for name in names for word in split(name)}
    return next((sport for sport, signs in _PLAYED.items() if signs <= words), "")


def is_of_a_sport(subject: str) -> bool:
    """Tells whether what a database is about is a sport: its persons are players."""
    words = {*subject.lower().split()}
    return bool(words & (_SPORTS | _LEAGUES)) or subject == "Formula 1"


def is_of_a_body(subject: str) -> bool:
    """Tells whether what a database is about is a body: its persons are its members."""
    return bool(subject) and head(subject) in lexicon.ORGANISATIONS


def tells_of(subject: str, unscoped: str) -> bool:
    """Tells whether what a database is about says of which series something is.

    A sport has many: *the season 2020* of football is of no one league.

    Args:
        subject: What the database is about; empty if nothing tells.
        unscoped: What needs it, such as `season`; empty if nothing does.
    """
    is_sport = subject.split()[-1:] and subject.split()[-1] in _SPORTS
    return not unscoped or bool(subject and not (is_sport and unscoped in _OCCASIONS))


def _is_cryptic(word: str) -> bool:
    if word in lexicon.every_word() | _SPORTS | _LEAGUES | _SMALL:
        return False
    return len(word) < _FEWEST or is_initials(word)


def _said(words: Sequence[str]) -> str:
    """Returns the words of a name as a sentence has them; empty for a common noun."""
    *before, last = words
    if last in _SPORTS:
        return " ".join([*(w.capitalize() if w in lexicon.PROPER else w for w in before), last])
    if last in _LEAGUES:
        return f"the {' '.join([*map(_capital, before), last.upper()])}"
    if not before and {last, singular(last)} & lexicon.every_word() - lexicon.PROPER:
        return ""
    title = " ".join(word if i and word in _SMALL else _capital(word)
                     for i, word in enumerate(words))  # fmt: skip
    is_titled = bool({last, singular(last)} & (lexicon.EVENTS | lexicon.AWARDS))
    is_titled = is_titled or (bool(before) and last in _ASSEMBLIES)
    if singular(last) == "game" and not any(_is_own(_capital(word)) for word in before):
        return ""  # the games that are played with cards
    return f"the {title}" if is_titled else title


def _capital(word: str) -> str:
    return word.upper() if word in lexicon.ACRONYMS else word.capitalize()
