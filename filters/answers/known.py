"""Whether a reply says that the model knows an entity (ERBench, Appendix B.2).

A prompt asks several questions at once, such as who directed a movie and who is in it; a model that
knows the entity answers all of them with yes. Nothing is known from an empty reply.
"""

from __future__ import annotations

import re

from .robust import robust_answer

_YES_NO = re.compile(r"\b(yes|no|unsure)\b")
_WORD = r"(yes|no|unsure)\b"
# An answer opens the reply, a sentence, a line or a cell, or it stands alone between commas.
_OPENING = re.compile(
    r"(?:^|[\n.!?:|)])[\s*_\"'`#>(|-]{0,20}(?:\d{1,2}[.):]\s{0,5})?[*_\"]{0,3}"
    + _WORD
    + r"(?!\s(?:doubt|longer|wonder|problem|matter)\b)|(?:[,;]|\band\b)\s{0,5}"
    + _WORD
    + r"(?=\s{0,5}(?:[.,;!\n]|$))"
)


def knows_by_the_paper(text: str) -> bool:
    """Tells whether a reply answers with only *yes*: at least one, and no *no* or *unsure*."""
    return set(_YES_NO.findall(text.lower())) == {"yes"}


def knows_unless_no(text: str) -> bool:
    """Tells whether a reply says something without a standalone *no*."""
    return bool(text) and "no" not in _YES_NO.findall(text.lower())


def knows(text: str) -> bool:
    """Tells whether every answer in a reply is yes, or it says so in other words.

    Unlike the paper's rule it does not take a *no* within an explanation for an answer.
    """
    answers = {found[1] or found[2] for found in _OPENING.finditer(text.lower())}
    return answers == {"yes"} if answers else robust_answer(text, ()).label == "yes"
