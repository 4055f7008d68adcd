"""Questions about what happened: who won, scored, hosted, or was appointed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from . import lexicon
from .asked import Asks, Attribute, Thing
from .links import is_of_prize, link_question
from .translations import agent
from .wording import (
    OWN_EVENTS,
    Blocks,
    adjunct,
    article,
    blocks,
    described,
    fronted,
    listed,
    naming,
    value,
    variable,
)
from .words import expanded, head, is_english, is_plural, plural, singular, spelled, split

_PEOPLE = ("person", "organisation", "place", "other")


@dataclass(frozen=True)
class _Frame:
    """How an event is told.

    Attributes:
        verb: What the subject did.
        object: What the subject did it to, if that is known or sought: nouns.
        otherwise: What it did if there is no such object.
        before: Prepositions that the verb demands before some nouns.
        subjects: What the subject may be, the likeliest first.
    """

    verb: str
    object: frozenset[str] = frozenset()
    otherwise: str = ""
    before: dict[str, str] = field(default_factory=dict)
    subjects: tuple[str, ...] = _PEOPLE


# Where one wins something, and which nobody wins.
_GALAS = lexicon.words_of("ceremony festival gala show")
_SIDES = lexicon.ORGANISATIONS | lexicon.words_of("team country nation side")
MATCHES = lexicon.words_of("match game fixture bout fight final")
# Anything but an event.
_ANY = lexicon.words_of("*")
_MAKERS = lexicon.words_of("architect builder designer discoverer founder inventor")
_NOTED = " records show "
_GRID = ("grid", "grid position", "starting position")
# What one does something *with*.
_SAID_WITH = lexicon.AWARDS | lexicon.words_of(
    "bib card club grid jersey mark medal number opponent partner pick points position rank score"
    " result shirt time role character part award prize laureate category grade vote weight height"
    " goals runs pages rating job"
)
_VAGUE = lexicon.words_of(
    "appointment entry appearance result selection participant participation start finish"
)
_PLACED = lexicon.words_of("finish result classification standing ranking")
_TAKING_PART = _Frame("took part", before={"event": "in"})
# Where one was after a part of a series: *in position 3 in the driver standings after the race*.
_STANDING = _Frame("was", before={"event": "after"})
_ROUNDS = lexicon.words_of("race round match stage rally game leg week heat fixture grandprix prix")
# What one does for a country.
_FOR_COUNTRY = (
    "wore", "was in a squad", "was in the squad", "scored a goal", "took a penalty kick",
    "took a penalty", "took part", "played", "won", "finished", "was booked", "competed",
)  # fmt: skip
_FRAMES: dict[str, _Frame] = {
    **dict.fromkeys(
        ("winner", "laureate", "award", "prize", "medal", "medalist", "medallist", "honour",
         "honor", "trophy", "title", "champion", "recipient", "victory", "win"),
        _Frame("won", lexicon.AWARDS, before={"work": "for"},
               subjects=("person", "organisation", "place", "work", "other")),
    ),
    **dict.fromkeys(
        ("nomination", "nominee"),
        _Frame("was nominated", before={"award": "for", "work": "for", "class": "in"},
               subjects=("person", "work", "organisation", "place")),
    ),
    **dict.fromkeys(
        ("squad", "roster", "lineup"), _Frame("was in the squad", before={"organisation": "of"})
    ),
    **dict.fromkeys(("goal", "scorer", "goalscorer"), _Frame("scored a goal")),
    "touchdown": _Frame("scored a touchdown"),
    "penalty": _Frame("took a penalty"),
    "kick": _Frame("took a penalty kick"),
    "assist": _Frame("gave an assist"),
    "booking": _Frame("was booked"),
    "card": _Frame("was shown a card"),
    "host": _Frame("hosted", lexicon.EVENTS, "was the host",
                   subjects=("place", "organisation", "other", "person")),
    "manager": _Frame("managed", _SIDES, "was appointed"),
    "coach": _Frame("coached", _SIDES, "was appointed"),
    "captain": _Frame("captained", _SIDES, "was captain"),
    "referee": _Frame("refereed", MATCHES, "officiated"),
    "umpire": _Frame("umpired", MATCHES, "officiated"),
    "owner": _Frame("owned", _ANY, "was the owner"),
    **dict.fromkeys(
        ("standing", "ranking", "result", "classification", "finish", "placing", "placement",
         "podium", "leaderboard"),
        _Frame("finished"),
    ),
    **dict.fromkeys(("qualifying", "qualification", "qualifier"), _Frame("qualified")),
    "qualified": _Frame("qualified", before={"event": "for"}),
    **dict.fromkeys(
        ("cast", "casting", "role", "actor", "actress", "star", "starring", "acting"),
        _Frame("appeared", before={"work": "in", "character": "as"}, subjects=("person",)),
    ),
    **dict.fromkeys(
        ("crew", "credit"),
        _Frame("worked", before={"work": "on", "event": "on", "character": "in"},
                                   subjects=("person",))
    ),
    **dict.fromkeys(
        ("membership", "member"),
        _Frame("was a member", before={"organisation": "of", "award": "of", "class": "of"},
               subjects=("person", "place", "organisation", "other")),
    ),
    **dict.fromkeys(
        ("participation", "participant", "entry", "entrant", "appearance", "competitor",
         "attendance", "start", "starter", "participate"),
        _TAKING_PART,
    ),
    **dict.fromkeys(
        ("election", "candidacy", "candidate"),
        _Frame("ran", before={"office": "for"}, subjects=("person", "organisation")),
    ),
    "contract": _Frame("was under contract", before={"organisation": "with"}, subjects=("person",)),
    "appointment": _Frame("was appointed", subjects=("person",)),
    "reign": _Frame("reigned", before={"place": "in"}, subjects=("person",)),
    **dict.fromkeys(
        ("term", "presidency", "tenure", "mandate", "office"),
        _Frame("held office", subjects=("person",)),
    ),
    **dict.fromkeys(
        ("flight", "route"), _Frame("flies", before={}, subjects=("organisation", "other"))
    ),
    **dict.fromkeys(
        ("performance", "recording", "concert", "gig"),
        _Frame("performed", lexicon.WORKS, subjects=("person", "organisation")),
    ),
    **dict.fromkeys(("transfer", "move"), _Frame("moved", subjects=("person",))),
    **dict.fromkeys(("battle", "combatant", "belligerent"), _Frame("fought")),
    "mission": _Frame("flew", before={"event": "on", "character": "as"}, subjects=("person",)),
    "discovery": _Frame("discovered", _ANY, subjects=("person", "organisation")),
    "invention": _Frame("invented", _ANY, subjects=("person", "organisation")),
    "translation": _Frame("translated", lexicon.WORKS, subjects=("person",)),
    **dict.fromkeys(("marriage", "wedding"), _Frame("married", _ANY, subjects=("person",))),
    "border": _Frame("borders", lexicon.PLACES, "has a border", subjects=("place",)),
    "eruption": _Frame("erupted", subjects=("place", "other")),
    "record": _Frame("set"),
    **dict.fromkeys(("exhibition", "exhibit", "loan"),
                    _Frame("was exhibited", subjects=("work", "person"))),
    **dict.fromkeys(("pick", "draft"),
                    _Frame("was drafted", before={"organisation": "by"}, subjects=("person",))),
    "selection": _Frame("was selected", subjects=("person", "organisation")),
    "chart": _Frame("charted", before={"chart": "on"},
                    subjects=("work", "person", "organisation")),
    **dict.fromkeys(
        ("match", "game", "fixture"),
        _Frame("played", before={"person": "against", "organisation": "against"},
               subjects=("person", "organisation")),
    ),
    **dict.fromkeys(
        ("batting", "pitching", "fielding", "season"),
        _Frame("played", subjects=("person", "organisation")),
    ),
    "teaches": _Frame("taught", lexicon.words_of("course class subject"), subjects=("person",)),
}  # fmt: skip
# Events of which a number is worn, and those of which it is said where one finished.
_WORN = ("shirt number", "jersey number", "uniform number", "squad number", "bib number")
_PLACES = (
    "position", "rank", "place", "placing", "ranking", "finish position", "final position",
    "rank number", "position number", "position order",
)  # fmt: skip
# Who was there as well, but is not who did it.
_OPPONENTS = lexicon.words_of("opponent rival loser challenger adversary opposition runner-up")
# What is won.
_PRIZES = lexicon.AWARDS | lexicon.EVENTS
# Who one is, as the name of a table says: what one did for that is another sentence, or none.
_BEING = lexicon.words_of(
    "champion finalist holder laureate nominee quarterfinalist recipient runner-up"
    " scorer semifinalist titleholder winner"
)
_WINNING = lexicon.words_of("champion laureate recipient titleholder winner")
# Whose an event's they are: *the winner of the final*.
_OF_EVENTS = {"winner", "champion", "host", "organiser", "organizer", "sponsor", *_OPPONENTS}
_FROM = ("origin", "departure", "source", "from", "previous", "old", "former")
_TO = ("destination", "arrival", "target", "to", "new")


def find_question(sought: Attribute, event: str, known: Sequence[Attribute]) -> Blocks:
    """Asks for a part of what happened by the other parts that determine it.

    Args:
        sought: What must be named.
        event: Name of the table that says what happened: `award_winners`, `squads`.
        known: What is known: things that took part, and values such as a year or a number.

    Returns:
        The blocks `basic` and `negated` of a template.
    """
    if of_agents := _of_agents(sought, known):
        return of_agents
    nouns = event_nouns(event)
    sought = _plain(sought, nouns)
    known = [_plain(attribute, nouns) for attribute in known]
    name = naming(sought)
    told = None if _is_of_many(sought) else _told(nouns, sought, known)
    if told is None and len(known) == 1 and (linked := link_question(sought, known[0], nouns)):
        return linked
    if told is None:
        basic, denial = _recorded(nouns, sought, known)
    else:
        noun, clause = told
        basic, denial = f"Is there {article(noun)} {clause}?", f"there is no {noun} {clause}"
        if clause.startswith(("who ", "that ")) and sought.asks is Asks.WHO:
            denial = f"no {noun} {clause.partition(' ')[2]}"
    return {
        "basic": f"{basic} If so, {name}.",
        "negated": f"Is it true that {denial}? If not, {name}.",
    }


def _of_agents(sought: Attribute, known: Sequence[Attribute]) -> Blocks | None:
    """Asks who did for a work what a value says: *Is there any director who worked on the film*."""
    works = [each for each in known if each.thing and each.thing.is_work]
    agents = [
        variable(each.variable) if each.in_one_case else f"{{{{ {each.variable} | lower }}}}"
        for each in known
        if each.are_agents
    ]
    if not (_is(sought, "person") and len(works) == len(agents) == 1 and len(known) == 2):
        return None
    noun, worked = agents[0], f"worked on {described(works[0])}"
    name = f"name {'at least one' if sought.several else 'the'} {noun}"
    return blocks(f"Is there any {noun} who {worked}?", f"no {noun} {worked}", name)


def event_nouns(table: str) -> list[str]:
    """Returns the words of the name of a table that says what happened, in English.

    A name without words, such as `:`, is that of a *record*.
    """
    words = expanded(split(table))
    found = [word if word in _FRAMES or "'" in word else singular(word) for word in words]
    text = " ".join(found).replace("runner up", "runner-up").replace("grand prix", "grandprix")
    nouns = ["medal" if word in ("medalist", "medallist") else word for word in text.split()]
    return [word if is_english(word) else agent(word) or word for word in nouns] or ["record"]


def is_told(question: Blocks) -> bool:
    """Tells whether a question of `find_question` says what happened, and not that it was noted."""
    return _NOTED not in question["basic"]


# Who is at a match, and does not play.
_OFFICIALS = lexicon.words_of(
    "assistant broadcaster commentator judge linesman official referee scorer umpire"
)


def said_with(question: Blocks, known: Sequence[Attribute], sought: Attribute) -> str:
    """Returns why a question does not read: no preposition but *with* ties what it says.

    Who wore a shirt *with the number 7*, did so; but nobody *owned with the horse*. Nor did a
    referee play.

    Args:
        question: The blocks of `find_question`.
        known: What it says.
        sought: What it asks for.

    Returns:
        The reason; empty if it reads.
    """
    text = question["basic"]
    forced = [a for a in known if f" with {described(a)}" in text or f" with {value(a)}" in text]
    things = [each.words for each in forced if each.thing]
    if " played" in text:
        things += [each.words for each in (*known, sought) if head(each.words) in _OFFICIALS]
    if not things:
        return ""
    return f"no verb says what the {things[0]} has to do with it: write the templates yourself"


def has_medal(attributes: Sequence[Attribute]) -> bool:
    """Tells whether one of what is said of an event is a medal.

    Args:
        attributes: What is asked for, and what is known.
    """
    return any(_noun(attribute) == "medal" for attribute in attributes)


def _is_of_many(attribute: Attribute) -> bool:
    """Tells whether nothing asks whether there is one: the `goals` of a match."""
    return attribute.asks is Asks.HOW_MANY and is_plural(attribute.words)


def _recorded(
    nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]
) -> tuple[str, str]:
    """Returns a question that fits any event, and its denial."""
    records = f"the {' '.join(nouns)} records".replace("record records", "records")
    events = [a for a in known if a.thing and a.thing.is_event]
    things = [described(a) for a in known if a.thing and a not in events]
    own = [attribute for attribute in known if not attribute.thing]
    values = [f"the {a.words} {value(a)}" for a in own if adjunct(a).startswith("with ")]
    when = [adjunct(a) for a in own if not adjunct(a).startswith("with ")]
    parts = " ".join([
        *([f"for {listed(things)}"] if things else []),
        *([f"with {listed(values)}"] if values else []),
        *when,
        *map(adjunct, events),
    ])  # fmt: skip
    basic = f"Do {records.removesuffix(' records')}{_NOTED}{article(sought.words)} {parts}?"
    return basic, f"{records} show no {sought.words} {parts}"


def _plain(attribute: Attribute, nouns: Sequence[str]) -> Attribute:
    """Returns an attribute as a question calls it that names no table.

    Without a number in its role: the second country is a country; and with what it is the name
    or number of.
    """
    words = attribute.words
    if attribute.thing is None and words in ("name", "title") and nouns[-1] in lexicon.AWARDS:
        return replace(attribute, words=nouns[-1])
    if words == "number" and (nouns[-1] in _FRAMES or nouns[-1] in _VAGUE):
        return attribute
    when = words.rpartition(" ")
    if attribute.thing is None and when[2] in ("year", "date") and when[0] in _PRIZES:
        return replace(attribute, words=when[2])
    if attribute.thing is None and words in ("name", "number", "title", "code", "type"):
        return replace(attribute, words=f"{nouns[-1]} {attribute.words}")
    first, _, rest = attribute.words.partition(" ")
    if (
        attribute.thing
        and rest == attribute.thing.noun
        and first in ("first", "second", "neighbouring", "adjacent")
    ):
        return replace(attribute, words=rest)
    return attribute


def _told(
    nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]
) -> tuple[str, str] | None:
    """Returns the noun that is asked for, and the clause behind it; None if no verb is known."""
    if spoken := _spoken(nouns, sought, known):
        return spoken
    frame = _frame(nouns, sought, known)
    subject = _subject(frame, [sought, *known]) if frame else None
    if frame is None or subject is None:
        return _of_event(nouns, sought, known)
    if _is_vague(frame, subject, sought, known):
        return None
    others = [attribute for attribute in known if attribute is not subject]
    thing = subject.thing or Thing(subject.words, is_person=subject.asks is Asks.WHO)
    verb, done_to, rest = _verb(frame, nouns, subject, sought, others)
    if (
        verb == "won"
        and done_to is None
        and not any(a.thing for a in [sought, *rest] if a is not subject)
    ):
        return None  # *won in 1994*: nothing says what
    told = frame if verb.startswith(frame.verb.split()[0]) else _Frame(verb)
    by = [_adjunct(told, attribute, thing) for attribute in sorted(rest, key=_order)]
    if table := _of_table(told, nouns, [sought, *known]):
        by.insert(sum(_is_position(attribute) for attribute in rest), table)
    said = " ".join([verb, *([described(done_to)] if done_to and done_to is not sought else [])])
    if told.verb in ("flies", "moved"):
        sought_words = _without_direction(sought).words
    else:
        sought_words = sought.words
    if sought is subject:
        who = "who" if thing.is_person else "that"
        wears = [f"with the {a.words} {value(a)}" for a in rest if a.words in _WORN and not a.thing]
        by = [text for text in by if text not in wears]
        return " ".join([sought.words, *wears]), " ".join([who, said, *by])
    if done_to is sought:
        return sought.words, " ".join(["that", described(subject), verb, *by])
    front = _fronted(told, sought, thing)
    if told is _TAKING_PART and front.startswith("in "):
        by = [adjunct(attribute, thing) for attribute in sorted(rest, key=_order)]
    return sought_words, " ".join([front, described(subject), said, *by])


def _of_event(
    nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]
) -> tuple[str, str] | None:
    """Asks for the winner of a final, without a verb; None if it is no event's."""
    if sought.words not in _OF_EVENTS or not OWN_EVENTS.intersection(nouns[-1:]):
        return None
    told = [adjunct(attribute) for attribute in sorted(known, key=_order)]
    return sought.words, " ".join(["of the", " ".join([*nouns[:-1], singular(nouns[-1])]), *told])


