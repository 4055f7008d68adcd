"""Parts of questions: how a thing is named, what is said of it, and verbs in questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from . import lexicon
from .asked import Asks, Attribute, Thing
from .own_names import has_article
from .words import (
    head,
    is_adverb,
    is_english,
    is_participle,
    is_plural,
    plural,
    singular,
    with_article_by_sound,
)

Blocks = dict[str, str]

_ON = {"album", "playlist", "record", "soundtrack", "single", "mixtape", "track", "channel"}
_OF = {"series", "show", "sitcom", "podcast", "trilogy", "franchise", "saga", "programme"}
_AT = lexicon.words_of(
    "tournament championship olympics olympiad festival ceremony contest competition"
    " meeting conference exhibition fair summit symposium wedding games regatta meet"
    " convention cup congress show workshop rally concert prix grandprix"
)
# Columns of one's own that are events.
OWN_EVENTS = lexicon.EVENTS - {"performance", "launch", "draft", "crash", "attack", "vote", "show"}
_VENUES = lexicon.words_of(
    "stadium arena ballpark venue circuit ground racecourse racetrack theater theatre hall"
    " velodrome museum airport university school hospital college station church hotel pool"
    " court"
)
# Where teams are at home.
_PLAYING = lexicon.words_of("club side squad team")
_HOMES = lexicon.words_of("arena ballpark ground park stadium")
_PRODUCTS = lexicon.words_of("beer breed brand car cheese cocktail dish drink whisky wine")
# What one is or does something *in*.
_WITHIN = lexicon.words_of("position role capacity stage phase session season")
_WHERE = lexicon.REGIONS | {"building"}
# Numbered parts of an event, which take no article: *in round 5*.
_IN_PARTS = lexicon.words_of(
    "round heat inning innings period quarter set week minute leg over half"
)
_ON_PARTS = lexicon.words_of("lap day matchday stop hole")


# Where works of art are.
_KEEPING = lexicon.words_of("archive gallery library museum")
# What belongs to a verb: *laid down*.
_PARTICLES = lexicon.words_of("down off out over up")
# What a thing does itself, and does to something; and what a person does.
_ACTIVE = lexicon.words_of(
    "appeared burned collapsed competed crashed disappeared disbanded emerged erupted existed"
    " occurred happened vanished"
)
_ACTIVE_ON = lexicon.words_of("entered joined left reached took")
_ACTIVE_OF_PERSONS = lexicon.words_of("played performed raced recorded voted worked")


# Works that are parts of others.
_PARTS = lexicon.words_of("track song episode chapter article poem story scene aria recording act")
# What is stated, and not named.
_STATED = (lexicon.MEASURES - {"range"}) | lexicon.words_of(
    "abbreviation address citizenship code formula name nationality number symbol timezone"
)
# What every species is of.
_TAXA = lexicon.words_of("class family genus kingdom phylum order suborder subfamily")
# What a country has for the athletes of its own.
_REPRESENTED = lexicon.words_of("association committee confederation federation noc")
# Who takes part in something for a country, and need not come from there.
_COMPETITORS = lexicon.words_of(
    "athlete competitor contestant cricketer entrant footballer medalist medallist olympian"
    " participant player"
)
# What one works as.
_JOBS = lexicon.words_of("function job occupation profession")
# Where one finished, in a column of numbers.
_PLACINGS = lexicon.words_of("position rank place placing ranking")


@dataclass(frozen=True)
class Fact:
    """What an attribute says of a thing, where that is more than *its ... is*.

    Attributes:
        verb: The verb, in the third person: `was released`, `died`, `is located`.
        preposition: What stands before the value: `in`.
        noun: What the value is: `year`; empty for what *when* and *where* ask for.
        adverb: `when` or `where`, if there is no noun.
    """

    verb: str
    preposition: str
    noun: str
    adverb: str = ""

    def which(self, subject: str) -> str:
        """Returns it as an indirect question: `in which year the film was released`."""
        if self.adverb == "what":
            return f"what {subject} {self.verb} {self.preposition}"
        if self.adverb:
            return f"{self.adverb} {subject} {self.verb}"
        if self.verb == "comes from":
            return f"which {self.noun} {subject} comes from"
        return f"{self.preposition} which {self.noun} {subject} {self.verb}".strip()


def value(attribute: Attribute) -> str:
    """Returns the value of an attribute as a template shows it: titles in quotation marks."""
    in_order = " | in_order" if attribute.are_inverted else ""
    if attribute.articles_behind and _is_title(attribute):
        in_order = " | article_first"
    as_name = " | as_name" if attribute.in_one_case else ""
    as_date = " | as_date" if attribute.has_midnights else ""
    shown = variable(f"{attribute.variable}{in_order}{as_name}{as_date}")
    return f'"{shown}"' if _is_title(attribute) else shown


def definite(attribute: Attribute) -> str:
    """Returns the value of an attribute behind *is*, where names have an article: *the Andes*."""
    thing, noun = attribute.thing, attribute.words
    if thing and head(noun) in ("name", "title", "label"):
        noun = thing.noun
    names = attribute.names if thing is None else thing.names
    if head(noun) == "country" and (thing is None or thing.noun == "country"):
        return variable(f"{attribute.variable} | as_country")
    is_name = not (thing and (thing.is_person or thing.is_work)) and not _is_title(attribute)
    if not is_name or (names == "after the noun" and not has_article(noun)):
        return value(attribute)
    return value(attribute).replace(" }}", f' | with_definite_article("{noun}") }}}}')


def variable(name: str) -> str:
    """Returns what a template replaces by a value, of which a filter may be made."""
    return f"{{{{ {name} }}}}"


def described(attribute: Attribute) -> str:
    """Returns a thing by its name, and what else tells it apart.

    Such as `the track "{{ name }}" on the album "{{ album }}"`.
    """
    if attribute.of is not None:
        return f"the {attribute.words} of {described(attribute.of)}"
    text, rest = named(attribute), attribute.also
    is_titled = attribute.thing is not None and attribute.thing.names == "with the article"
    if is_titled and rest and rest[0].asks is Asks.YEAR and text == f"the {value(attribute)}":
        text, rest = f"the {value(rest[0])} {value(attribute)}", rest[1:]
    for also in rest:
        text += f" {_apart(attribute, also)}"
    return text


def named(attribute: Attribute) -> str:
    """Returns a thing by its name: `the city {{ name }}`, or alone what says that it is one."""
    noun, thing, shown = attribute.words, attribute.thing, value(attribute)
    if thing and head(noun) in ("name", "title", "label"):
        noun = thing.noun
    is_role = thing is None or singular(noun) != singular(thing.noun)
    names = attribute.names if thing is None else "after the noun" if is_role else thing.names
    if thing is None and head(noun) in lexicon.AWARDS:
        names = "each"  # the *Cy Young Award*, and the award *Player of the Year*
    is_country = noun == "country" and (thing is None or thing.noun == "country")
    if is_country and not attribute.also:
        return variable(f"{attribute.variable} | as_country")
    if names == "each":
        return shown.replace(" }}", f' | with_noun("{noun}") }}}}')
    if names == "alone":
        return shown
    if names == "with the article":
        return f"the {shown}"
    if names == "before the noun":
        return f"the {shown} {'Games' if head(noun) == 'game' else noun}"
    is_state = thing is not None and thing.is_place and noun in ("state", "province")
    return f"the {noun} {'of ' if is_state else ''}{shown}"


def _apart(attribute: Attribute, also: Attribute) -> str:
    """Returns what tells things of one name apart, with its preposition."""
    thing, last = attribute.thing or Thing(attribute.words), head(also.words)
    fact = happened(also, thing)
    if fact and fact.verb != "is from":
        return _by_what_happened(fact, also, thing)
    if also.asks is Asks.YEAR and thing.is_organisation:
        return f"of {value(also)}"
    if also.asks is Asks.YEAR:
        return f"from the year {value(also)}"
    if also.asks is Asks.WHEN:
        return f"on {value(also)}" if thing.is_event else f"with the {also.words} {value(also)}"
    if last in lexicon.REGIONS and also.words == last:
        where = "from" if thing.is_person or thing.is_work else "in"
        more = "".join(f", {value(far)}" for far in also.also if head(far.words) in lexicon.REGIONS)
        shown = value(also) if not also.also or more else described(also)
        if last == "country" and not also.also:
            shown = variable(f"{also.variable} | as_country")
        return f"{where} {shown}{more}"
    if thing.names == "before the noun" and also.thing:
        return f"{'in' if head(thing.noun) in lexicon.AWARDS else 'of'} {described(also)}"
    if last in lexicon.AGENTS or last in ("artist", "performer", "singer", "musician", "band"):
        return f"by {value(also)}" if thing.is_work else f"of {described(also)}"
    before = preposition(also, thing)
    return f"{'of' if before == 'with' and also.thing else before} {described(also)}"


def _by_what_happened(fact: Fact, also: Attribute, thing: Thing) -> str:
    """Returns what happened to a thing when, as a part of its name: *released in 1974*."""
    if fact.verb.startswith("was ") and not fact.verb.startswith("was from"):
        return f"{fact.verb.removeprefix('was ')} {fact.preposition} {value(also)}"
    if fact.verb == "took place" and also.asks is Asks.YEAR:
        return f"of {value(also)}"
    who = "who" if thing.is_person else "that"
    return f"{who} {fact.verb} {fact.preposition} {value(also)}"


def preposition(attribute: Attribute, subject: Thing | None = None) -> str:
    """Returns the preposition by which something belongs to an attribute's value.

    Args:
        attribute: The attribute.
        subject: What belongs to it.
    """
    thing, last = attribute.thing, head(attribute.words)
    kind = head(thing.noun) if thing else last
    if last == "opponent" or "opposing" in attribute.words or "opposition" in attribute.words:
        return "against"
    if kind in _ON:
        return "on"
    if kind in _OF:
        return "of"
    if (thing and thing.is_work) or kind in lexicon.WORKS - {"game"}:
        return "in"
    return _of_whole(attribute, thing, kind, subject)


def _of_whole(attribute: Attribute, thing: Thing | None, kind: str, subject: Thing | None) -> str:
    if kind in lexicon.CLASSES or kind in _WITHIN:
        return "in"
    if (thing and thing.is_event) or (not thing and kind in OWN_EVENTS):
        return "at" if kind in _AT or attribute.words.endswith("games") else "in"
    if kind in _VENUES:
        return "at"
    if kind in lexicon.REGIONS:
        return "in"
    if (thing and thing.is_organisation) or kind in lexicon.ORGANISATIONS:
        return "for" if subject and subject.is_person else "of"
    return "at" if thing and thing.is_place else "with"


def adjunct(attribute: Attribute, subject: Thing | None = None) -> str:
    """Returns a value that is known of an event, with its preposition: `at the tournament ...`."""
    last, shown = head(attribute.words), value(attribute)
    if attribute.is_acronym:
        return f"({attribute.words}: {shown})"
    if attribute.asks in (Asks.YEAR, Asks.WHEN) and not attribute.thing:
        return _then(attribute)
    if attribute.thing is None and last in _IN_PARTS | _ON_PARTS and attribute.words == last:
        return f"{'in' if last in _IN_PARTS else 'on'} {last} {shown}"
    if attribute.thing is None and attribute.words in _JOBS:
        return f"as {shown}"
    placing = attribute.words.removesuffix(" number").removesuffix(" order")
    if attribute.thing is None and placing in _PLACINGS:
        words = "position" if placing in ("place", "placing") else placing
        return f"{'with' if words == 'rank' else 'in'} {words} {shown}"
    if attribute.words in ("grid", "grid position", "starting position"):
        return f"from {attribute.words.removesuffix(' position')} position {shown}"
    if attribute.asks is Asks.HOW_MANY and is_plural(attribute.words):
        return f"with {shown} {attribute.words}"
    if attribute.words.startswith("number of "):
        return f"with {shown} {attribute.words.removeprefix('number of ')}"
    return f"{preposition(attribute, subject)} {described(attribute)}"


def _then(attribute: Attribute) -> str:
    """Returns a year or a date with its preposition."""
    shown = value(attribute)
    if attribute.asks is Asks.WHEN and attribute.words in ("week", "month"):
        return f"in the {attribute.words} of {shown}"
    before = {"start": "from", "end": "until"}.get(attribute.words.split()[0])
    plain = "in" if attribute.asks is Asks.YEAR else "on"
    what, _, unit = attribute.words.rpartition(" ")
    of_event = unit == "year" and what in lexicon.AWARDS | lexicon.EVENTS
    if before or attribute.words in ("year", "date") or of_event:
        return f"{before or plain} {shown}"
    if unit == "year" and what in lexicon.WORKS:
        return f"for the {attribute.words} {shown}"
    if attribute.words in ("season", "school year", "fiscal year", "academic year"):
        return f"in the {attribute.words} {shown}"
    return f"with the {attribute.words} {shown}"


def fronted(attribute: Attribute, subject: Thing | None = None) -> str:
    """Returns the preposition and the pronoun for a value that is sought: `at which`."""
    last = head(attribute.words)
    if attribute.asks is Asks.YEAR:
        return "in which"
    if attribute.asks is Asks.WHEN:
        return "on which"
    if attribute.thing is None and last in _IN_PARTS | _ON_PARTS:
        return "in which" if last in _IN_PARTS else "on which"
    is_person = attribute.asks is Asks.WHO or (attribute.thing and attribute.thing.is_person)
    return f"{preposition(attribute, subject)} {'whom' if is_person else 'which'}"


def happened(attribute: Attribute, thing: Thing) -> Fact | None:
    """Returns what happened in a year, or on a date; None if no verb says it."""
    if attribute.asks not in (Asks.YEAR, Asks.WHEN) or attribute.thing:
        return None
    is_year = attribute.asks is Asks.YEAR
    noun, adverb, before = ("year", "", "in") if is_year else ("", "when", "on")
    plain = {"year", "date", "of", "in", "on", "original", "opening"}
    said = attribute.words.lower().replace("initial ", "first ")
    words = said.replace("original publication", "first publication").split()
    adverbs = [word for word in words if is_adverb(word)]
    rest = [word for word in words if word not in plain and word not in adverbs] or [
        word for word in words if word == "opening"
    ]
    if not rest and {*words} <= {"year", "date"}:
        if head(thing.noun) == "release":
            return Fact("was released", before, noun, adverb)
        if thing.is_event:
            return Fact("took place", before, noun, adverb)
        return Fact("is from", "", noun) if is_year and thing.is_work else None
    verb = _verb_then(rest, thing)
    if not verb or (adverbs and adverbs[0] not in ("first", "last") and not is_done(rest)):
        return None
    if verb.startswith("was "):
        return Fact(" ".join(["was", *adverbs, verb.removeprefix("was ")]), before, noun, adverb)
    return Fact(" ".join([*adverbs, verb]), before, noun, adverb)


def _verb_then(words: Sequence[str], thing: Thing) -> str:
    """Returns what happened then: `release`, `released`, `laid down`; empty if none is known."""
    verbs = {fact[1]: fact[0] for fact in lexicon.HAPPENED.values()}
    if len(words) == 1 and words[0] in lexicon.HAPPENED:
        return lexicon.HAPPENED[words[0]][0]
    if not is_done(words):
        return verbs.get(" ".join(words), "")
    is_active = words[0] in _ACTIVE | _ACTIVE_ON or (
        thing.is_person and words[0] in _ACTIVE_OF_PERSONS
    )
    return " ".join(words) if is_active else f"was {' '.join(words)}"


def is_done(words: Sequence[str]) -> bool:
    """Tells whether words are a participle, or one and what belongs to it: `laid down`."""
    if len(words) == 2:
        return words[0] in _ACTIVE_ON or (words[1] in _PARTICLES and is_participle(words[0]))
    return len(words) == 1 and is_participle(words[0])


def undone(attribute: Attribute) -> bool:
    """Tells whether a participle is left that no sentence is made of: `order placed`."""
    is_date = attribute.asks in (Asks.YEAR, Asks.WHEN) and attribute.thing is None
    words = [word for word in attribute.words.lower().split() if word not in ("year", "date")]
    if not is_date or not words or happened(attribute, Thing("thing")):
        return False
    inside = words[1:] and words[1] in lexicon.PREPOSITIONS and is_participle(words[0])
    return bool(inside) or words[0] in lexicon.PREPOSITIONS or is_participle(words[-1])


def related(attribute: Attribute) -> Fact | None:
    """Returns what a name such as `evolves_from` or `discovered_in` says; None for others."""
    words = attribute.words.lower().split()
    if len(words) != 2 or words[1] not in (
        "in",
        "at",
        "from",
        "on",
        "by",
        "for",
        "to",
        "with",
        "of",
    ):
        return None
    verb, preposition = words
    if verb in lexicon.HAPPENED or (verb.endswith("ed") and len(verb) > 4):
        verb = lexicon.HAPPENED.get(verb, (f"was {verb}",))[0]
        where = preposition in ("in", "at", "on")
        return Fact(verb, preposition, "", "where" if where else "what")
    if verb == singular(verb) and not verb.endswith("s"):
        verb = "is part" if verb == "part" else f"is {article(verb)}"
    return Fact(verb, preposition, "", "what")


def located(attribute: Attribute, thing: Thing) -> Fact | None:
    """Returns where a thing is, comes from, or was born; None if no verb says it."""
    words = attribute.words.lower().split()
    last = head(attribute.words)
    if is_plural(words[-1]) or attribute.asks not in (Asks.WHERE, Asks.WHICH):
        return None
    if fact := _happened_at(words, last) or _at_home(attribute, words, thing):
        return fact
    is_called = attribute.thing is not None and attribute.words == attribute.thing.noun
    is_kind = is_called and thing.is_event and _is_venue(attribute)  # at the *opera house*
    if len(words) > 1 and words[0] not in ("current", "modern", "present") and not is_kind:
        return None
    if last == "nationality" or not (last in _WHERE | _KEEPING or _is_venue(attribute)):
        return None
    noun, adverb = ("", "where") if last in ("location", "place") else (attribute.words, "")
    if last in _KEEPING and thing.is_work:
        return Fact("is kept", "in", attribute.words)
    if thing.is_event and head(thing.noun) not in lexicon.SENT:
        return Fact("took place", "at" if _is_venue(attribute) else "in", noun, adverb)
    if _is_venue(attribute):
        return None
    if thing.is_person or thing.is_work or head(thing.noun) in _PRODUCTS:
        return None if adverb else Fact("comes from", "", noun)
    if thing.is_place or thing.is_organisation or last in ("location", "place", "building"):
        on = last in ("continent", "island", "planet", "coast", "street")
        is_built = thing.is_place or not thing.is_organisation or head(thing.noun) in lexicon.BUILT
        verb = "is located" if is_built else "is based"
        return Fact(verb, "on" if on else "in", noun, adverb)
    return None


def _at_home(attribute: Attribute, words: Sequence[str], thing: Thing) -> Fact | None:
    """Returns what a stadium is to a team, or a country to a person.

    Not everybody *comes* from the country that they play for.
    """
    if head(thing.noun) in _PLAYING and attribute.words in _HOMES:
        return Fact("played its home games", "at", attribute.words)
    if head(thing.noun) in _COMPETITORS and attribute.words in ("country", "nation"):
        return Fact("represents", "", attribute.words)
    whole = attribute.thing
    if whole is None or whole.noun != "country" or not thing.is_person:
        return None
    if "citizenship" in words or "nationality" in words:
        return Fact("is a citizen", "of", "country")
    return Fact("represents", "", "country") if words[-1] in _REPRESENTED else None


def _happened_at(words: Sequence[str], last: str) -> Fact | None:
    """Returns what happened at a place: `birth city`, `place of death`, `premiere city`."""
    for happening, verb in (("birth", "was born"), ("death", "died"), ("burial", "was buried")):
        if happening in words or f"{happening}place" in words:
            region = next((word for word in words if word in lexicon.REGIONS - {"place"}), "")
            return Fact(verb, "in", region, "" if region else "where")
    if len(words) == 3 and words[:2] == ["place", "of"] and words[2] in lexicon.HAPPENED:
        return Fact(lexicon.HAPPENED[words[2]][0], "in", "", "where")
    if len(words) == 2 and words[0] in lexicon.HAPPENED and last in (*lexicon.REGIONS, "site"):
        noun = "" if last in ("location", "place", "site") else last
        before = "from" if words[0] == "launch" else "in"
        return Fact(lexicon.HAPPENED[words[0]][0], before, noun, "" if noun else "where")
    return None


def _is_venue(attribute: Attribute) -> bool:
    last = head(attribute.words)
    # A dynasty is a house, too.
    return last in _VENUES or (last == "house" and attribute.words != last)


def inverted(subject: str, verb: str, rest: str) -> str:
    """Returns a question: `was released`, `in 1999`: `Was the film released in 1999?`."""
    adverb, first, more = _with_adverb(verb)
    if first in ("was", "is", "were", "are", "has"):
        return " ".join(filter(None, [first.capitalize(), subject, more, rest])) + "?"
    if first.endswith("s"):
        return " ".join(filter(None, ["Does", subject, first[:-1], more, rest])) + "?"
    return " ".join(filter(None, ["Did", subject, adverb, lexicon.base(first), more, rest])) + "?"


def denied(subject: str, verb: str, rest: str) -> str:
    """Returns the negation of a statement: `the film was not released in 1999`."""
    adverb, first, more = _with_adverb(verb)
    if first in ("was", "is", "were", "are", "has"):
        return " ".join(filter(None, [subject, first, "not", more, rest]))
    if first.endswith("s"):
        return " ".join(filter(None, [subject, "does not", first[:-1], more, rest]))
    return " ".join(filter(None, [subject, "did not", adverb, lexicon.base(first), more, rest]))


def _with_adverb(verb: str) -> tuple[str, str, str]:
    """Returns the adverb before a verb, its first word, and the rest: `first appeared`."""
    before, _, after = verb.partition(" ")
    adverb, verb = (before, after) if is_adverb(before) else ("", verb)
    first, _, more = verb.partition(" ")
    return adverb, first, more


def article(noun: str) -> str:
    """Puts the indefinite article before a noun, by its sound."""
    # The letters of EU are not read as a word.
    return f"an {noun}" if noun.startswith("EU ") else with_article_by_sound(noun)


def naming(*attributes: Attribute, facts: Sequence[Fact | None] = ()) -> str:
    """Returns what has to be named: `name the director and state the year of birth`."""
    verbs: dict[str, list[str]] = {}
    for index, attribute in enumerate(attributes):
        fact = facts[index] if index < len(facts) and len(attributes) == 1 else None
        verb = "state" if _is_stated(attribute) else "name"
        verbs.setdefault(verb, []).append(_to_name(attribute, fact))
    orders = [f"{verb} {listed(nouns)}" for verb, nouns in verbs.items()]
    return (", and " if any(len(nouns) > 1 for nouns in verbs.values()) else " and ").join(orders)


def _to_name(attribute: Attribute, fact: Fact | None) -> str:
    """Returns what of an attribute has to be named: `the year` in which something happened."""
    noun = called(attribute)
    if attribute.several:
        return f"at least one {noun}" if not is_plural(noun) else f"at least one of the {noun}"
    if fact and related(attribute):
        return "the place" if fact.adverb == "where" else "it"
    if fact:
        noun = fact.noun or ("date" if attribute.asks is Asks.WHEN else noun)
    return f"the {noun}"


def called(attribute: Attribute) -> str:
    """Returns an attribute as a noun: what was `founded` has a year of foundation."""
    what = {Asks.YEAR: "year", Asks.WHEN: "date"}.get(attribute.asks)
    words = attribute.words.split()
    if attribute.asks is Asks.HOW_MANY and not attribute.thing and is_plural(words[-1]):
        counted = words[0] == "number" or " number of " in attribute.words
        return attribute.words if counted else f"number of {attribute.words}"
    if what is None or {"year", "date", "day", "vintage", "season"} & set(words) or attribute.thing:
        return attribute.words
    adverbs = [word for word in words if is_adverb(word)]
    happened_then = lexicon.HAPPENED.get(words[-1]) if len(words) == 1 + len(adverbs) else None
    if happened_then and {*adverbs} <= {"first", "last"}:
        return f"{what} of {' '.join([*adverbs, happened_then[1]])}"
    if is_done(words[len(adverbs) :]):
        return f"{what} {attribute.words}"  # the *year last awarded*
    return f"{what} of the {attribute.words}" if is_english(attribute.words) else attribute.words


def _is_stated(attribute: Attribute) -> bool:
    if attribute.thing:
        return False
    numbers = (Asks.YEAR, Asks.WHEN, Asks.HOW_LONG, Asks.HOW_MANY, Asks.HOW_MUCH)
    return attribute.asks in numbers or head(attribute.words) in _STATED


def listed(parts: Sequence[str]) -> str:
    """Returns parts as a list: `a, b and c`."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def is_or_are(words: str) -> str:
    """Returns `are` for a plural."""
    return "are" if is_plural(_main(words)) else "is"


