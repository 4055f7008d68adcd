"""Finding where a text mentions a value, under another spelling too.

The paper's rule asks whether a value is *contained* (`core.folding`). This one compares whole
words, and knows the spellings of a name that make no other name, and slips of the pen
in long words. A number is itself or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from ...core.values.cities import lies_elsewhere, places
from ...core.values.kinds import OF_PLACES, kind_of, of_kind
from ...core.values.words import Span, Word, plain, words

_OTHER_THAN = "non-"
_IN_NUMBERS = {".", ","}
_LONGEST_ABBREVIATION = 3
_SHORTEST_WITH_ENDING = 4
_ENDING = re.compile(r"(?:s|n|an|ian|ese|ish)(?![^\W_])")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_ARTICLES = {"the", "a", "an"}
# Words that no person's name has: what holds one is a title, whose words keep their order.
_OF_TITLES = _ARTICLES | {"and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "to"}
_PARENTHESES = re.compile(r"\s*\([^()]*\)\s*")
_SUBTITLE = re.compile(r"(?: or)?:\s+|\s+-\s+")
_FEWEST_LETTERS = 4
_LONG_SUBTITLE = 5  # words
_LONG_WORD = 6
_FEWEST_SWAPPED = 6  # letters of a word in which two may be swapped
_LONGEST_NAME = 4
_PROBE = 3
# What names of airports and publishers have in common; those who know one leave it out.
_INSIDE_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w'.]* $")
_OF_AIRPORTS = {"airport", "international", "intl", "regional", "municipal",
                "airfield", "aerodrome", "airpark", "airbase", "domestic",
                "county", "metropolitan"}  # fmt: skip
_OF_PUBLISHERS = {"press", "books", "publishing", "publishers", "publications", "company", "co",
                  "inc", "ltd", "llc", "group", "verlag", "records", "entertainment"}  # fmt: skip
_OF_CIRCUITS = {"autodrome", "autodromo", "circuit", "raceway", "speedway", "velodrome"}
_OF_BREWERS = {"beer", "brewery", "brewing", "brewers", "distillery", "winery"}
# What the names of clubs begin or end with, in one language or another.
_OF_CLUBS = {"ac", "afc", "as", "bk", "bsc", "cd", "cf", "fc", "fk", "kv", "nk", "rc", "rcd", "sc",
             "sk", "ssc", "sv", "ud", "us", "vfb", "vfl"}  # fmt: skip
# What stands before a name, and is no part of it.
_RANKS = {"agent", "capt", "captain", "col", "colonel", "cpl", "deputy", "det", "detective", "dr",
          "gen", "inspector", "lieutenant", "lt", "maj", "minister", "mr", "mrs", "ms", "officer",
          "prof", "professor", "pvt", "rev", "senator", "sergeant", "sgt"}  # fmt: skip
_NICKNAME = re.compile(
    r"([^'\"\u201c]{1,60}) ['\"\u201c]([^'\"\u201c\u201d]{2,40})['\"\u201d] ([^'\"]{2,60})"
)
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_INVERTED = re.compile(
    r"([^,]+), (the|an?|l[ae]s?|el|los|der|die|das|il|(?:the )?(?:[^\W\d]+ ){1,4}of(?: the)?)"
)
_ABBREVIATED = {"mt": "mount", "st": "saint", "ste": "sainte", "ft": "fort"}
_ABBREVIATED |= {full: short for short, full in _ABBREVIATED.items()}
_SUFFIXES = {"jr", "sr", "jnr", "snr"}
_AIRPORT = re.compile(
    r"^[\s'\"*_,-]{1,3}(?:(?:international|int'?l|regional|municipal|city) )*"
    r"(?:(?:air)?port|air(?:field|park|base)|aerodrome|international|int'?l|field|\()"
)
_ANY_AIRPORT = re.compile(r"\b([A-Z]\w+) (?:(?:International|Regional|Municipal|City) )*Airport\b")
_AIRPORT_BEFORE = re.compile(
    r"(?:airports?|a[eé]rop\w+|flug\w+|aerodrome)\W+(?:(?:of|de|di|da|do|d)\W+(?:[\w-]+\W+){0,2})?$"
)
_TITLE_OF_PERSON = re.compile(
    r"\b(?:general|president|mr|mrs|sir|pope|king|queen|minister|captain|when|aviator|pilot)\.? $"
)
_IN_PLACE = re.compile(
    r"\b(?:in|near|outside|around|from|to|within|serv(?:es|ed|ing)|towards?|(?:city|town|village"
    r"|island"
    r"|north|south|east|west|cent(?:er|re)|outskirts|coast|state|area|region|province) of)"
    r"(?: the)?[\s\"'*_]+$"
)
# Given names, and what everybody calls those who have them.
_PET_NAMES = (
    "alexander alex", "alexandra alex", "anthony tony", "benjamin ben", "christopher chris",
    "daniel dan", "david dave", "edward ed", "frederick fred", "gregory greg", "jacob jake",
    "james jim", "jeffrey jeff", "jennifer jen", "joseph joe", "joshua josh", "kenneth ken",
    "matthew matt", "michael mike", "nicholas nick", "patrick pat", "peter pete", "philip phil",
    "phillip phil", "robert bob", "robert rob", "ronald ron", "samuel sam", "stephen steve",
    "steven steve", "theodore ted", "thomas tom", "timothy tim", "vincent vince", "william bill",
    "william will", "zachary zach",
)  # fmt: skip
# One letter may be wrong per this many letters of a word; a shorter one must be exact.
_LETTERS_PER_SLIP = 8
_WIDEST_GAP = 3


@dataclass(frozen=True)
class Passage:
    """A text without accents, in its own case and in lower case; spans are positions in both."""

    text: str
    lowered: str

    @classmethod
    def of(cls, text: str) -> Passage:
        """Prepares a text once, for any number of values."""
        own = plain(text)
        lowered = own.lower()
        # A few letters have a longer lower case.
        return cls(own if len(own) == len(lowered) else lowered, lowered)

    @cached_property
    def words(self) -> Sequence[Word]:
        """The words of the text in order."""
        return words(self.lowered)

    @cached_property
    def airports(self) -> frozenset[str]:
        """The last words of the names of airports, in lower case."""
        return frozenset(name.lower() for name in _ANY_AIRPORT.findall(self.text))

    @cached_property
    def joined(self) -> str:
        """The words without anything between them."""
        return "".join(word.text for word in self.words)


def mentions(passage: Passage, value: str, kind: str = "other") -> list[Span]:
    """Finds where a text mentions a value.

    Args:
        passage: The text.
        value: An accepted value; an empty one is never mentioned.
        kind: Its kind (`values.Kind`).

    Returns:
        Start and end of each mention: of those that are spelled as the value is, else of those in
        the first other form that is there, else of those with a slip of the pen.
    """
    found = list(_exact(passage, value, kind))
    may_differ = not found and not _wanted(value)[1]
    if may_differ and any(probe in passage.lowered for probe in probes(value)):
        found = list(_in_some_form(passage, forms(value)))
    found = of_kind(passage.text, passage.lowered, value, kind, found)
    if not found and kind in OF_PLACES:
        found = list(_shorter(passage, value, kind))
    return [span for span in found if not passage.lowered.endswith(_OTHER_THAN, 0, span[0])]


def has_values(text: str, rationale: Sequence[Mapping[str, Any]]) -> bool:
    """Tells whether a text has all values that a rationale must mention, whatever it says of them.

    Args:
        text: A text, such as a passage before the question.
        rationale: The item's rationale elements.

    Returns:
        False if there is nothing to mention.
    """
    passage = Passage.of(text)
    return bool(rationale) and all(
        (any if element["match"] == "any" else all)(
            mentions(passage, value, kind_of(element)) for value in element["values"]
        )
        for element in rationale
    )


def _shorter(passage: Passage, value: str, kind: str) -> Iterator[Span]:
    """Finds what a place is called now or then, or without what it lies in."""
    for place in places(value, kind):
        own_kind = "other" if kind == "city" and not place.is_city else kind
        for span in mentions(passage, place.name, own_kind):
            if not lies_elsewhere(passage.text, span, place):
                yield span


@lru_cache(maxsize=65536)
def _wanted(value: str) -> tuple[str, bool]:
    """Returns a value in plain lower case, and whether it is an abbreviation: "US" is not "us"."""
    text = plain(value).strip()
    return text.lower(), text.isupper() and len(text) <= _LONGEST_ABBREVIATION


def _exact(passage: Passage, value: str, kind: str) -> Iterator[Span]:
    """Finds a value as it is spelled, between word boundaries; another ending is another title."""
    text = passage.lowered
    wanted, abbreviation = _wanted(value)
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        own_case = not abbreviation or passage.text[start:end].isupper()
        ends = _ends(text, end, wanted) if kind != "title" else not _joined(text, end)
        if own_case and not _joined(text, start) and ends:
            yield start, end
        start = text.find(wanted, start + 1)


def _joined(text: str, at: int) -> bool:
    """Tells whether a word or number goes on at a position; other scripts have no boundaries."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before + after).isascii():
        return False
    if before in _IN_NUMBERS:
        return after.isdigit() and text[max(at - 2, 0) : at - 1].isdigit()
    if after in _IN_NUMBERS:
        return before.isdigit() and text[at + 1 : at + 2].isdigit()
    return before.isalnum() and after.isalnum()


