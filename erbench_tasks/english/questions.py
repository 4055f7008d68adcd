"""Questions in English, as templates, about the things of a database.

Each can be answered by who does not know the schema, says what has to be named, and does not give
it away. Those that have an answer begin with *Is there*, *Does*, *Is it known*; the negated ones
deny the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from . import lexicon
from .asked import Asks, Attribute, Thing
from .events import event_nouns, find_question, has_medal, is_told, said_with
from .flags import property_of
from .links import (
    has_some,
    no_verb,
    said_of_another,
    unconnected,
    unnamed_classes,
    vague,
    verb_between,
    verb_of_part,
)
from .nouns import attribute_words, role
from .wording import (
    Blocks,
    Fact,
    article,
    belonging,
    blocks,
    called,
    definite,
    denied,
    described,
    happened,
    inverted,
    is_or_are,
    located,
    many,
    named,
    naming,
    related,
    there_is,
    value,
    variable,
)
from .words import head, is_participle, is_plural

__all__ = [
    "attribute_question",
    "attribute_words",
    "described",
    "event_nouns",
    "find_question",
    "has_medal",
    "is_told",
    "linking_question",
    "multiple_choice",
    "no_verb",
    "role",
    "said_of_another",
    "said_with",
    "says_little",
    "statement_question",
    "unconnected",
    "unnamed_classes",
    "vague",
]

_APPLIES = 'Does the description "'
# What a thing is said to *have*, and not to be known for.
_OWN = lexicon.words_of(
    "capital currency motto anthem mascot nickname slogan symbol sponsor flag captain"
    " successor predecessor parent subtitle alias sequel prequel patron"
)
# What has a name, and what asks who or where and has none.
_NAMED = lexicon.PERSONS.union(
    lexicon.PLACES, lexicon.REGIONS, lexicon.ORGANISATIONS, lexicon.EVENTS,
    lexicon.CLASSES - {"order"},
    lexicon.words_of("currency disease instrument language product religion river sport"),
)  # fmt: skip
_UNNAMED = lexicon.words_of(
    "name title nationality address birthplace destination headquarters location place origin"
    " position"
)
# What needs no noun behind *in*, nor an article.
_TOWNS = lexicon.words_of("city town village municipality continent")
_TEAMS = lexicon.words_of("team club side victor")
_TO_EVENTS = {
    "winner": "won", "winning": "won", "champion": "won", "victor": "won", "host": "hosted",
    "organiser": "organised",
    "organizer": "organized",
}  # fmt: skip
_SCORED = {"goal", "point", "run", "touchdown", "try", "penalty", "basket", "century"}
_PERFORMERS = ("artist", "band", "singer", "musician", "orchestra", "performer")
_PASSIVE = {"wrote": "written", "gave": "given", "sang": "sung"}
_RECORDED = ("song", "track", "single", "release", "group")
# What an agent does to some things only.
_SPECIAL = {
    **{(work, who): "recorded" for work in _RECORDED for who in _PERFORMERS[:2]},
    **{("album", who): "made" for who in _PERFORMERS},
    **{(show, who): "gave" for show in ("concert", "gig", "recital") for who in _PERFORMERS},
    **{(part, who): "played" for part in ("character", "role") for who in ("actor", "actress")},
    **{(find, who): "made" for find in ("discovery", "invention")
       for who in ("scientist", "inventor", "researcher", "discoverer", "engineer")},
}  # fmt: skip
_WON = {"medal", "title", "trophy", "award", "win", "race", "prize", "championship", "pole", "cap"}
_PLAYED = {"game", "match", "inning", "appearance", "set"}
_TAKING_PART = {
    "team", "participant", "competitor", "athlete", "nation", "country", "player", "contestant",
    "entrant", "driver", "runner", "candidate", "visitor", "attendee", "delegate",
}  # fmt: skip


def _then(question: Blocks, subject: Attribute) -> Blocks:
    """Returns a question in the tense of its subject: a team *of 1955* was based in a city."""
    if not any(also.asks in (Asks.YEAR, Asks.WHEN) for also in subject.also):
        return question
    past = {" belongs to": " belonged to", " is based": " was based"}
    for now, then in past.items():
        question = {name: text.replace(now, then) for name, text in question.items()}
    return question


def attribute_question(subject: Attribute, attribute: Attribute) -> Blocks:
    """Asks for an attribute of a thing.

    Args:
        subject: The thing: `variable` is its name's, `thing` says what it is.
        attribute: The attribute.

    Returns:
        The blocks `basic` and `negated` of a template.
    """
    thing = subject.thing or Thing(subject.words)
    name = naming(attribute)
    this, fact = _happening(described(subject), thing, attribute)
    if fact:
        name = naming(attribute, facts=[fact])
        return _then(_known(_in_its_year(fact, this, subject), name), subject)
    if attribute.several:
        few = many(attribute.words)
        return blocks(f"Does {this} have any {few}?", f"{this} has no {few}", name)
    for say in (_done_to_event, _done_by, belonging, _counted, _measured, _of_kind):
        if said := say(this, thing, attribute):
            return _then(said, subject)
    if linked := verb_between(subject, attribute):
        return linked
    if attribute.asks is Asks.WHO or head(attribute.words) in _OWN | lexicon.KIN | lexicon.PERSONS:
        words = attribute.words
        if is_plural(words.split()[-1]):
            return blocks(f"Does {this} have {words}?", f"{this} has no {words}", name)
        return blocks(f"Does {this} have {article(words)}?", f"{this} has no {words}", name)
    if phase := _phase(this, attribute):
        return _known(phase, f"state the {'year' if attribute.asks is Asks.YEAR else 'date'}")
    words = called(attribute)
    be, name = is_or_are(words).capitalize(), naming(replace(attribute, words=words))
    return {
        "basic": f"{be} the {words} of {this} known? If so, {name}.",
        "negated": f"{be} the {words} of {this} unknown? If not, {name}.",
    }


def _in_its_year(fact: Fact, this: str, subject: Attribute) -> str:
    """Returns what a thing did as an indirect question; of a team of one year, in that year."""
    years = [also for also in subject.also if also.asks is Asks.YEAR]
    if not years or not fact.verb.startswith("played"):
        return fact.which(this)
    others = tuple(also for also in subject.also if also not in years)
    whole = described(replace(subject, also=others))
    return f"{fact.which(whole)} in {value(years[0])}"


def linking_question(sought: Attribute, table: str, known: Attribute) -> Blocks | None:
    """Asks for one of the things that a table links to another.

    Args:
        sought: What must be named; there may be several.
        table: Name of the table that links the two.
        known: The thing.

    Returns:
        The blocks; None if nothing says how the two are connected, see `no_verb`.
    """
    question = find_question(sought, table, [known])
    return question if is_told(question) else has_some(sought, known)


def _phase(this: str, attribute: Attribute) -> str:
    """Asks when a part of a thing began or ended: `reign start`; empty if it asks for no such."""
    words = [word for word in attribute.words.split() if word not in ("date", "year")]
    verbs = {"start": "started", "begin": "began", "beginning": "began", "end": "ended"}
    if len(words) != 2 or words[1] not in verbs or attribute.asks not in (Asks.YEAR, Asks.WHEN):
        return ""
    when = "in which year" if attribute.asks is Asks.YEAR else "when"
    return f"{when} the {words[0]} of {this} {verbs[words[1]]}"


def _fact(attribute: Attribute, thing: Thing) -> Fact | None:
    if attribute.several:
        return None
    return happened(attribute, thing) or located(attribute, thing) or related(attribute)


def _happening(this: str, thing: Thing, attribute: Attribute) -> tuple[str, Fact | None]:
    """Returns what an attribute says of a thing, or of an event of its own: its `first match`."""
    words = [word for word in attribute.words.split() if word not in ("date", "year", "of")]
    is_date = attribute.asks in (Asks.YEAR, Asks.WHEN) and not attribute.thing
    fact = None if attribute.several else _fact(attribute, thing)
    if fact or not is_date or len(words) < 2 or words[-1] not in lexicon.EVENTS - {"season"}:
        return this, fact
    is_year = attribute.asks is Asks.YEAR
    took_place = (
        Fact("took place", "in", "year") if is_year else Fact("took place", "on", "", "when")
    )
    return f"the {' '.join(words)} of {this}", took_place


def _known(clause: str, name: str) -> Blocks:
    """Asks whether an indirect question has an answer."""
    return {
        "basic": f"Is it known {clause}? If so, {name}.",
        "negated": f"Is it unknown {clause}? If not, {name}.",
    }


def _done_by(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks who wrote, built or founded a thing."""
    verb = _verb_of(attribute, thing)
    if not verb:
        return None
    name = naming(attribute)
    if attribute.thing and not attribute.thing.is_person:
        return there_is(attribute.words, f"that {verb} {this}", name)
    if verb != "discovered":  # what was made was made by somebody
        return _known(f"who {verb} {this}", name)
    return blocks(f"Is there anyone who {verb} {this}?", f"nobody {verb} {this}", name)