def _is_vague(
    frame: _Frame, subject: Attribute, sought: Attribute, known: Sequence[Attribute]
) -> bool:
    """Tells whether nothing says what a value is to what happened: *with the performance X*."""
    if (
        not sought.thing
        and sought.asks in (Asks.WHEN, Asks.YEAR)
        and sought.words.split()[0] in lexicon.ENDS
    ):
        return True  # *an end date on which he held office*
    if frame is _TAKING_PART and subject is sought and not any(map(_is_mark, known)):
        return True  # several did, of whom the table may have one
    if frame is _TAKING_PART and any(is_of_prize(a) for a in (sought, *known)):
        return True  # nobody takes part in a prize
    if frame is _FRAMES["border"] and any(a.words == "border" for a in (sought, *known)):
        return True  # the column `border` of a table of borders
    if frame is _FRAMES["reign"] and any("title" in a.words.split() for a in (sought, *known)):
        return True  # one *holds* a title, and reigns somewhere
    own = [a for a in (sought, *known) if a.thing is None and a is not subject]
    is_worn = any(a.words in _WORN for a in own)
    if is_worn and not (_is(subject, "person") or any(_is(a, "person") for a in known)):
        return True
    texts = [a for a in own if a is not sought and adjunct(a).startswith("with the ")]
    # *The office with which he reigned* says nothing either; one is *with* persons and groups.
    is_with = fronted(sought).startswith("with which") and not _is(sought, "organisation")
    texts += [sought] if is_with and sought is not subject and not _before(frame, sought) else []
    texts = [a for a in texts if a.asks is Asks.WHICH]
    return any(head(a.words) not in _SAID_WITH and a.words not in _WORN for a in texts)