def _ends(text: str, end: int, wanted: str) -> bool:
    """Tells whether a value ends at a position, apart from an ending or more decimals."""
    if not _joined(text, end):
        return True
    if _DECIMAL.fullmatch(wanted):
        return text[end].isdigit()
    ending = _ENDING.match(text, end)
    return ending is not None and _takes(wanted, ending[0])


def _takes(word: str, ending: str) -> bool:
    """Tells whether a word makes the plural or an adjective with an ending: Brazil, Brazilian."""
    if ending == "n":
        return word.endswith("a") and len(word) >= _SHORTEST_WITH_ENDING
    return word[-1].isalpha() and len(word) >= _SHORTEST_WITH_ENDING + (ending != "s")


def _in_some_form(passage: Passage, candidates: Sequence[Form]) -> Iterator[Span]:
    """Finds the first of some forms that is there, else the first with a slip of the pen."""
    for form in candidates:
        whole = "".join(form.words)
        if whole in passage.joined or (form.person and form.words[-1] in passage.joined):
            spans = list(find(passage.words, form)) or list(_with_nickname(passage, form))
            if form.capital:
                spans = [span for span in spans if not passage.text[span[0]].islower()]
            if form.airport:
                spans = [span for span in spans if _is_airport(passage, span, form)]
            if spans:
                yield from spans
                return
    for form in candidates:
        if not form.part and (not form.capital or form.airport):
            for span in find_misspelled(passage.words, form.words):
                if not form.airport or _is_airport(passage, span, form):
                    yield span


