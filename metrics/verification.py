"""How far R agrees with a judge, and what the cases are like where it does not (Appendix B.5).

The paper sorts by hand what its rule gets wrong: (1) the rationale says something incorrect that is
not related to the question, (2) an entity is spelled in another way, (3) the rationale contradicts
itself. Here the answer tells (1) from (3), and who accepts the rationale tells (2) from both.
"""

from __future__ import annotations

from collections.abc import Mapping

AGREEMENT = "judge_agreement"
UNRELATED = "disagreement_unrelated"
RESOLUTION = "disagreement_resolution"
CONTRADICTION = "disagreement_contradiction"
OTHER = "disagreement_other"
DISAGREEMENTS = (UNRELATED, RESOLUTION, CONTRADICTION, OTHER)


def verification(scores: Mapping[str, float]) -> dict[str, float]:
    """Compares the rationale accuracy of one response with a judge's verdict.

    Args:
        scores: Its measures.

    Returns:
        Each 0.0 or 1.0, and their sum 1: `judge_agreement` (Table 19); where R and the judge differ
        `disagreement_unrelated` (R accepts, the judge does not, the answer is right: what else is
        said is wrong), `disagreement_contradiction` (the same, but the answer is wrong, although
        the value is named), `disagreement_resolution` (only the judge accepts, the answer is
        right: the value is spelled in another way, or is not said), or `disagreement_other`
        (only the judge accepts, and the answer is wrong). Nothing if there is no verdict.
    """
    names = ("rationale_accuracy", "judged_rationale_accuracy", "answer_accuracy")
    if not all(name in scores for name in names):
        return {}
    accepted, judged, right = (scores[name] == 1 for name in names)
    if accepted == judged:
        found = AGREEMENT
    elif accepted:
        found = UNRELATED if right else CONTRADICTION
    else:
        found = RESOLUTION if right else OTHER
    return {name: float(name == found) for name in (AGREEMENT, *DISAGREEMENTS)}
