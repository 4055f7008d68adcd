"""The strict rule: a rationale is right if it names the value as a fact that answers the question.

The paper's rule (`paper_rule`) accepts every text that contains the value. This one wants it as a
word or name of its own (`mentions`), which the text neither denies nor contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from ..text.words import Span, plain
from .mentions import Passage, mentions
from .values import kind_of

# Of these, the value itself is what is asked for; a chain's values or an option's are not.
_ABOUT_THE_VALUE = ("bn_yes", "bn_no")
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


def strict_shares(rationale: str, answer: str, doc: Mapping[str, Any]) -> list[float]:
    """Tells how much of each rationale element a response names as a fact.

    Args:
        rationale: The part of the response that holds its rationale.
        answer: What the response answers.
        doc: The item.

    Returns:
        For each element: for `any`, 1.0 or 0.0; for `all`, the share of its values that are named,
        in [0, 1], 0.0 if it has none.
    """
    judge = _Judge(rationale, answer, doc)
    return [judge.share(element) for element in doc["rationale"]]


class _Judge:
    """Judges the mentions of one response; what few responses need is prepared when it is."""

    def __init__(self, rationale: str, answer: str, doc: Mapping[str, Any]) -> None:
        self._passage = Passage.of(rationale)
        self._doc = doc
        self._affirms = answer == doc["answer"]

    def share(self, element: Mapping[str, Any]) -> float:
        values = element["values"]
        named = (self._names(value, kind_of(element)) for value in values)
        if element["match"] == "any":
            return float(any(named))
        return sum(named) / len(values) if values else 0.0

    @cached_property
    def _negated(self) -> str:
        """The text with its plain negations, or nothing if it has none."""
        return plain_negations(self._passage)

    @cached_property
    def _asked(self) -> frozenset[str]:
        """What the question asks of the value."""
        about_value = self._doc.get("question_type") in _ABOUT_THE_VALUE
        return asked_names(self._doc["question"]) if about_value else frozenset()

    def _names(self, value: str, kind: str) -> bool:
        """Tells whether a value is named as a fact."""
        found = mentions(self._passage, value, kind)
        if found and self._negated:
            found = [mention for mention in found if not denied(self._negated, mention)]
        return bool(found) and not self._contradicts(found[0])

    def _contradicts(self, mention: Span) -> bool:
        """Tells whether the text says of the value that it does not meet the question.

        After an answer that affirms it, another year or name is a slip in a detail.
        """
        if self._negated and denied_later(self._negated, mention, self._asked):
            return True
        if self._affirms or not self._asked:
            return False
        return replaced(self._passage, mention, self._asked)


def plain_negations(passage: Passage) -> str:
    """Returns a text in lower case in which only negations that deny something are left.

    Args:
        passage: The text.

    Returns:
        The text with the harmless negations blanked, and those inside a title or a name, which
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


@lru_cache(maxsize=65536)
def asked_names(question: str) -> frozenset[str]:
    """Returns the names and numbers of a question in lower case, except its first word."""
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