def _with_nickname(passage: Passage, form: Form) -> Iterator[Span]:
    """Finds a person's name that has another one in quotes inside."""
    if form.person and '"' in passage.text and len(form.words) == 2:
        given, family = map(re.escape, form.words)
        pattern = rf"\b{given} [\"(][^\"()\n]{{1,40}}[\")] {family}\b"
        yield from (match.span() for match in re.finditer(pattern, passage.lowered))


def _is_airport(passage: Passage, mention: Span, form: Form) -> bool:
    """Tells whether an airport is meant, not the town whose name it has."""
    before, after = (
        passage.lowered[max(mention[0] - 40, 0) : mention[0]],
        passage.lowered[mention[1] : mention[1] + 40],
    )
    own = passage.lowered[slice(*mention)]
    others = any(name not in own for name in passage.airports)
    if _AIRPORT.match(after) or (_AIRPORT_BEFORE.search(before) and not others):
        shorter = form.part or form.ending
        own_case = passage.text[max(mention[0] - 40, 0) : mention[0]]
        return not (shorter and _INSIDE_NAME.search(own_case))
    if _TITLE_OF_PERSON.search(before):
        return False
    return not form.part and not others and not _IN_PLACE.search(before)


class Form(NamedTuple):
    """Words that together mean a value.

    Attributes:
        words: The words, as `words` gives them.
        capital: Whether the text must begin it with a capital, since it may be common words.
        person: Whether it may be a person's name, of which some parts may be initials.
        airport: Whether it is an airport without that word, and might also be a town.
        part: Whether it is only a part, which needs the word "airport" beside it.
        ending: Whether it is the end of a longer name, by which it is known: "Heathrow".
    """

    words: tuple[str, ...]
    capital: bool = False
    person: bool = False
    airport: bool = False
    part: bool = False
    ending: bool = False


