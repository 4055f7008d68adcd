"""English nouns out of names in a schema: what a row is, and what its columns and keys are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from ...core.folding import fold
from . import lexicon
from .asked import Asks, Thing
from .translations import translated
from .words import (
    expanded,
    head,
    head_at,
    is_english,
    is_initials,
    is_known,
    is_plural,
    plural,
    singular,
    spelled,
    split,
)

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
# Names that end in *name* and are not the name of what stands before it.
_NAMES = {
    "first", "given", "last", "family", "full", "middle", "brand", "common", "scientific", "local",
    "original", "official", "maiden", "pen", "nick", "user", "domain", "file", "short",
    "long", "alternative", "alternate", "generic", "trade", "native", "former", "birth", "real",
    "display", "legal", "code", "english", "latin", "other", "old", "new", "proper", "ring",
    "formal", "chemical", "abbreviated", "host", "artistic", "technical", "internal", "binomial",
}  # fmt: skip
# What a table is, and not what its rows are.
_LISTS = lexicon.words_of(
    "archive catalogue data database dataset directory entry index list record register roster"
)
# What has a name: its column may be called `city_name` or `city`.
NAMED = lexicon.words_of(
    "breed character color colour currency day disease drug habitat instrument language"
    " manufacturer model month period phase position product religion river route sector sport"
    " stage status style subject team topic type"
).union(
    lexicon.PERSONS, lexicon.PLACES, lexicon.ORGANISATIONS, lexicon.EVENTS, lexicon.WORKS,
    lexicon.CLASSES, lexicon.AWARDS,
)  # fmt: skip
# What a role that is one goes before: the `main` genre, the `white` player.
_ADJECTIVES = lexicon.words_of(
    "away black blue first former green home left lower main native new next north old original"
    " other own previous primary red right second secondary south third upper white"
)
# So many letters that are no word are the initials of something.
_INITIALS = 4
_NO_ADJECTIVES = lexicon.words_of(
    "animal archive beneficiary breed building canal capital constituency contest dictionary"
    " drawing executive feed festival forest guest harvest hospital interest journal library"
    " material medal metal mineral painting portal relative representative rival seed signal"
    " subsidiary terminal trial tributary wedding"
)
# What does not say what it is without the name of its table.
_BARE = lexicon.PREPOSITIONS.union(
    lexicon.words_of("base cnt count id line model no number nr num order point set win")
)
_EXTREMES = {"maximum", "minimum", "average", "mean", "median", "total"}
_COUNTS = {"count", "number", "num", "nb", "nr", "no", "cnt", "total", "qty", "quantity", "n"}
_PERSONAL = lexicon.words_of(
    "birth born birthday birthdate dob dod death died gender sex nationality birthplace"
    " surname forename firstname lastname fullname spouse occupation"
)
_FIRST_AND_LAST = lexicon.words_of("first last name nm")
_PARTS_OF_NAMES = lexicon.words_of("surname forename family given maiden")
# What else is called so: the *maiden voyage* of a ship, and whom a prize is *given by*.
_NO_NAMES = lexicon.words_of("by flight speech voyage")
_OF_FIRMS = lexicon.words_of("begin country city founded founder headquarters parent")
_LOCATED = lexicon.words_of("latitude longitude population elevation")


# What has another name in each language.
_TRANSLATED = lexicon.words_of("continent desert gulf hemisphere ocean peninsula range sea strait")
# What is said by common nouns, and not by names.
_KINDS = lexicon.words_of(
    "category class classification color colour condition form format genre group kind keyword"
    " language level material medium method nationality phase quality rank religion role season"
    " sex shape sport stage state status style subject tag theme topic type version"
)


def are_common_nouns(words: str, values: Sequence[str]) -> bool:
    """Tells whether values are common nouns or adjectives, which differ between languages.

    Args:
        words: What they are called: `genre`; persons, places and works have names.
        values: Some of them.
    """
    last = head(words)
    if last in lexicon.PERSONS | lexicon.PLACES | lexicon.WORKS or words.endswith("formula"):
        return False
    lower = [text for text in values if text[:1].islower()]
    return bool(values) and (last in _KINDS or 2 * len(lower) > len(values))


# As what somebody did something, of whom there may be several: the writers of a film.
JOBS = lexicon.words_of("capacity function job occupation profession")
# Of whom a work has more than any list says.
_UNCOUNTED = lexicon.words_of("actor actress coproducer producer")
_AGENTS = {*lexicon.AGENTS, "actor", "actress"}
# Of whom a work has several, and lists have some.
_HELPING = lexicon.words_of("additional assistant associate assisting co first key second unit")


def are_agents(values: Sequence[str], *, are_jobs: bool = False) -> bool:
    """Tells whether values say what people were to a work: *actor*, *director*, *self*.

    Args:
        values: Some of the values of a column.
        are_jobs: Whether the column is called so, though others of its values are no such nouns:
            *Casting*, *Sound*.
    """
    agents = [value for value in values if head(value) in _AGENTS]
    return len(agents) > 1 and (are_jobs or 2 * len(agents) >= len(values))


def no_agents(values: Sequence[str]) -> list[str]:
    """Returns the values of agents that no question asks for: *self*, and one of many actors."""
    asked = _AGENTS - _UNCOUNTED
    return [v for v in values if head(v) not in asked or _HELPING & {*v.lower().split()}]


def has_translated_names(words: str) -> bool:
    """Tells whether what is called so has a name in each language: the Alps, *Alpen*, *Alpi*.

    Countries and large cities have, too; the reading of responses knows them in any language.
    """
    return head(words) in _TRANSLATED


def thing(table: str, label: str = "", columns: Iterable[str] = (), comment: str = "") -> Thing:
    """Returns what a row of a table is.

    Args:
        table: The table's name.
        label: The column that names its rows.
        columns: Names of all of its columns: what has a birth date is a person.
        comment: The table's comment in the database.
    """
    noun = _named_by(label, noun_of(table, comment))
    columns = [*columns]
    has = {w for c in columns for w in split(c) if not _NO_NAMES & {*split(c)}}
    if head(noun) not in NAMED - _VAGUE_WORKS:
        noun = _work_by(has, label) or noun
    last = head(noun)
    named = set(split(label))
    is_person = last in lexicon.PERSONS
    is_person = is_person or bool(_PARTS_OF_NAMES & (named | has))
    of_names = (split(column) for column in columns)
    parts = {w for ws in of_names if {*ws} <= _FIRST_AND_LAST for w in ws}  # no `last_flight`
    is_person = is_person or {"first", "last"} <= parts | named
    known = last in lexicon.WORKS | lexicon.PLACES | lexicon.ORGANISATIONS | lexicon.EVENTS
    is_person = is_person or (not known and "fullname" in "".join(split(label)))
    is_person = is_person or (not known and len(_PERSONAL & has) >= 2)
    of_kin = _PARTS_OF_NAMES & (named | has) == {"family"} and len(_PERSONAL & has) < 2  # of words
    if is_person and last not in NAMED and not of_kin:
        noun = "person"  # whatever its table is called: `Master`, `archive`, `Parthenon`
    is_release = noun.startswith("release") and "artist" in has  # of music, and not of software
    noun = "album or single" if is_release and noun == "release group" else noun
    noun = "record label" if noun == "label" and _OF_FIRMS & has else noun  # and no tag
    is_work = not is_person and (is_release or _is_work(last, named, has))
    is_event = not is_work and last in lexicon.EVENTS
    is_organisation = not is_person and last in lexicon.ORGANISATIONS
    is_place = not (is_person or is_work or is_event) and (
        last in lexicon.PLACES - {"department", "office", "order"}
        or (last not in lexicon.ORGANISATIONS and len(_LOCATED & has) >= 2)
    )
    return Thing(noun, is_person, is_place, is_work, is_organisation, is_event)


# What a list of titles is of, by who made them and what else is said: whatever it is called.
_VAGUE_WORKS = lexicon.words_of("series show title")
_WORKS_BY: tuple[tuple[str, frozenset[str], str], ...] = (
    ("artist", lexicon.words_of("bpm danceability tempo loudness lyric acousticness"), "song"),
    ("director", lexicon.words_of("certificate gross runtime budget box imdb"), "film"),
    ("author", lexicon.words_of("isbn isbn13 pages"), "book"),
)
_OF_SERIES = lexicon.words_of("episode episodes network season seasons")


def _work_by(has: set[str], label: str) -> str:
    """Returns what works are by the columns beside their titles; empty if these do not tell."""
    if not {"title", "name", "track"} & {*split(label)} or has & _OF_SERIES:
        return ""
    return next((noun for maker, signs, noun in _WORKS_BY if maker in has and signs & has), "")


def _named_by(label: str, noun: str) -> str:
    """Returns what a label says that rows are: movies, by the `movie_title` of `characters`."""
    *before, last = split(label) or [""]
    if len(before) != 1 or before[0] in noun.split():
        return noun
    is_title = last == "title" and before[0] in lexicon.WORKS
    is_name = last == "name" and before[0] in NAMED - _NAMES and head(noun) not in NAMED
    return before[0] if is_title or is_name else noun


# What tables hold that lists of things have beside them.
_NO_THINGS = lexicon.words_of(
    "code codes current data detail details high historical history info information log lookup low"
    " main master media metadata name parameter row setting statistics stats summary terms thing"
    " title value"
)


def is_of_things(variable: str) -> bool:
    """Tells whether a variable may be what people ask about: no adjective, no row of a list."""
    parts = [part for part in variable.split("_") if part and not part.isdecimal()]
    return not parts or not (parts[-1] in _NO_THINGS or _is_adjective(parts[-1]))


# What a row of a catalogue of titles may be, the likeliest to be asked about first. A series is
# none of them: it is of several years, and each episode has a director of its own.
_OF_CATALOGUES = {
    "film": "film", "movie": "film", "feature": "film", "feature film": "film", "book": "book",
    "novel": "novel", "play": "play", "opera": "opera", "album": "album",
    "video game": "video game", "game": "game",
}  # fmt: skip


def catalogued(values: Sequence[str]) -> tuple[str, str] | None:
    """Returns what some rows of a catalogue are, such as a film, and the value that says so.

    Args:
        values: What its column says that its rows are: `movie`, `tvSeries`, `Short`.
    """
    kinds = {" ".join(split(value)): value for value in values}
    found = ((noun, kinds[kind]) for kind, noun in _OF_CATALOGUES.items() if kind in kinds)
    return next(found, None)


def noun_of(table: str, comment: str = "") -> str:
    """Returns what one row of a table is called: `tbl_film_actors` has a `film actor` in each."""
    table = table.replace('"', " ")  # titles stand in quotation marks
    if clear := described_by(comment, table):
        words = clear.split()
    else:
        words = expanded(_table_words(table))
    if not words:
        return "thing"
    is_foreign = not described_by(comment, table) and not is_english(table)
    if is_foreign and translated(words):
        return translated(words)
    if is_foreign and len(words) == 1:
        # No English word: a noun such as `Buch` stays as it is.
        one = singular(words[0])
        return one if table.isupper() or one != words[0] else _same_case(table, words[0])
    while len(words) > 1 and len(words[0]) <= _INITIALS and not is_english(words[0]):
        words = words[1:]  # whose it is: `whc_sites`
    while len(words) > 1 and words[-1].isdecimal():
        words = words[:-1]  # one of several tables: `river_12`
    while len(words) > 1 and words[0] in _CHOSEN_BY:
        words = words[1:]  # by what they were chosen: `list_of_tallest_buildings`
    at = head_at(words)
    words = _either([*words[:at], singular(words[at]), *words[at + 1 :]])
    text = spelled(words)
    return _OF_ONE.get(text, text)


# What a row is of which the table's name says the class.
_OF_ONE = {
    "affiliation": "institution",  # which is somebody's
    "coaster": "roller coaster",
    **dict.fromkeys(("automaker", "auto maker", "car maker", "carmaker"), "car manufacturer"),
    "grands prix": "race", "heritage": "heritage site", "world heritage": "World Heritage Site",
}  # fmt: skip


_CHOSEN_BY = lexicon.words_of(
    "all best biggest common famous greatest highest largest list lists longest major most notable"
    " of oldest popular tallest the top"
)
# Two nouns in one, of which a row is either.
_EITHER = {
    ("city", "town"), ("city", "village"), ("country", "territory"), ("province", "state"),
    ("county", "district"), ("department", "region"), ("province", "region"), ("region", "state"),
    ("town", "village"),
}  # fmt: skip


def _either(words: list[str]) -> list[str]:
    """Returns the `state or province` for a `state province`, and a country for a region of it."""
    if words == ["country", "region"]:
        return ["country"]
    are_two = len(words) == 2 and tuple(sorted(words)) in _EITHER
    return [words[0], "or", words[1]] if are_two else words


@lru_cache(maxsize=16384)
def attribute_words(column: str, table: str = "", comment: str = "") -> str:
    """Returns what a column of a table is called: `film_title` of `film` is its `title`.

    Args:
        column: The column's name.
        table: The table's name.
        comment: The column's comment in the database.
    """
    if clear := described_by(comment, column):
        return clear
    tokens = _without_table(_without_prefix(split(column)), table)
    words = expanded(_without_key(tokens))
    words = _without_table(words, table) if len(words) > 1 else words
    if not words:
        return "value"
    text = lexicon.PHRASES.get(" ".join(words)) or _unusual(words)
    if not text and not is_english(column):
        text = translated(words)
    if not text and len(words) == 1 and not is_english(column):
        return words[0].upper() if is_initials(words[0]) else _same_case(column, words[0])
    return text or spelled(_numbered(words))


# What a column of countries may be called.
_REGIONS = lexicon.words_of("area land nation place region state territory zone")
# What has a number on it.
_NUMBERED = lexicon.words_of("bib jersey shirt uniform")


def by_values(
    words: str,
    *,
    are_countries: bool = False,
    are_numbers: bool = False,
    are_dates: bool = False,
) -> str:
    """Returns what an attribute is called, if its values say more than its name.

    Args:
        words: What its column is called.
        are_countries: Whether its values are countries: a `region` is a `country`.
        are_numbers: Whether they are numbers: a `shirt` is a `shirt number`.
        are_dates: Whether they are dates: `data` is Italian for a date.
    """
    if are_dates and words == "data":
        return "date"
    if are_numbers and words in _NUMBERED:
        return f"{words} number"
    if are_countries and words in ("winner", "champion"):
        return "winning country"  # and not who sang, or played, for it
    at = head_at(words.split())
    if are_countries and words.split()[at] in _REGIONS:
        return " ".join([*words.split()[:at], "country", *words.split()[at + 1 :]])
    return words


_BEGUN = ("begin year", "begin date", "begin date year", "beginning year", "beginning date")


def begun(words: str, thing: Thing, *, among_series: bool = False) -> str:
    """Returns what it is called that a thing begins: a firm is founded, and a film comes out.

    Args:
        words: What its column is called.
        thing: The thing.
        among_series: Whether the same column says when series started.
    """
    if among_series and words in ("start year", "start date", *_BEGUN):
        return f"release {words.split()[-1]}"
    if thing.is_organisation and not thing.is_person and words in _BEGUN:
        return f"{words.split()[-1]} of foundation"
    return words


def without_owner(noun: str, owner: str) -> str:
    """Returns the `language` of a book for a `book language`."""
    rest = noun.removeprefix(f"{owner} ")
    return noun if rest in ("class", "number", "order", "type") else rest


_LETTERS = ("a", "b")


def _once(words: list[str]) -> list[str]:
    """Returns the *country of birth* of a `country_of_birth_country`."""
    is_repeated = len(words) > 2 and words[1] == "of" and words[0] == words[-1]
    return words[:-1] if is_repeated else words


def role(columns: Sequence[str], target: str) -> str:
    """Returns what a row refers to by a foreign key: `manager_id` is its `manager`.

    Args:
        columns: The columns that refer. Such as `room_building` and `room_number` together refer
            to a room.
        target: What the rows of the table that they refer to are called: `employee`.
    """
    parts = _referring(columns)
    if not is_english(" ".join(parts)) and (found := translated(parts)):
        return target if found in target.split() else found
    words, own = _less_than_target(_once(expanded(parts)), target.split()), target.split()
    text = " ".join(words)
    if text in lexicon.PHRASES:
        return str(lexicon.PHRASES[text])
    if text in ("border", "neighbor", "neighbour"):
        return f"neighbouring {target}"
    if not words or words == ["code"] or set(words) == set(own) or _is_short_for(parts, own):
        return target
    if len(words) == 1 and not is_known(words[0]) and _KEY_AT_END.search(words[0]):
        return target
    if len(words) > 1 and words[-1] in _LETTERS:  # `drug_a` and `drug_b`
        words = [*words[:-1], str(_LETTERS.index(words[-1]) + 1)]
    if words[-1].isdecimal() and _is_short_for(parts[:-1], own):
        return spelled(_numbered([*own, words[-1]]))
    text = _unusual(words) or spelled(_numbered(words))
    if words[0] in ("from", "to") and len(words) > 1:
        return f"{'origin' if words[0] == 'from' else 'destination'} {spelled(words[1:])}"
    if _is_adjective(words[-1]):
        return f"{text} {own[-1]}"
    return text


def _referring(columns: Sequence[str]) -> list[str]:
    """Returns the words that the columns of a key have in common, without what says *key*."""
    parts = _common([_without_prefix(split(column)) for column in columns])
    parts = _without_key(parts)
    if "iso" in parts[1:]:
        parts = parts[: parts.index("iso", 1)]  # the standard that a code is of: `country_iso2`
    while len(parts) > 1 and parts[-1] in (lexicon.KEYS | {"name", "nm"}):
        parts.pop()
    parts = [part for part in parts if part not in lexicon.ONLY_KEYS]
    while len(parts) > 1 and parts[0] in lexicon.KEYS:
        parts = parts[1:]
    return _either(parts)


def _less_than_target(words: list[str], own: list[str]) -> list[str]:
    """Drops what a role refers to where a person's part says it: `winner` for `team winner`."""
    are_people = words != own and {own[-1], own[0]} & lexicon.PERSONS
    if are_people and len(words) > 1 and words[-1] in own and words[-2] in lexicon.PERSONS:
        return words[:-1]
    is_part = len(words) == len(own) + 1 and words[:-1] == own and words[-1] in lexicon.PERSONS
    return words[-1:] if is_part else words


