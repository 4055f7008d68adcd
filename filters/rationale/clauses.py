"""What the clauses of an English text deny: a negation, a verdict on a statement, or both at once.

"No ferry sailed" denies, and so does "the claim that a ferry sailed is false"; together, as in "it
is false that no ferry sailed", they affirm. All texts here are in lower case, without accents.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from ...core.values.words import Span
from .mentions import Passage

# Each alternative begins with its own letter, not with a boundary: three times as fast.
CUE = re.compile(
    r"n(?:'t|(?<![a-z]n)(?:ot(?:hing)?|o|ever|one|either|or|obody|owhere))\b|cannot\b|without\b"
    r"|instead of\b|rather than\b|by no means\b|far from\b|fail(?:s|ed)? to\b|den(?:y|ies|ied)\b"
    r"|(?:false|untrue|incorrect|inaccurate|wrong|mistaken|erroneous|misleading)"
    r" (?:that|to (?:say|state|claim|assert|think|believe|assume|suggest|conclude)(?: that)?)\b"
)
# Cues that deny nothing of what follows.
_HARMLESS = re.compile(
    r"n(?:'t|ot) (?:only|just|merely|simply|solely|exclusively|necessarily|surprising(?:ly)?)\b"
    r"|n(?:'t|ot) (?:\w+ )?(?:sure|certain|clear|possible|known|aware|familiar)\b"
    r"|n(?:'t|ot) (?:true|correct|accurate|right|the case)\b(?! (?:that|to))"
    r"|n(?:'t|ot) (?:the|her|his|its|their) (?:only|sole|first|last)\b|not to mention\b"
    r"|no (?:doubt|denying|denial|question|longer|wonder|definitive|way|others?|mistake"
    r"|(?:one )?other than)\b"
    r"|none other than\b|no\s*(?=[,.:;!?)\"'*]|- |$)|nothing (?:but|other than|less than)\b"
)
_ANSWER_IS_NO = re.compile(
    r"\b(?:answer|response|reply|conclusion)\b[^.!?\n]{0,60}?\b(?:is|be|remains?)(?: an?| clear)?"
    r"[ :\"'*_]{1,4}(no)\b"
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
    r",\s(?:as (?:is|was|are|has|have|some|many|most|people|often|sometimes|commonly|widely|i|we"
    r"|you"
    r"|it|they|one|claimed|reported|stated|mentioned|noted|said)|according to|despite|contrary to"
    r"|to my|to the best|for example|for instance|however|of course|in fact"
    r"|in my|i (?:think|believe|must)|perhaps|unfortunately|actually)\b"
    r"[^,.;:\n]{0,60},",
    re.IGNORECASE,
)
# What is quoted is a title, unless it is a statement.
_QUOTED = re.compile(
    r'"(?!there\b|it (?:is|was)\b|no(?:body)? [a-z]'
    r'|[^"\n]*(?:\bthere (?:is|are|was|were) no|[.!?] [A-Z]))'
    r'[^"\n]{0,80}"',
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:the|of|is|was|by|that|and|with|it|this|there|he|she)\b")
_FOREIGN = re.compile(
    r"\b(?:nao|que|com|uma?|foi|filme|el|los|las|del|por|una|es|fue|der|die|das|und|ist|ein|eine"
    r"|den|dem"
    r"|von|wurde|le|les|des|une|est|dans|par|qui|il|gli|che|della|nel|di|da|van|het|een|yang|dan"
    r"|ada"
    r"|och|som|oleh)\b"
)
# Directly before what it denies; English words are left to the rules for English.
_FOREIGN_DENIAL = re.compile(
    r"\b(?:nao (?:e|foi|era|se trata d)|n'est pas|n'etait pas|no (?:es|fue|era|se trata de)|nicht"
    r"|kein\w*"
    r"|non (?:e|era|si tratta d)|bukan|niet|inte|ikke|\u043d\u0435)\b[^.,;:\n]{0,20}$"
)
_LONGEST_FOREIGN = 40
_LONGEST_WORD = 40
_BLANK = "_"
_LONGEST_SCOPE = 300  # characters: no clause is longer
CLAUSE_END = re.compile(
    r"(?<!\b[a-z])[.!?;](?=[\s\"')*]|$)|\n|, (?:and|so|which|who|where)\b"
    r"|\band (?:there|it|he|she|they|no)\b"
    r"|\b(?:but|however|although|though|while|whereas|because|since|as (?:there|he|she|it|they))\b"
)
# "Not in January" corrects a detail; "was not released in January" denies.
_NEGATED_VERB = re.compile(
    r"n't\b|\b(?:cannot|never|none|neither|nor|no|nobody|nothing|nowhere|(?:fails?|failed) to"
    r"|lack(?:s|ed)?|by no means)\b"
    r"|\b(?:am|is|are|was|were|be|been|do|does|did|has|have|had|can|could|may|might|will|would)"
    r" (?:\w+ ){0,2}not\b|\bnot (?:in |by |with |for |on )?any\b"
)
_VERDICT = re.compile(
    r"\b(?:false|untrue|incorrect|inaccurate|wrong|mistaken|erroneous|invalid|misleading|misguided"
    r"|unfounded|baseless|refut\w+|reject\w*|contradict\w*|disprov\w+|debunk\w*|contrary to"
    r"|den(?:y|ies|ied)|far from|(?:not|n't|cannot be|never) (?:\w+ )?(?:true|correct|accurate"
    r"|right"
    r"|valid|the case|so|hold|holds|stand|factual|possible to (?:say|claim|state)|said))\b"
)
_STATEMENT = re.compile(
    r"\b(?:statement|claim|assertion|premise|proposition|assumption|idea|notion|suggestion|belief"
    r"|(?:say|state|claim|assert|suggest|conclude|think|assume|believe)(?: that)?|that)\b"
)
_REPORTED = re.compile(r"\b(?:asks?|asked|asking|whether|wonder(?:s|ing)?)\b")
_CROSSED = re.compile(
    r"[\"'*_ |)]{0,6}(?:~~|[\u2716\u274c\u2717\u2718]|\|? ?(?:no|false|wrong) ?\|)"
)
# About others, or about what the speaker knows.
_BESIDE_THE_POINT = re.compile(r"\b(?:others?|i|whether|another|additional|else|alone|sequels?)\b")
# A change that did not happen leaves things as they were said to be.
_CHANGE = re.compile(
    r"(?:n't|not|never|nor|no) (?:\w+ ){0,2}?(?:leave|left|change[ds]?|switch(?:ed)?|move[ds]?"
    r"|arrive|arrived|retire[ds]?|depart(?:ed)?|lose|lost|win|won|receive[ds]?|come|came|until"
    r"|before)\b"
)


def plain_negations(passage: Passage) -> Passage:
    """Returns a text in which only negations that deny something are left.

    Args:
        passage: The text.

    Returns:
        The text with the harmless negations blanked, and those inside a title or a name, which
        is quoted or goes on with a capital; positions stay as they are.
    """
    cues = list(CUE.finditer(passage.lowered))
    if not cues:
        return passage
    if not is_english(passage.lowered):
        return Passage(
            *(
                _without(text, [cue.span() for cue in cues])
                for text in (passage.text, passage.lowered)
            )
        )
    quoted = [match.span() for match in _QUOTED.finditer(passage.text)]
    answers = {match.start(1) for match in _ANSWER_IS_NO.finditer(passage.lowered)}
    harmless = [
        cue.span()
        for cue in cues
        if cue.start() in answers
        or _HARMLESS.match(passage.lowered, cue.start())
        or _in_title(passage, cue.start(), quoted)
    ]
    return Passage(*(_without(text, harmless) for text in (passage.text, passage.lowered)))


def is_english(lowered: str) -> bool:
    """Tells whether a text has no more words of other languages than of English.

    Args:
        lowered: The text in lower case, without accents.
    """
    foreign = len(set(_FOREIGN.findall(lowered)))
    return not foreign or foreign <= len(set(_ENGLISH.findall(lowered)))


def _without(text: str, harmless: Sequence[Span]) -> str:
    """Blanks what stands at some positions, and what stands between two commas."""
    parts, end = [], 0
    for begin, after in harmless:
        parts += [text[end:begin], _BLANK * (after - begin)]
        end = after
    kept = "".join((*parts, text[end:]))
    return _PARENTHESIS.sub(lambda match: " " * len(match[0]), kept)


def _in_title(passage: Passage, at: int, quoted: Sequence[Span]) -> bool:
    """Tells whether a word is quoted, or has a capital though it begins no sentence."""
    opened = bisect_left(quoted, (at, 0)) - 1
    if opened >= 0 and at < quoted[opened][1]:
        return True
    text, first = passage.text, max(at - _LONGEST_WORD, 0)
    start = max(text.rfind(" ", first, at + 1), text.rfind("\n", first, at + 1), first - 1) + 1
    word = text[start : at + 1].lstrip("(\"'")
    before = text[max(start - _LONGEST_WORD, 0) : start].rstrip(" (\"'")
    return word[:1].isupper() and before[-1:].isalnum()


def denied(lowered: str, mention: Span) -> bool:
    """Tells whether a mention is itself denied.

    Args:
        lowered: The text with its plain negations.
        mention: Start and end of the mention.

    Returns:
        Whether it is crossed out, or an odd number of negations has it in their scope.
    """
    start = mention[0]
    if _CROSSED.match(lowered, mention[1]):
        return True
    if _FOREIGN_DENIAL.search(lowered, max(start - _LONGEST_FOREIGN, 0), start):
        return True
    negations = 0
    for negation in reversed([*CUE.finditer(lowered, max(start - _LONGEST_SCOPE, 0), start)]):
        if _SCOPE_END.search(lowered, negation.end(), start):
            break
        negations += 1
    return negations % 2 == 1


def clauses(lowered: str, start: int = 0) -> Iterator[str]:
    """Yields the clauses of a text from a position on."""
    for end in CLAUSE_END.finditer(lowered, start):
        yield lowered[start : end.start()]
        start = end.end()
    yield lowered[start:]


def denies(clause: str) -> bool:
    """Tells whether a clause denies what it says of its subject.

    Args:
        clause: The clause, in lower case with its plain negations.

    Returns:
        Whether it negates its verb, or calls a statement false; not if it does both, if it only
        reports a question, or is about others or about what the speaker knows.
    """
    if _BESIDE_THE_POINT.search(clause):
        return False
    verdict = _VERDICT.search(clause)
    if verdict is None:
        negated = _NEGATED_VERB.search(clause)
        return bool(negated and not _REPORTED.search(clause) and not _CHANGE.search(clause))
    rest = f"{clause[: verdict.start()]} {clause[verdict.end() :]}"
    return bool(_STATEMENT.search(rest)) and not _NEGATED_VERB.search(rest)