# What the adjuncts of an event say: *in the driver standings*, and not *season driver standings*.
_TIMES = lexicon.words_of("edition race round season tournament year")


def _of_table(frame: _Frame, nouns: Sequence[str], every: Sequence[Attribute]) -> str:
    """Returns in which standings, or results, one finished; empty if the question says it."""
    if (frame.verb != "finished" and frame is not _STANDING) or len(nouns) < 2:
        return ""
    said = {_noun(attribute) for attribute in every}
    nouns = [*(noun for noun in nouns[:-1] if noun not in said & _TIMES), nouns[-1]]
    is_said = nouns[-1] not in ("standing", "ranking") and set(nouns[:-1]) <= said
    return "" if is_said else f"in the {plural(' '.join(nouns))}"


def _frame(nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]) -> _Frame | None:
    """Returns how an event is told: whoever took part, and has a medal, won it."""
    found = _frame_of(nouns, sought, known)
    is_won = found in (None, _TAKING_PART) and has_medal([sought, *known])
    return _FRAMES["medal"] if is_won else found


def _frame_of(nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]) -> _Frame | None:
    """Returns how a noun tells an event; what was done to a work is told by who did it."""
    every = [sought, *known]
    is_ranked = any(_is_position(a) for a in every)
    has_work = any(a.thing and a.thing.is_work for a in every)
    has_person = any(_is(a, "person") for a in every)
    # `manager_appointments` are more about managers than about appointments.
    # A `game_publisher` published a game, and did not play in it.
    own = {head(a.thing.noun) for a in every if a.thing}
    telling = [noun for noun in nouns if noun not in _VAGUE | (own & MATCHES)]
    vague = [noun for noun in nouns if noun in _VAGUE]
    if being := _being(nouns, every):
        of_class = {"class": "of"} if "champion" in nouns else {}
        return _Frame(f"was {being}", before=of_class, subjects=(*_PEOPLE, "work"))
    for noun in reversed([*vague, *telling]):
        if noun in lexicon.AGENTS and has_person and (has_work or noun in _MAKERS):
            return _Frame(_deed(noun, every), _ANY, subjects=("person", "organisation"))
        if noun in ("scorer", "goalscorer") and is_ranked:
            return None
        if noun in _PLACED and not is_ranked:
            has_event = any(a.thing and a.thing.is_event for a in every)
            return _TAKING_PART if has_event else None
        if noun in ("standing", "ranking") and any(_noun(a) in _ROUNDS for a in every):
            return _STANDING
        if noun in _FRAMES:
            return _FRAMES[noun]
    return _FRAMES["squad"] if has_person and any(a.words in _WORN for a in every) else None