def described_by(comment: str, name: str) -> str:
    """Returns a comment that says in plain words what a name does not; empty if none does.

    Args:
        comment: Comment of a table or column in the database.
        name: Its name.
    """
    text = comment.strip().strip(".").strip()
    words = text.split()
    plain = re.fullmatch(r"[A-Za-z][A-Za-z' -]{2,39}", text)
    if not plain or not 1 <= len(words) <= 4 or is_english(name):
        return ""
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in words]
    if words[0] in ("the", "a", "an", "name"):
        words = words[1:] if words[0] != "name" else words[2:] if words[1:2] == ["of"] else words
    known = [w for w in words if w in lexicon.PREPOSITIONS or is_known(w.lower())]
    return " ".join(words) if words and len(known) == len(words) else ""


def asks(
    words: str,
    *,
    thing: Thing | None = None,
    is_year: bool = False,
    is_date: bool = False,
    is_number: bool = False,
    is_flag: bool = False,
) -> Asks:
    """Returns what a question for an attribute asks.

    Args:
        words: What the attribute is called, as `attribute_words` or `role` says it.
        thing: What its values are, where they are rows of another table.
        is_year: Whether its values are years.
        is_date: Whether they are dates.
        is_number: Whether they are numbers.
        is_flag: Whether they are yes and no.
    """
    last = head(words)
    if is_flag:
        return Asks.WHETHER
    if is_year or (last == "year" and not thing):
        return Asks.YEAR
    if is_date:
        return Asks.WHEN
    if is_number:
        return _asks_of_number(words, last)
    if thing and (thing.is_person or thing.is_place):
        return Asks.WHO if thing.is_person else Asks.WHERE
    if last in lexicon.PERSONS and not thing:
        return Asks.WHO
    return Asks.WHERE if last in lexicon.PLACES and not thing else Asks.WHICH


