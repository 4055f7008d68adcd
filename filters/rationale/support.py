"""Whether a text says of a value what the question asks, or of something else.

A question has names and numbers: of "a ferry that sailed in 1931 with Odo Marsh as captain" they
are 1931 and Odo Marsh. A text that says of a value what the question asks repeats them; one that
denies the question and names the value beside another year or person does not support it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...core.values.words import Span, plain
from ..text.sentences import sentence_spans
from .clauses import CUE, clauses, denies

_NAME = re.compile(
    r"(?P<place>\b(?:from|for|at) )?(?:(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)"
    r"|\b[A-Z][\w'.&-]*(?:(?:,? | (?:of|the|de|da|di|do|del|der|den|la|le|van|von|al|and) )"
    r"[A-Z][\w'.&-]*){0,8})"
)
_WORD = re.compile(r"-?\d+(?:\.\d+)?(?![^\W_])|[\w']+")
_YEAR = re.compile(r"(?<![\w.])[12]\d{3}(?![\w.]*\w)")
_EXISTENCE = re.compile(
    r"\b(?:there (?:is|are|was|were|has been|have been) (?:no|not)|no (?:such|record|information"
    r"|evidence))\b[^.;\n]*?(?=\b(?:but|however|because)\b|[.;\n]|$)",
    re.IGNORECASE,
)
# A sentence about what the one before it was about: "it", "the song" where a song is asked for.
_PRONOUN = re.compile(r"\b(?:he|she|it|they|his|her|its|their|this|these|both)\b", re.IGNORECASE)
_DEFINITE = re.compile(r"\b(?:the|that) ([a-z]{4,})\b", re.IGNORECASE)
_NOUN = re.compile(r"(?<![^\W_])[a-z]{4,}(?![^\W_])")
_CONTRAST = re.compile(r"(?:,|\band|\bbut) not\b|\binstead of\b|\brather than\b")
_IDENTIFIES = re.compile(
    r"\b(?:it|that|this|(?:his|her|their|its|the|whose) [\w ]{1,30}?)(?:'s| is| was| would be)"
    r"(?: (?:called|titled|named|indeed|probably|likely|by|the \w+)){0,3}[\s\"'*_]*$",
    re.IGNORECASE,
)


class Question(NamedTuple):
    """What a question asks of its value.

    Attributes:
        text: The question in lower case, without accents.
        words: Words of its names, and its numbers, in lower case.
        names: The words of each name or number that a text about the value has to give.
        years: Its years, which a text may leave out.
        nouns: Its other words, which say what a thing is, and not which.
        head: Those before its first name, without a plural's ending: what is asked for.
    """

    text: str = ""
    words: frozenset[str] = frozenset()
    names: tuple[tuple[str, ...], ...] = ()
    years: tuple[int, ...] = ()
    nouns: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()


@lru_cache(maxsize=65536)
def names_of(question: str) -> Question:
    """Returns the names and numbers of a question, except its first word.

    Args:
        question: The question.

    Returns:
        What it asks; a text may leave out where someone is from, or has played.
    """
    whole = plain(question).strip()
    text = whole.partition(" ")[2]
    matches = [*_NAME.finditer(text)]
    groups = [tuple(_words(match[0])) for match in matches]
    needed = [
        group
        for match, group in zip(matches, groups, strict=True)
        if group and not match["place"] and not _YEAR.fullmatch(group[0])
    ]
    years = tuple(int(year) for year in _YEAR.findall(text))
    words = frozenset(word for group in groups for word in group)
    first = matches[0].start() if matches else len(text)
    head = frozenset(noun.rstrip("s") for noun in _NOUN.findall(text, 0, first))
    nouns = frozenset(_NOUN.findall(text))
    return Question(whole.lower(), words, tuple(dict.fromkeys(needed)), years, nouns, head)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if len(word) > 1 or word.isdigit()]


def denied_later(lowered: str, mention: Span, asked: Question) -> bool:
    """Tells whether a clause after a mention denies something that the question asks.

    Args:
        lowered: The text in lower case with its plain negations.
        mention: Start and end of the mention.
        asked: What the question asks.
    """
    return bool(CUE.search(lowered, mention[1])) and any(
        _denies_any(clause, asked.words) for clause in clauses(lowered, mention[1])
    )


def _denies_any(clause: str, words: frozenset[str]) -> bool:
    """Tells whether a clause denies some words: by its verb, or in "Y, not X"."""
    contrast = _CONTRAST.search(clause)
    if not contrast:
        return not words.isdisjoint(_WORD.findall(clause)) and denies(clause)
    before, after = clause[: contrast.start()], clause[contrast.end() :]
    contrasted = (words & {*_WORD.findall(after)}) - {*_WORD.findall(before)}
    return bool(contrasted) or _denies_any(before, words)


def denies_existence(lowered: str, asked: Question) -> bool:
    """Tells whether a text says that there is nothing as the question asks for."""
    return any(
        not asked.words.isdisjoint(_WORD.findall(match[0])) and denies(match[0])
        for match in _EXISTENCE.finditer(lowered)
    )


def supports(text: str, mentions: Sequence[Span], asked: Question) -> bool:
    """Tells whether a text that denies the question says of a value all that it asks.

    Args:
        text: The text with its plain negations.
        mentions: Start and end of each mention of the value, in order.
        asked: What the question asks.

    Returns:
        Whether the sentences about the value affirm each name and number, and no other year;
        "it is" and the value needs no more.
    """
    about = " . ".join(_about(text, mentions, asked.head))
    affirmed = " ".join(
        clause for clause in clauses(_EXISTENCE.sub("", about)) if not CUE.search(clause.lower())
    )
    identified = any(_IDENTIFIES.search(text[max(at - 80, 0) : at]) for at, _ in mentions)
    if identified and not _EXISTENCE.search(text):
        return _has_years(affirmed, asked.years, needed=False)
    words = frozenset(_WORD.findall(affirmed.lower()))
    named = all(2 * sum(word in words for word in name) >= len(name) for name in asked.names)
    return named and _has_years(affirmed, asked.years, needed=not asked.names)


def _about(text: str, mentions: Sequence[Span], head: frozenset[str]) -> Iterator[str]:
    """Yields the sentences that mention a value, and those beside them that are about it too."""
    before, about = "", False
    for begin, end in sentence_spans(text):
        sentence = text[begin:end]
        has_value = any(begin <= start < end for start, _ in mentions)
        goes_on = bool(_PRONOUN.search(sentence)) or any(
            noun.lower() in head for noun in _DEFINITE.findall(sentence)
        )
        if has_value and not about and goes_on:
            yield before
        about = has_value or (about and goes_on)
        if about:
            yield sentence
        before = sentence if sentence.strip() else before


def _has_years(text: str, years: Sequence[int], needed: bool) -> bool:
    """Tells whether a text gives the years, or no year if it may."""
    given = {int(year) for year in _YEAR.findall(text)}
    return not (given or needed) or given >= {*years}
