"""What a sentence says of the statement that a yes/no question asks about.

It may call the statement true or false ("The claim that there are none is wrong"), or say that what
is asked for exists or not ("There is such a thing"). The question may deny something itself ("Is it
true that there are no ...?"): then that there is one makes its statement false. Where a verdict has
a clause of its own ("It is false that there is one") it is about this clause, which denies what the
question denies, or the opposite.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

TRUTH, EXISTENCE = 30, 20

_WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
_DENIES = re.compile(
    r"\b(?:no(?!\.\s?\d| (?:doubt|question|less than|other than))|not|never|none|nobody|nothing"
    r"|neither|nor|without|cannot)\b|n't\b"
)
_NAME = re.compile(r"\b(?:titled|named|called) .{1,120}?(?= that (?:was|were)\b| in \d{4}|\?|$)")
_STOP_WORDS = (
    "is it true that there are no not a an the of in on at to was were did do does has have had who"
    " which where with for by from and or been as this these those than when what never one"
)
_STOP = frozenset(_STOP_WORDS.split())
_THINGS = frozenset(["such", "one", "any", "anyone", "others", "another", "match", "matches"])
# "No doubt" and "no information" deny nothing that is asked for.
_NO_THING_WORDS = (
    "doubt question problem reason way matter idea information info data evidence clue record"
    " records details sources definitive clear reliable specific answer access official mention"
)
_NO_THINGS = frozenset(_NO_THING_WORDS.split())
# What follows is left open.
_OPEN = re.compile(
    r"\b(?:whether|if|unless|possible (?:that|to)|difficult to|would mean|could be|assuming)\b"
)


class Asked(NamedTuple):
    """What is known of a yes/no question.

    Attributes:
        denies: Whether its statement denies something.
        things: Its words in lower case that may name what is asked for, in singular and plural.
    """

    denies: bool
    things: frozenset[str]

    def label(self, exists: bool) -> str:
        """Returns the answer if what is asked for exists, or if it does not."""
        return "yes" if exists != self.denies else "no"


@lru_cache(maxsize=8192)
def asked(question: str) -> Asked:
    """Reads a yes/no question.

    Args:
        question: It, in English; empty if unknown.
    """
    lower = question.lower()
    content = frozenset(_WORD.findall(lower)) - _STOP
    plurals = {word[:-1] if word.endswith("s") else f"{word}s" for word in content}
    denies = _DENIES.search(_NAME.sub(" ", lower)) is not None
    return Asked(denies, _THINGS | content | plurals)


def statement(text: str, about: Asked) -> tuple[int, str] | None:
    """Reads what a sentence says of the statement of the question.

    Args:
        text: The sentence in lower case.
        about: The question.

    Returns:
        How firmly (`TRUTH`, `EXISTENCE`), and the answer; None if it says nothing.
    """
    opened = _OPEN.search(text)
    decided = text[: opened.start()] if opened else text
    right = _truth(decided, about)
    if right is not None:
        return TRUTH, "yes" if right else "no"
    exists = _existence(decided, about)
    return None if exists is None else (EXISTENCE, about.label(exists))


_CLAIM = r"(?:statement|claim|assertion|premise|proposition|assumption|idea|notion)"
_TRUTH = re.compile(
    rf"\b(?:(?:that|this|it|which)\b|{_CLAIM}\b(?P<clause>[^.!?\n]{{0,240}}?))(?P<verb>'s|\s(?:is"
    r"|was|seems|(?:would|must|should|has to) be)|\s?(?:isn't|wasn't|can(?:no|')t be))\b"
    r"(?P<not>(?:\s(?:[a-z]+ly|not|in fact|thus|however|quite|to be|be|far from|a|the|then)\b,?)"
    r"{0,5})\s{1,12}(?:(?P<right>true|correct|right|accurate|valid|the case|so|a fact)|false"
    r"|incorrect|wrong|inaccurate|untrue|invalid|mistaken|a (?:mis\w+|myth|lie)|refuted|unfounded"
    r"|misleading)\b(?![-'])(?!\s(?:answer|name|title|about|person|one|there|here|in|at|on|by)\b)"
)
_NOT = re.compile(r"n't|\b(?:not|cannot|can't|far from)\b")
_NOT_THOUGHT = re.compile(r"(?:n't|not) (?:think|believe|say)\b[^,;]{0,20}$")
_CLAUSE = re.compile(r"[\s,]*\b(?:that|to (?:say|state|claim|assert|conclude|assume|suggest))\b")


def _truth(text: str, about: Asked) -> bool | None:
    """Tells whether the statement of the question is called true."""
    match = _TRUTH.search(text)
    if match is None:
        return None
    negated = _NOT.search(f"{match['verb']}{match['not']}") is not None
    negated = negated != (_NOT_THOUGHT.search(text[: match.start()]) is not None)
    clause = match["clause"] or text[match.end() : match.end() + 200]
    return ((match["right"] is not None) != negated) == _repeats(clause, about)


def _repeats(clause: str, about: Asked) -> bool:
    """Tells whether the clause of a verdict says what the question says, and not the opposite."""
    if not _CLAUSE.match(clause):
        return True
    denies = _DENIES.search(clause) is not None
    return denies == about.denies or (not denies and _existence(clause, about) is None)


_THERE = re.compile(
    r"\bthere(?:'s|s\b|\s(?P<verb>is|are|was|were|has|have|had|does|did|do|exists?|may|might|could"
    r"|seems?|appears?|must|can))(?P<nt>n't)?(?:,?\s(?:in fact|of course|been|be|to|exists?|just"
    r"|[a-z]+ly|indeed|also|is|thus|then)\b,?){0,5}\s?(?P<not>(?:not|never)\b\s?)?"
    r"(?P<rest>[^.!?\n]{0,80})"
)
_MEETS = re.compile(
    r"\b(?:exist(?:s|ed)?|(?:fit|match|meet|satisf|fulfil)(?:s|es|ies|y|l|ls)?\b[^.,;]{0,20}\b"
    r"(?:description|criteri|conditions?|requirements?|bill|parameters|details|specifications))"
)
_NONE = re.compile(r"\bno such\b|^\W{0,9}(?:none|nobody|no one|nothing)\b")
_NO = re.compile(
    r"(?:^\W{0,9}(?:unfortunately|sadly)?\W{0,3}no|\b(?:find|found) (?:any|no)) ((?:[\w-]+ ?){1,3})"
)


def _existence(text: str, about: Asked) -> bool | None:
    """Tells whether a text says that what is asked for exists."""
    for match in _THERE.finditer(text):
        exists = _there(match, about)
        if exists is not None:
            return exists
    meets = _MEETS.search(text)
    if meets:
        subject = re.split("[:;,]", text[max(0, meets.start() - 80) : meets.start()])[-1]
        return _DENIES.search(subject) is None
    no = _NO.search(text)
    return False if _NONE.search(text) or (no and _names(no[1].split(), about)) else None


def _there(match: re.Match[str], about: Asked) -> bool | None:
    """Reads what follows *there is*: one, none, or something else than what is asked for."""
    positive = not (match["nt"] or match["not"])
    words = _WORD.findall(match["rest"])[:5]
    if match["verb"] in ("may", "might", "could") and positive:
        return None
    if not words or match["rest"].lstrip(" ,\"'")[:1] in ":;\u2013-(" or words[0] == "at":
        return positive
    if words[0] in ("none", "nobody", "no", "nothing", "not"):
        return False if len(words) == 1 or _names(words[1:4], about) else None
    return None if about.things.isdisjoint(words) else positive


def _names(words: list[str], about: Asked) -> bool:
    """Tells whether words name what is asked for."""
    return words[0] not in _NO_THINGS and not about.things.isdisjoint(words)
