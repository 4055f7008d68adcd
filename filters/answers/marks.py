"""What marks an answer in any response: a label, a correction, a conclusion.

A claim is what a place in a response answers, with a strength. A *label* ("Final answer: ...", a
box, a tag, a field of JSON) says outright that the answer follows; a *correction* ("Wait, ...")
gives all that follows the same strength. A *conclusion* ("So ...") comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .vocabulary import ANSWER
from .wording import Sentence, Wording

FINAL, CONCLUSION = 60, 50

LABELS = r"(?:answer|verdict|conclusion|decision|judge?ment|result|response|choice|final|tl;?dr)"
_BEFORE = r"(?:the|my|so|thus|hence|and|short|quick|final|correct|right|overall|direct|new|best)"
LABEL = re.compile(
    rf"(?:^|(?<=[.!?;|]\s)|\s\s|(?<=[\"']))[\s\"'|(\[>\u2013-]{{0,12}}(?:{_BEFORE}[\s:,]{{1,3}})"
    rf"{{0,5}}(?:{LABELS}\b(?:\s(?:to|for|in)\s[^:.\n]{{0,40}})?|(?:false|wrong) option"
    rf"|(?:{ANSWER})[\u662f\u306f\uc740\ub294]?)[\s\"']{{0,9}}[:=\u2013\u2192|-][\s:]*"
)
_MARKED = re.compile(
    r"\\boxed\s?\{(?P<boxed>(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,200})\}"
    r"|<(?:final_?)?(?:answer|verdict|result|option|choice)>(?P<tagged>[^<]{0,200})<",
    re.IGNORECASE,
)
CORRECTS = re.compile(
    r"\b(?:wait|hold on|hang on|oops|edit|update)(?=\s?[,.:!\u2013\u2026])"
    r"|\b(?:correction|corrected|(?:scratch|strike) that|second thoughts?|on (?:\w+ )?reflection"
    r"|let me (?:correct|reconsider|re-?think|re-?phrase|re-?check|double-?check|check again)"
    r"|i (?:was|am|stand) (?:wrong|mistaken|corrected)|i(?:'ve)? ma[dk]e (?:a|an) (?:mistake|error)"
    r"|my (?:mistake|apologies)|(?:i )?apologi[sz]e|apologies|disregard|i take that back|misspoke)"
    r"\b|\bactually\s?[,:\u2013]|^\W*(?:but )?actually\b|\.\.\.\s*actually\b"
)
CONCLUDES = re.compile(
    r"^[\W\d]*(?:and |but )?(?:so|thus|(?:in )?(?:conclusion|summary)|overall|as a result|in short"
    r"|(?:this|that|which) means|in the end|ultimately|all in all|given (?:this|that)|finally"
    r"|it follows)\b|[,;:\u2013\u2192]\s?(?:and )?(?:so|thus)\s|\banswer (?:is|must be|has to be)\b"
    r"|\b(?:therefore|hence|consequently|accordingly)\b"
)


class Claim(NamedTuple):
    """What a place in a response answers.

    Attributes:
        strength: How firmly; compared, never shown.
        position: Where in the response it says so.
        end: Where that ends.
        label: What it answers, as in `Answer`.
    """

    strength: int
    position: int
    end: int
    label: str


def marked(reply: Wording) -> Iterator[Sentence]:
    """Yields what stands in boxes and tags of answers."""
    if "boxed" in reply.raw or "<" in reply.raw:
        for match in _MARKED.finditer(reply.raw, reply.start, reply.end):
            start, end = match.span(match.lastgroup or "boxed")
            yield Sentence(start, end, reply.plain[start:end], reply.raw[start:end], True)
