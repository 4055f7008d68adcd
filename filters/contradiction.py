"""Whether a text says of what it mentions that it does not meet the question.

"X came out that year, but Y did not direct it" names X and denies that it is the answer. What is
said of a mention is looked for after it. Only names and numbers of the question are compared, so
that the rule knows no subject.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .denial import CUE
from .entity_resolution import Passage
from .words import Span, plain

_CLAUSE_END = re.compile(
    r"[.!?;](?=[\s\"')]|$)|\n|, and\b"
    r"|\b(?:but|however|although|though|while|whereas|which|who|because|since)\b"
)
# "Not in January" corrects a detail; "was not released in January" denies.
_NEGATED_VERB = re.compile(
    r"n't\b|\b(?:cannot|never|none|neither|no)\b"
    r"|\b(?:am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|may|might|will|would)"
    r" (?:\w+ ){0,2}not\b"
)
# About others, or about what the speaker knows.
_BESIDE_THE_POINT = re.compile(r"\b(?:others?|i|whether)\b")
_CONTRAST = re.compile(
    r"\b(?:but|[Hh]owever),? (?:it|he|she|they|this|that|these|those|the|his|her|its|their)\b"
    r"([^.;\n]*)"
)
_SENTENCE_END = re.compile(r"(?<![A-Z])[.!?][\"')]*\s+(?=[\"'(]?[A-Z])|\n")
_YEAR = re.compile(r"(?<![\w.])[12]\d{3}(?![\w.]*\w)")
_YEARS = re.compile(r"\b([12]\d{3})(?: ?- ?| to | until | and )([12]\d{3})\b")
_NAME = re.compile(r"[A-Z0-9][\w']*|(?<=-)\w+")
_WORD = re.compile(r"[\w']+")


@lru_cache(maxsize=65536)
def asked_names(question: str) -> frozenset[str]:
    """Returns the names and numbers of a question in lower case, but for its first word."""
    return _names(plain(question).strip().partition(" ")[2])


def denied_later(lowered: str, mention: Span, asked: frozenset[str]) -> bool:
    """Tells whether a clause after a mention negates its verb and names something of the question.

    Args:
        lowered: The text in lower case with its plain negations.
        mention: Start and end of the mention.
        asked: Names and numbers of the question.

    Returns:
        Whether there is such a clause that is neither about others nor about the speaker.
    """
    if not CUE.search(lowered, mention[1]):
        return False
    return any(
        _NEGATED_VERB.search(clause)
        and not _BESIDE_THE_POINT.search(clause)
        and not asked.isdisjoint(_WORD.findall(clause))
        for clause in _CLAUSE_END.split(lowered[mention[1] :])
    )


def replaced(passage: Passage, mention: Span, asked: frozenset[str]) -> bool:
    """Tells whether the sentence of a mention has something else where the question has a name.

    Args:
        passage: The text.
        mention: Start and end of the mention.
        asked: Names and numbers of the question.

    Returns:
        Whether the sentence lacks one of them, and goes on with "but it ..." about others only; or
        gives years after the mention, of which none is the question's or a span that holds it.
    """
    before, after = _sentence(passage.text, mention)
    contrast = _CONTRAST.search(after)
    if contrast and not asked <= set(_WORD.findall(f"{before} {after}".lower())):
        others = _names(contrast[1])
        if others and others.isdisjoint(asked):
            return True
    return _has_other_year(before, after, asked)


def _sentence(text: str, mention: Span) -> tuple[str, str]:
    """Returns the sentence of a mention, before its end and after."""
    start = max((match.end() for match in _SENTENCE_END.finditer(text, 0, mention[0])), default=0)
    end = _SENTENCE_END.search(text, mention[1])
    return text[start : mention[1]], text[mention[1] : end.start() if end else None]


def _has_other_year(before: str, after: str, asked: frozenset[str]) -> bool:
    wanted = {name for name in asked if _YEAR.fullmatch(name)}
    given = set(_YEAR.findall(after))
    spanned = any(first <= year <= last for first, last in _YEARS.findall(after) for year in wanted)
    return bool(wanted and given) and not (wanted & given or spanned) and not any(
        year in before for year in wanted
    )  # fmt: skip


def _names(text: str) -> frozenset[str]:
    found = _NAME.findall(text)
    return frozenset(name.lower() for name in found if len(name) > 1 or name.isdigit())
