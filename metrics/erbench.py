"""ERBench's measures of one response (Sections 4 and 4.3, Appendix B.2 and B.8).

A measure that does not apply to an item (the rationale of *None of the above*, the host years of a
city that never hosted) is left out of its scores, so that it is averaged over the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

# Recorded documents may have one word for it.
_SHORT_FOR = {"none": "none of the above"}

# Values of `image_kind` of images that were drawn from the data.
DRAWN_IMAGES = ("title_card", "crest")

# Suffixes of the paper's rule and of the strict rule.
_RULES = ("", "_strict")

Doc = Mapping[str, Any]
Extraction = Mapping[str, Any]
Scores = dict[str, float]


def process_results(doc: Doc, results: Sequence[Extraction]) -> Scores:
    """Scores one response.

    Args:
        doc: The item.
        results: What the filters extracted from its response; the first one counts.

    Returns:
        Each in [0, 1]: `answer_accuracy` (A: the answer is right), `rationale_accuracy` (R: the
        values that the functional dependency infers are mentioned), `answer_rationale_accuracy`
        (AR: both), `missing_rate` (M: it admits that it cannot answer) and `hallucination_rate`
        (H = 1 - A - M). `rationale_accuracy_strict` and `answer_rationale_accuracy_strict` are R
        and AR by the strict rule. If a judge was asked, `judged_rationale_accuracy` (it says that
        the rationale is right) or `unjudged` (1.0: there is no verdict). A question about an
        image that was drawn, not a real one, has `synthetic_images`, and a response of the
        simulated model `simulated`, so that no table of these can be mistaken for one of real
        images or models.
    """
    extracted = results[0]
    correct = extracted["answer"] == _SHORT_FOR.get(doc["answer"], doc["answer"])
    missing = extracted["missing"] and not correct
    scores = {
        "answer_accuracy": float(correct),
        "hallucination_rate": float(not correct and not missing),
        "missing_rate": float(missing),
    }
    for rule in _RULES:
        if extracted[f"rationale_hops{rule}"]:
            supported = all(extracted[f"rationale_hops{rule}"])
            scores[f"rationale_accuracy{rule}"] = float(supported)
            scores[f"answer_rationale_accuracy{rule}"] = float(correct and supported)
    return scores | _judged(extracted) | _synthetic(doc) | _simulated(extracted)


def process_multi_hop_results(doc: Doc, results: Sequence[Extraction]) -> Scores:
    """Scores one response to a multi-hop question.

    Args:
        doc: The item.
        results: What the filters extracted from its response; the first one counts.

    Returns:
        As `process_results`, where `rationale_accuracy` is R-ext: the mean over the hops of the
        share of values that are mentioned (and `rationale_accuracy_strict` by the strict rule).
        Then for each hop `rationale_accuracy_hopN` (that share). If the chain has a value at every
        hop: `answer_rationale_accuracy_hopN` (AR-ext), and from the second hop
        `rationale_given_previous_hopN` or `rationale_given_not_previous_hopN` (whether the hop is
        right, under whether the one before it is; Appendix B.8).
    """
    extracted = results[0]
    scores = process_results(doc, results)
    shares = dict(zip(_hops(doc), extracted["rationale_shares"], strict=True))
    for rule in _RULES:
        by_rule = extracted[f"rationale_shares{rule}"]
        scores[f"rationale_accuracy{rule}"] = sum(by_rule) / len(by_rule)
    scores |= {f"rationale_accuracy_hop{hop}": share for hop, share in shares.items()}
    if _has_every_hop(doc):
        right = dict(zip(_hops(doc), extracted["rationale_hops"], strict=True))
        scores |= _answer_and_hops(bool(scores["answer_accuracy"]), right)
        scores |= _given_previous(right)
    return scores


def process_knowledge_results(doc: Doc, results: Sequence[Extraction]) -> Scores:
    """Scores one response to a question about the model's internal knowledge.

    Args:
        doc: The item.
        results: What the filter extracted from its response; the first one counts.

    Returns:
        Each 0.0 or 1.0: `known` (it answers with only *yes*; Appendix B.2) and `known_unless_no`
        (it holds no standalone *no*: how the paper's tables count).
    """
    extracted = results[0]
    scores = {name: float(extracted[name]) for name in ("known", "known_unless_no")}
    return scores | _synthetic(doc) | _simulated(extracted)


def _judged(extracted: Extraction) -> Scores:
    """Scores a judge's verdict; a missing one counts as `unjudged`, not as wrong."""
    if "judged" not in extracted:
        return {}
    if extracted["judged"] is None:
        return {"unjudged": 1.0}
    return {"judged_rationale_accuracy": float(extracted["judged"]), "unjudged": 0.0}


def _synthetic(doc: Doc) -> Scores:
    return {"synthetic_images": 1.0} if doc.get("image_kind") in DRAWN_IMAGES else {}


def _simulated(extracted: Extraction) -> Scores:
    return {"simulated": 1.0} if extracted["simulated"] else {}


def _hops(doc: Doc) -> list[int]:
    return [element["hop"] for element in doc["rationale"]]


def _has_every_hop(doc: Doc) -> bool:
    """Tells whether the chain ends in a value: whether the basic statement is true."""
    return str(doc["question_type"]).endswith(f"_{doc['answer']}")


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
