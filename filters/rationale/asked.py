"""What a question asks of a value, and what a text says of it: the same or something else.

A question has names and numbers: of "a ferry that sailed in 1931 with Odo Marsh as captain" they
are 1931 and Odo Marsh. A text that says of a value what the question asks repeats them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...core.values.words import MONTHS, Span, plain
from .clauses import CUE, clauses, denies

_PARTICLES = r"(?:of|the|de|da|di|do|dos|del|della|der|den|la|le|van|von|bin|al|and)"
_NAME = re.compile(
    r"(?P<place>\b(?:from|for|at) )?(?:(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)"
    rf"|\b[A-Z][\w'.&-]*(?:(?:,? | {_PARTICLES} )[A-Z][\w'.&-]*)*)"
)
_WORD = re.compile(r"-?\d+(?:\.\d+)?(?![^\W_])|[\w']+")
_CAPITAL = re.compile(r"[A-Z0-9][\w']*|(?<=-)\w+")
_SENTENCE_END = re.compile(
    r"(?<![A-Z])(?<!\b[DMJS]r)(?<!\bMrs)(?<!\bSt)(?<!\bvs)[.!?][\"')*_]*\s+(?=[\"'(*_#-]*[A-Z0-9])"
    r"|\n"
)
_YEAR = re.compile(r"(?<![\w.])[12]\d{3}(?![\w.]*\w)")
_YEARS = re.compile(r"\b([12]\d{3})(?: ?- ?| to | until | and )([12]\d{3})\b")
# "Directed by Ana Vale's brother": of whom a relation is spoken of is not the one.
_RELATION = re.compile(
    r"\b[\w.-]{1,40}(?: [A-Z][\w.-]{0,40}){0,4}'s? (?:\w+-)?(?:brother|sister|sibling|twin|son"
    r"|daughter|child"
    r"|wife"
    r"|husband|spouse|partner|father|mother|cousin|nephew|niece|uncle|aunt|friend|assistant"
    r"|colleague|protege|mentor|rival|successor|predecessor|teammate)s?\b"
)
_NOT_THIS = re.compile(r"(?:,|\band|\bbut) not\b[^,.;\n]*")
_EXISTENCE = re.compile(
    r"\b(?:there (?:is|are|was|were|has been|have been) (?:no|not)|no (?:such|record|information"
    r"|evidence))\b[^.;\n]*?(?=\b(?:but|however|because)\b|[.;\n]|$)",
    re.IGNORECASE,
)
# A sentence about what the one before it was about.
_GOES_ON = re.compile(
    r"\b(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hese|[Bb]oth"
    r"|(?:[Tt]he|[Tt]hat) (?:director|film|movie|book|song|player|club|airport|novel|author|artist"
    r"|band|group|singer|title|number|release))\b"
)
_TOGETHER = re.compile(r"\b(?:they|their|together|both|the two)\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:he|she|his|her)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till)\b")
_DEICTIC = re.compile(
    r"\b(?:these|those|that|the (?:given|specified|exact|same|asked|stated|said)) (?:exact )?"
    r"(?:coordinates?|location|position|spot|place|point|year|month|date|criteria"
    r"|conditions|requirements|description|number)\b"
)


# "In 1972, but not in January": people take a month for a detail.
_NOT_IN_MONTH = re.compile(rf"\bnot (?:in )?({'|'.join(MONTHS)})\b")
_MONTHS = frozenset(month.lower() for month in MONTHS)
_IDENTIFIES = re.compile(
    r"(?:^|[.!?:\n,])[\s\"'*_]*(?:[Ii]t(?:'s| is| was)|(?:[Tt]hat|[Tt]his|[Hh]is name|[Hh]er name"
    r"|[Tt]heir name"
    r"|[Tt]he (?!clos|near|last|only|first)\w+(?: in question)?) (?:is|was|would be)|[Tt]hat's)"
    r"(?: (?:called|titled|named|indeed|probably|likely|by|the \w+))*[\s\"'*_]*$"
)


class Asked(NamedTuple):
    """What a question asks of its value.

    Attributes:
        words: Words of its names, and its numbers, in lower case.
        needed: The words of each name or number that a text about the value has to give.
        years: Its years, which a text may leave out.
    """

    words: frozenset[str]
    needed: tuple[tuple[str, ...], ...]
    years: tuple[int, ...]


@lru_cache(maxsize=65536)
def asked_of(question: str) -> Asked:
    """Returns the names and numbers of a question, except its first word.

    Args:
        question: The question.

    Returns:
        What it asks; a text may leave out where someone is from, or has played.
    """
    text = plain(question).strip().partition(" ")[2]
    groups = [tuple(_words(match[0])) for match in _NAME.finditer(text) if not match["place"]]
    years = tuple(int(year) for year in _YEAR.findall(text))
    needed = [group for group in groups if group and not _YEAR.fullmatch(group[0])]
    return Asked(_capitals(text), tuple(dict.fromkeys(needed)), years)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if len(word) > 1 or word.isdigit()]


def _capitals(text: str) -> frozenset[str]:
    found = _CAPITAL.findall(text)
    return frozenset(name.lower() for name in found if len(name) > 1 or name.isdigit())


def denied_later(lowered: str, mention: Span, asked: Asked, affirms: bool) -> bool:
    """Tells whether a clause after a mention denies something that the question asks.

    Args:
        lowered: The text in lower case with its plain negations.
        mention: Start and end of the mention.
        asked: What the question asks.
        affirms: Whether the response answers the question right; then a thing that did not
            happen until some year is another one.

    Returns:
        Whether there is such a clause.
    """
    return bool(CUE.search(lowered, mention[1])) and any(
        not (affirms and _UNTIL.search(clause))
        and (not asked.words.isdisjoint(_WORD.findall(clause)) or _DEICTIC.search(clause))
        and denies(clause)
        for clause in clauses(lowered, mention[1])
    )


def denies_existence(lowered: str, asked: Asked) -> bool:
    """Tells whether a text says that there is nothing as the question asks for."""
    return any(
        not asked.words.isdisjoint(_WORD.findall(match[0])) and denies(match[0])
        for match in _EXISTENCE.finditer(lowered)
    )


def meets(text: str, mentions: Iterable[Span], asked: Asked) -> bool:
    """Tells whether a text that denies the question says of a value all that it asks.

    Args:
        text: The text with its plain negations.
        mentions: Start and end of each mention of the value, in order.
        asked: What the question asks.

    Returns:
        Whether the sentences about the value affirm each name and number, and no other year;
        "it is" and the value needs no more.
    """
    found = list(mentions)
    about = _about(text, found)
    denied = set(_words(" ".join(_NOT_THIS.findall(about)))) - _MONTHS
    said = affirmed(about) + " ".join(_NOT_IN_MONTH.findall(about))
    words = _WORD.findall(said.lower())
    if not (denied & asked.words) <= set(words):
        return False
    if not denies_existence(text.lower(), asked) and any(
        _identified(text, mention) for mention in found
    ):
        return _has_years(said, asked.years, needed=False)
    return all(_has(group, said, words) for group in asked.needed) and _has_years(
        said, asked.years, needed=not asked.needed
    )


def _identified(text: str, mention: Span) -> bool:
    """Tells whether a text says "it is" of a value, or "the film is called"."""
    return bool(_IDENTIFIES.search(text[max(mention[0] - 80, 0) : mention[0]]))


def _about(text: str, mentions: list[Span]) -> str:
    """Returns the sentences that mention a value, and those beside them that are about it too."""
    found: list[str] = []
    before, about = "", False
    starts = [start for start, _ in mentions]
    for begin, end in _sentences(text):
        sentence = text[begin:end]
        has_value = bisect_left(starts, begin) < bisect_left(starts, end)
        if has_value and not about:
            found.append(_referred_to(before, sentence))
        about = has_value or (about and bool(_GOES_ON.search(sentence)))
        if about:
            found.append(sentence)
        before = sentence if sentence.strip() else before
    return ". ".join(found)


def _referred_to(before: str, sentence: str) -> str:
    """Returns what a sentence's pronouns mean in the one before it."""
    names = [match[0] for match in _NAME.finditer(before) if not match[0].startswith("No ")]
    if _TOGETHER.search(sentence):
        return ", ".join(name for name in names if not name[0].isdigit())
    if _EXISTENCE.search(before):
        return ""
    if _ONE.search(sentence):
        return names[0] if names else ""
    return before if _GOES_ON.search(sentence) else ""


