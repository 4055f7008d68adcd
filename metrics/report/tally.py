"""The samples of one file, summed by entity as they are read."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from ..guessing import Choice, guessed
from ..scored_answers import ScoredAnswer, asked, scored_answer
from ..verification import verification

# By measure and entity: number of samples, and sum of values.
Measures: TypeAlias = dict[str, dict[str, list[float]]]
_MEASURE = re.compile(
    r"answer_accuracy|(?:answer_)?rationale_accuracy|hallucination_rate|missing_rate"
    r"|unreadable_rate|truncated_rate"
    r"|judged_rationale_accuracy|unjudged|known|simulated|synthetic_images|passage_names_value"
    r"|(?:answer_rationale_accuracy|rationale_given(?:_not)?_previous)_hop[1-9]"
)

PRIOR = "prior"


@dataclass(slots=True)
class Tally:
    """Sums over the samples of one file.

    Attributes:
        samples: Number of samples.
        measures: By measure and entity: number of samples and sum of values.
        popularity: By entity, where the documents have it.
        domain: The domain of the documents; empty if they have none.
        images: Whether the questions show images.
        nota: Number of documents whose answer is *None of the above*.
        filter: The name of lm_eval's filter that evaluated them; empty if it was not recorded.
        answers: The answers that were scored, one by one.
        by_attribute: What a multiple-choice question's false option is about, to `measures` of
            these questions alone.
        choices: The multiple-choice questions, one by one.
        questions: By entity, a number that is another one for other questions (only within one
            process).
    """

    samples: int = 0
    measures: Measures = field(default_factory=dict)
    popularity: dict[str, float] = field(default_factory=dict)
    domain: str = ""
    images: bool = False
    nota: int = 0
    filter: str = ""
    answers: list[ScoredAnswer] = field(default_factory=list)
    by_attribute: dict[str, Measures] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    questions: dict[str, int] = field(default_factory=dict)

    def add(self, record: Mapping[str, Any], answer: Any = None) -> None:
        """Adds a sample.

        Args:
            record: A line of the file.
            answer: What the filter read as the answer, if that was recorded.

        Raises:
            ValueError: The sample has another shape.
        """
        entity = _entity(record.get("doc"))
        doc = record["doc"]
        self.samples += 1
        self.filter = str(record.get("filter") or "")
        self.nota += doc.get("answer") in ("none of the above", "none")
        self.images = self.images or bool(doc.get("image_kind"))
        self.domain = self.domain or str(doc.get("domain") or "")
        if (popularity := doc.get("popularity")) is not None:
            self.popularity[entity] = _popularity(popularity)
        self.questions[entity] = self.questions.get(entity, 0) + asked(doc)
        scored = scores(record)
        _sum_up(self.measures, entity, scored | verification(scored))
        if (attribute := _false_attribute(doc)) is not None:
            _sum_up(self.by_attribute.setdefault(attribute, {}), entity, scored)
        if (answered := scored_answer(record, entity, answer)) is not None:
            self.answers.append(answered)
        if options := doc.get("options"):
            self.choices.append(Choice(entity, tuple(map(str, options)), str(doc.get("answer"))))

    def add_prior(self) -> None:
        """Adds the measure `prior`: what is answered rightly by who sees the options alone."""
        found = guessed(self.choices) or ()
        for choice, right in zip(self.choices, found, strict=False):
            _sum_up(self.measures, choice.entity, {PRIOR: float(right)})


def add_scores(measures: Measures, record: Mapping[str, Any]) -> None:
    """Adds the measures of a sample alone, as of another reading.

    Args:
        measures: What to add them to.
        record: A line of the file.

    Raises:
        ValueError: The sample has another shape.
    """
    _sum_up(measures, _entity(record.get("doc")), scores(record))


def scores(record: Mapping[str, Any]) -> dict[str, float]:
    """Returns the measures of a sample.

    Args:
        record: A line of the file.

    Raises:
        ValueError: One is not a number from 0 to 1.
    """
    return {
        name: _checked(name, value)
        for name, value in record.items()
        if _is_measure(name) and value is not None and value == value  # NaN: not scored
    }


def _sum_up(measures: Measures, entity: str, scored: Mapping[str, float]) -> None:
    for name, value in scored.items():
        sums = measures.setdefault(name, {}).setdefault(entity, [0, 0.0])
        sums[0] += 1
        sums[1] += value


def _false_attribute(doc: Mapping[str, Any]) -> str | None:
    """Returns what the false option of a multiple-choice question is about, if there is one."""
    rationale = doc.get("rationale")
    if not doc.get("options") or not isinstance(rationale, list) or not rationale:
        return None
    first = rationale[0]
    return str(first.get("attribute")) if isinstance(first, dict) else None


@lru_cache(maxsize=1024)
def _is_measure(name: str) -> bool:
    return _MEASURE.fullmatch(name) is not None


def _checked(name: str, value: Any) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise ValueError(f"{name!r} is not a number from 0 to 1")


def _popularity(value: Any) -> float:
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    raise ValueError("'doc.popularity' is not a number")


def _entity(doc: Any) -> str:
    entity = doc.get("entity_id") if isinstance(doc, dict) else None
    if isinstance(entity, str | int):
        return str(entity)
    raise ValueError("no 'doc' with an 'entity_id'")