def _asks_of_number(words: str, last: str) -> Asks:
    if words.startswith("number of "):
        return Asks.HOW_MANY
    if last in lexicon.DURATIONS:
        return Asks.HOW_LONG
    if words.endswith("points"):
        return Asks.HOW_MANY
    if last in lexicon.MEASURES:
        return Asks.HOW_MUCH
    many = words.split()[head_at(words.split())]
    return Asks.HOW_MANY if is_plural(many) and " in " not in words else Asks.WHICH


# A name whose words are written together, and that only names a key: `festcode`.
_KEY_AT_END = re.compile(r".(id|code|key|nr|num)$")


def _is_work(last: str, named: set[str], has: set[str]) -> bool:
    if last == "game":
        return bool({"title"} & named or {"developer", "publisher", "platform", "genre"} & has)
    if last in ("show", "performance", "series", "edition", "programme", "single", "short"):
        return "title" in named or bool({"episode", "network", "genre", "director"} & has)
    no_works = lexicon.EVENTS | lexicon.ORGANISATIONS | lexicon.PLACES
    return last in lexicon.WORKS or ("title" in named and last not in no_works)


def _table_words(table: str) -> list[str]:
    tokens = split(table)
    if len(tokens) == 2 and tokens[1].isdecimal():
        return tokens if len(tokens[0]) > 1 else [table]
    while len(tokens) > 1 and (tokens[0] in lexicon.PREFIXES or (len(tokens[0]) == 1)):
        tokens = tokens[1:]
    while len(tokens) > 1 and (tokens[-1] in lexicon.SUFFIXES or tokens[-1].isdecimal()):
        tokens = tokens[:-1]
    return tokens


