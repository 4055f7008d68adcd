"""What people agree on, so that a proposal may ask for it before anyone has read its questions.

Whoever reads the questions of a database that they do not know throws out whole entries: a column
is called `song`, and a film has many; `party`, and a politician had three; `hero`, and who that is
is a matter of taste. What a noun is to a thing is known of some pairs of nouns only, and these are
listed here. All others are shown to the user as comments: they may be right, and nothing says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import lexicon
from .asked import KINDS, Asks, Attribute, Thing
from .wording import happened
from .words import head, with_article_by_sound

_REGIONS = "area city continent country county district island municipality nation province state"
_VENUES = (
    "arena ballpark circuit ground hall house location park place site stadium theater theatre"
)
_MAKERS = "architect brand builder designer engineer make maker manufacturer"
_COMPETING = (
    "athlete boxer champion coach competitor cyclist driver footballer golfer"
    " jockey linesman manager medalist pilot player racer referee rider runner skater skier swimmer"
    " team umpire wrestler"
)
# A thing, by its nouns or its kind, and what is known of it. What is left out on purpose: what
# changes (party, league, population, coach), what has several (nationality, publisher, producer,
# college), and what is put into classes (genre, style, category).
_SETTLED: tuple[tuple[str, str], ...] = (
    ("PERSON", "birthplace dynasty father mother noc predecessor"),
    ("PERSON", "house planet species successor world"),
    (f"{_COMPETING} astronaut cosmonaut", "country"),  # an emigrant has two
    ("WORK", "album architect arranger artist author band composer director dramatist engraver"),
    ("WORK", "librettist lyricist novelist painter performer photographer playwright poet"),
    ("WORK", "screenwriter sculptor series show singer songwriter translator writer"),
    ("painting sculpture artwork drawing work", "gallery museum"),
    ("character", "actor actress author book creator film franchise game movie novel play series"),
    ("PLACE BODY", f"{_REGIONS} archipelago headquarters range region town village"),
    ("PLACE", f"{_MAKERS} constellation desert planet river sculptor star valley"),
    ("country nation state province region territory county", "capital currency language"),
    ("city capital", "country"),
    ("BODY", f"confederation founder {_VENUES}"),
    ("EVENT", f"{_REGIONS} {_VENUES} venue course host racetrack region track town village"),
    ("EVENT", "champion competition loser opponent referee round runner-up tournament winner"),
    ("match fixture final game", "team"),
    ("premiere", "company conductor ensemble orchestra"),
    ("battle siege", "conflict war"),
    ("election", "office"),
    ("species genus bird animal plant fish mammal dinosaur", "class family genus order phylum"),
    ("mineral element compound substance particle", "discoverer formula symbol"),
    ("moon satellite planet asteroid comet star", "constellation discoverer planet star"),
    ("language dialect", "family script"),
    ("theorem law equation conjecture invention device", "author discoverer inventor"),
    ("god goddess deity hero", "daughter domain father mother parent pantheon spouse wife"),
    ("product beer cheese wine whisky dish", "country region supplier"),
    ("language system software programme browser", "author creator designer developer inventor"),
    ("THING", f"{_MAKERS} class country manufacturer"),
)
# A racing team has the licence of one country, and its seat in another; clubs and teams move, and
# their grounds are renamed. Where a band came from is not where it is based.
_OPEN: tuple[tuple[str, str], ...] = (
    ("constructor", "country"),
    ("team franchise club side", _VENUES),
    ("band group", f"{_REGIONS} base headquarters"),
)
# Who sent an expedition is not where it went; ships sailed under several flags.
_NEVER: tuple[tuple[str, str], ...] = (
    (" ".join(lexicon.SENT), _REGIONS),
    ("boat ship submarine vessel", "country"),
)
# Of works that are staged anew, or come out in several countries, each one has its own.
_ANEW = lexicon.words_of("choreographer publisher")
# What is of something else, after which people call it: a film's review, and who wrote that.
_OF_OTHERS = lexicon.words_of(
    "comment critique entry item listing object observation opinion rating review row sample vote"
)
# What happened to a thing on one day, in the words of `lexicon.HAPPENED`.
_HAPPENED: tuple[tuple[str, str], ...] = (
    ("PERSON", "was born|died|was assassinated|was executed|was crowned"),
    ("WORK", "was released|was published|premiered|was aired|was printed|was painted"),
    ("album book episode film game movie novel series show song", "is from"),  # begun and ended
    ("painting", "is from"),
    ("PLACE", "opened|was opened|was built|was completed|was founded|was established"),
    ("PLACE", "was inscribed|was discovered|was inaugurated|became independent|was erected"),
    ("BODY", "was founded|was established|was formed|was dissolved"),
    ("EVENT", "took place|began|started|was launched|was signed|was held|was fought"),
    ("THING", "was launched|was introduced|was discovered|was invented|was released|was built"),
    ("language", "appeared|first appeared"),
    ("THING", "was founded|was commissioned|sank|landed|was isolated|was described"),
)
# What has no one day: a film comes out on another in each country; of an organisation the treaty,
# its entry into force and its first meeting are dated.
_ON_NO_DAY: tuple[tuple[str, str], ...] = (
    ("WORK", "was released"),
    ("BODY", "was founded|was established|was formed"),
)
# What a team was before, and when that was founded, its leagues count differently. A museum was
# founded, built and opened, and a distillery founded anew.
_OFTEN_FOUNDED = lexicon.words_of("distillery franchise gallery museum observatory team")
# What may stand before a noun, or behind it with *of*, and leaves it what it is.
_PLAIN = lexicon.words_of(
    "birth burial death full home host hosting national official opening original scientific"
    " the winning year date of in at"
)
# What stands before nouns of things that people call so: an art museum, a tyre manufacturer.
_BEFORE_NOUNS = lexicon.words_of(
    "airline american amusement animal archaeological armed art asian athletics automobile"
    " baseball basketball beauty bird board bus card car charity chemical chess chief classical"
    " comic computer cricket crime cycling defunct digital dog dwarf electric electronic engine"
    " european extrasolar fashion female feature fictional food football foreign former"
    " french german global golf government grand guitar heritage high historic historical hockey"
    " horse human ice international jazz legal literary lunar male marine martial medical metal"
    " metro military minor mobile modern motor motorsport music musical mythical national natural"
    " naval nuclear of oil olympic or police political pop power prime primary private professional"
    " programming public racing radio railway rail rapid record research rock rocket roller"
    " royal rugby"
    " science scientific secondary senior short ski skating soccer software solar space special"
    " sports summer supreme swimming tallest technical television tennis theme track trade train"
    " tv tyre tire united urban video volleyball war weather wildlife wind wine winter"
    " women's men's world writing zodiac"
)
# What a person's life has to say of a place: nobody *is from* a city because a table says so.
_OF_A_LIFE = lexicon.words_of("birth born burial death died")
_TOWNS = lexicon.TOWNS | lexicon.words_of("county district island place state province")
# Who or what a part of something that happened may be, of which its table has one. An airline that
# flies somewhere is one of several.
_OF_EVENTS = lexicon.words_of(
    "book capital city club constructor country film game host location movie nation opponent show"
    " side song squad stadium team tournament venue winner"
)
_WATERS = lexicon.words_of("bay gulf ocean sea")
# Of whom nothing says what they are to the one who is asked about: two of a kind.
_SPORTS = lexicon.words_of(
    "athlete batter captain coach footballer goalie goalkeeper manager pitcher player striker"
)


def unsettled(pairs: Iterable[tuple[Attribute, Attribute]]) -> str:
    """Returns which value is nothing that people agree on, as far as anything says.

    Args:
        pairs: Things, and what is asked for of each.

    Returns:
        The reason; empty if the nouns, or a verb, say that they do.
    """
    return next(filter(None, (_unsettled(*pair) for pair in pairs)), "")


def _unsettled(subject: Attribute, attribute: Attribute) -> str:
    thing = subject.thing or Thing(subject.words)
    is_called = subject.of is not None or _is_called_so(thing.noun)  # the *maiden* voyage of a ship
    if head(thing.noun) in _OF_OTHERS or not is_called:
        return f"what {with_article_by_sound(thing.noun)} is"
    if attribute.asks in (Asks.YEAR, Asks.WHEN) and attribute.thing is None:
        fact = happened(attribute, thing)
        verb = fact.verb.replace("first ", "", 1) if fact else ""
        is_of_day = attribute.asks is Asks.WHEN and verb in _listed(_ON_NO_DAY, thing, "|")
        is_settled = verb in _listed(_HAPPENED, thing, "|") and not is_of_day
        is_settled = is_settled and head(thing.noun) not in _OFTEN_FOUNDED
    else:
        is_dated = any(also.asks is Asks.YEAR for also in subject.also)
        is_settled = _is_noun_known(thing, attribute, is_dated=is_dated)
    return "" if is_settled else f"the {attribute.words} of {with_article_by_sound(thing.noun)}"


def _is_called_so(noun: str) -> bool:
    """Tells whether people call something so: a record label, but no *subject country*.

    Tables are called after more than what their rows are: `common_player_info`, `netflix_shows`.
    """
    *before, _ = noun.split()
    known = _BEFORE_NOUNS | lexicon.PERSONS | lexicon.PLACES | lexicon.WORKS
    known = known | lexicon.ORGANISATIONS | lexicon.EVENTS | lexicon.AWARDS
    return all(word.lower() in known for word in before)


def _is_noun_known(thing: Thing, attribute: Attribute, *, is_dated: bool) -> bool:
    words = attribute.words.lower().split()
    last = head(attribute.words)
    rest = {word for word in words if word != last}
    is_called = attribute.thing is not None and attribute.words == attribute.thing.noun
    if thing.is_person and last in _TOWNS | {"country"} and rest & _OF_A_LIFE:
        return True
    if thing.is_person and last in _TOWNS:
        return False
    if rest - _PLAIN - {*thing.noun.split()} and not is_called:
        return False
    changing = _listed(_NEVER, thing, " ") | (set() if is_dated else _listed(_OPEN, thing, " "))
    return last in _listed(_SETTLED, thing, " ") - changing


def _listed(table: Sequence[tuple[str, str]], thing: Thing, between: str) -> set[str]:
    """Returns what a table has for a thing: for its noun, or for its kind."""
    kinds = {kind for kind, flag in KINDS.items() if getattr(thing, flag)} or {"THING"}
    found = kinds | {head(thing.noun)}
    return {
        word for nouns, known in table if found & {*nouns.split()} for word in known.split(between)
    }


def of_stagings(subject: Attribute, attribute: Attribute) -> str:
    """Returns what others did to a work, too: its publishers abroad; empty if that is not asked."""
    is_work = bool(subject.thing and subject.thing.is_work) or head(subject.words) == "game"
    if not is_work or head(attribute.words) not in _ANEW:
        return ""
    return f"each {attribute.words} of {with_article_by_sound(subject.words)}"


def of_waters(subject: Attribute, attribute: Attribute) -> str:
    """Returns which water it is that a river or an island has; empty if none is asked for.

    A sea is a part of another: who names the Adriatic is as right as who names the Mediterranean.
    """
    if head(attribute.words) not in _WATERS:
        return ""
    return (
        f"which {attribute.words} it is for {with_article_by_sound(subject.words)}: seas have parts"
    )


def event_unsettled(sought: Attribute, known: Sequence[Attribute]) -> str:
    """Returns what of something that happened is nothing that people agree on.

    Args:
        sought: What is asked for.
        known: What is said of it.

    Returns:
        What it is; empty if people agree on it. What a table says of one thing alone, or of a work
        and whose it is, is an attribute of that thing, whatever its rows are.
    """
    first = known[0].thing
    if any(each.are_agents for each in known) or _is_of_a_cast(sought, known):
        return ""  # whom the credits of a work name as its director, or as an actor
    if first and (len(known) == 1 or first.is_work):
        return unsettled([(known[0], sought)])
    contests = lexicon.AWARDS | lexicon.EVENTS
    if not any(each.thing or head(each.words) in contests for each in known):
        return "what happened then, or in which contest"
    if not any(map(_says_what_it_was, known)):
        return "what it was that these people did together"
    noun = head((sought.thing or Thing(sought.words)).noun)
    is_person = sought.asks is Asks.WHO or bool(sought.thing and sought.thing.is_person)
    is_settled = is_person or {noun, head(sought.words)} & _OF_EVENTS
    return "" if is_settled else f"which {sought.words} it was, or that there was one"


def _says_what_it_was(known: Attribute) -> bool:
    """Tells whether one of what is known of an event is no person: a film, a team, a day."""
    is_dated = known.asks in (Asks.YEAR, Asks.WHEN)
    is_named = head(known.words) in lexicon.AWARDS | lexicon.EVENTS
    return is_dated or is_named or bool(known.thing and not known.thing.is_person)


def _is_of_a_cast(sought: Attribute, known: Sequence[Attribute]) -> bool:
    """Tells whether it is said, or asked, as whom somebody appeared in a work."""
    every = [sought, *known]
    works = any(each.thing and each.thing.is_work for each in known)
    persons = any(each.thing and each.thing.is_person for each in every)
    return works and persons and any(head(each.words) in lexicon.ROLES for each in every)


def of_a_season(sought: Attribute, known: Sequence[Attribute]) -> str:
    """Returns what of an award of some year is not settled: seasons have two years.

    Args:
        sought: Who is asked for.
        known: What is said of the award.

    Returns:
        What it is; empty if a tournament or a season is named, or no athlete is asked for.
    """
    is_athlete = bool({head((sought.thing or Thing("")).noun), head(sought.words)} & _SPORTS)
    is_award = any(head(each.words) in lexicon.AWARDS for each in known)
    is_named = any(each.thing and each.thing.is_event for each in known)
    if not (is_athlete and is_award) or is_named:
        return ""
    return "which season a year means, and of which league"
