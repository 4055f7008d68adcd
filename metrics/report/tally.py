"""The samples of one file, summed by entity as they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..scored_answers import ScoredAnswer, scored_answer

_MEASURE = re.compile(
    r"answer_accuracy|(?:answer_)?rationale_accuracy|hallucination_rate|missing_rate"
    r"|unreadable_rate|truncated_rate"
    r"|judged_rationale_accuracy|unjudged|known|simulated|synthetic_images|passage_names_value"
    r"|(?:answer_rationale_accuracy|rationale_given(?:_not)?_previous)_hop[1-9]"
)


@dataclass(slots=True)
class Tally:
    """Sums over the samples of one file.

    Attributes:
        samples: Number of samples.
        measures: By measure and entity: number of samples and sum of values.
        domain: The domain of the documents; empty if they have none.
        images: Whether the questions show images.
        nota: Number of documents whose answer is *None of the above*.
        filter: The name of lm_eval's filter that evaluated them; empty if it was not recorded.
        answers: The answers that were scored, one by one.
    """

    samples: int = 0
    measures: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    domain: str = ""
    images: bool = False
    nota: int = 0
    filter: str = ""
    answers: list[ScoredAnswer] = field(default_factory=list)

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
        for name, value in record.items():
            if _is_measure(name) and value is not None and value == value:  # NaN: not scored
                sums = self.measures.setdefault(name, {}).setdefault(entity, [0, 0.0])
                sums[0] += 1
                sums[1] += _checked(name, value)
        if (scored := scored_answer(record, entity, answer)) is not None:
            self.answers.append(scored)


@lru_cache(maxsize=1024)
def _is_measure(name: str) -> bool:
    return _MEASURE.fullmatch(name) is not None


def _checked(name: str, value: Any) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise ValueError(f"{name!r} is not a number from 0 to 1")


def _entity(doc: Any) -> str:
    entity = doc.get("entity_id") if isinstance(doc, dict) else None
    if isinstance(entity, str | int):
        return str(entity)
    raise ValueError("no 'doc' with an 'entity_id'")