def _being(nouns: Sequence[str], every: Sequence[Attribute]) -> str:
    """Returns what a table calls those in it: `a Formula E champion`; empty if a verb says it."""
    *rest, last = nouns or [""]
    told = {_noun(attribute) for attribute in every}
    events = {_noun(a) for a in every if a.thing and a.thing.is_event} - {"season"}
    rest = [] if set(rest) <= told else rest
    is_won = last in _WINNING and bool(events or told & lexicon.AWARDS or told & {*nouns})
    is_done = (
        (last in ("winner", "recipient", "nominee") and (not rest or rest[-1] in _PRIZES))
        or (last in ("scorer", "holder") and rest in ([], ["goal"], ["office"]))
        or (last == "laureate" and not rest)
    )
    if last not in _BEING or is_won or is_done:
        return ""
    alone = not rest and last in ("champion", "runner-up")
    return last if alone else article(spelled([*rest, last]))


def _deed(noun: str, every: Sequence[Attribute]) -> str:
    """Returns what an agent did to a work: an artist records a song, and makes an album."""
    is_song = any(_noun(attribute) in ("song", "track", "single") for attribute in every)
    return "recorded" if noun in ("artist", "band") and is_song else lexicon.AGENTS[noun]


def _subject(frame: _Frame, attributes: Sequence[Attribute]) -> Attribute | None:
    """Returns who did it: what is sought, if there are several who may have."""
    for kind in frame.subjects:
        able = [a for a in attributes if _is(a, kind) and a.words not in _OPPONENTS]
        first = [a for a in able if _noun(a) not in frame.object]
        if able:
            return [*first, *able][0]
    return None