def _without_prefix(tokens: list[str]) -> list[str]:
    """Drops what says how a column is stored: `fk_`, `str`."""
    while len(tokens) > 1 and tokens[0] in lexicon.PREFIXES | {"id", "cod"}:
        tokens = tokens[1:]
    return tokens


def _without_table(tokens: list[str], table: str) -> list[str]:
    """Drops the table's own name, or its first letter, from the beginning of a column's."""
    own = [singular(word) for word in expanded(_table_words(table))] if table else []
    for start in range(len(own)):
        part = own[start:]
        many = len(part)
        these = [singular(word) for word in expanded(tokens[:many])]
        if these == part and _may_stand_alone(tokens[many:]):
            return tokens[many:]
    if own and tokens and tokens[0] == own[0][0] and _may_stand_alone(tokens[1:]):
        return tokens[1:]
    if own and len(tokens) > 1 and _is_short_for(tokens[:1], own) and len(tokens[0]) > 1:
        return tokens[1:] if _may_stand_alone(tokens[1:]) else tokens
    return tokens


def _may_stand_alone(tokens: Sequence[str]) -> bool:
    return bool(tokens) and not tokens[0].isdecimal() and tokens[0] not in _BARE


def _is_short_for(parts: Sequence[str], own: Sequence[str]) -> bool:
    """Tells whether a name is the beginning, or the initials, of what it refers to."""
    if len(parts) != 1 or not own:
        return False
    short, noun = fold(parts[0]), fold(own[-1])
    if short in lexicon.every_word():
        return short == noun
    letters = iter(noun)
    skipping = short[0] == noun[0] and all(letter in letters for letter in short)
    return skipping or short == "".join(word[0] for word in own)


