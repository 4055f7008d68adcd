"""ERBench's measures of one response (Section 4, "Performance Measures")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SIMULATED_MARK = "[simulated by erbench-track]"


def process_results(
    doc: Mapping[str, Any], results: Sequence[Mapping[str, Any]]
) -> dict[str, float]:
    """Scores one response.

    Args:
        doc: The item.
        results: What the filters extracted from its response; the first one counts.

    Returns:
        Each 0.0 or 1.0: `answer_accuracy` (A: the answer is right), `rationale_accuracy` (R: the
        values that the functional dependency infers are mentioned at every hop),
        `answer_rationale_accuracy` (AR: both), `missing_rate` (M: it admits that it cannot
        answer) and `hallucination_rate` (H = 1 - A - M). A response of the simulated model also
        has `simulated`, so that no table of it can be taken for a real model's.
    """
    extracted = results[0]
    correct = extracted["answer"] == doc["answer"]
    missing = extracted["missing"] and not correct
    supported = bool(extracted["rationale_hops"]) and all(extracted["rationale_hops"])
    scores = {
        "answer_accuracy": float(correct),
        "rationale_accuracy": float(supported),
        "answer_rationale_accuracy": float(correct and supported),
        "hallucination_rate": float(not correct and not missing),
        "missing_rate": float(missing),
    }
    if SIMULATED_MARK in extracted["rationale"]:
        scores["simulated"] = 1.0
    return scores