def _is(attribute: Attribute, kind: str) -> bool:
    thing, last = attribute.thing, head(attribute.words)
    if kind == "person":
        return attribute.asks is Asks.WHO or bool(thing and thing.is_person)
    if thing is None:
        return kind == "organisation" and last in ("team", "club", "party", "country", "nation")
    if kind == "other":
        return not (thing.is_work or thing.is_event or head(thing.noun) in lexicon.AWARDS)
    return bool(getattr(thing, f"is_{kind}"))


def _is_mark(attribute: Attribute) -> bool:
    """Tells whether a value may be of one alone: a number, a place, a medal, a part."""
    return attribute.thing is None and attribute.asks not in (Asks.YEAR, Asks.WHEN)


def _is_position(attribute: Attribute) -> bool:
    return attribute.thing is None and attribute.words in _PLACES


def _verb(
    frame: _Frame,
    nouns: Sequence[str],
    subject: Attribute,
    sought: Attribute,
    others: Sequence[Attribute],
) -> tuple[str, Attribute | None, list[Attribute]]:
    """Returns the verb, its object, and what else is known."""
    every = [sought, *others]
    if special := _special_verb(frame, every, others):
        return special
    done_to = next((a for a in every if _is_object(a, frame, subject)), None)
    if done_to is None and frame.verb == "won":
        part = next((a for a in others if a.words in nouns and not a.thing), None)
        if part:
            return f"won {part.words} {value(part)}", None, [a for a in others if a is not part]
        prize = next((noun for noun in nouns if noun in lexicon.AWARDS), "")
        events = (a for a in every if a.thing and a.thing.is_event)
        event = next((a for a in events if _noun(a) not in _GALAS), None)
        if event and not prize:
            return "won", event, [a for a in others if a is not event]
        what = spelled(noun for noun in nouns if noun not in ("winner", "laureate", "recipient"))
        done = "was" if head(what) in lexicon.PERSONS else "won"
        return f"{done} {article(what)}" if what else "won", None, [*others]
    if frame.verb == "set":
        return f"set {article(' '.join(nouns))}", None, [*others]
    verb = frame.verb if done_to or not frame.object else frame.otherwise or frame.verb
    return verb, done_to, [a for a in others if a is not done_to]


