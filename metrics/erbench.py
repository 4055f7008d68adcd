"""ERBench's measures of one response (Sections 4 and 4.3, Appendix B.2 and B.8).

A measure that does not apply to an item (the rationale of *None of the above* or of a false premise
that the rest does not explain, the host years of a city that never hosted) is left out of its
scores, so that it is averaged over the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..core.json_text import read_extraction
from .unreadable import unreadable_scores

# Recorded documents may have one word for it.
_SHORT_FOR = {"none": "none of the above"}

# Values of `image_kind` of images that were drawn from the data.
DRAWN_IMAGES = ("title_card", "crest")

Doc = Mapping[str, Any]
Extraction = Mapping[str, Any]
Scores = dict[str, float]


def process_results(doc: Doc, results: Sequence[str]) -> Scores:
    """Scores one response.

    Args:
        doc: The item.
        results: What `ReadingFilter` read in its response, as JSON; the first one counts.

    Returns:
        Each in [0, 1] but the last: `answer_accuracy` (A: the answer is right),
        `rationale_accuracy` (R: the values that the functional dependency infers are named),
        `answer_rationale_accuracy` (AR: both), `missing_rate` (M: it admits that it cannot
        answer), `hallucination_rate` (H = 1 - A - M; by the robust reading, an unreadable response
        is not one either), `unreadable_rate` (no answer can be read: it is empty, or cut off),
        `truncated_rate` (of these, what was cut off), `correct_given_attempted` (A of the
        responses that are right or hallucinated) and `net_score` (A - H, in [-1, 1]). If a judge
        was asked, `judged_rationale_accuracy` (it says that the rationale is right) or `unjudged`
        (1.0: there is no verdict). With a passage before the question, `passage_names_value` (it
        has the values, so that copying it may be enough). A question about an image that was drawn,
        not a real one, has `synthetic_images`, and a response of the simulated model `simulated`,
        so that no table of these can be mistaken for one of real images or models.
    """
    extracted = read_extraction(results[0])
    correct = extracted["answer"] == _SHORT_FOR.get(doc["answer"], doc["answer"])
    scores = _answer(extracted, correct)
    if extracted["hops"]:
        supported = all(hop["share"] == 1.0 for hop in extracted["hops"])
        scores["rationale_accuracy"] = float(supported)
        scores["answer_rationale_accuracy"] = float(correct and supported)
    if "judged" in extracted:
        scores |= _judged(extracted["judged"])
    if "passage_names_value" in extracted:
        scores["passage_names_value"] = float(extracted["passage_names_value"])
    return scores | _synthetic(doc) | _simulated(extracted)


def _answer(extracted: Extraction, correct: bool) -> Scores:
    """Scores an answer: it is right, hallucinated, missing, or by one reading none of these."""
    missing = extracted["missing"] and not correct
    hallucinated = not (correct or missing or extracted["left_out"])
    attempted = {"correct_given_attempted": float(correct)} if correct or hallucinated else {}
    return {
        "answer_accuracy": float(correct),
        "hallucination_rate": float(hallucinated),
        "missing_rate": float(missing),
        **unreadable_scores(extracted),
        **attempted,
        "net_score": float(correct) - float(hallucinated),
    }


def process_multi_hop_results(doc: Doc, results: Sequence[str]) -> Scores:
    """Scores one response to a multi-hop question.

    Args:
        doc: The item.
        results: What `ReadingFilter` read in its response, as JSON; the first one counts.

    Returns:
        As `process_results`, where `rationale_accuracy` is R-ext: the mean over the hops of the
        share of values that are named. Then for each hop `rationale_accuracy_hopN` (that share).
        If the chain has a value at every hop: `answer_rationale_accuracy_hopN` (AR-ext), and from
        the second hop `rationale_given_previous_hopN` or `rationale_given_not_previous_hopN`
        (whether the hop is right, under whether the one before it is; Appendix B.8).
    """
    scores = process_results(doc, results)
    named = [hop["share"] for hop in read_extraction(results[0])["hops"]]
    shares = dict(zip(_hops(doc), named, strict=True))
    if not named:  # nothing is asked of the rationale, so that nothing can be wrong
        return scores
    scores["rationale_accuracy"] = sum(named) / len(named)
    scores |= {f"rationale_accuracy_hop{hop}": share for hop, share in shares.items()}
    if _has_every_hop(doc):
        right = {hop: share == 1.0 for hop, share in shares.items()}
        scores |= _answer_and_hops(bool(scores["answer_accuracy"]), right)
        scores |= _given_previous(right)
    return scores


def process_knowledge_results(doc: Doc, results: Sequence[str]) -> Scores:
    """Scores one response to a question about the model's internal knowledge.

    Args:
        doc: The item.
        results: What `KnowledgeFilter` read in its response, as JSON; the first one counts.

    Returns:
        Each 0.0 or 1.0: `known` (it answers with only *yes*; Appendix B.2), by the paper's reading
        `known_unless_no` (it holds no standalone *no*: how the paper's tables count), and
        `unreadable_rate` and `truncated_rate` as `process_results` has them.
    """
    extracted = read_extraction(results[0])
    names = ("known", "known_unless_no")
    scores = {name: float(extracted[name]) for name in names if name in extracted}
    return scores | unreadable_scores(extracted) | _synthetic(doc) | _simulated(extracted)


def _judged(right: bool | None) -> Scores:
    """Scores a judge's verdict; a missing one counts as `unjudged`, not as wrong."""
    if right is None:
        return {"unjudged": 1.0}
    return {"judged_rationale_accuracy": float(right), "unjudged": 0.0}


def _synthetic(doc: Doc) -> Scores:
    return {"synthetic_images": 1.0} if doc.get("image_kind") in DRAWN_IMAGES else {}


def _simulated(extracted: Extraction) -> Scores:
    return {"simulated": 1.0} if extracted["simulated"] else {}


def _hops(doc: Doc) -> list[int]:
    return [element["hop"] for element in doc["rationale"]]


def _has_every_hop(doc: Doc) -> bool:
    """Tells whether the chain ends in a value.

    It does where the basic statement is true; also where that is decided by a property.
    """
    every = str(doc.get("fd", "")).count(";") + 1
    return str(doc["question_type"]).endswith(f"_{doc['answer']}") or len(_hops(doc)) == every


def _answer_and_hops(correct: bool, right: Mapping[int, bool]) -> Scores:
    return {
        f"answer_rationale_accuracy_hop{hop}": float(correct and ok) for hop, ok in right.items()
    }


def _given_previous(right: Mapping[int, bool]) -> Scores:
    scores = {}
    for previous, hop in pairwise(right):
        condition = "previous" if right[previous] else "not_previous"
        scores[f"rationale_given_{condition}_hop{hop}"] = float(right[hop])
    return scores
