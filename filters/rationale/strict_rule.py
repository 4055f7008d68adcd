"""The strict rule: a rationale is right if it names the value as a fact that answers the question.

The paper's rule (`paper_rule`) accepts every text that contains the value. This one wants it as a
word or name of its own (`mentions`), which the text neither denies nor gives to something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import unescape
from typing import Any, NamedTuple

from ...core.values.kinds import WITHOUT_NAMES, Kind, kind_of
from ...core.values.words import Span, in_original
from .clauses import denied, is_alternative, is_crossed_out, plain_negations
from .mentions import Passage, mentions
from .names import is_own_name, name_of
from .support import Question, denied_later, denies_existence, names_of, supports

# Of these, the value itself is what is asked for; a chain's values or an option's are not.
_ABOUT_THE_VALUE = ("bn_yes", "bn_no")
_MOST_MENTIONS = 20  # at either end of a text
_NEUTRAL = re.compile(r"[^A-Z\d]{,60}")  # beside a value, cannot speak against it
_OPPOSITE = {"yes": "no", "no": "yes"}
_CONTEXT = 12  # characters before a mention that only repeats the question


class NamedValue(NamedTuple):
    """An accepted value that a rationale names as a fact.

    Attributes:
        value: The value.
        text: How the rationale spells it.
        span: Start and end of that in the rationale.
    """

    value: str
    text: str
    span: Span


def named_values(rationale: str, answer: str, doc: Mapping[str, Any]) -> list[list[NamedValue]]:
    """Finds the accepted values that a response names as facts.

    Args:
        rationale: The part of the response that holds its rationale.
        answer: What the response answers.
        doc: The item.

    Returns:
        For each element, those of its values that are named; of an element of which one suffices
        (`any`), only the first.
    """
    judge = _Judge(rationale, answer, doc)
    return [judge.named(element) for element in doc["rationale"]]


class _Judge:
    """Judges the mentions of one response; what few responses need is prepared when it is."""

    def __init__(self, rationale: str, answer: str, doc: Mapping[str, Any]) -> None:
        self._rationale = unescape(rationale) if "&" in rationale else rationale
        self._doc = doc
        self._answer = answer
        self._question = str(doc.get("question", ""))

    def named(self, element: Mapping[str, Any]) -> list[NamedValue]:
        kind, named = kind_of(element), []
        for value in element["values"]:
            if span := self._fact(value, element, kind):
                named.append(NamedValue(value, self._rationale[slice(*span)], span))
                if element["match"] == "any":
                    break
        return named

    @cached_property
    def _passage(self) -> Passage:
        return Passage.of(self._rationale)

    @cached_property
    def _negated(self) -> Passage:
        """The text with its plain negations."""
        return plain_negations(self._passage)

    @property
    def _has_negations(self) -> bool:
        return self._negated is not self._passage

    @cached_property
    def _asked(self) -> Question:
        """What the question asks of the value."""
        about_value = self._doc.get("question_type") in _ABOUT_THE_VALUE
        return names_of(self._question) if about_value else Question()

    def _fact(self, value: str, element: Mapping[str, Any], kind: Kind) -> Span | None:
        """Returns where in the rationale a value is named as a fact, if it is."""
        spans = mentions(self._passage, value, kind, self._asked.nouns)
        stated = self._stated(spans, value, element, kind) if spans else []
        if not stated or (self._asked.words and self._contradicts(stated)):
            return None
        return in_original(self._rationale, stated[0])

    def _stated(
        self, spans: Sequence[Span], value: str, element: Mapping[str, Any], kind: Kind
    ) -> Sequence[Span]:
        """Returns the mentions that are the value's own name and that the text stands by."""
        spans = [*spans[:_MOST_MENTIONS], *spans[_MOST_MENTIONS:][-_MOST_MENTIONS:]]
        is_code = kind == "country" and value.isupper()
        if kind not in WITHOUT_NAMES and not is_code:
            name = name_of(value, tuple(element["values"]), element["attribute"], kind)
            asked = self._asked.words
            spans = [one for one in spans if is_own_name(self._passage, one, name, asked)]
        return [one for one in spans if not self._is_unstated(one)]

    def _is_unstated(self, mention: Span) -> bool:
        """Tells whether a mention is denied, one of several, or only repeats the question."""
        return (
            (self._has_negations and denied(self._negated.lowered, mention))
            or is_crossed_out(self._passage.lowered, mention)
            or is_alternative(self._passage.text, mention)
            or self._repeats_question(mention)
        )

    def _repeats_question(self, mention: Span) -> bool:
        """Tells whether a question about the value has it in the same words."""
        start, end = max(mention[0] - _CONTEXT, 0), mention[1]
        before = self._passage.lowered[start : mention[0]].strip()
        return bool(before) and self._passage.lowered[start:end] in self._asked.text

    def _contradicts(self, stated: Sequence[Span]) -> bool:
        """Tells whether the text says of the value that it does not meet the question.

        After an answer that affirms it, another year or name is a slip in a detail.
        """
        lowered = self._negated.lowered
        if self._has_negations and denied_later(lowered, stated[0], self._asked):
            return True
        start, end = stated[0]
        others = f"{self._passage.text[:start]} {self._passage.text[end:]}"
        if self._answer == self._doc["answer"] or _NEUTRAL.fullmatch(others):
            return False
        denies = self._answer == _OPPOSITE.get(self._doc["answer"]) or (
            self._answer not in _OPPOSITE and denies_existence(lowered, self._asked)
        )
        return denies and not supports(self._negated.text, stated, self._asked)