def _special_verb(
    frame: _Frame, every: Sequence[Attribute], others: Sequence[Attribute]
) -> tuple[str, Attribute | None, list[Attribute]] | None:
    """Returns the verb that a number or a part asks for: one *wore* a shirt, *played* a part."""
    worn = next((a for a in every if a.words in _WORN and a.thing is None), None)
    part = next((a for a in every if a.words == "character"), None)
    if part and frame.verb == "appeared":
        return "played", part, [a for a in others if a is not part]
    if frame is _TAKING_PART and any(a.words == "opponent" for a in every):
        return "played", None, [*others]
    if frame is _TAKING_PART and any(a.words in _GRID for a in others):
        return "started", None, [*others]
    if frame is _FRAMES["squad"] and any(_is_position(a) for a in every):
        return "played", None, [*others]
    if worn and frame in (_FRAMES["squad"], _FRAMES["contract"]):
        return "wore", worn, [a for a in others if a is not worn]
    if frame is _FRAMES["squad"] and not any(_is(a, "organisation") for a in every):
        return "was in a squad", None, [*others]
    return None


def _noun(attribute: Attribute) -> str:
    return head(attribute.thing.noun if attribute.thing else attribute.words)


def _is_object(attribute: Attribute, frame: _Frame, subject: Attribute) -> bool:
    """Tells whether something was done to what an attribute says."""
    if attribute is subject or not (attribute.thing or frame.verb == "won"):
        return False
    if frame.object is _ANY:
        return not (attribute.thing and attribute.thing.is_event)
    return _noun(attribute) in frame.object


