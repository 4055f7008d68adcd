"""The two readings of a response: the paper's rules to the letter, and what a careful person reads.

Both see the visible text only: what a model thinks is not what it says. lm_eval's own tasks do the
same with two filters (`strict-match` and `flexible-extract`); here they are `robust` and `paper`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..core.errors import InputError, first_line
from ..core.suites import erbench as suite
from .answers.answer import Answer, invisible
from .answers.known import knows, knows_by_the_paper, knows_unless_no
from .answers.paper import paper_answer
from .answers.robust import robust_answer
from .rationale.mentions import has_values
from .rationale.paper_rule import contains_values, mentioned_share, mentioned_values
from .rationale.strict_rule import NamedValue, named_values
from .text.thinking import visible

Doc = Mapping[str, Any]
# What a rule raises on a text that nobody has thought of: it never costs the other responses.
_UNFORESEEN = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
logger = logging.getLogger(__name__)


class HopSupport(NamedTuple):
    """What a rationale names of one element.

    Attributes:
        share: How much of it, in [0, 1].
        values: The accepted values that are named: `value`; by the robust reading also its `text`
            in the rationale and where that stands (`span`).
    """

    share: float
    values: list[dict[str, Any]]


@dataclass(frozen=True)
class Reading:
    """One way of reading responses.

    Attributes:
        name: Its name, which is that of lm_eval's filter.
        answer: Reads the answer in the visible text.
        support: Returns for each rationale element how much of it a rationale names.
        knowledge: Reads whether a visible text says that the model knows an entity, by metric.
        named_in: Tells whether a text that the model was shown, such as a passage, has all values
            that the rationale must name: a response that copies it can be right.
        leaves_out_unreadable: Whether an unreadable response is neither a hallucination nor
            missing. By the paper's formula (H = 1 - A - M) it is one of them.
    """

    name: str
    answer: Callable[[str, Doc], Answer]
    support: Callable[[Answer, Doc], list[HopSupport]]
    knowledge: Callable[[str], dict[str, bool]]
    named_in: Callable[[str, Sequence[Mapping[str, Any]]], bool]
    leaves_out_unreadable: bool

    def read(self, response: str, doc: Doc) -> Answer:
        """Reads the answer of a response.

        Args:
            response: What the model wrote, its thinking included.
            doc: The item.

        Returns:
            The answer; `unreadable` also says whether nothing is visible.
        """
        seen = visible(response)
        try:
            answer = self.answer(seen.text, doc)
        except _UNFORESEEN as error:
            logger.warning("a response cannot be read: %s", first_line(error))
            answer = Answer("unparseable", False, "", "no answer")
        reason = invisible(seen)
        if not reason:
            return answer
        missing = answer.missing and not self.leaves_out_unreadable
        return answer._replace(unreadable=reason, missing=missing)

    def supported(self, answer: Answer, doc: Doc) -> list[HopSupport]:
        """Returns for each rationale element how much of it an answer's rationale names."""
        try:
            return self.support(answer, doc) if doc["rationale"] else []
        except _UNFORESEEN as error:
            logger.warning("a rationale cannot be read: %s", first_line(error))
            return [HopSupport(0.0, []) for _ in doc["rationale"]]

    def supports(self, answer: Answer, doc: Doc) -> bool:
        """Tells whether a rationale names all that it must, at every hop."""
        return all(hop.share == 1.0 for hop in self.supported(answer, doc))


def _paper_support(answer: Answer, doc: Doc) -> list[HopSupport]:
    elements = doc["rationale"]
    mentioned = mentioned_values(answer.rationale, elements)
    return [
        HopSupport(mentioned_share(element, values), [{"value": value} for value in values])
        for element, values in zip(elements, mentioned, strict=True)
    ]


def _paper_answer(text: str, doc: Doc) -> Answer:
    return paper_answer(text, doc["options"])


def _robust_answer(text: str, doc: Doc) -> Answer:
    return robust_answer(text, doc["options"], doc.get("question", ""))


def _robust_support(answer: Answer, doc: Doc) -> list[HopSupport]:
    elements = doc["rationale"]
    named = named_values(answer.rationale, answer.label, doc)
    return [
        HopSupport(mentioned_share(element, values), list(map(_shown, values)))
        for element, values in zip(elements, named, strict=True)
    ]


def _shown(one: NamedValue) -> dict[str, Any]:
    return {"value": one.value, "text": one.text, "span": one.span}


ROBUST = Reading(
    suite.ROBUST,
    _robust_answer,
    _robust_support,
    lambda text: {"known": knows(text)},
    has_values,
    True,
)
PAPER = Reading(
    suite.PAPER,
    _paper_answer,
    _paper_support,
    lambda text: {"known": knows_by_the_paper(text), "known_unless_no": knows_unless_no(text)},
    contains_values,
    False,
)
READINGS = {reading.name: reading for reading in (ROBUST, PAPER)}


def find_reading(name: str) -> Reading:
    """Returns a reading by its name.

    Raises:
        InputError: There is none of that name.
    """
    if name not in READINGS:
        raise InputError(f"reading: {name!r} is not one of {', '.join(READINGS)}")
    return READINGS[name]
