"""What a reading finds in a response, as a record: whoever runs the model and scores it.

The values are plain, so that a record can be written as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .answers.answer import invisible
from .text.thinking import visible

if TYPE_CHECKING:
    from .readings import Doc, Reading

# Every response of the simulated model says so.
SIMULATED_MARK = "[simulated by erbench-track]"

Extraction = dict[str, Any]


def extract_answer(reading: Reading, response: str, doc: Doc, judged: str = "") -> Extraction:
    """Reads the answer of a response, and what its rationale names.

    Args:
        reading: The way of reading.
        response: What the model wrote, its thinking included.
        doc: The item.
        judged: The answer by a judge, if it replaces that of the reading.

    Returns:
        `reading`; `answer`, `missing`, `unreadable` (why there is none) and `left_out` (it is then
        no hallucination either); `answer_span` (where in the visible text it stands); `rationale`
        (the text in which values are looked for); `hops`, with the `share` in [0, 1] of each
        element and the `values` that are named; `simulated`; and, where there is a passage before
        the question, `passage_names_value`.
    """
    answer = reading.read(response, doc)
    if judged:
        missing = judged == "unsure"
        answer = answer._replace(label=judged, missing=missing, unreadable="", span=None)
    return {
        "reading": reading.name,
        "answer": answer.label,
        "missing": answer.missing,
        "unreadable": answer.unreadable,
        "left_out": reading.leaves_out_unreadable and bool(answer.unreadable),
        "answer_span": answer.span,
        "rationale": answer.rationale.strip(),
        "hops": [
            {"share": hop.share, "values": hop.values} for hop in reading.supported(answer, doc)
        ],
        "simulated": SIMULATED_MARK in response,
        **_of_passage(reading, doc),
    }


def _of_passage(reading: Reading, doc: Doc) -> Extraction:
    passage, rationale = str(doc.get("context") or ""), doc["rationale"]
    if not (passage and rationale):
        return {}
    return {"passage_names_value": reading.named_in(passage, rationale)}


def extract_knowledge(reading: Reading, response: str, doc: Doc) -> Extraction:
    """Reads whether a response says that the model knows the entity.

    Args:
        reading: The way of reading.
        response: What the model wrote, its thinking included.
        doc: The item, which does not matter here.

    Returns:
        `known` (and `known_unless_no` by the paper's reading), `unreadable` and `simulated`;
        nothing is known from an unreadable response.
    """
    seen = visible(response)
    return {
        "reading": reading.name,
        "unreadable": invisible(seen),
        "simulated": SIMULATED_MARK in response,
        **reading.knowledge(seen.text),
    }
