"""What the clauses of an English text deny.

"No ferry sailed" denies, and so does "the claim that a ferry sailed is false"; together, as in "it
is false that no ferry sailed", they affirm: an odd number of negations denies. All texts here are
in lower case, without accents. NegEx (Chapman et al., 2001) finds negated findings the same way: by
cues, each with a scope that some words end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...core.values.words import Span
from .mentions import Passage

_FALSE = r"(?:false|untrue|incorrect|inaccurate|wrong|mistaken|erroneous|misleading)"
# Each alternative begins with its own letter, not with a boundary: three times as fast.
CUE = re.compile(
    r"n(?:'t|(?<![a-z]n)(?:ot(?:hing)?|o|ever|one|either|or|obody|owhere))\b|cannot\b|without\b|(?:hard|scarce)ly\b"
    r"|instead of\b|rather than\b|by no means\b|far from\b|fail(?:s|ed)? to\b|den(?:y|ies|ied)\b"
    rf"|{_FALSE} (?:that|to (?:say|state|claim|think|believe|assume|suggest)(?: that)?)\b"
)
# Without any of these a text has no cue; many have none, and looking for them is fast.
_MAY_DENY = (
    "no", "n't", "neither", "never", "without", "instead", "rather", "far from", "fail", "den",
    "hardly", "scarcely", " that", " to ",
)  # fmt: skip
# Cues that deny nothing of what follows.
_HARMLESS = re.compile(
    r"n(?:'t|ot) (?:only|just|merely|simply|solely|exclusively|necessarily)\b"
    r"|n(?:'t|ot) (?:\w+,? )?(?:sure|certain|clear|possible|known|aware|familiar)\b"
    r"|n(?:'t|ot) (?:true|correct|accurate|right|the case)\b(?! (?:that|to))|not to mention\b"
    r"|n(?:'t|ot) (?:the|her|his|its|their) (?:only|sole|first|last)\b"
    r"|no (?:doubt|denying|question|longer|wonder|definitive|way|others?|mistake"
    r"|(?:one )?other than)\b"
    r"|n(?:'t|ot|ever) [^.,;:\n]{0,60}?\b(?:before|until)\b"
    r"|none other than\b|no\s*(?=[,.:;!?)\"'*]|- |$)|nothing (?:but|other than|less than)\b"
)
_SCOPE_END = re.compile(
    r"[.!?:;](?=[\s\"')]|$)|\n|(?<=\s)-(?=\s)"
    r"|\b(?:but|however|although|though|while|whereas|because|since|until|except|besides)\b"
    r"|\band (?:it|he|she|they|the|is|was|are|were|has|had|did)\b"
    r"|\b(?:other than|else than|apart from|aside from)\b"
    r"|,(?! (?:or|nor|such|including|called|titled|named)\b)"
)
# "Not, as is often said, in 1962": what stands between two commas changes nothing.
_PARENTHESIS = re.compile(
    r",\s(?:as (?:\w+ ){0,3}(?:said|say|claimed|stated|mentioned|noted|believed?)|according to"
    r"|despite|contrary to|to my|for example|for instance|however|of course|in fact"
    r"|in my|i (?:think|believe)|perhaps|actually)\b[^,.;:\n]{0,60},"
)
_CROSSED_OUT = re.compile(
    r"[\"'*_ |)]{0,6}(?:~~|[\u2716\u274c\u2717\u2718]|\|? ?(?:no|false|wrong) ?\|)"
)
_CLAUSE_END = re.compile(
    r"(?<!\b[a-z])[.!?;](?=[\s\"')*]|$)|\n|, (?:and|so|which|who|where)\b"
    r"|\band (?:there|it|he|she|they|no)\b"
    r"|\b(?:but|however|although|though|while|whereas|because|since|as (?:there|he|she|it|they))\b"
)
_VERDICT = re.compile(
    rf"\b(?:{_FALSE}|invalid|unfounded|refut\w+|reject\w*|contradict\w*|disprov\w+|contrary to"
    r"|(?:not|n't|never) (?:\w+ )?(?:true|correct|accurate|right|valid|the case|so|hold|stand))\b"
)
# About others, about what the speaker knows, or a question that is only reported.
_BESIDE_THE_POINT = re.compile(
    r"\b(?:others?|i|whether|another|additional|else|alone|asks?|asked|asking)\b"
)
_OR_AFTER = re.compile(r"[\"'*_]{0,3},? or [\"'*_]{0,3}(?:the |a |in )?[A-Z\d]")
_OR_BEFORE = re.compile(r"\bor [\"'*_]{0,3}(?:the |a |in )?$")
_LONGEST_WORD = 40
_LONGEST_SCOPE = 300  # characters: no clause is longer


def plain_negations(passage: Passage) -> Passage:
    """Returns a text in which only negations that deny something are left.

    Args:
        passage: The text.

    Returns:
        The text with the harmless negations blanked, and those inside a title or a name, which
        go on with a capital; positions stay as they are. The same text if it has no negation.
    """
    may_deny = any(map(passage.lowered.__contains__, _MAY_DENY))
    cues = list(CUE.finditer(passage.lowered)) if may_deny else []
    if not cues:
        return passage
    harmless = [
        cue.span()
        for cue in cues
        if _HARMLESS.match(passage.lowered, cue.start()) or _in_title(passage.text, cue.start())
    ]
    lowered = _PARENTHESIS.sub(
        lambda match: " " * len(match[0]), _without(passage.lowered, harmless)
    )
    return Passage(_without(passage.text, harmless), lowered)


def _without(text: str, spans: list[Span]) -> str:
    """Blanks what stands at some positions."""
    parts, end = [], 0
    for begin, after in spans:
        parts += [text[end:begin], "_" * (after - begin)]
        end = after
    return "".join((*parts, text[end:]))


def _in_title(text: str, at: int) -> bool:
    """Tells whether a word has a capital though it begins no sentence."""
    first = max(at - _LONGEST_WORD, 0)
    start = max(text.rfind(" ", first, at + 1), text.rfind("\n", first, at + 1), first - 1) + 1
    word = text[start : at + 1].lstrip("(\"'")
    before = text[max(start - _LONGEST_WORD, 0) : start].rstrip(" (\"'")
    return word[:1].isupper() and before[-1:] not in ("", *".!?:;\n*-")


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


def is_crossed_out(lowered: str, mention: Span) -> bool:
    """Tells whether a mention is crossed out or marked as wrong, or "non-" stands before it."""
    before = lowered.endswith("non-", 0, mention[0])
    return before or _CROSSED_OUT.match(lowered, mention[1]) is not None


def is_alternative(text: str, mention: Span) -> bool:
    """Tells whether a mention is one of several names or numbers: "X or Y" states neither.

    Args:
        text: The text in its own case.
        mention: Start and end of the mention.
    """
    before = text[max(mention[0] - _LONGEST_WORD, 0) : mention[0]]
    after = _OR_AFTER.match(text, mention[1])
    return bool(after or ("or " in before and _OR_BEFORE.search(before)))


def clauses(text: str, start: int = 0) -> Iterator[str]:
    """Yields the clauses of a text from a position on."""
    for end in _CLAUSE_END.finditer(text, start):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def denies(clause: str) -> bool:
    """Tells whether a clause denies what it says of its subject.

    Args:
        clause: The clause, in lower case with its plain negations.

    Returns:
        Whether it has an odd number of negations, of which calling a statement false is one; not
        if it is about others, or about what the speaker knows.
    """
    if _BESIDE_THE_POINT.search(clause):
        return False
    rest = _VERDICT.sub(" ", clause)
    verdicts = len(_VERDICT.findall(clause))
    return (verdicts + sum(1 for _ in CUE.finditer(rest))) % 2 == 1
