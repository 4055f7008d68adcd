"""What ties two things together: the verb between them, known from what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from . import lexicon
from .asked import KINDS, Asks, Attribute, Thing
from .translations import agent
from .wording import Blocks, belonging, blocks, described, naming, there_is, undone
from .words import head, is_known, is_plural, plural, with_article_by_sound

_SHOWN = "film movie episode series show play musical anime cartoon documentary sitcom opera ballet"
_HEARD = "song track aria album single anthem hymn symphony sonata concerto piece composition"
# What one is, and is of nothing: a theorem has no mathematician.
_PROFESSIONS = lexicon.words_of(
    "actor actress astronomer athlete biologist botanist boxer chemist cyclist economist engineer"
    " footballer historian lawyer mathematician musician naturalist philosopher physician physicist"
    " player politician sailor scholar scientist skater skier soldier swimmer wrestler zoologist"
)
_WHEN = lexicon.words_of("year date day month time season")
# What may be said in many ways.
_PHRASES = {"brand name", "time zone", "trade name"}
_VAGUE = _PHRASES | lexicon.words_of(
    "function kind method occupation profession purpose reason role sort status timezone type"
)
# Who divides things in classes, divides them in ones of his own.
_CLASSES = lexicon.words_of(
    "area category class form genre keyword kind region segment sector sort style subject tag theme"
    " topic type zone"
)
_LAND = "country state province region county district territory nation department canton"
_HOSTED = (
    "championship conference congress contest cup exhibition exposition expo fair festival game"
    " games olympics summit tournament"
)
# Who or what, what it does, and to whom or what: kinds in capitals, or nouns.
_LINKS: tuple[tuple[str, str, str], ...] = (
    ("actor actress performer star extra", "appeared in", _SHOWN),
    ("character hero heroine villain superhero", "appears in", "WORK"),
    ("singer vocalist band artist musician performer", "performed", _HEARD),
    ("star guest presenter", "appeared in", _SHOWN),
    ("publisher", "published", "WORK"),
    ("studio company", "produced", _SHOWN + " album game"),
    ("label", "released", _HEARD),
    ("WORK game", "was released for", "platform console"),
    ("WORK", "won", "award prize medal trophy honour"),
    ("WORK", "was shown at", "festival exhibition fair"),
    ("WORK", "deals with", "subject topic theme"),
    ("WORK building church", "is an example of", "style movement"),
    ("wine", "goes with", "recipe dish meal"),
    ("airport", "serves", "city town region"),
    ("river stream", "flows into", "sea ocean lake gulf bay river"),
    ("river stream", "flows through", "city town village " + _LAND),
    ("island", "lies in", "sea ocean lake gulf archipelago"),
    ("PLACE country", "has a coast on", "sea ocean gulf"),
    (
        "mountain lake volcano desert glacier valley waterfall cave park forest airport station"
        " city town village museum castle stadium university hospital school church site monument"
        " landmark hotel bridge dam port theatre theater hill peak temple abbey palace",
        "lies in",
        "city town village " + _LAND + " continent",
    ),
    (
        "mountain peak volcano hill lake city town village airport castle forest lighthouse port",
        "lies on",
        "island",
    ),
    ("river stream", "flows across", "island"),
    ("mountain peak summit hill volcano", "belongs to", "range mountains"),
    ("city town village settlement", "lies in", "valley desert"),
    ("city town village settlement port", "lies on", "river lake sea bay gulf"),
    ("bridge tunnel", "crosses", "river strait bay valley road"),
    ("airline carrier", "flies to", "airport city destination country"),
    ("train line bus tram route", "stops at", "station stop"),
    ("language dialect", "is spoken in", "PLACE country region"),
    ("currency", "has been used in", "PLACE country region"),  # some are used no more
    ("country nation state", "is a member of", "BODY organisation organization alliance union"),
    ("player footballer athlete goalkeeper", "played for", "team club side franchise"),
    ("coach manager trainer", "coached", "team club side"),
    ("musician singer guitarist drummer bassist", "was a member of", "band group orchestra"),
    ("politician deputy senator candidate", "belongs to", "party"),
    ("student pupil alumnus", "attended", "course school college university class lecture"),
    ("teacher professor lecturer instructor", "teaches", "course subject class"),
    ("teacher professor lecturer", "taught at", "school college university faculty"),
    ("scientist researcher scholar", "worked at", "university institute laboratory"),
    ("musician pianist violinist", "plays", "instrument"),
    ("athlete player", "competes in", "sport discipline"),
    ("commander general", "commanded in", "battle war campaign"),
    ("battle", "was part of", "war campaign"),
    ("city country nation town", "hosted", _HOSTED),
    ("moon satellite", "orbits", "planet"),
    ("planet", "orbits", "star"),
    ("star galaxy nebula", "lies in", "constellation"),
    ("disease disorder illness syndrome", "causes", "symptom"),
    ("drug medicine medication treatment therapy", "is used against", "disease disorder illness"),
    (
        "dish recipe cocktail drink product food drug medicine meal alloy mineral compound ore",
        "contains",
        "ingredient component substance element metal allergen",
    ),
    ("species animal plant bird fish mammal", "lives in", "habitat biome ecosystem PLACE"),
    ("plant crop fruit vegetable", "is grown in", "country region"),
    ("museum gallery collection", "owns", "painting sculpture artwork artefact"),
    ("ship vessel", "belongs to", "fleet class navy"),
    ("satellite probe spacecraft rocket", "was flown on", "mission"),
    ("astronaut cosmonaut", "flew on", "mission"),
    ("PERSON", "won", "award prize medal trophy honour"),
    ("PERSON BODY country nation", "took part in", "EVENT"),
)
# What firms do for works, as the table says: a `game_publisher` did not produce the game.
_DID = {"publisher": "published", "distributor": "distributed"}
# What a thing has, so that *of* says how the two are connected.
_RELATIONAL = lexicon.KIN | lexicon.words_of(
    "ability abbreviation alias anthem attribute capital color colour currency effect feature"
    " flag ingredient keyword language member motto move name neighbor neighbour nickname part"
    " property side skill type sponsor symbol symptom synonym tag trait weakness strength"
)
_ENTITIES = lexicon.PERSONS | lexicon.PLACES | lexicon.WORKS | lexicon.EVENTS
# Who makes a work without being a person.
_MAKERS = ("coproducer", "producer", "developer", "artist", "performer", "founder")
# What has a beginning and an end, in a name such as `career_start`.
_LASTING = lexicon.EVENTS | lexicon.words_of(
    "career construction employment excavation expansion independence marriage operation play"
    " production publication reign rule run service term"
)
# What people have, and their works have not.
_OF_PERSONS_ALONE = lexicon.words_of(
    "birth birthdate birthplace born citizenship death died gender nationality sex spouse surname"
)
_OF_COLLECTIONS = lexicon.words_of(
    "accession accessioned acquired acquisition catalogued inventory"
)
_IN_WORKS = lexicon.words_of("character hero heroine superhero villain")
# What a country or a person does to something that the column does not name.
_DONE_TO_OTHERS = lexicon.words_of(
    "acceptance accepted acceded accession adopted adoption joined joining ratification ratified"
    " signature signed signing"
)
# Of what a work has several, and a table one.
_PARTS_OF_WORKS = lexicon.words_of("quote quotation scene sketch song sound track tune")
# What somebody may do first, or last, in several careers.
_OF_CAREERS = lexicon.words_of("appearance cap debut game match performance retirement season")
_GIVEN = {"forename", "given name", "middle name", "first name", "birth name"}
# What is in what: a country that has a province is not located in it.
_SIZES = {
    "city": 1, "town": 1, "village": 1, "municipality": 1, "county": 2, "district": 2,
    "province": 3, "state": 3, "country": 4, "nation": 4, "continent": 5,
}  # fmt: skip
# What says nothing about how a person is connected with a thing.
_ANYBODY = lexicon.words_of("person individual human man woman people somebody")
# Of what there are several in a country, and which is nobody's: a river has its source in
# mountains, flows along them, or ends there.
_FEATURES = lexicon.words_of("desert gulf lake mountain ocean river sea valley")
_WHOLES = _FEATURES | {"range", "archipelago", "constellation"}
# Who is somebody's.
_OF_PERSONS = lexicon.KIN | lexicon.words_of(
    "adviser advisor agent assistant captain coach doctor manager mentor namesake patron pupil"
    " student superior supervisor teacher trainer"
)


def link_question(sought: Attribute, known: Attribute, table: Sequence[str] = ()) -> Blocks | None:
    """Asks for what is linked to a thing.

    Args:
        sought: What must be named.
        known: The thing.
        table: The words of the name of the table that links them: `film`, `director`.

    Returns:
        The blocks; None if no verb says how the two are connected.
    """
    if known.thing is None:
        return None
    if "adaptation" in table:
        return None  # the series adapts the novel, which is no part of it
    if known.thing.is_work and (done := next((_DID[w] for w in table if w in _DID), "")):
        return _asked(sought, f"{_who(sought)} {done} {described(known)}")
    if whole := belonging(described(known), known.thing, sought):
        return whole
    if found := _acting(sought, known, table):
        sought, verb = found
        return _asked(sought, f"{_who(sought)} {verb} {described(known)}")
    for left, verb, right in _LINKS:
        verb = _of_river(table) or verb if verb.startswith("flows ") else verb
        if _is(sought, left) and _is(known, right):
            one = _called(sought, left)
            return _asked(one, f"{_who(sought)} {verb} {described(known)}")
        if _is(known, left) and _is(sought, right):
            return _asked(_called(sought, right), f"that {described(known)} {verb}")
    return _part(sought, known)


def has_some(sought: Attribute, known: Attribute) -> Blocks | None:
    """Asks whether a thing has any of what is linked to it, where a noun says what that is to it.

    An actor of a film has a role in it; but nothing says what a film's persons did.

    Args:
        sought: What must be named, of which there may be several.
        known: The thing.

    Returns:
        The blocks; None if the noun does not say how the two are connected.
    """
    last, noun = head(sought.words), sought.thing.noun if sought.thing else ""
    is_role = bool(noun) and last not in (head(noun), *_ANYBODY)
    is_value = sought.thing is None and last not in _ENTITIES
    if not (is_role or is_value or last in _RELATIONAL):
        return None
    this, few = described(known), plural(sought.words)
    return blocks(f"Does {this} have any {few}?", f"{this} has no {few}", naming(sought))


def no_verb(known: Attribute, sought: Attribute) -> str:
    """Returns why no question connects two things."""
    return (
        f"no verb says how {plural(known.words)} and {plural(sought.words)} are connected: write"
        " the templates yourself"
    )


def unconnected(subject: Attribute, attribute: Attribute) -> str:
    """Returns why a thing cannot be asked for what it refers to: what the noun is to it is unsaid.

    Args:
        subject: The thing.
        attribute: What it refers to.

    Returns:
        The reason; empty if a question may say *of*.
    """
    last = head(attribute.words)
    thing = subject.thing
    happens = thing is not None and (thing.is_event or thing.is_work)
    if not happens and {*attribute.words.split()} <= {*_WHEN}:
        return f"{attribute.words!r} does not say what happened then: birth, career, foundation"
    if of_another := said_of_another(subject, attribute):
        return of_another
    if where_unsaid := _is_told_or_nowhere(subject, attribute):
        return where_unsaid
    if undone(attribute):
        return f"{attribute.words!r} is no noun, and no verb that a sentence can be made of"
    if unnamed := unnamed_classes(attribute):
        return unnamed
    is_smaller = thing is not None and _SIZES.get(head(thing.noun), 0) > _SIZES.get(last, 9)
    is_feature = last in _FEATURES and verb_between(subject, attribute) is None
    is_inside = is_smaller and attribute.words == last
    is_done = last in _PROFESSIONS and not (thing is not None and thing.is_person)
    is_unsaid = (
        last in _ANYBODY or is_done or is_feature or is_inside or _is_another(subject, attribute)
    )
    return no_verb(subject, attribute) if is_unsaid else ""


def _is_told_or_nowhere(subject: Attribute, attribute: Attribute) -> str:
    """Returns why it is not asked where a thing is: its city says so, or it is a prize."""
    if not _is_place(attribute):
        return ""
    if is_of_prize(subject):
        return "a prize is nowhere: where it is given is a place of the ceremony"
    if head(attribute.words) not in lexicon.REGIONS:
        return ""
    towns = [a.words for a in subject.also if _is_place(a) and head(a.words) != "country"]
    return f"the question says in which {towns[0]} it is" if towns else ""


def is_of_prize(attribute: Attribute) -> bool:
    """Tells whether a thing is a prize, or told apart by one, as an edition of it is.

    Args:
        attribute: The thing.
    """
    prizes = lexicon.AWARDS - lexicon.EVENTS
    return any(head(each.words) in prizes for each in (attribute, *attribute.also))


def _is_place(attribute: Attribute) -> bool:
    is_place = attribute.asks is Asks.WHERE or head(attribute.words) in lexicon.REGIONS
    return is_place or bool(attribute.thing and attribute.thing.is_place)


def said_of_another(subject: Attribute, attribute: Attribute) -> str:
    """Returns why a thing has no such attribute: a work no nationality, a person no beginning.

    Args:
        subject: The thing.
        attribute: What its table says of it.

    Returns:
        The reason; empty if it may have one.
    """
    said = [word for word in attribute.words.split() if word not in _WHEN | {"of", "the"}]
    thing = subject.thing or Thing(subject.words)
    if thing.is_work and _OF_PERSONS_ALONE & {*said}:
        one = with_article_by_sound(thing.noun)
        return f"{attribute.words!r} is said of a person, and not of {one}"
    happens = thing.is_event or thing.is_work
    if not happens and _OF_CAREERS & {*said} and attribute.asks in (Asks.YEAR, Asks.WHEN):
        return f"{attribute.words!r} does not say as what, or in which league"
    if thing.is_work and (_OF_COLLECTIONS & {*said} or said == ["credit", "line"]):
        return f"{attribute.words!r} is bookkeeping of a collection: it says nothing of the work"
    if reason := _of_several(thing, attribute) or _of_unnamed(thing, attribute):
        return reason
    if thing.is_person and attribute.words in _GIVEN:
        return f"{attribute.words!r}: of several names people have one in mind"
    if not happens and lexicon.ENDS & {*said} and not _LASTING & {*said}:
        return f"{attribute.words!r} does not say what happened then: birth, career, foundation"
    if any(word.isupper() and len(word) > 1 for word in said):
        return f"{attribute.words!r} is an abbreviation, and no noun"
    is_word = said[-1:] and (is_known(said[-1]) or said[-1].endswith("ed")) and said[-1].islower()
    if len(said) > 1 and said[0] in ("first", "last") and not is_word:
        return f"{attribute.words!r} does not say what came first or last"
    return ""


def _of_several(thing: Thing, attribute: Attribute) -> str:
    """Returns why a value is one of several: a song of a film, a film of a hero, a prize."""
    if attribute.several:
        return ""
    is_work = attribute.thing is not None and attribute.thing.is_work
    is_in = is_work and head(thing.noun) in _IN_WORKS
    is_won = head(attribute.words) in lexicon.AWARDS and (thing.is_work or thing.is_person)
    is_part = thing.is_work and head(attribute.words) in _PARTS_OF_WORKS
    is_part = is_part and thing.noun not in ("release", "single")  # these have one
    if not (is_in or is_won or is_part):
        return ""
    one = with_article_by_sound(thing.noun)
    return f"{one} has several {plural(attribute.words)}: others are as right"


def _of_unnamed(thing: Thing, attribute: Attribute) -> str:
    """Returns why it is not said what happened: a country ratified some treaty."""
    if head(thing.noun) in ("song", "track") and attribute.words in ("country", "nation"):
        return f"{attribute.words!r} does not say if it is its makers', or what it was sung for"
    if thing.is_person and attribute.words == "last season":
        return "'last season': called by the year in which it begins, or that in which it ends"
    is_done = bool(_DONE_TO_OTHERS & {*attribute.words.split()})
    if not (is_done and (thing.is_person or thing.is_place)):
        return ""
    return f"{attribute.words!r} does not say to what: a treaty, a union, an office"


def _is_another(subject: Attribute, attribute: Attribute) -> bool:
    """Tells whether a person refers to another of whom nothing says what they are to them."""
    thing, other = subject.thing, attribute.thing
    are_persons = thing is not None and other is not None and thing.is_person and other.is_person
    is_role = other is not None and attribute.words != other.noun
    return are_persons and not is_role and head(attribute.words) not in _OF_PERSONS


def vague(attribute: Attribute) -> str:
    """Returns why a value should not be asked for: a question does not say what it is.

    Args:
        attribute: What a question would ask for.
    """
    is_type = attribute.words.startswith("type ")  # of a species: where the type is from
    if attribute.words not in _VAGUE and not is_type:
        return ""
    return f"{attribute.words!r} does not say what is asked for: others are as right"


def unnamed_classes(attribute: Attribute) -> str:
    """Returns why a class should not be asked for: a question does not say which there are.

    Args:
        attribute: What a question would ask for.
    """
    if head(attribute.words) not in _CLASSES:
        return vague(attribute)
    return f"nothing says which {plural(attribute.words)} there are: others are as right"


def verb_of_part(thing: Thing, attribute: Attribute) -> str:
    """Returns how a thing belongs to a larger one, if their nouns say it: `belongs to` a range."""
    subject = Attribute("", thing.noun, thing=thing)
    if head(attribute.words) != "range":
        return ""
    return next(
        (v for left, v, right in _LINKS if _is(subject, left) and _is(attribute, right)), ""
    )


def verb_between(subject: Attribute, attribute: Attribute) -> Blocks | None:
    """Asks for the one thing that a thing refers to, where their nouns say how: a river's sea."""
    if attribute.words != head(attribute.words) or is_plural(attribute.words):
        return None
    for left, verb, right in _LINKS:
        is_whole = head(attribute.words) in _WHOLES or head(subject.words) == "character"
        if is_whole and _is(subject, left) and _is(attribute, right):
            return _asked(attribute, f"that {described(subject)} {verb}")
    return None