# Whose key it is.
_WHOSE_KEYS = {"api", "ext", "external", "internal", "source"}


def _without_key(tokens: list[str]) -> list[str]:
    """Drops an identifier's or a type's ending, and `name` where a noun stands before it."""
    had = len(tokens)
    while len(tokens) > 1 and tokens[-1] in lexicon.ONLY_KEYS | {"cd", "str", "txt"}:
        tokens = tokens[:-1]
    if had > len(tokens) > 1 and tokens[-1] in _WHOSE_KEYS:
        tokens = tokens[:-1]  # the `home_team_api_id` is one of home teams
    if len(tokens) > 1 and tokens[-1] in ("name", "nm", "label", "desc", "title"):
        before = tokens[-2]
        is_noun = before not in _NAMES
        if tokens[-1] in ("name", "nm") and is_noun and before in NAMED:
            return tokens[:-1]
    return tokens


def _unusual(words: Sequence[str]) -> str:
    """Returns the words of names that say them in another order; empty if this is none."""
    text = list(words)
    if len(text) == 2 and text[0] == "name" and text[1] in _NAMES:
        return f"{text[1]} name"
    if place := _place_of(text):
        return place
    if len(text) > 1 and text[-1] == "by" and text[-2] in lexicon.BY:
        return spelled([*text[:-2], lexicon.BY[text[-2]]])
    if counted := _counted(text):
        return counted
    if len(text) > 1 and text[-1] in _EXTREMES and text[-2] in lexicon.MEASURES | lexicon.DURATIONS:
        return spelled([text[-1], *text[:-1]])
    unit = lexicon.UNITS.get(text[-1]) or _short_unit(text)
    if len(text) > 1 and unit:
        return f"{_measured(text[:-1])} in {unit}"
    if text in (["hours"], ["days"], ["weeks"], ["months"]):
        return f"number of {text[0]}"
    if len(text) == 1 and text[0] in lexicon.UNITS and is_plural(text[0]):
        return f"length in {lexicon.UNITS[text[0]]}"
    return _dated(text)


