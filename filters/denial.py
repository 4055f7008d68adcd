"""Whether a text denies what it mentions.

Two questions are told apart. *Is the mention itself denied?* ("It is not X", "no X", "instead of
X"): a negation stands before it in its clause. *Is it denied that the mention meets the question?*
("X came out that year, but Y did not direct it"): after the mention, a clause whose verb is
negated names something that the question asks about.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .entity_resolution import Span
from .words import plain

_CUE = (
    r"n't\b|\bcannot\b|\b(?:not|no|never|none|neither|nor|nobody|without)\b|\binstead of\b"
    r"|\brather than\b|\b(?:false|untrue|incorrect|wrong) that\b"
)
# They look like negations and deny nothing of what follows.
_HARMLESS = (
    r"\b(?:not|n't) (?:only|just|merely|simply|solely|exclusively|necessarily|until|sure|certain)\b"
    r"|\b(?:not|n't) (?:true|correct|accurate|the case)\b(?! that)|\bno (?:doubt|longer|wonder)\b"
    r"|\b(?:no|not?\w*) (?:any )?others?\b|\bnone other than\b|\bnothing (?:but|other than)\b"
)
_NEGATION = re.compile(rf"(?P<harmless>{_HARMLESS})|(?P<cue>{_CUE})")
# Where the scope of a negation ends.
_NEW_CLAUSE = re.compile(
    r"[.!?:;](?=[\s\"')]|$)|\n|(?<=\s)-(?=\s)"
    r"|\b(?:but|however|although|though|while|whereas|because|since|except|besides)\b"
    r"|\b(?:other than|apart from|aside from)\b"
    r"|,(?! (?:or|nor|such|including|like|especially|by|starring|called|titled|named)\b)"
)
_CLAUSE = re.compile(
    r"[.!?;](?=[\s\"')]|$)|\n"
    r"|\b(?:but|however|although|though|while|whereas|which|who|because|since)\b|, and\b"
)
_NEGATED_VERB = re.compile(
    r"n't\b|\bcannot\b|\b(?:never|none|neither)\b|\bno\b"
    r"|\b(?:am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|may|might|will|would)"
    r" (?:\w+ly |also |yet |\w+ ){0,2}?not\b"
)
_OTHERS = re.compile(r"\bothers?\b")
_SENTENCE_END = re.compile(r"(?<![A-Z])[.!?][\"')]*\s+(?=[\"'(]?[A-Z])|\n")
_YEAR = re.compile(r"(?<![\w.])[12]\d{3}(?![\w.]*\w)")
_TERM = re.compile(r"[A-Z0-9][\w']*|(?<=-)\w+")


def may_deny(lowered: str) -> bool:
    """Tells whether a text in lower case has any negation."""
    return _NEGATION.search(lowered) is not None


def denied(lowered: str, mention: Span) -> bool:
    """Tells whether a mention is itself denied: an odd number of negations in its clause before it.

    Args:
        lowered: The text in lower case, without accents.
        mention: Start and end of the mention.

    Returns:
        Whether it is in the scope of a negation that is not itself negated.
    """
    before = lowered[: mention[0]]
    clause = before[_last_end(_NEW_CLAUSE, before) :]
    cues = sum(1 for match in _NEGATION.finditer(clause) if match["cue"])
    return cues % 2 == 1


def _last_end(pattern: re.Pattern[str], text: str) -> int:
    end = 0
    for match in pattern.finditer(text):
        end = match.end()
    return end


@lru_cache(maxsize=65536)
def terms(question: str) -> frozenset[str]:
    """Returns the names and numbers that a question asks about, in lower case."""
    found = _TERM.findall(plain(question).partition(" ")[2])
    return frozenset(term.lower() for term in found if len(term) > 1 or term.isdigit())
    

def contradicted(text: str, lowered: str, mention: Span, question: str) -> bool:
    """Tells whether a text says after a mention that it does not meet what the question asks.

    Args:
        text: The text without accents.
        lowered: The same in lower case.
        mention: Start and end of the mention.
        question: The question.

    Returns:
        Whether a later clause with a negated verb names something of the question, or the rest of
        the sentence gives another year than the question's.
    """
    asked = terms(question)
    return _negated_later(lowered[mention[1] :], asked) or _other_year(text, mention, asked)


def _negated_later(rest: str, asked: frozenset[str]) -> bool:
    for clause in _CLAUSE.split(rest):
        negated = any(
            True for match in _NEGATED_VERB.finditer(_NEGATION.sub(_blank_harmless, clause))
        )
        if negated and not _OTHERS.search(clause) and asked & set(re.findall(r"\w+", clause)):
            return True
    return False


def _blank_harmless(match: re.Match[str]) -> str:
    return " " if match["harmless"] else match[0]


def _other_year(text: str, mention: Span, asked: frozenset[str]) -> bool:
    start = _last_end(_SENTENCE_END, text[: mention[0]])
    after = _SENTENCE_END.split(text[mention[1] :], maxsplit=1)[0]
    years = set(_YEAR.findall(after))
    wanted = {term for term in asked if _YEAR.fullmatch(term)}
    before = set(_YEAR.findall(text[start : mention[0]]))
    return bool(wanted and years) and not wanted & (years | before)