# What a river does, by what the table is called that says so.
_OF_RIVERS = {
    **dict.fromkeys(("source", "spring"), "has its source in"),
    **dict.fromkeys(("estuary", "mouth"), "has its mouth in"),
    "through": "flows through",
}


def _of_river(table: Sequence[str]) -> str:
    """Returns the verb of a table of sources or mouths; empty if its name does not tell."""
    return next((_OF_RIVERS[word] for word in table if word in _OF_RIVERS), "")


def _acting(
    sought: Attribute, known: Attribute, table: Sequence[str]
) -> tuple[Attribute, str] | None:
    """Returns who made a work, and how: by their role, or by the name of the table."""
    thing = known.thing or Thing(known.words)
    last = head(sought.words)
    if not thing.is_work or not (_is(sought, "PERSON BODY PLACE") or last in lexicon.AGENTS):
        return None
    if last in lexicon.AGENTS and last not in ("artist", "band", "performer", "singer", "curator"):
        return sought, lexicon.AGENTS[last]
    for word in table:
        role = word if word in lexicon.AGENTS else agent(word)
        if role in lexicon.AGENTS and (_is(sought, "PERSON") or role in _MAKERS):
            is_plain = last in _ANYBODY
            return replace(sought, words=role) if is_plain else sought, lexicon.AGENTS[role]
        if role == "actor" and _is(known, _SHOWN):
            return replace(sought, words=role) if last in _ANYBODY else sought, "appeared in"
    return None