@lru_cache(maxsize=65536)
def forms(value: str) -> tuple[Form, ...]:
    """Lists the forms of a value, its own first.

    Args:
        value: An accepted value.

    Returns:
        Its words; without what is in parentheses, or without a leading article; its subtitle
        alone; with the family name last instead of first. Nothing for a number, which has no other
        form than its own.
    """
    text = plain(value).lower()
    if not any(letter.isalpha() for letter in text):
        return ()
    found = dict.fromkeys(form for each in _spellings(text) for form in _forms(each))
    return tuple(form for form in found if form.words)


@lru_cache(maxsize=65536)
def probes(value: str) -> tuple[str, ...]:
    """Returns what a text must hold some of to mention a value in any form.

    Args:
        value: An accepted value.

    Returns:
        Both ends of the longest word of each form, since a slip of the pen spoils only one, and
        the family name's, since the others may be initials; an empty text, which all texts hold,
        if that word may be written as a number.
    """
    found = set()
    for form in forms(value):
        if form.part:
            found.add(max(form.words, key=len))
            continue
        for word in {max(form.words, key=len), *(form.words[-1:] if form.person else ())}:
            found |= {""} if word[0].isdigit() else {word[:_PROBE], word[-_PROBE:]}
    return tuple(found)


def _spellings(text: str) -> Iterator[str]:
    """Yields a text, without what is in brackets, and "The Help" for "Help, The"."""
    yield text
    if "[" in text:
        yield _BRACKETS.sub(" ", text)
    if match := _INVERTED.fullmatch(text):
        yield f"{match[2]} {match[1]}"


def _otherwise_abbreviated(own: tuple[str, ...]) -> tuple[str, ...]:
    """Returns "Mount Kenya" for "Mt. Kenya", and the other way round; a street comes last."""
    return (*(_ABBREVIATED.get(word, word) for word in own[:-1]), *own[-1:])


def _forms(text: str) -> Iterator[Form]:
    own = _words(text)
    yield Form(own, person=_may_be_person(own))
    for name in text.split("/") if "/" in text else ():  # of two names of a place, one
        if len(part := _words(name)) > 1:
            yield Form(part, capital=True)
    spelled = _otherwise_abbreviated(own)
    yield Form(spelled, person=_may_be_person(spelled))
    if "(" in text:
        yield Form(shorter := _words(_PARENTHESES.sub(" ", text)), capital=len(shorter) < 2)
    if own and own[0] in _ARTICLES and len(own[-1]) >= _FEWEST_LETTERS:
        yield Form(own[1:], capital=True)
    for family, comma, given in [text.partition(", ")]:
        reordered = (*_words(given), *_words(family))
        if comma and "," not in given and _may_be_person(reordered):
            yield Form(reordered, person=True)
    if _may_be_person(own):
        yield Form((own[-1], *own[:-1]), capital=True)
        yield from _with_pet_name(own)
    yield from _without_rank(text, own)
    yield from _without_kind(own)
    names = tuple(word for word in own if len(word) > 1)
    if len(own) - len(names) > 1 and len(names) == 1 and len(names[0]) >= _LONG_WORD:
        yield Form(names, capital=True)
    if "n" in own:
        yield Form(tuple("and" if word == "n" else word for word in own))
    yield from _parts_of_title(text, own)


def _with_pet_name(own: tuple[str, ...]) -> Iterator[Form]:
    """Yields "Alex Elm" for "Alexander Elm", and the other way round."""
    first, *family = own
    names = (pair.split() for pair in _PET_NAMES if family)
    for given in sorted({name for pair in names if first in pair for name in pair} - {first}):
        yield Form((given, *family), capital=True, person=True)


