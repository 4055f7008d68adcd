"""What a question may say of a thing in a database: what it asks for, and what that is called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal


class Asks(Enum):
    """What a question for an attribute asks: the interrogative that fits its values."""

    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    YEAR = "in which year"
    HOW_MANY = "how many"
    HOW_MUCH = "how much"
    HOW_LONG = "how long"
    WHICH = "which"
    WHETHER = "whether"


# Most names need a noun before them: *the city Paris*. Some say the noun themselves, as *Orly
# Airport* and *the Monaco Grand Prix* do; some need it behind them: *the 1984 Summer Games*.
# Where some say it and some do not, each is written as it needs.
Names = Literal["after the noun", "before the noun", "alone", "with the article", "each"]


@dataclass(frozen=True)
class Thing:
    """What a row of a table is.

    Attributes:
        noun: What it is called, in the singular: `team`, `film`, `shipping method`.
        is_person: Whether it is *who* or *which*.
        is_place: Whether one is *in* it: a city, a country, a stadium.
        is_work: Whether its name is a title, which stands in quotation marks.
        is_organisation: Whether people belong to it: a team, a company, a party.
        is_event: Whether it takes place: a tournament, a race, an election.
        names: How its names stand in a sentence.
    """

    noun: str
    is_person: bool = False
    is_place: bool = False
    is_work: bool = False
    is_organisation: bool = False
    is_event: bool = False
    names: Names = "after the noun"


@dataclass(frozen=True)
class Attribute:
    """An attribute of a thing, as a question may mention it.

    Attributes:
        variable: Its name in the template.
        words: What it is called: its column's words (`release year`), or the role of a foreign key
            (`home team`, `manager`).
        asks: What a question for it asks.
        thing: What its values are, where they are rows of another table.
        several: Whether a thing may have several of it, such as the languages of a country.
        also: What else tells its values apart, where the name alone does not: a match is told by
            its name and the tournament, a city by its name and the country.
        in_one_case: Whether its values are names in lower case, or in capitals alone.
        are_inverted: Whether its values are persons as an index has them: *Elm, Ann*.
        articles_behind: Whether some values are titles as an index has them: *Lion King, The*.
        is_acronym: Whether its values are acronyms, which no sentence has: of the tour *ATP*.
        has_midnights: Whether its values are dates with a midnight behind them.
        names: How its values stand in a sentence, where they are no rows of another table.
        is_telling: Whether its names say which thing is meant: the *Monaco Grand Prix*, but no
            *round 5*.
        are_agents: Whether its values say what one was to a work, in nouns: *director*, *actor*.
        of: What it happened to, once, and is called after: the *premiere* of an opera.
    """

    variable: str
    words: str
    asks: Asks = Asks.WHICH
    thing: Thing | None = None
    several: bool = False
    also: tuple[Attribute, ...] = ()
    in_one_case: bool = False
    are_inverted: bool = False
    articles_behind: bool = False
    is_acronym: bool = False
    has_midnights: bool = False
    names: Names = "after the noun"
    is_telling: bool = True
    are_agents: bool = False
    of: Attribute | None = None


# What tables of nouns call a kind of things.
KINDS = {
    "PERSON": "is_person", "PLACE": "is_place", "WORK": "is_work", "BODY": "is_organisation",
    "EVENT": "is_event",
}  # fmt: skip
