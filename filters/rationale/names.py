"""Whether a mention is the value's own name: no common word, and no part of another name."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ...core.values.words import Span, plain
from .mentions import ARTICLES, Passage

# A capital at the start of a sentence does not tell these from names.
_FUNCTION_WORDS_TEXT = (
    "a an the this that these those it its he him his she her hers they them their we us our"
    " you your i me my mine who whom whose which what when where why how here there then now yes"
    " no not so if as at by for from in into of off on onto out over to up with without and or"
    " but nor yet is are was were be been am do does did done has have had can could may might"
    " must shall should will would one two all any both each few many more most none other some"
    " such same only very just also even ever never always again once still too well like about"
    " after before between since though while because until during despite however indeed true"
    " false right sure unsure correct wrong okay ok please"
)
# What stands between given names and family names.
_PARTICLES_TEXT = "de da di do dos das del la van von der den bin al el"
_PARTICLES = frozenset(_PARTICLES_TEXT.split())
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_NAMED = re.compile(r"name|title")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n|])[\s\"'(#>*_`-]*$")
_QUOTED = re.compile(r"[\"*_`<\u300a\u300c\u300e]$")
_NUMBER_AFTER = re.compile(
    r",? (?:(?:Part|Vol\.|Volume|Chapter|Episode) )?"
    r"(?:[2-9]|1\d|I{2,3}|I?V|VI{0,3}|Two|Three|Four|Five)\b(?![.,:]?\d| times| years| days)"
)
# Words with capitals, and particles, directly before a name.
_BEFORE = re.compile(r"(?:(?:[A-Z]\.|[A-Z][\w'-]*|d[aeio]s?|del|la|v[ao]n|de[rn]|[ae]l)[ ]){1,4}$")
_LONGEST_TITLE = 3  # words of a title that a number after it makes another one


class Name(NamedTuple):
    """What tells the mentions of a value from other words.

    Attributes:
        proper: Whether it is written with a capital.
        single: Its only word in lower case; empty if it has several.
        numbered: Whether it is a short title, which a number makes another one.
        given: Given names and initials of the person whose family name it is; empty if unknown.
    """

    proper: bool
    single: str
    numbered: bool
    given: frozenset[str]


@lru_cache(maxsize=65536)
def name_of(value: str, values: tuple[str, ...], attribute: str, kind: str) -> Name:
    """Describes a value by all accepted ones.

    Args:
        value: An accepted value.
        values: All accepted values of the element.
        attribute: What they are, such as `artist name`.
        kind: Their kind.
    """
    parts = _words(value)
    essential = [part for part in parts if part not in ARTICLES]
    single = essential[0] if len(essential) == 1 else ""
    others = values if kind == "person" or _NAMED.search(attribute) else ()
    full = (name for name in map(_words, others) if name[1:] and name[-1] == single)
    return Name(
        proper=kind in ("person", "title") or bool(_NAMED.search(attribute)),
        single=single,
        numbered=(kind == "title" or "title" in attribute) and len(parts) <= _LONGEST_TITLE,
        given=frozenset(word for name in full for word in name[:-1]) - _PARTICLES,
    )


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain(name).lower())


def is_own_name(passage: Passage, mention: Span, name: Name, asked: frozenset[str]) -> bool:
    """Tells whether a mention is the value's own name.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        name: What tells the value from other words.
        asked: Names of the question, which may stand beside it.

    Returns:
        Not if it is a common word, or stands inside another title or name.
    """
    before = passage.text[max(mention[0] - 80, 0) : mention[0]]
    after = passage.text[mention[1] : mention[1] + 40]
    if name.numbered and _NUMBER_AFTER.match(after):
        return False
    if not name.single:
        return True
    if _is_common_word(passage, mention, name, before):
        return False
    return not _in_longer_name(before, name, asked)


def _is_common_word(passage: Passage, mention: Span, name: Name, before: str) -> bool:
    """Tells whether a word is not meant as a name: it lacks a capital, or begins a sentence."""
    written = passage.text[slice(*mention)]
    function = name.single in _FUNCTION_WORDS
    if _QUOTED.search(before) or " " in written:
        return False
    if written.islower():
        return (name.proper or function) and not passage.text.islower()
    return function and bool(_SENTENCE_START.search(before))


def _in_longer_name(before: str, name: Name, asked: frozenset[str]) -> bool:
    """Tells whether other words with capitals belong to a title or a family name of one word."""
    run = _BEFORE.search(before)
    others = [word.strip(".'").lower() for word in (run[0].split() if run else ())]
    if not run or (len(others) == 1 and _SENTENCE_START.search(before[: run.start()])):
        return False  # "Elm", "Director Elm", "The Elm"
    known = _FUNCTION_WORDS | _PARTICLES | asked | name.given
    initials = {word[0] for word in name.given}
    unknown = [
        word
        for word in others
        if len(word) > 1
        and word not in known
        and word[:1] not in initials
        and not word.endswith("'s")
    ]
    return bool(unknown) and (name.numbered or bool(name.given))