def _without_rank(text: str, own: tuple[str, ...]) -> Iterator[Form]:
    """Yields a person without a rank before the name, and by a nickname in quotation marks."""
    ranked = own[:1] and own[0] in _RANKS
    if ranked and len(own) > 2:
        yield Form(own[1:], capital=True, person=_may_be_person(own[1:]))
    if match := _NICKNAME.fullmatch(text):
        given, nickname, family = map(_words, match.groups())
        given = given[1:] if ranked else given
        yield from (Form((*name, *family), capital=True) for name in (given, nickname) if name)


def _parts_of_title(text: str, own: tuple[str, ...]) -> Iterator[Form]:
    """Yields what is enough of a title: its subtitle, or it without one that only describes."""
    main, *subtitles = _SUBTITLE.split(text)
    for subtitle in map(_words, subtitles[-1:]):
        if _distinctive(subtitle):
            yield Form(subtitle, capital=True)
        if len(subtitles) == 1 and _can_be_left_out(_words(main), subtitle):
            yield Form(_words(main), capital=True)
    sequel = _words(text.rpartition(" and the ")[2])
    if len(sequel) < len(own) and _distinctive(sequel):
        yield Form(sequel, capital=True)


def _without_kind(own: tuple[str, ...]) -> Iterator[Form]:
    """Yields a name without the words that say what it names: "Airport", "Press", "Jr."."""
    if own[-1:] and own[-1] in _SUFFIXES:
        yield Form(own[:-1], capital=True)
    if own[1:] and own[-1] in _OF_PUBLISHERS and len(own[0]) >= _FEWEST_LETTERS:
        kept = tuple(word for word in own if word not in _OF_PUBLISHERS)
        yield Form(kept[:-1] if kept[-1:] == ("and",) else kept, capital=True)
    yield from _without_sign(own)
    core = tuple(word for word in own if word not in _OF_AIRPORTS | _ARTICLES)
    if {"airport", "airfield", "aerodrome"} & set(own) and core:
        yield Form(core, capital=True, airport=True)
        for start in range(len(core)):
            for end in range(start + 1, len(core) + 1):
                if 0 < end - start < len(core) and len(core[end - 1]) >= _FEWEST_LETTERS:
                    known = start > 0 and end == len(core) and len(core[-1]) >= _LONG_WORD
                    yield Form(core[start:end], True, airport=True, part=not known, ending=known)


def _without_sign(own: tuple[str, ...]) -> Iterator[Form]:
    """Yields the club Real Elmton for "Real Elmton FC", and the circuit Elm for "Elm Circuit".

    The club Elmton is one of several of the town.
    """
    ends = (own[:1], own[1:]), (own[-1:], own[:-1])
    yield from (
        Form(rest, capital=True) for sign, rest in ends if {*sign} & _OF_CLUBS and len(rest) > 1
    )
    if own[-1:] and own[-1] in _OF_CIRCUITS and len(own) == 2:
        yield Form(own[:-1], capital=True)
    kept = tuple(word for word in own if word not in _OF_BREWERS | _OF_PUBLISHERS)
    if own[:1] == kept[:1] and len(kept) > 1 and _OF_BREWERS & {*own}:
        yield Form(kept, capital=True)


def _can_be_left_out(main: tuple[str, ...], subtitle: tuple[str, ...]) -> bool:
    """Tells whether a subtitle only describes, as "A Novel" does, or a number comes first."""
    if main[-1:] and main[-1].isdigit() and len(main) > 1:
        return True
    longer = len(main) > 1 or len("".join(main)) > _FEWEST_LETTERS
    return longer and (subtitle[:1] in {("a",), ("an",)} or (
        len(subtitle) >= _LONG_SUBTITLE and subtitle[0] != "the"
    ))  # fmt: skip


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(text))


def _may_be_person(parts: tuple[str, ...]) -> bool:
    """Tells whether the words look like given names and a family name."""
    return (
        2 <= len(parts) <= _LONGEST_NAME
        and all(part.isalpha() for part in parts)
        # The middle of *Ann A. Elm* is an initial, and no article.
        and not _OF_TITLES & {parts[0], *(part for part in parts[1:] if len(part) > 1), parts[-1]}
        and max(map(len, parts)) >= _FEWEST_LETTERS
    )


def _distinctive(parts: tuple[str, ...]) -> bool:
    """Tells whether a subtitle names its work alone: "Part Two" and "A Novel" do not."""
    long_words = sum(len(part) >= _FEWEST_LETTERS for part in parts)
    return long_words >= 2 and parts[0] not in {"a", "an"}


