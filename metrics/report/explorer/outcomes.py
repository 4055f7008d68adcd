"""What became of a response: five outcomes, and what was not decided apart from them.

The outcomes split the papers' measures, so that the examples behind a rate are those of some
outcomes: of A those that are right for any reason, of H those that are wrong and do not admit it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """What became of a response.

    Attributes:
        title: What people call it.
        erbench: What it says of an answer to a question of ERBench's; empty if none has it.
        track: The same for TRACK's.
        track_title: What people call it there; empty for the same title.
    """

    title: str
    erbench: str = ""
    track: str = ""
    track_title: str = ""


RIGHT = "right"
RIGHT_WRONG_REASON = "right_wrong_reason"
ADMITS = "admits"
WRONG_NAMES_VALUE = "wrong_names_value"
HALLUCINATED = "hallucinated"
UNREADABLE = "unreadable"
UNJUDGED = "unjudged"
KNOWN = "known"
UNKNOWN = "unknown"

OUTCOMES = {
    RIGHT: Outcome(
        "right, for the right reason",
        "The answer is right, and the rationale names what it must, if it must name anything.",
        "The answer is right, and the reasoning entails every fact (HP).",
    ),
    RIGHT_WRONG_REASON: Outcome(
        "right, rationale wrong",
        "The answer is right, but the rationale does not name the required value.",
        "The answer is right, but the reasoning does not entail every fact.",
        "right, though facts are missing",
    ),
    ADMITS: Outcome("admits it does not know", "It admits that it cannot answer (M)."),
    WRONG_NAMES_VALUE: Outcome(
        "wrong, though it names the value",
        "The answer is wrong, although the rationale names the required value (a part of H).",
        "The answer is wrong, although the reasoning entails every fact.",
        "wrong, though it has every fact",
    ),
    HALLUCINATED: Outcome(
        "hallucinated",
        "The answer is wrong, and the required value is not named (the rest of H).",
        "The answer is wrong, and the reasoning does not entail every fact.",
        "wrong, and facts are missing",
    ),
    UNREADABLE: Outcome(
        "unreadable",
        "No answer can be read: it is empty, cut off, or says two things.",
        "No answer can be read: it is empty or cut off.",
    ),
    UNJUDGED: Outcome("unjudged", track="The judge gave no verdict on the answer or on a fact."),
    KNOWN: Outcome(
        "known",
        "The model says that it knows the entity.",
        "The right answer is the most frequent one.",
    ),
    UNKNOWN: Outcome(
        "not known",
        "The model does not say that it knows the entity.",
        "The right answer is not the most frequent one.",
    ),
}


def title_of(outcome: str, is_track: bool) -> str:
    """Returns what people call an outcome, of a response to TRACK's questions or to ERBench's."""
    found = OUTCOMES[outcome]
    return (found.track_title if is_track else "") or found.title


# Of which outcomes the examples are that a measure counts. Measures of which a response can have a
# part, such as R over several hops, are not in here: their examples are all responses.
COUNTED_BY = {
    "answer_accuracy": (RIGHT, RIGHT_WRONG_REASON),
    "correct_given_attempted": (RIGHT, RIGHT_WRONG_REASON),
    "rationale_accuracy": (RIGHT, WRONG_NAMES_VALUE),
    "answer_rationale_accuracy": (RIGHT,),
    "hallucination_rate": (WRONG_NAMES_VALUE, HALLUCINATED),
    "missing_rate": (ADMITS,),
    "abstention_rate": (ADMITS, UNREADABLE),
    "unreadable_rate": (UNREADABLE,),
    "truncated_rate": (UNREADABLE,),
    "answer_pass": (RIGHT, RIGHT_WRONG_REASON),
    "full_knowledge_entailment": (RIGHT, WRONG_NAMES_VALUE),
    "holistic_pass": (RIGHT,),
    "known": (KNOWN,),
}


def outcome_of(record: Mapping[str, Any]) -> str:
    """Returns what became of a response, by its measures.

    Args:
        record: A line of a samples file.

    Returns:
        One of `OUTCOMES`; empty if it has no measure that says it.
    """
    if "answer_accuracy" in record:
        return _of_answer(record)
    if "answer_pass" in record or "full_knowledge_entailment" in record:
        return _of_question(record)
    if "known" in record or "unjudged" in record:
        known = record.get("known")
        return UNJUDGED if known not in (0, 1) else KNOWN if known else UNKNOWN
    return ""


def _of_answer(record: Mapping[str, Any]) -> str:
    named = record.get("rationale_accuracy") == 1
    if record["answer_accuracy"] == 1:
        return RIGHT if record.get("answer_rationale_accuracy") in (1, None) else RIGHT_WRONG_REASON
    if record.get("missing_rate") == 1:
        return ADMITS
    if record.get("hallucination_rate") == 1:
        return WRONG_NAMES_VALUE if named else HALLUCINATED
    return UNREADABLE


def _of_question(record: Mapping[str, Any]) -> str:
    verdicts = [record.get("answer_pass"), record.get("full_knowledge_entailment")]
    if not all(verdict in (0, 1) for verdict in verdicts):
        return UNJUDGED
    if record.get("unreadable_rate") == 1:
        return UNREADABLE
    right, entailed = (verdict == 1 for verdict in verdicts)
    if right:
        return RIGHT if entailed else RIGHT_WRONG_REASON
    return WRONG_NAMES_VALUE if entailed else HALLUCINATED
