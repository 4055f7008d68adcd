"""Whether a text denies what it mentions: a negation stands before the mention in its clause.

"It is not X", "there is no X", "instead of X" deny X. "Not only X", "no other than X", "none of
them but X" do not, nor does a negation that is itself negated, nor one inside a title ("Never Say
Never"). A doubt ("I am not sure, but perhaps X") is no denial: the missing rate counts doubts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .entity_resolution import Passage
from .words import Span

# Each alternative begins with its own letter, not with a boundary: three times as fast.
CUE = re.compile(
    r"n(?:'t|(?<![a-z]n)(?:ot|o|ever|one|either|or|obody))\b|cannot\b|without\b|instead of\b"
    r"|rather than\b|(?:false|untrue|incorrect|wrong) that\b"
)
# Cues that deny nothing of what follows.
_HARMLESS = re.compile(
    r"n(?:'t|ot) (?:only|just|merely|simply|solely|exclusively|necessarily)\b"
    r"|n(?:'t|ot) (?:sure|certain|clear|possible|known|aware)\b"
    r"|n(?:'t|ot) (?:true|correct|accurate|the case)\b(?! that)"
    r"|n(?:'t|ot) (?:the|her|his|its|their) (?:only|sole|first|last)\b"
    r"|no (?:doubt|longer|wonder|definitive|way|others?)\b|none other than\b"
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
_LONGEST_SCOPE = 300  # characters: no clause is longer


def plain_negations(passage: Passage) -> str:
    """Returns a text in lower case in which only negations that deny something are left.

    Args:
        passage: The text.

    Returns:
        The text with the harmless negations blanked, and those inside of a title or a name, which
        is quoted or goes on with a capital; positions stay as they are. Empty if none is left.
    """
    cues = list(CUE.finditer(passage.lowered))
    if not cues:
        return ""
    quoted = [match.span() for match in _QUOTED.finditer(passage.text)]
    text = passage.lowered
    left = 0
    for cue in cues:
        start, end = cue.span()
        if _HARMLESS.match(text, start) or _in_title(passage.text, start, quoted):
            text = text[:start] + _BLANK * (end - start) + text[end:]
        else:
            left += 1
    return text if left else ""


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
    for negation in reversed([*CUE.finditer(lowered, max(start - _LONGEST_SCOPE, 0), start)]):
        if _SCOPE_END.search(lowered, negation.end(), start):
            break
        negations += 1
    return negations % 2 == 1


def _in_title(text: str, at: int, quoted: Sequence[Span]) -> bool:
    """Tells whether a word is quoted, or has a capital though it begins no sentence."""
    if any(begin < at < end for begin, end in quoted):
        return True
    start = max(text.rfind(" ", 0, at + 1), text.rfind("\n", 0, at + 1)) + 1
    word, before = text[start:].lstrip("(\"'"), text[:start].rstrip(" (\"'")
    return word[:1].isupper() and before[-1:].isalnum()