def _kind(attribute: Attribute) -> str:
    """Returns which preposition of a frame an attribute takes."""
    thing, last = attribute.thing, _noun(attribute)
    if last in lexicon.AWARDS:
        return "award"
    if attribute.words in ("character", "role", "part"):
        return "character"
    if last in lexicon.CLASSES:
        return "class"
    if last in ("office", "chart"):
        return last
    kinds = ("person", "work", "event", "organisation", "place")
    if thing is None:
        return "event" if last in OWN_EVENTS else ""
    return next((kind for kind in kinds if getattr(thing, f"is_{kind}")), "")


def _before(frame: _Frame, attribute: Attribute) -> str:
    """Returns the preposition that the verb demands; empty if it leaves that to the noun."""
    first = attribute.words.split()[0]
    if frame.verb in ("flies", "moved") and first in _FROM:
        return "from"
    if frame.verb in ("flies", "moved") and first in _TO:
        return "to"
    kind = _kind(attribute)
    is_for = frame.verb in _FOR_COUNTRY or frame.verb.split()[-1] in _BEING
    if kind == "place" and is_for and _noun(attribute) in ("country", "nation"):
        return "for"
    if kind == "character" and "character" in frame.before:
        return "as" if attribute.words == "character" else "in"
    return frame.before.get(kind, "")


def _order(attribute: Attribute) -> int:
    """Returns where something is said: a position first, when and where it was last."""
    if attribute.is_acronym:
        return 6
    if attribute.asks in (Asks.YEAR, Asks.WHEN):
        return 5
    if attribute.thing is None:
        return 1 if _noun(attribute) in ("stage", "group", "phase") else 0
    return 4 if attribute.thing.is_event else 3 if attribute.thing.is_place else 2


def _adjunct(frame: _Frame, attribute: Attribute, subject: Thing) -> str:
    before = _before(frame, attribute)
    if not before or not (attribute.thing or before == "as" or _kind(attribute) == "character"):
        return adjunct(attribute, subject)
    return f"{before} {described(_without_direction(attribute))}"


def _without_direction(attribute: Attribute) -> Attribute:
    """Returns an attribute without what its preposition says: `from the club`."""
    first, _, rest = attribute.words.partition(" ")
    rest = rest or (attribute.thing.noun if attribute.thing else "")
    return replace(attribute, words=rest) if rest and first in _FROM + _TO else attribute


def _fronted(frame: _Frame, sought: Attribute, subject: Thing) -> str:
    if frame is _TAKING_PART and sought.thing and sought.thing.is_work:
        return "with which"  # a song
    before = _before(frame, sought)
    is_person = _is(sought, "person")
    return f"{before} {'whom' if is_person else 'which'}" if before else fronted(sought, subject)


def _spoken(
    nouns: Sequence[str], sought: Attribute, known: Sequence[Attribute]
) -> tuple[str, str] | None:
    """Tells which languages are spoken where."""
    if nouns[-1:] != ["language"] or len(known) != 1:
        return None
    (other,) = known
    if head(sought.words) == "language" and other.thing and other.thing.is_place:
        return sought.words, f"that is spoken in {described(other)}"
    if head(other.words) == "language" and sought.thing and sought.thing.is_place:
        return sought.words, f"in which {described(other)} is spoken"
    return None
