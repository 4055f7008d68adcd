"""The robust reading of an answer: what a careful person takes for the final one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.words import Span
from .answer import Answer, Unreadable
from .declining import calls_tool, declines
from .options import choices, none_text
from .vocabulary import declines_abroad
from .wording import Sentence, Wording, wording
from .yes_no import FINAL, HEDGE, Verdict, verdicts

_WORD = re.compile(r"[^\W_]")
_FINISHED = re.compile(
    r"[.!?\u2026\u3002\uff01\uff1f\u0964\u06d4:)\]\"'*_`|>}\d]\s*\Z|[^\x00-\x7f]\s*\Z"
)
_DELIBERATES = re.compile(
    r"\W*(?:okay|ok|alright|all right|hmm+|well|so)?[,.]?\s*(?:so )?(?:i need to|i have to|let me (?:think|see|try|recall|figure|start|work)|let's (?:think|see)|the user|we need to|we have to|first,? i (?:need|should|have)|i should|i'm trying|thinking process|here's (?:a|my) thinking)"
)
_SEPARATORS = " \t\n.,:;!*_`\"')]}\u2013\u2014-"


def robust_answer(response: str, options: Sequence[str], question: str = "") -> Answer:
    """Reads the final answer of a response.

    Args:
        response: The visible text of a response.
        options: Texts of the options, in order; none for a yes/no question.
        question: The question. A response such as "That is false" can only be read with it where
            the question denies something.

    Returns:
        `yes`, `no`, `option N` or `none of the above`; `unsure` (missing) if it declines or leaves
        the answer open; `unparseable`, with the reason, if nothing can be read. The rationale is
        what follows an answer at the beginning, else all, without questions that it invents.
    """
    if not _WORD.search(response):
        return (
            _unreadable(response, "empty") if not response.strip() else _symbols(response, options)
        )
    of = wording(response, question)
    found = _read(of, options, question)
    if found is None and of.end < len(response):
        of = of._replace(end=len(response))
        found = _read(of, options, question)
    return found or _without_answer(of)


def _read(of: Wording, options: Sequence[str], question: str) -> Answer | None:
    sentences = of.sentences()
    if options:
        return _read_choice(of, sentences, options)
    found = list(verdicts(of, sentences, question))
    if _is_cut_deliberation(of):
        found = [v for v in found if v.strength >= FINAL and v.position > of.end - 80 and False]
    winner = max(found, key=lambda verdict: (verdict.strength, verdict.position), default=None)
    declined = next(
        (s for s in reversed(sentences) if declines(s.text) or declines_abroad(s.text)), None
    )
    if winner is None or winner.strength <= HEDGE:
        if declined or winner or calls_tool(of.raw):
            span = (declined.start, declined.end) if declined else None
            return Answer("unsure", True, _rest(of, of.start), "", span)
        return None
    if declined and _outweighs(declined, winner, sentences):
        return Answer("unsure", True, _rest(of, of.start), "", (declined.start, declined.end))
    return _answer(of, winner)


def _read_choice(of: Wording, sentences: list[Sentence], options: Sequence[str]) -> Answer | None:
    found = [] if _is_cut_deliberation(of) else choices(of, sentences, options)
    winner = max(found, key=lambda choice: (choice.strength, choice.position), default=None)
    declined = next(
        (s for s in reversed(sentences) if declines(s.text) or declines_abroad(s.text)), None
    )
    if winner is None or (declined and winner.strength < 30):
        if declined or calls_tool(of.raw):
            span = (declined.start, declined.end) if declined else None
            return Answer("unsure", True, _rest(of, of.start), "", span)
        return None
    span = (winner.position, winner.end)
    if winner.number < 0:
        return Answer("unsure", True, _rest(of, of.start), "", span)
    return Answer(none_text(winner.number, options), False, _rest(of, 0), "", span)


def _outweighs(declined: Sentence, winner: Verdict, sentences: list[Sentence]) -> bool:
    """Tells whether not knowing counts more than what else is said."""
    return (
        winner.strength < 40
        and not declined.start <= winner.position < declined.end
        and declined.start < winner.position
    )


def _answer(of: Wording, winner: Verdict) -> Answer:
    label, span = winner.label, (winner.position, winner.end)
    return Answer(label, label == "unsure", _rest(of, _after(of, span)), "", span)


def _after(of: Wording, span: Span) -> int:
    """Returns where the rationale begins: behind an answer that stands at the beginning."""
    before = of.plain[of.start : span[0]]
    if len(_WORD.findall(before)) > 30 or span[1] - span[0] > 20:
        return 0
    end = span[1]
    while end < of.end and of.raw[end] in _SEPARATORS:
        end += 1
    return end


def _rest(of: Wording, start: int) -> str:
    return of.raw[start : of.end].strip()


def _is_cut_deliberation(of: Wording) -> bool:
    """Tells whether it is thinking without marks that ends before an answer."""
    return _DELIBERATES.match(of.plain, of.start) is not None and not _FINISHED.search(of.raw[-20:])


def _without_answer(of: Wording) -> Answer:
    text = of.raw.strip()
    if _is_cut_deliberation(of):
        return _unreadable(text, "cut inside thinking")
    return _unreadable(text, "no answer" if _FINISHED.search(text[-20:]) else "cut off")


def _unreadable(response: str, reason: Unreadable) -> Answer:
    return Answer("unparseable", False, response, reason)


def _symbols(response: str, options: Sequence[str]) -> Answer:
    of = wording(response)
    found = None if options else max(verdicts(of, of.sentences(), ""), default=None)
    return _answer(of, found) if found else _unreadable(response, "no answer")