def _sentences(text: str) -> Iterator[Span]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield start, end.end()
        start = end.end()
    yield start, len(text)


def affirmed(text: str) -> str:
    """Returns the clauses of a text that deny nothing, without those whose relations it names."""
    text = _RELATION.sub("", _NOT_THIS.sub("", _EXISTENCE.sub("", text)))
    return " ".join(clause for clause in clauses(text) if not CUE.search(clause.lower()))


def _has(group: tuple[str, ...], text: str, words: list[str]) -> bool:
    """Tells whether a text has a name in full, its family name, or another part alone."""
    present = [word for word in group if any(_same(word, other) for other in words)]
    if len(present) * 2 > len(group):
        return True
    return any(_alone(word, group, text) for word in present)


def _alone(word: str, group: tuple[str, ...], text: str) -> bool:
    """Tells whether a part of a name stands in a text, and in no other's name."""
    for match in re.finditer(
        rf"(\b[A-Z][\w'-]* )?\b{re.escape(word)}(?:'s)?\b( [A-Z])?", text, re.IGNORECASE
    ):
        before = (match[1] or "").strip()
        mine = not before[:1].isupper() or before.lower() in group or word != group[-1]
        if mine and (word == group[-1] or not (match[2] or "").strip().isupper()):
            return True
    return False


def _same(word: str, other: str) -> bool:
    """Tells whether two words may be spellings of the same name: Munich, Munchen."""
    return word == other or (min(len(word), len(other)) > 4 and word[:3] == other[:3])


def _has_years(text: str, years: Sequence[int], needed: bool) -> bool:
    """Tells whether a text gives the years, or a span that holds them, or no year if it may."""
    given = [int(year) for year in _YEAR.findall(text)]
    spans = [(int(first), int(last)) for first, last in _YEARS.findall(text)]
    return not (given or needed) or all(
        year in given or any(first <= year <= last for first, last in spans) for year in years
    )