def _main(words: str) -> str:
    """Returns the word that says what a phrase is about, in its number."""
    return re.split(r" (?:of|in|for|per|to|by|at|from|with)\b", words.lower())[0].split()[-1]


def many(words: str) -> str:
    """Returns the plural of an attribute's words."""
    return plural(words)


def _is_title(attribute: Attribute) -> bool:
    if attribute.thing:
        return attribute.thing.is_work
    last = head(attribute.words)
    numbers = (Asks.YEAR, Asks.WHEN, Asks.HOW_LONG, Asks.HOW_MANY, Asks.HOW_MUCH)
    works = lexicon.WORKS - {"game", "series", "show", "single", "short", "programme", "record"}
    return attribute.asks not in numbers and (last in works or attribute.words == "title")


def blocks(basic: str, denial: str, name: str) -> Blocks:
    """Returns a question and its negation, both with what has to be named."""
    return {
        "basic": f"{basic} If so, {name}.",
        "negated": f"Is it true that {denial}? If not, {name}.",
    }


def there_is(noun: str, clause: str, name: str) -> Blocks:
    """Asks whether there is a thing of which a clause is true."""
    return blocks(f"Is there {article(noun)} {clause}?", f"there is no {noun} {clause}", name)


def belonging(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks what a thing belongs to, or is part of."""
    last, whole = head(attribute.words), attribute.thing
    name = naming(attribute)
    is_member = thing.is_person or thing.is_organisation
    groups = ("team", "club", "party", "league", "confederation", "federation", "band", "squad",
              "group", "conference", "division", "association", "alliance", "tribe")  # fmt: skip
    if last in _TAXA:  # each has one, so that nobody asks whether
        asked = f"to which {attribute.words} {this} belongs?"
        return {
            "basic": f"Is it known {asked} If so, {name}.",
            "negated": f"Is it unknown {asked} If not, {name}.",
        }
    if attribute.words != last and not whole:
        return None
    is_inside = last == "species" and thing.is_place  # it lives there
    if last in lexicon.CLASSES - {"league", "series"} and not (thing.is_person or is_inside):
        return there_is(attribute.words, f"that {this} belongs to", name)
    if is_member and last in groups:
        return there_is(attribute.words, f"that {this} belongs to", name)
    parts = _PARTS - lexicon.words_of(thing.noun)
    if thing.is_work and whole and whole.is_work and head(whole.noun) == last not in parts:
        part = "is on" if last in ("album", "playlist", "soundtrack", "single") else "is part of"
        return there_is(attribute.words, f"that {this} {part}", name)
    if thing.is_event and whole and whole.is_event:
        return there_is(attribute.words, f"that {this} is part of", name)
    return None
