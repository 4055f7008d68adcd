"""The robust reading of an answer: what a careful person takes for the final one.

Sentences (`wording.py`) make claims (`yes_no.py`, `options.py`), of which the strongest counts, and
of equally strong ones the last. A response that opens with its answer, and has no word that could
turn or repeat it, is read without looking further.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import digits, punctuation

from . import options as choices
from . import yes_no
from .answer import Answer, option_label
from .declining import calls_tool, declines
from .marks import FINAL, Claim
from .statements import TRUTH, asked
from .wording import Sentence, Wording, before_invented, is_finished, wording

_SIGN = re.compile(r"[^\W_]|[^\x00-\x7f]")  # a letter, a digit, or a sign such as a tick
_SEPARATORS = " \t\n.,:;!*_`\"')]}|\u2013\u2014-"
_LONGEST_ANSWER = 20  # characters; a longer statement may name the value
_DELIBERATES = re.compile(
    r"\W{0,20}(?:okay|ok|alright|hmm+|well|so)?[,.]?\s{0,3}(?:so )?(?:i (?:need|have) to|i should"
    r"|let me (?:think|see|try|recall|start)|let's (?:think|see)|the user|we (?:need|have) to)"
)
_OPENS = re.compile(
    r"\s*(?:\*\*)?(Yes|No|Unsure)(?:\*\*)?(?:[,:;!](?=\s)|\.(?:\*\*)?(?=\s+\D|\s*\Z)|(?=\s*\Z))"
)
_OPENS_WITH_OPTION = re.compile(
    r"\s*(?:A:\s*)?(?:The (?:in(?:accurate|correct)|false|wrong) (?:option|statement)\b"
    r"[^.:,;\n]{0,80}?(?: is|:)\s+)?[*(]*[Oo]ption\s?(\d)(?![\w%]|[.,]\d)"
)
# Bytes, since they are translated five times as fast.
_SIGNS = (punctuation + digits).encode()
_SPACES = bytes.maketrans(_SIGNS, b" " * len(_SIGNS))
_TURNS = (
    "wait correction corrected scratch strike thoughts hold hang reconsider rethink recheck mistake"
    " mistaken apologize apologies edit update oops reflection disregard ignore misspoke boxed"
)
_ANSWER_TURNS = (
    " yes yep nope unsure answer result response verdict conclusion decision actually so thus hence"
    " therefore consequently accordingly summary overall means ultimately finally short tl"
)
_CHOICE_TURNS = (
    " true accurate none both neither either options statements choices former latter first second"
    " third fourth last final other leaves remaining verdict conclusion decision"
)
_TURN_WORDS = [
    frozenset((_TURNS + more).encode().split()) for more in (_ANSWER_TURNS, _CHOICE_TURNS)
]
# Begins with letters, not with a boundary: ten times as fast.
_NO_AGAIN = re.compile(
    r"no(?<=\bno)\b(?:(?=[\"')*\s]*(?:[^\w\s\"'*(]|$))|(?<=and no)|(?<=or no)|(?<=not no)"
    r"|(?<=say no))"
)
_CORRECT_ONE = re.compile(
    r"correct(?<!\wcorrect)(?: (?:answer|option|choice|one|statement)|(?<!the correct))\b"
)
_DENIED = re.compile(r"[^?]{0,20}\?|[*\s)]*(?:(?:is|are|was) not|isn't|or|and|,? but)\b")
_OPTION = re.compile(r"\boptions?\W{0,3}(\d+)")


def robust_answer(response: str, options: Sequence[str], question: str = "") -> Answer:
    """Reads the final answer of a response.

    Args:
        response: The visible text of a response.
        options: Texts of the options, in order; none for a yes/no question.
        question: The question. Without it, "That is false" can be misread where it denies.

    Returns:
        `yes`, `no`, `option N` or `none of the above`; `unsure` (missing) if it declines or leaves
        the answer open; `unparseable`, with the reason, if nothing can be read. The rationale is
        what follows an answer at the beginning, else all; without questions that it invents.
    """
    if plain := _plain_answer(response, options):
        return plain
    reply = wording(response, question)
    whole = reply._replace(end=len(response))
    return _read(reply, options, question) or _read(whole, options, question) or _unreadable(whole)


def _plain_answer(response: str, options: Sequence[str]) -> Answer | None:
    """Reads a response that opens with its answer and does not come back to it."""
    opening = (_OPENS_WITH_OPTION if options else _OPENS).match(response)
    if opening is None:
        return None
    rest = response[opening.end() :].lower()
    words = rest.encode("ascii", "replace").translate(_SPACES).split()
    if not _TURN_WORDS[bool(options)].isdisjoint(words) or "~~" in rest or "<" in rest:
        return None
    again, pattern = ("correct", _CORRECT_ONE) if options else ("no", _NO_AGAIN)
    if (again in rest and pattern.search(rest)) or (not options and "?" in rest):
        return None
    if "\n" in rest and before_invented(rest) < len(rest):
        return None
    if options:
        number = int(opening[1])
        others = "option" in rest and set(_OPTION.findall(rest)) - {opening[1]}
        if others or _DENIED.match(rest) or not 1 <= number <= len(options):
            return None
        return Answer(option_label(number, options), False, response.strip(), "", opening.span())
    label = opening[1].lower()
    rationale = response[opening.end() :].strip().lstrip(_SEPARATORS)
    return Answer(label, label == "unsure", rationale, "", opening.span(1))


def _read(reply: Wording, options: Sequence[str], question: str) -> Answer | None:
    """Takes the strongest claim, unless it is weak and another sentence declines."""
    sentences = reply.sentences()
    if options:
        claims, weak = choices.claims(reply, sentences, options), choices.WEAK
    else:
        claims, weak = yes_no.claims(reply, sentences, asked(question)), TRUTH
    if _deliberates(reply):
        claims = [c for c in claims if c.strength >= FINAL and c.end > reply.end - 6]
    winner = max(claims, key=lambda claim: (claim.strength, claim.position), default=None)
    if winner is None:
        return _open(reply, sentences)
    others = [s for s in sentences if not s.start <= winner.position < s.end]
    if winner.strength < weak and _declined(others):
        return _open(reply, sentences)
    span = (winner.position, winner.end)
    if winner.label == "contradictory":
        return Answer("unparseable", False, _rest(reply, reply.start), "contradictory", span)
    rationale = _rest(reply, 0) if options else _without_answer(reply, winner)
    return Answer(winner.label, winner.label == "unsure", rationale, "", span)


def _open(reply: Wording, sentences: Sequence[Sentence]) -> Answer | None:
    """Returns that the response leaves the answer open, if it says so."""
    declined = _declined(sentences)
    if declined is None and not calls_tool(reply.raw):
        return None
    span = (declined.start, declined.end) if declined else None
    return Answer("unsure", True, _rest(reply, reply.start), "", span)


def _declined(sentences: Sequence[Sentence]) -> Sentence | None:
    """Returns the last sentence that declines to answer."""
    return next((s for s in reversed(sentences) if declines(s.text)), None)


def _without_answer(reply: Wording, winner: Claim) -> str:
    """Returns the text without the words that state the answer, which may be a value as well.

    A longer statement is kept: it may name the value.
    """
    if winner.end - winner.position > _LONGEST_ANSWER:
        return _rest(reply, 0)
    before, after = reply.raw[reply.start : winner.position], reply.raw[winner.end : reply.end]
    if not _SIGN.search(before):
        return after.lstrip(_SEPARATORS).rstrip()
    return f"{before}{after}".strip()


def _rest(reply: Wording, start: int) -> str:
    return reply.raw[start : reply.end].strip()


def _deliberates(reply: Wording) -> bool:
    """Tells whether it is thinking without marks that was cut off."""
    return _DELIBERATES.match(reply.plain, reply.start) is not None and not is_finished(reply)


def _unreadable(reply: Wording) -> Answer:
    """Returns that there is no answer, and why."""
    if not reply.raw.strip():
        return Answer("unparseable", False, reply.raw, "empty")
    if _deliberates(reply):
        return Answer("unparseable", False, "", "cut inside thinking")
    finished = is_finished(reply) or _SIGN.search(reply.raw) is None
    return Answer("unparseable", False, reply.raw, "no answer" if finished else "cut off")
