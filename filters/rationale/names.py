"""Whether a mention is the value's own name: no common word, and no part of another name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from ...core.values.inverted_names import PARTICLES
from ...core.values.words import MONTHS, Span, plain
from .mentions import Passage

# Attributes whose values are names, though they may be stored in lower case.
_OF_NAMES = re.compile(
    r"name|title|artist|singer|band|group|author|director|player|actor|club|team|publisher|label"
)
_OF_ARTISTS = re.compile(r"artist|band|group|singer")
_OF_TITLES = re.compile(r"title|movie|film|book|song|album|work|game")
_OF_PERSONS = re.compile(r"player|director|author|writer|actor|actress|singer|composer|person")
_PARTS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SUFFIXES = {"jr", "jnr", "sr", "snr", "junior", "senior", "ii", "iii", "iv"}
# A capital at the start of a sentence does not tell these from names.
_FUNCTION_WORDS_TEXT = (
    "a an the this that these those it its he him his she her hers they them their we us our"
    " you your i me my mine who whom whose which what when where why how there here then now yes"
    " no not so if as at by for from in into of off on onto out over to up with without and or"
    " but nor yet is are was were be been am do does did done has have had can could may might"
    " must shall should will would one two all any both each few many more most none other some"
    " such same only very just also even ever never always again once still too well like about"
    " after before between since though while because until during despite however indeed"
    " overall true false right sure unsure correct wrong okay ok please let feel note"
)
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_ANSWERS = {"yes", "no"}
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n]|\|)[\s\"'(#>*_`-]*$")
_ANSWER = re.compile(r"\b(?:answer|response|say|said)\b[^.\n]{0,25}$", re.IGNORECASE)
# Signs around a title, and what may stand between them besides the title.
_OPEN, _CLOSE = (
    re.compile(r"[\"*_`<\u300a\u300c\u300e]$"),
    re.compile(r"[\"*_`>\u300b\u300d\u300f]"),
)
_NEXT_CAPITAL = re.compile(r"^(?: (?:of|the|in|and|for|to|on|de|a|an|is|at) | )[A-Z][a-z]")
_LAST_CAPITAL = re.compile(
    r"\b(?!The |A |An |[A-Z]\w*'s )[A-Z][\w']*(?: (?:of|the|in|and|for|to|on|de|a|an|is|at) | )$"
)
_SEQUEL = re.compile(
    r"^(?:,? (?:Part|Vol(?:ume|\.)?|Chapter|Episode))? "
    r"(?:[2-9]|1\d|I{2,3}|I?V|VI{0,3}|Two|Three|Four|Five)\b(?![.,:]?\d| times| years| days)"
)
# "The artist grandson", "Sung-yueng": of these small letters are the way to write them.
_STYLED = re.compile(r"(?:\b(?:artist|band|group|singer|duo|trio|rapper|musician),? |\w-)$")
_SENIOR = re.compile(r",? (?:Sr|Snr|Senior)\b")
_LONGER = re.compile(r"^ (?:City|State|University|Band|Orchestra|Symphony|Street|River|Records)\b")
_GOES_ON = re.compile(r" ([A-Z][a-z]+)")
_KINDS = {"part", "vol", "volume", "chapter", "episode", "book", "film", "movie", "by"}
_IN_YEAR = re.compile(
    r"\b(?:in|since|until|of|from|by|during|before|after|year|and|to|"
    rf"{'|'.join(MONTHS)})[ ]$"
)
_SOMEWHERE = re.compile(
    r"\b(?:(?:countries|parts|rest|most|much|all) of|from|in|across|throughout|over|around|outside"
    r"|near)(?: the)? (?:[A-Z]\w+(?:,? and|,) )*$"
)
_ROLES_TEXT = (
    "striker defender midfielder goalkeeper keeper forward winger captain skipper player"
    " teammate star coach manager director filmmaker actor actress singer rapper musician author"
    " writer novelist brother brothers mr mrs ms dr sir dame lord lady saint st international"
    " veteran legend"
)
_ROLES = frozenset(_ROLES_TEXT.split())
# Up to four words before a family name, as far as they have capitals or are particles.
_CAPITALIZED = re.compile(
    r"(?:(?:[\"'*_]{0,2}[A-Z][\w'-]*\.?[\"'*_]{0,2}|de|da|di|do|dos|das|del|la|van|von|der|den|al"
    r"|el)"
    r"[ ]){0,4}$"
)
_LONGEST_TITLE = 60
_LONG_NAME = 4


class Name(NamedTuple):
    """What tells the mentions of a value from other words.

    Attributes:
        proper: Whether it is written with a capital.
        single: Its only word in lower case; empty if it has several.
        short: Whether it has at most three words.
        title: Whether it may be a title, which a number makes another one.
        artist: Whether it is an artist's, who is in no place.
        only: Whether no other value is accepted.
        junior: Whether it is a son's, whose father has the same name.
        given: Given names and initials of the person whose family name it is; empty if unknown.
    """

    proper: bool
    single: str
    short: bool
    title: bool
    artist: bool
    only: bool
    junior: bool
    given: tuple[str, ...]


@lru_cache(maxsize=65536)
def name_of(value: str, values: tuple[str, ...], attribute: str) -> Name:
    """Describes a value by all accepted ones.

    Args:
        value: An accepted value.
        values: All accepted values of the element.
        attribute: What they are, such as `artist name`.
    """
    text = plain(value).strip()
    parts = [part.strip(".,") for part in text.lower().split()]
    essential = [part for part in parts if part not in {"the", "a", "an"}]
    single = essential[0] if len(essential) == 1 and essential[0].isalnum() else ""
    full = [_PARTS.findall(plain(other).lower()) for other in values]
    person = bool(_OF_PERSONS.search(attribute)) or any(
        len(parts[0]) == 1 for parts in full if parts
    )
    given = {
        word
        for parts in full
        if person and parts[1:] and parts[-1] == single
        for word in parts[:-1]
    }
    return Name(
        proper=text != text.lower() or bool(_OF_NAMES.search(attribute)),
        single=single,
        short=len(parts) < _LONG_NAME,
        title=bool(_OF_TITLES.search(attribute)),
        only=len(values) == 1,
        junior=parts[-1:] in (["jr"], ["jnr"], ["junior"]),
        artist=bool(single) and bool(_OF_ARTISTS.search(attribute)),
        given=tuple(given - PARTICLES),
    )


def is_own_name(
    passage: Passage, mention: Span, name: Name, asked: frozenset[str] = frozenset()
) -> bool:
    """Tells whether a mention is the value's own name.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        name: What tells the value from other words.
        asked: Names of the question, which may stand beside it.

    Returns:
        Not if it is a common word or a suffix, or stands inside another title or name.
    """
    if name.single in _SUFFIXES and not name.only:
        return False
    before, after = (
        passage.text[max(mention[0] - 120, 0) : mention[0]],
        passage.text[mention[1] : mention[1] + 120],
    )
    if name.title and name.short and _is_other_title(before, after, asked):
        return False
    if name.artist and (_SOMEWHERE.search(before) or _LONGER.match(after)):
        return False
    if name.single.isdigit() and name.title and _IN_YEAR.search(before):
        return False
    if (
        name.single
        and name.proper
        and _is_common_word(passage, mention, name.single, before, after)
    ):
        return False
    if _is_initial_only(passage, mention, name) or (name.junior and _SENIOR.match(after)):
        return False
    if name.single and _in_longer_title(before, after):
        return False
    return not name.given or _may_be_family_name(before, name.given)


def repeats_question(passage: Passage, mention: Span, value: str, question: str) -> bool:
    """Tells whether a mention only repeats the question, which has the value after the same word.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        value: The value.
        question: The question.
    """
    before = _before_in_question(value, question)
    start = mention[0]
    return bool(before) and before == _last_word(passage.lowered[max(start - 60, 0) : start])


@lru_cache(maxsize=65536)
def _before_in_question(value: str, question: str) -> str:
    """Returns the word before a value in the question; empty if there is none."""
    asked = plain(question).lower()
    found = re.search(rf"(?<!\w){re.escape(plain(value).lower())}(?!\w)", asked)
    return _last_word(asked[: found.start()]) if found else ""


def _last_word(text: str) -> str:
    words: list[str] = re.findall(r"\w+", text)
    return words[-1] if words else ""


def _is_initial_only(passage: Passage, mention: Span, name: Name) -> bool:
    """Tells whether "a young" was taken for a name with an initial."""
    first, _, last = passage.text[slice(*mention)].partition(" ")
    capitals = any(letter.isupper() for letter in passage.text)
    initial = len(first) == 1 and last.islower() and not name.title
    return name.proper and initial and capitals


def _is_other_title(before: str, after: str, asked: frozenset[str]) -> bool:
    """Tells whether a title goes on, or is a year."""
    if _SEQUEL.match(after):
        return True
    following = _GOES_ON.match(after)
    return bool(following and following[1].lower() not in asked | _FUNCTION_WORDS | _KINDS)


def _is_common_word(passage: Passage, mention: Span, word: str, before: str, after: str) -> bool:
    written = passage.text[slice(*mention)]
    marked = bool(_OPEN.search(before) and _CLOSE.match(after))
    if word in _ANSWERS:
        return (bool(_SENTENCE_START.search(before)) and not marked) or bool(_ANSWER.search(before))
    if marked or (written.split()[-1][:1].isupper() and " " in written):
        return False
    if written.islower() and not _STYLED.search(before):
        return any(letter.isupper() for letter in passage.text)
    if after.startswith((" (", ",")):
        return False
    return word in _FUNCTION_WORDS and bool(_SENTENCE_START.search(before))


def _in_longer_title(before: str, after: str) -> bool:
    """Tells whether quotes or stars hold more capitalized words beside a single one."""
    line_before, line_after = before.rpartition("\n")[2], after.partition("\n")[0]
    for sign in '"*_':
        outside, opened, inside_before = line_before.rpartition(sign)
        inside_after, closed, _ = line_after.partition(sign)
        if not opened or not closed or (sign == '"' and outside.count(sign) % 2):
            continue
        if _NEXT_CAPITAL.match(inside_after) or _LAST_CAPITAL.search(inside_before):
            return len(inside_before) + len(inside_after) <= _LONGEST_TITLE
    return False


def _may_be_family_name(before: str, given: Sequence[str]) -> bool:
    """Tells whether a family name stands alone, or after one of the known given names."""
    others = 0
    for word in reversed(_CAPITALIZED.search(before)[0].split()):  # type: ignore[index]
        plain_word = word.strip("\"'*_.").lower()
        if any(_may_be(plain_word, name) for name in given):
            return True
        others += plain_word not in PARTICLES and not word.endswith("'s")
    first = _CAPITALIZED.search(before)[0].split()[:1]  # type: ignore[index]
    return others == 0 or (others == 1 and first[0].lower() in _ROLES | _FUNCTION_WORDS)


def _may_be(word: str, name: str) -> bool:
    """Tells whether a word may be a given name: its initial, a short form or another spelling."""
    if word[:1] != name[:1]:
        return False
    shorter = min(len(word), len(name))
    return word[:3] == name[:3] or shorter == 1 or Levenshtein.distance(word, name) <= shorter // 2
