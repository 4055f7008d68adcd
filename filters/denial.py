"""Whether a text denies what it mentions: a negation stands before the mention in its clause.

"It is not X", "there is no X", "instead of X" deny X. "Not only X", "no other than X", "none of
them but X" do not, nor does a negation that is itself negated, nor one inside a title ("Never Say
Never"). A doubt ("I am not sure, but perhaps X") is no denial: the missing rate counts doubts.
"""

from __future__ import annotations

import re

from .entity_resolution import Passage, Span

_CUE = (
    r"n't\b|\bcannot\b|\b(?:not|no|never|none|neither|nor|nobody|without)\b|\binstead of\b"
    r"|\brather than\b|\b(?:false|untrue|incorrect|wrong) that\b"
)
# They look like negations, and deny nothing of what follows.
_HARMLESS = (
    r"(?:\bnot|n't) (?:only|just|merely|simply|solely|exclusively|necessarily)\b"
    r"|(?:\bnot|n't) (?:sure|certain|clear|possible|known|aware)\b"
    r"|(?:\bnot|n't) (?:true|correct|accurate|the case)\b(?! that)"
    r"|(?:\bnot|n't) (?:the|her|his|its|their) (?:only|sole|first|last)\b"
    r"|\bno (?:doubt|longer|wonder|definitive|way|others?)\b"
    r"|\bnone other than\b|\bnothing (?:but|other than)\b"
)
_NEGATION = re.compile(rf"(?P<harmless>{_HARMLESS})|{_CUE}")
_CUES = re.compile(_CUE)
# One of them is in each cue.
_SIGNS = ("n't", "no", "neither", "never", "without", "instead of", "rather than") + tuple(
    f"{word} that" for word in ("false", "untrue", "incorrect", "wrong")
)
_SCOPE_END = re.compile(
    r"[.!?:;](?=[\s\"')]|$)|\n|(?<=\s)-(?=\s)"
    r"|\b(?:but|however|although|though|while|whereas|because|since|until|except|besides)\b"
    r"|\band (?:it|he|she|they|the|is|was|are|were|has|had|did)\b"
    r"|\b(?:other than|apart from|aside from)\b"
    r"|,(?! (?:or|nor|such|including|called|titled|named)\b)"
)
_QUOTED = re.compile(r'"[^"\n]*"')
_BLANK = "_"


def may_deny(lowered: str) -> bool:
    """Tells whether a text in lower case may have a negation: quick, and sure if it says no."""
    return any(sign in lowered for sign in _SIGNS)


def plain_negations(passage: Passage) -> str:
    """Returns a text in lower case in which only negations that deny something are left.

    Args:
        passage: The text.

    Returns:
        The text with the harmless negations blanked, and those inside of a title or a name, which
        is quoted or goes on with a capital. Positions stay as they are.
    """
    quoted = [match.span() for match in _QUOTED.finditer(passage.text)]

    def blanked(match: re.Match[str]) -> str:
        start = match.start()
        harmless = match["harmless"] or any(begin < start < end for begin, end in quoted)
        return _BLANK * len(match[0]) if harmless or _in_name(passage.text, start) else match[0]

    return _NEGATION.sub(blanked, passage.lowered)


def denied(lowered: str, mention: Span) -> bool:
    """Tells whether a mention is itself denied.

    Args:
        lowered: The text with its plain negations.
        mention: Start and end of the mention.

    Returns:
        Whether an odd number of negations has it in their scope.
    """
    start = mention[0]
    negations = 0
    for negation in reversed([*_CUES.finditer(lowered, 0, start)]):
        if _SCOPE_END.search(lowered, negation.end(), start):
            break
        negations += 1
    return negations % 2 == 1


def _in_name(text: str, at: int) -> bool:
    """Tells whether the word at a position has a capital though it begins no sentence."""
    start = max(text.rfind(" ", 0, at + 1), text.rfind("\n", 0, at + 1)) + 1
    word, before = text[start:].lstrip("(\"'"), text[:start].rstrip(" (\"'")
    return word[:1].isupper() and before[-1:].isalnum()