def _part(sought: Attribute, known: Attribute) -> Blocks | None:
    """Asks for a work in another: a song in a film."""
    thing, whole = sought.thing, known.thing
    if thing is None or whole is None or not (thing.is_work and whole.is_work):
        return None
    if head(known.words) == head(sought.words) or head(whole.noun) not in _HOLDING:
        return None
    before = "on" if head(whole.noun) in ("album", "playlist", "soundtrack", "single") else "in"
    return there_is(sought.words, f"{before} {described(known)}", naming(sought))


# Works that other things are in.
_HOLDING = lexicon.words_of(
    "album playlist soundtrack single series show book journal magazine newspaper anthology film"
    " movie opera play episode musical game programme"
)


def _asked(sought: Attribute, clause: str) -> Blocks:
    if clause.startswith("who "):
        name, done = naming(sought), clause.removeprefix("who ")
        there = there_is(sought.words, clause, name)["basic"].removesuffix(f" If so, {name}.")
        return blocks(there, f"no {sought.words} {done}", name)
    return there_is(sought.words, clause, naming(sought))


def _called(attribute: Attribute, what: str) -> Attribute:
    """Returns what is sought, called by what it is where its role is something else: a symbol."""
    thing, nouns = attribute.thing, what.split()
    by_role = head(attribute.words) in {*nouns, *lexicon.PERSONS}
    is_plain = thing is not None and head(thing.noun) in nouns and not by_role
    return replace(attribute, words=thing.noun) if thing and is_plain else attribute


def _who(attribute: Attribute) -> str:
    return "who" if _is(attribute, "PERSON") else "that"


def _is(attribute: Attribute, what: str) -> bool:
    """Tells whether an attribute is one of some nouns, or kinds."""
    thing, words = attribute.thing, what.split()
    nouns = {head(attribute.words), head(thing.noun) if thing else ""}
    if nouns & set(words):
        return True
    if "PERSON" in words and head(attribute.words) in lexicon.PERSONS:
        return True
    return any(thing and getattr(thing, KINDS[word]) for word in words if word in KINDS)