def _place_of(words: list[str]) -> str:
    """Returns `city of birth` for `born_city` and `born_in_city`; empty for other names."""
    words = [word for word in words if word not in ("in", "at")]
    then = lexicon.HAPPENED.get(words[0]) if len(words) == 2 else None
    if then is None or words[1] not in lexicon.REGIONS or words[0] in ("begin", then[1]):
        return ""
    return f"{words[1]} of {then[1]}"


def _short_unit(words: Sequence[str]) -> str:
    """Returns the unit that the one letter at the end of a name is short for; empty if none."""
    quantities = {
        "m": lexicon.words_of(
            "altitude depth diameter distance elevation height length width wingspan"
        ),
        "c": lexicon.words_of("temperature point"),
        "g": lexicon.words_of("weight mass"),
        "l": lexicon.words_of("volume capacity"),
        "in": lexicon.words_of("diagonal height length size width"),
    }  # fmt: skip
    units = {"m": "metres", "c": "degrees Celsius", "g": "grams", "l": "litres", "in": "inches"}
    fits = len(words) > 1 and words[-2] in quantities.get(words[-1], ())
    return units[words[-1]] if fits else ""


def _measured(words: Sequence[str]) -> str:
    return spelled(words) or "size"


def _counted(words: list[str]) -> str:
    """Returns `number of teams` for `count_teams`, `num_teams`, `team_count` and `no_of_teams`."""
    if len(words) < 2:
        return ""
    if (
        words[0] in _EXTREMES
        and is_plural(words[-1])
        and singular(words[-1]) not in lexicon.MEASURES
    ):
        return f"{words[0]} number of {spelled(words[1:])}"
    if words[0] in _COUNTS and words[0] != "total" and (words[1] == "of" or is_plural(words[-1])):
        rest = [word for word in words[1:] if word != "of"]
    elif words[-1] in ("count", "cnt") or (words[-1] in _COUNTS and is_plural(words[-2])):
        rest = words[:-1]
    else:
        return ""
    return f"number of {plural(spelled(rest))}" if rest else ""


