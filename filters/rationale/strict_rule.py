"""The strict rule: a rationale is right if it names the value as a fact that answers the question.

The paper's rule (`paper_rule`) accepts every text that contains the value. This one wants it as a
word or name of its own (`mentions`), which the text neither denies nor contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from ...core.values.kinds import WITHOUT_NAMES, Kind, kind_of
from ...core.values.words import Span, in_original
from .asked import Asked, asked_of, denied_later, denies_existence, meets
from .clauses import denied, plain_negations
from .mentions import Passage, mentions
from .names import is_own_name, name_of, repeats_question

# Of these, the value itself is what is asked for; a chain's values or an option's are not.
_ABOUT_THE_VALUE = ("bn_yes", "bn_no")
_MOST_MENTIONS = 20  # at either end of a text
# "It is X.", "The right answer is X."
_FRAME = re.compile(
    r"(?:[\W_]|\[[^\]]*\]|\b(?:it|its|that|this|the|is|was|would|be|right|correct|answer|value|name"
    r"|called|named|titled?)\b)*"
)
_LONGEST_FRAME = 80
_NOTHING = Asked(frozenset(), (), ())
_OPPOSITE = {"yes": "no", "no": "yes"}


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
        self._rationale = rationale
        self._passage = Passage.of(rationale)
        self._doc = doc
        self._answer = answer

    def named(self, element: Mapping[str, Any]) -> list[NamedValue]:
        kind = kind_of(element)
        found = (self._named(value, element, kind) for value in element["values"])
        named = filter(None, found)
        return list(islice(named, 1) if element["match"] == "any" else named)

    def _named(self, value: str, element: Mapping[str, Any], kind: Kind) -> NamedValue | None:
        span = self._fact(value, element, kind)
        return NamedValue(value, self._rationale[slice(*span)], span) if span else None

    @cached_property
    def _negated(self) -> Passage:
        """The text with its plain negations."""
        return plain_negations(self._passage)

    @cached_property
    def _asked(self) -> Asked:
        """What the question asks of the value."""
        about_value = self._doc.get("question_type") in _ABOUT_THE_VALUE
        return asked_of(self._doc["question"]) if about_value else _NOTHING

    @cached_property
    def _denies(self) -> bool:
        """Whether the response says that there is no such value."""
        return self._answer == _OPPOSITE.get(self._doc["answer"]) or (
            self._answer not in _OPPOSITE and denies_existence(self._negated.lowered, self._asked)
        )

    def _fact(self, value: str, element: Mapping[str, Any], kind: Kind) -> Span | None:
        """Returns where in the rationale a value is named as a fact, if it is."""
        found = mentions(self._passage, value, kind)
        stated = self._stated(found, value, element, kind) if found else []
        if not stated or (self._asked.words and self._contradicts(stated)):
            return None
        return in_original(self._rationale, stated[0])

    def _stated(
        self, found: Sequence[Span], value: str, element: Mapping[str, Any], kind: Kind
    ) -> Sequence[Span]:
        """Returns the mentions that are the value's own name and that the text stands by."""
        found = [*found[:_MOST_MENTIONS], *found[_MOST_MENTIONS:][-_MOST_MENTIONS:]]
        name = name_of(value, tuple(element["values"]), element["attribute"])
        asked = self._asked.words
        is_code = kind == "country" and value.isupper()
        if kind not in WITHOUT_NAMES and not is_code:
            found = [one for one in found if is_own_name(self._passage, one, name, asked)]
        lowered, question = self._negated.lowered, self._doc.get("question", "")
        return [
            one
            for one in found
            if not denied(lowered, one)
            and not (asked and repeats_question(self._passage, one, value, question))
        ]

    def _says_nothing_else(self, mention: Span) -> bool:
        """Tells whether a text only names the value, so that nothing in it speaks against it."""
        text = self._passage.lowered
        around = (text[: mention[0]], text[mention[1] :])
        return all(len(part) <= _LONGEST_FRAME and _FRAME.fullmatch(part) for part in around)

    def _contradicts(self, found: Sequence[Span]) -> bool:
        """Tells whether the text says of the value that it does not meet the question.

        After an answer that affirms it, another year or name is a slip in a detail.
        """
        affirms = self._answer == self._doc["answer"]
        if denied_later(self._negated.lowered, found[0], self._asked, affirms):
            return True
        if affirms or self._says_nothing_else(found[0]):
            return False
        return self._denies and not meets(self._negated.text, found, self._asked)
