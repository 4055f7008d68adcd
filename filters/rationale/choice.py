"""Whether a text settles for what it mentions: not for a candidate, a slip or another's mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..text.words import Span, plain
from .mentions import Passage

_REACH = 240  # characters around a mention that tell how it is meant
_SENTENCE = re.compile(r"[.!?](?=[\s\"')*])(?<!\b[A-Z]\.)(?<!\b[DMJS]r\.)|\n")
_MARK = r"[\"'*_`]*"
_ITEM = rf"{_MARK}[A-Z0-9][^,;:.!?()\n]{{0,50}}(?:\s?\([^()\n]{{0,40}}\))?"
# "Ana, Bo or Cy": what may stand between a name and "or", and after it.
_TO_OR = re.compile(
    rf"^{_MARK}(?:'s)?(?:\s?\([^()\n]{{0,40}}\))?(?:,\s(?:(?:by|with|maybe"
    rf"|perhaps) )?{_ITEM}){{0,6}},?"
    rf"\s(?:or|and/or)\s(?:by |maybe |perhaps |possibly |even |with |the )*{_MARK}[A-Z0-9]"
)
_FROM_OR = re.compile(
    rf"(?:[A-Z0-9][\w'.&-]*{_MARK}|\)),?\s(?:or|and/or)\s(?:by |maybe |perhaps |possibly |even "
    rf"|with"
    rf" |the )*{_MARK}$"
)
_ALIAS = re.compile(
    r"\b(?:known as|called|titled|named|spelled|written|born|or simply|or just)\b[^.]*$"
)
_UNCHOSEN = re.compile(
    r"\b(?:can't|cannot|don't know|do not know|not sure|unable to)\b[^.\n]{0,40}\bwhich (?:one"
    r"|of)\b"
    r"|\b(?:unclear|not clear|unknown|uncertain|unsure) (?:if|whether|which) (?:any|one|either"
    r"|of)\b"
    r"|\b(?:one|any|either|which) of (?:these|them|those|the (?:above|following|two|three|four))\b"
    r"[^.\n]{0,40}\b(?:should|must|may|might|could|will|would|probably|likely|is|was|it)\b"
)
_THE_FORMER = re.compile(r"\b(?:be|is|was|chose|choose|say|'s) the former\b")
_THE_LATTER = re.compile(r"\b(?:be|is|was|chose|choose|say|'s) the latter\b")
_QUESTION = re.compile(
    r"[^.!?\n]{0,80}\?[\"')*_]*\s+(?:Or|or|No|Not|Maybe|Perhaps|I'm not|I am not)\b"
)
_MUST = re.compile(
    r"\b(?:one|any) of (?:these|them|those) (?:should|must|may|might|could|has to)\b"
)
_CANDIDATES = re.compile(
    r"\b(?:candidates?|possibilities|could be|may be|might be|either|contenders|several|quite a few"
    r"|a number of|many|some of)\b"
)
_SUPPOSED = re.compile(
    r"\b(?:might|may|could|would) (?:(?:at first|first|easily|also|well|be tempted to|have) )*"
    r"(?:think|thought|guess(?:ed)?|say|assume[ds]?|suspect|suppose|confuse|mistake|thinking)\b"
    r"(?: (?:of|that|about|it|is|was|to|be|for|with|the|a|this))*[ \"'*_]*$"
    r"|\b(?:confused?|mistaken|confusing|mix(?:ed|ing) (?:it )?up) (?:\w+ ){0,2}(?:with"
    r"|for)[ \"'*_]*$"
    r"|\b(?:did you mean|do you mean|if you mea\w+|you(?:'re| are) thinking of|unlike|not unlike"
    r"|reminiscent of|in the style of|(?:similar|compared|contrary|tribute|nod"
    r"|homage) to)(?: the)?[ \"'*_]*$"
)
_DROPPED = re.compile(
    r"^[^.!?\n]{0,60}\b(?:comes? to mind|springs? to mind|would be (?:a |an "
    r"|the )?(?:\w+ )?(?:guess"
    r"|candidate|answer)|(?:is|was|seems) (?:a |an |the )?(?:tempting|obvious|natural|common"
    r"|popular"
    r"|frequent|close)(?: \w+)?)\b[^.!?\n]{0,20}\b(?:but|however|yet|though)\b"
    r"|^[^.!?\n]{0,120}[.!?]?[\"')*_]*\s(?:but |however, |yet )?(?:that|this|the|such an?|my)"
    r" (?:\w+ )?(?:guess|suggestion|thought|idea|attribution|recollection|assumption)"
    r" (?:would be|is|was|would have been|turns out to be|proves)"
    r" (?:\w+ ){0,2}(?:wrong|incorrect|mistaken|false|inaccurate|untrue|unfounded|erroneous|not)\b"
    r"|^[^.,;:!?\n]{0,25}\b(?:is|was|would be|has been) (?:\w+ )?(?:wrong|incorrect|mistaken)\b"
    r"|^[^.!?\n]{0,60}(?:n't|\bnot) (?:quite |really |actually |exactly )?(?:fit|match|qualify"
    r"|count"
    r"|apply|meet|satisfy|correspond)\b"
    r"|^[^.!?\n]{0,40}\b(?:is|was)(?:n't| not) (?:it\b|the (?:one|answer|right|correct)\b)"
    r"|^[\"'*_]{0,2} (?:did|does|was|is|has|had)(?:n't| not| never) (?:\w+ )?(?:sing|sang|sung"
    r"|record\w*"
    r"|perform\w*|releas\w*|direct\w*|writ\w*|wrote|publish\w*|ma[dk]e|do|done|wear|worn|star\w*)"
    r"(?: (?:it|this|that|them|so))?(?! alone)[.,;\n]"
    r"|^[^.!?\n]{0,60}\b(?:another|a different|some other) (?:number|shirt|jersey|year|month|date"
    r"|director|club|team|song|film|movie|book|artist|author)\b"
)
_RETRACTION = re.compile(
    r"\b(?:(?:please )?(?:disregard|ignore|forget|scratch|strike) (?:that|this|my|the (?:above"
    r"|previous|first)|what i)|correction\b|on second thoughts?|let me correct|i (?:must|have to"
    r"|need to|should|want to|'d like to|would like to) (?:correct|revise|retract|take back)"
    r"|i (?:was|am) (?:wrong|mistaken|in error)|i (?:made|have made) (?:a mistake|an error)"
    r"|i misspoke|i take that back|(?:my|the) (?:first|previous|initial|earlier|original)"
    r" (?:statement|answer|guess|response|claim) (?:was|is) (?:wrong|incorrect|mistaken|not)"
    r"|apologi[sz]e for (?:the|my|any|that) (?:\w+ )?(?:confusion|mistake|error|mix-up)"
    r"|my apologies"
    r"|(?:oh|no|but|actually|hm+|hold on|hang on),? wait|wait,|actually,? (?:no\b|that(?:'s| is"
    r"| was)"
    r" (?:wrong|incorrect|not)|it (?:was|is)|the correct))"
)
_OTHER_NAME = re.compile(r"(?<=[a-z,:;\"*_] )[\"'*_]*[A-Z][\w'-]+|[\"*_]{1,3}[A-Z][\w'-]+")
_ASIDE = frozenset(["i", "yes", "no", "option", "sorry", "unsure"])


def settled(
    passage: Passage,
    mentions: Sequence[Span],
    asked: frozenset[str],
    stands: bool,
    values: Sequence[str] = (),
) -> list[Span]:
    """Returns the mentions by which a text means what it says.

    Args:
        passage: The text.
        mentions: Start and end of each mention, in order.
        asked: Names and numbers of the question.
        stands: Whether the final answer is the right one.
        values: All accepted values, which are no candidates beside each other.

    Returns:
        Those that are no candidates beside others, no suppositions, and not taken back.
    """
    found = [
        mention
        for mention in mentions
        if not _is_candidate(passage, mention, values) and not _is_supposed(passage, mention)
    ]
    taken_back = found and _taken_back_at(passage, found[-1], asked, stands)
    return [] if taken_back else found


def _is_candidate(passage: Passage, mention: Span, values: Sequence[str]) -> bool:
    start, end = mention
    if passage.text[start].islower():
        return False
    before, after = passage.text[max(start - _REACH, 0) : start], passage.text[end : end + _REACH]
    if _TO_OR.match(after):
        if _is_alias(after, values) or _in_one_title(before, after):
            return False
        return not _THE_FORMER.search(after)
    if _FROM_OR.search(before) and not _ALIAS.search(before):
        return not _THE_LATTER.search(after)
    sentence = _SENTENCE.split(before)[-1]
    if _QUESTION.match(after):
        return True
    if not _UNCHOSEN.search(after.lower()):
        return False
    listed = re.match(rf"{_MARK},|{_MARK},? and\b", after) or re.search(
        r"(?:,\s(?:and\s)?|\n\s*(?:[-*]|\d+[.)])\s*)[\"'*_]*$", before
    )
    several = _CANDIDATES.search(sentence.lower()) or _MUST.search(after)
    return bool(listed and (several or "\n" in before[-8:] or re.search("which|whose", after)))


def _is_alias(after: str, values: Sequence[str]) -> bool:
    """Tells whether what follows "or" is another accepted value."""
    following = plain(after).lower().partition(" or ")[2].lstrip("\"'*_")
    return any(value and following.startswith(plain(value).lower()) for value in values)


def _in_one_title(before: str, after: str) -> bool:
    """Tells whether "or" stands inside of the marks of a title: "The Gull, or Thither"."""
    sign = before[-1:]
    return sign in '"*_' and bool(sign) and sign not in after.partition(" or ")[0]


def _is_supposed(passage: Passage, mention: Span) -> bool:
    start, end = mention
    before = passage.lowered[max(start - _REACH, 0) : start]
    return bool(_SUPPOSED.search(before) or _DROPPED.match(passage.lowered[end : end + _REACH]))


def _taken_back_at(passage: Passage, last: Span, asked: frozenset[str], stands: bool) -> bool:
    """Tells whether what was said last of a value is taken back, for another name or answer."""
    found = _RETRACTION.finditer(passage.lowered, last[1])
    retraction = next((one for one in found if passage.text[one.start() - 1] not in '"*'), None)
    if retraction is None:
        return False
    others = {
        name.strip("\"'*_").lower() for name in _OTHER_NAME.findall(passage.text, retraction.end())
    }
    value = set(re.findall(r"\w+", passage.lowered[slice(*last)]))
    return not stands or bool(others - asked - value - _ASIDE)