def _verb_of(attribute: Attribute, thing: Thing) -> str:
    """Returns what an agent did; empty for one of whom that is not said: a school's director."""
    last = head(attribute.words)
    if attribute.words != last or thing.is_person:
        return ""
    if special := _SPECIAL.get((head(thing.noun), last)):
        return special
    if thing.is_work:
        return lexicon.AGENTS.get(last, "") if last != "curator" else ""
    made = (
        "architect",
        "builder",
        "cofounder",
        "describer",
        "discoverer",
        "founder",
        "inventor",
        "sculptor",
    )
    more = ("designer", "creator", "shipbuilder", "choreographer", "painter", "explorer")
    if "game" in thing.noun:
        return lexicon.AGENTS.get(last, "") if last in ("designer", "developer") else ""
    things = () if thing.is_organisation or thing.is_event else more
    return lexicon.AGENTS[last] if last in (*made, *things) else ""


def _event_verb(attribute: Attribute, thing: Thing) -> str:
    """Returns what somebody did to an event: `won`, `hosted`; empty if no verb says it."""
    first, _, rest = attribute.words.partition(" ")
    is_place = rest in ("", "country", "city", "nation")
    return _TO_EVENTS.get(first, "") if thing.is_event and is_place else ""


def _done_to_event(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks who won or hosted an event."""
    verb = _event_verb(attribute, thing)
    who = "who" if " " not in attribute.words else f"which {head(attribute.words)}"
    return _known(f"{who} {verb} {this}", naming(attribute)) if verb else None


def _of_kind(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks what kind of thing something is."""
    if attribute.words not in ("kind", "sort", "type") or not this.startswith("the "):
        return None
    if thing.names != "after the noun":
        return None
    return _known(f"what {attribute.words} of {this.removeprefix('the ')} is", naming(attribute))


def _counted(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks how many there are of something."""
    if attribute.asks is not Asks.HOW_MANY or attribute.thing:
        return None
    words = attribute.words.removeprefix("number of ")
    if is_or_are(words) == "is":
        return None
    counted = head(words)
    if words.split()[0] in ("maximum", "minimum"):
        return None
    if thing.is_event:
        verb = "took part in" if counted in _TAKING_PART else "had"
        clause = f"{words} {verb} {this}" if verb != "had" else f"{words} {this} had"
    else:
        did = {**dict.fromkeys(_SCORED, "scored"), **dict.fromkeys(_WON, "won")}
        did |= dict.fromkeys(_PLAYED, "played")
        active = thing.is_person or thing.is_organisation
        clause = f"{words} {this} {did.get(counted, 'has') if active else 'has'}"
    return _known(f"how many {clause}", "state the number")


def _measured(this: str, thing: Thing, attribute: Attribute) -> Blocks | None:
    """Asks how long, high or heavy a thing is."""
    words = attribute.words.split(" in ")[0]
    if attribute.thing or attribute.asks not in (Asks.HOW_LONG, Asks.HOW_MUCH):
        return None
    tall = "tall" if thing.is_person else "high"
    clauses = {
        "height": f"how {tall} {this} is", "weight": f"how much {this} weighs",
        "length": f"how long {this} is", "duration": f"how long {this} lasts",
        "running time": f"how long {this} is", "runtime": f"how long {this} is",
    }  # fmt: skip
    if words not in clauses or (words == "length" and thing.is_person):
        return None
    return _known(clauses[words], naming(attribute))


def statement_question(
    subject: Attribute, chain: Sequence[Attribute], by: str, said: str
) -> Blocks:
    """Asks whether a coarser statement about the last value of a chain is true.

    Args:
        subject: The thing that the chain begins at.
        chain: The attributes on the way, and the one that the statement is about.
        by: What the statement says: `decade`, `century`, `range`, `continent`, `sub-region`,
            `initial`, `count`, `value`; or `holds`: the last attribute is a yes or no.
        said: The statement's variable.

    Returns:
        The blocks `basic` and `negated` of a template.
    """
    *way, last = chain
    thing = (way[-1].thing if way else subject.thing) or Thing(subject.words)
    this = _path(subject, way)
    what, fact = this, None
    if by not in ("initial", "count", "holds"):
        what, fact = _happening(this, thing, _coded(last, by))
    if by == "holds":
        basic, denial, named = *property_of(this, way[-1] if way else subject, last), [*way]
    elif by == "value":
        basic, denial = _claim(this, thing, replace(last, variable=said))
        named = way or [last]  # the question has the last value of a chain
    else:
        basic, denial = _statement(what, thing, last, by, variable(said), fact)
        # A measure is known to nobody to the last digit: what it is of has to be named.
        named = [*way] if by == "range" else [*way, _coded(last, by)]
    facts = [None] * len(way) + [fact] * (len(named) - len(way))
    name = naming(*named, facts=facts) if named else ""
    order = f" {name[:1].upper()}{name[1:]}." if name else ""
    return {"basic": f"{basic}{order}", "negated": f"Is it true that {denial}?{order}"}


def claim_question(subject: Attribute, attribute: Attribute, said: str) -> Blocks:
    """Asks whether an attribute has a value, and for the right one if it has another.

    Args:
        subject: The thing.
        attribute: The attribute.
        said: The variable of the value that it may have.

    Returns:
        The block `basic` of a template.
    """
    thing = subject.thing or Thing(subject.words)
    basic, _ = _claim(_path(subject, []), thing, replace(attribute, variable=said))
    return {"basic": f"{basic} If not, {naming(attribute, facts=[_fact(attribute, thing)])}."}


def says_little(question: Blocks) -> str:
    """Returns why a question about a yes or no says nothing; empty if it is one in English."""
    if _APPLIES not in question["basic"]:
        return ""
    return "its name does not say in English what is true or not: write the templates yourself"


def _claim(this: str, thing: Thing, attribute: Attribute) -> tuple[str, str]:
    """Returns a question for whether an attribute has a value, and the denial."""
    if told := _predicate(thing, attribute):
        return inverted(this, *told), denied(this, *told)
    words, shown = called(attribute), definite(attribute)
    if _is_stated_of(attribute):
        be = is_or_are(words)
        return f"{be.capitalize()} the {words} of {this} {shown}?", (
            f"the {words} of {this} {be} not {shown}"
        )
    return f"Is {shown} the {words} of {this}?", f"{shown} is not the {words} of {this}"


def _is_stated_of(attribute: Attribute) -> bool:
    """Tells whether a value is a number or a date, which no sentence begins with."""
    return attribute.thing is None and attribute.asks not in (Asks.WHO, Asks.WHERE, Asks.WHICH)


def _predicate(thing: Thing, attribute: Attribute) -> tuple[str, str] | None:
    """Returns a verb and what is behind it: `was composed`, `by {{ composer }}`; None if none fits.

    Args:
        thing: What the attribute is one of.
        attribute: The attribute.
    """
    shown = value(attribute)
    if fact := _fact(attribute, thing):
        is_named = fact.noun and attribute.asks not in (Asks.YEAR, Asks.WHEN)
        if fact.noun in _TOWNS and is_named:
            return fact.verb, f"{fact.preposition.replace('on', 'in')} {shown}".strip()
        if is_named and fact.noun in (attribute.words, "country"):
            shown = named(replace(attribute, words=fact.noun))
        elif is_named:
            shown = f"the {fact.noun} {shown}"
        return fact.verb, f"{fact.preposition} {shown}".strip()
    whole = belonging("it", thing, attribute)
    if whole and "belongs to?" in whole["basic"]:
        return "belongs to", named(attribute)
    if whole and "is part of?" in whole["basic"]:
        return "is part", f"of {named(attribute)}"
    if whole and "is on?" in whole["basic"]:
        return "is on", named(attribute)
    if part := verb_of_part(thing, attribute):
        return part, definite(attribute)
    verb = _verb_of(attribute, thing) or _event_verb(attribute, thing)
    if verb and " " not in verb:
        is_country = head(attribute.words) == "country"
        shown = named(replace(attribute, words="country")) if is_country else shown
        return f"was {_PASSIVE.get(verb, verb)}", f"by {shown}"
    return None


def _coded(attribute: Attribute, by: str) -> Attribute:
    """Returns an attribute without the code that its values are: what is there, is said of both."""
    words = attribute.words.removesuffix(" code").removesuffix(" iso").removesuffix(" ISO")
    return replace(attribute, words=words) if by in ("continent", "sub-region") else attribute


def _path(subject: Attribute, way: Sequence[Attribute]) -> str:
    """Returns `the director of the film "..."`, `the city in which the firm ... is based`."""
    this, thing = described(subject), subject.thing
    for attribute in way:
        fact = located(attribute, thing) if thing and thing.is_organisation else None
        if fact and fact.noun == attribute.words and fact.verb != "is located":
            this = f"the {fact.noun} {fact.preposition} which {this} {fact.verb}"
        else:
            this = f"the {attribute.words} of {this}"
        thing = attribute.thing
    return this


def _statement(
    this: str, thing: Thing, last: Attribute, by: str, said: str, fact: Fact | None
) -> tuple[str, str]:
    """Returns a statement as a question, and its denial."""
    words = called(last)
    if by == "initial":
        phrase = f"{_its_name(last)}the {words} of {this}"
        return (
            f"Does {phrase} begin with the letter {said}?",
            f"{phrase} does not begin with the letter {said}",
        )
    if by == "count":
        number = f"the number of {many(words)} of {this}"
        return f"Is {number} {said}?", f"{number} is not {said}"
    where = f"the {said}" if by in ("decade", "century") else said
    if by == "continent" and last.words in ("nationality", "citizenship"):
        return f"Is {this} from {said}?", f"{this} is not from {said}"
    if fact and by != "range":
        before = "" if fact.verb.endswith("from") else "in"
        if fact.verb in ("represents", "is a citizen"):
            before = f"{fact.preposition} a country in"
        rest = f"{before} {where}".strip()
        return inverted(this, fact.verb, rest), denied(this, fact.verb, rest)
    be = is_or_are(words)
    value_of = f"the {words} of {this}"
    is_from = by == "continent" and head(words) in (lexicon.PERSONS | _TEAMS) - {"host"}
    before = "from" if is_from else "in"
    rest = where if by == "range" else f"{before} {where}"
    return f"{be.capitalize()} {value_of} {rest}?", f"{value_of} {be} not {rest}"


def _its_name(attribute: Attribute) -> str:
    """Returns `the name of` for what has one: an artist has, a government form has none."""
    if attribute.thing:
        return "the title of " if attribute.thing.is_work else "the name of "
    last = head(attribute.words)
    named = attribute.asks in (Asks.WHO, Asks.WHERE) or last in _NAMED
    return "the name of " if named and last not in _UNNAMED else ""


def multiple_choice(subject: Attribute, options: Sequence[Attribute]) -> list[Blocks]:
    """Returns three paraphrases of a question for the false statement, as the paper has them.

    Args:
        subject: The thing.
        options: The attributes that statements are made about.

    Returns:
        Templates: the block `question`, and a block for each option.
    """
    this = described(subject)
    thing = subject.thing or Thing(subject.words)
    it = f"The {thing.noun}" if thing.is_person else "It"
    its = f"The {thing.noun}'s" if thing.is_person else "Its"
    questions = (
        f"What is the false option about {this}? Provide an explanation.",
        f"Which option regarding {this} is wrong? Provide an explanation.",
        f"What's the inaccurate option about {this}? Provide an explanation.",
    )
    statements = (
        {o.variable: _said(it, its, thing, o) for o in options},
        {o.variable: _labelled(o) for o in options},
        {o.variable: _noun_first(it, its, thing, o) for o in options},
    )
    return [{"question": q, **s} for q, s in zip(questions, statements, strict=True)]


def _labelled(option: Attribute) -> str:
    """Returns a statement that fits one value and several, in any case, as `Genre: rock.` does."""
    words = many(option.words) if option.several else called(option)
    return f"{words[0].upper()}{words[1:]}: {value(option)}."


def _noun_first(it: str, its: str, thing: Thing, option: Attribute) -> str:
    if option.several:
        return f"{its} {many(option.words)} include {value(option)}."
    words, told = called(option), _predicate(thing, option)
    # There may be several by whom it was; a participle is no noun, and a year nobody's own.
    is_plain = words in ("country", "date", "year") or any(map(is_participle, words.split()))
    if told and (told[1].startswith("by ") or told[0] in ("is kept", "took place") or is_plain):
        return f"{it} {' '.join(told)}."
    return f"{its} {words} {is_or_are(words)} {_shown(option)}."


def _shown(option: Attribute) -> str:
    """Returns a value after *is*: an event's name has its article there."""
    is_event = option.thing is not None and option.thing.is_event
    return named(option) if is_event else definite(option)


def _said(it: str, its: str, thing: Thing, option: Attribute) -> str:
    """Returns a statement with a verb, where one fits."""
    if option.several:
        return f"{its} {many(option.words)} include {value(option)}."
    if told := _predicate(thing, option):
        return f"{it} {' '.join(told)}."
    words = called(option)
    return f"The {words} {is_or_are(words)} {_shown(option)}."