def find(found: Sequence[Word], form: Form) -> Iterator[Span]:
    """Finds a form of a name: its words however they are split, or with initials if a person's.

    Args:
        found: The words of a text.
        form: The form.

    Yields:
        Start and end of each.
    """
    whole = "".join(form.words)
    for index, word in enumerate(found):
        end = _spelled_out(found, index, whole) if whole.startswith(word.text) else None
        if end is None and form.person:
            end = _as_person(found, index, form.words)
        if end is not None:
            yield word.start, end


def _spelled_out(found: Sequence[Word], index: int, whole: str) -> int | None:
    """Returns where words end that make up a name, however they are split: "Spider-Man"."""
    so_far = found[index].text
    while len(so_far) < len(whole):
        index += 1
        if index == len(found) or not _follows(found, index):
            return None
        so_far += found[index].text
        if not whole.startswith(so_far):
            return None
    return found[index].end if so_far == whole else None


def _follows(found: Sequence[Word], index: int) -> bool:
    """Tells whether a word follows the one before closely, and is not one number with it."""
    before, word = found[index - 1], found[index]
    split_number = before.text[-1].isdigit() and word.text[0].isdigit()
    return word.start - before.end <= _WIDEST_GAP and not split_number


def _as_person(found: Sequence[Word], index: int, name: Sequence[str]) -> int | None:
    """Returns where a person's name ends, of which given names may be initials or be missing."""
    if not _same_given_name(found[index].text, name[0]):
        return None
    for at in range(index + 1, min(index + len(name) + 1, len(found))):
        if not _follows(found, at):
            return None
        if found[at].text == name[-1] and len(name[-1]) > 1:
            between = [word.text for word in found[index + 1 : at]]
            return found[at].end if _compatible(between, name[1:-1]) else None
    return None


def _same_given_name(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return one == other


def _compatible(middle: Sequence[str], expected: Sequence[str]) -> bool:
    """Tells whether middle names agree: only initials may be missing, or stand for the names."""
    if not expected:
        return all(len(name) == 1 for name in middle)
    if not middle:
        return all(len(name) == 1 for name in expected)
    if len(middle) != len(expected):  # *Ursula Le Elm* of *Ursula K. Le Elm*
        return [*middle] == [name for name in expected if len(name) > 1]
    return all(_same_given_name(*pair) for pair in zip(middle, expected, strict=True))


def find_misspelled(found: Sequence[Word], name: Sequence[str]) -> Iterator[Span]:
    """Finds a name whose long words may have a slip of the pen.

    Args:
        found: The words of a text.
        name: The words of the name.

    Yields:
        Start and end of each; first letters and numbers agree.
    """
    longest = max(range(len(name)), key=lambda index: len(name[index]))
    if len(name[longest]) < _FEWEST_SWAPPED:
        return
    for index in _near(found, name[longest]):
        window = found[max(index - longest, 0) : index - longest + len(name)]
        close = all(_follows(window, at) for at in range(1, len(window)))
        if close and len(window) == len(name) and all(map(_resembles, window, name)):
            yield window[0].start, window[-1].end


def _near(found: Sequence[Word], right: str) -> list[int]:
    """Returns the positions of words that resemble another one."""
    first, length, slips = right[0], len(right), _slips(right)
    return [
        index
        for index, (word, _, _) in enumerate(found)
        if word[0] == first
        and abs(len(word) - length) <= slips
        and word.isalpha()
        and _is_slip(word, right, slips)
    ]


def _is_slip(word: str, right: str, slips: int) -> bool:
    """Tells whether a few letters are wrong, or two beside each other are swapped."""
    distance = OSA.distance(word, right, score_cutoff=max(slips, 1))
    return distance <= slips or (
        distance == 1 and len(right) >= _FEWEST_SWAPPED and sorted(word) == sorted(right)
    )


def _resembles(word: Word, right: str) -> bool:
    return word.text == right or bool(_near([word], right))


def _slips(word: str) -> int:
    return len(word) // _LETTERS_PER_SLIP if word.isalpha() else 0
