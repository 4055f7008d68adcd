"""One response: what was read in it, and its scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..core.errors import InputError, did_you_mean
from ..core.json_text import write_extraction
from ..core.suites.erbench import KNOWLEDGE, MULTI_HOP, QUESTION_TYPES
from ..erbench_tasks.items.item import check_doc
from ..filters.extraction import extract_answer, extract_knowledge
from ..filters.readings import find_reading
from ..metrics.erbench import (
    process_knowledge_results,
    process_multi_hop_results,
    process_results,
)
from ..metrics.report.explorer.outcomes import outcome_of
from .frames import plain_row

ReadingName = Literal["robust", "paper"]
# What lm_eval's task files do with the responses to questions of each type.
_READ = dict.fromkeys(QUESTION_TYPES, extract_answer) | dict.fromkeys(KNOWLEDGE, extract_knowledge)
_SCORED = (
    dict.fromkeys(QUESTION_TYPES, process_results)
    | dict.fromkeys(MULTI_HOP, process_multi_hop_results)
    | dict.fromkeys(KNOWLEDGE, process_knowledge_results)
)


@dataclass(frozen=True)
class Verdict:
    """What a reading makes of one response.

    Attributes:
        reading: `robust` or `paper`.
        outcome: `right`, `right_wrong_reason`, `admits` (that it does not know), `hallucinated`,
            `wrong_names_value` (hallucinated, though the rationale names the value), `unreadable`;
            of questions about what a model knows `known` or `unknown`.
        answer: What was read: `yes`, `no`, `option N`, `none of the above`, `unsure` or
            `unparseable`; empty for questions about what a model knows.
        scores: lm_eval's metrics of this response, by name. A metric that does not apply, such as
            the rationale's where nothing must be named, is left out.
        found: All that was read, such as `hops` with the values that the rationale names; the same
            record as in the field `filtered_resps` of lm_eval's samples files.
    """

    reading: str
    outcome: str
    answer: str
    scores: Mapping[str, float]
    found: Mapping[str, Any]


def score_response(item: Any, text: str, reading: ReadingName = "robust") -> Verdict:
    """Scores one response to one of ERBench's questions, as lm_eval's tasks do.

    Args:
        item: The question: a row of `load_items`, of a generated benchmark's Parquet files, or any
            mapping with their columns `question_type`, `question`, `options`, `answer` and
            `rationale`.
        text: The model's response, its thinking included.
        reading: `robust`, what a careful person reads; or `paper`, the paper's rules to the letter.

    Returns:
        The verdict.

    Raises:
        InputError: The item lacks a field, the text is no text, or there is no such reading.

    Examples:
        >>> from erbench_track.api import score_response
        >>> item = {
        ...     "question_type": "bn_yes",
        ...     "question": "Is there a movie, released in 1997, starring Kate Winslet?",
        ...     "options": [],
        ...     "answer": "yes",
        ...     "rationale": [{"hop": 1, "attribute": "title", "values": ["Titanic"],
        ...                    "match": "any"}],
        ... }
        >>> verdict = score_response(item, "Yes, there is: Titanic.")
        >>> verdict.outcome, verdict.scores["answer_rationale_accuracy"]
        ('right', 1.0)
        >>> score_response(item, "Yes, it is The Matrix.").outcome
        'right_wrong_reason'
    """
    row = plain_row(item)
    if row.get("scenario"):
        raise InputError(
            "this is a question of TRACK, whose responses need a judge; "
            "`erbench-track score SAMPLES.jsonl` has one"
        )
    check_doc(row, where="item")
    question_type = row.get("question_type")
    if question_type not in QUESTION_TYPES:
        hint = did_you_mean(str(question_type), QUESTION_TYPES)
        raise InputError(f"field 'item.question_type' is {question_type!r}; {hint}")
    if not isinstance(text, str):
        raise InputError(
            f"the response is {text!r}, not a text; leave the row out, or give '' if the model "
            "wrote nothing"
        )
    found = _READ[question_type](find_reading(reading), text, row)
    scores = _SCORED[question_type](row, [write_extraction(**found)])
    return Verdict(reading, outcome_of(scores), str(found.get("answer", "")), scores, found)