def _dated(words: list[str]) -> str:
    """Returns `year of birth` for `birth_year` and `year_born`."""
    if sorted(words) == ["date", "year"]:
        return "year"
    whats = [word for word in words if word in ("year", "date", "day", "month")]
    others = [word for word in words if word not in whats and word not in ("of", "in", "on")]
    if len(whats) != 1 or len(others) != 1 or whats[0] in ("day", "month"):
        return ""
    happened = lexicon.HAPPENED.get(others[0])
    if happened is None or others[0] in ("release", "end", "start", "launch", "issue", "debut"):
        return ""
    return f"{whats[0]} of {happened[1]}"


def _numbered(words: Sequence[str]) -> list[str]:
    """Says the number at the end of a name as a word: `sea2` is the second sea."""
    if len(words) < 2 or not words[-1].isdecimal() or words[-2] in ("of", "top", "under", "over"):
        return list(words)
    number = int(words[-1])
    if not 1 <= number <= len(_ORDINALS) or words[-2] in lexicon.ACRONYMS:
        return list(words)
    return [_ORDINALS[number - 1], *words[:-1]]


def _is_adjective(word: str) -> bool:
    if word in _ADJECTIVES:
        return True
    ends = word.endswith(("ed", "al", "ous", "ive", "ary", "est", "ing")) and len(word) > 4
    return ends and word not in _NO_ADJECTIVES and word not in NAMED


def _common(names: Sequence[list[str]]) -> list[str]:
    """Returns the words that all names begin with."""
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*names, strict=False))
    return [same[0] for same in shared]


def _same_case(name: str, word: str) -> str:
    return name if name.lower() == word else word
